import { webAddress } from "./links.ts";
import type { Inline, TimeStyle } from "./tree.ts";

const shapes = {
  user: /<@!?(\d{1,20})>/y,
  role: /<@&(\d{1,20})>/y,
  channel: /<#(\d{1,20})>/y,
  command: /<\/([-_ \p{L}\p{N}]{1,100}):(\d{1,20})>/uy,
  emoji: /<(a?):(\w{1,32}):(\d{1,20})>/y,
  time: /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
  link: /<(https?:\/\/[^\s<>]{1,2048})>/iy,
} as const;

export interface Pointed {
  readonly node: Inline;
  readonly length: number;
}

/** Reads what Discord writes between pointed brackets: mentions, emoji, time marks, links without a preview. */
export function readPointed(text: string, start: number): Pointed | undefined {
  const match = (shape: keyof typeof shapes): RegExpExecArray | null => {
    shapes[shape].lastIndex = start;
    return shapes[shape].exec(text);
  };
  const next = text.charAt(start + 1);
  if (next === "@" || next === "#") {
    for (const kind of ["user", "role", "channel"] as const) {
      const found = match(kind);
      if (found !== null) return { node: { kind, id: found[1] ?? "" }, length: found[0].length };
    }
    return undefined;
  }
  if (next === "/") {
    const found = match("command");
    if (found === null) return undefined;
    return { node: { kind: "command", name: found[1] ?? "", id: found[2] ?? "" }, length: found[0].length };
  }
  if (next === "h" || next === "H") {
    const found = match("link");
    const href = webAddress(found?.[1] ?? "");
    if (found === null || href === undefined) return undefined;
    return {
      node: { kind: "link", href, children: [{ kind: "text", text: found[1] ?? "" }] },
      length: found[0].length,
    };
  }
  const time = next === "t" ? match("time") : null;
  if (time !== null) {
    const node = { kind: "time", unixSeconds: Number(time[1]), style: timeStyle(time[2]) } as const;
    return isShowable(node.unixSeconds) ? { node, length: time[0].length } : undefined;
  }
  const emoji = next === ":" || next === "a" ? match("emoji") : null;
  if (emoji === null) return undefined;
  const node = {
    kind: "emoji",
    name: emoji[2] ?? "",
    id: emoji[3] ?? "",
    animated: emoji[1] === "a",
  } as const;
  return { node, length: emoji[0].length };
}

function timeStyle(letter: string | undefined): TimeStyle {
  // The shape admits no other letters; without one Discord shows the short date and time.
  return (letter ?? "f") as TimeStyle;
}

function isShowable(unixSeconds: number): boolean {
  return Math.abs(unixSeconds) <= 8_640_000_000_000;
}
