import { Delimiters } from "./delimiters.ts";
import { bareLink, canBeLabel, linkTarget } from "./links.ts";
import { lookAhead } from "./look-ahead.ts";
import { readPointed } from "./pointed.ts";
import type { Inline, Meter, Wrap } from "./tree.ts";

const pairs: Readonly<Record<string, Wrap>> = {
  "**": "strong",
  __: "underline",
  "~~": "strike",
  "||": "spoiler",
};
const escapable = /[\\`*_~|[\]()<>#@:\-+.!&{}^$%=/'"]/;
const maxMarkupRun = 3;

/**
 * Reads the marks inside a line or paragraph, in one pass: no text makes it look twice at the same place.
 * @param place a label's own text is the only one in which backslashes show
 */
export function parseInline(
  text: string,
  meter: Meter = { steps: 0 },
  place: "text" | "embed" | "label" = "text",
): readonly Inline[] {
  const inLink = place === "label";
  const out = new Delimiters();
  const codeEnds = pairBackticks(text, meter);
  const nextLabelEnd = lookAhead(text, "](", meter);
  const nextOpening = lookAhead(text, "[", meter);
  let plainFrom = 0;
  let at = 0;

  const flush = (until: number): void => {
    if (until > plainFrom) out.add({ kind: "text", text: text.slice(plainFrom, until) });
  };
  const take = (node: Inline | undefined, end: number): void => {
    flush(at);
    if (node !== undefined) out.add(node);
    meter.steps += end - at;
    plainFrom = at = end;
  };

  while (at < text.length) {
    const char = text.charAt(at);
    meter.steps += 1;
    if (char === "\\" && escapable.test(text.charAt(at + 1))) {
      // Discord escapes nothing inside a label: https://github.com/discord/discord-api-docs/issues/6185
      take({ kind: "text", text: text.slice(inLink ? at : at + 1, at + 2) }, at + 2);
      continue;
    }
    if (char === "`") {
      const run = runLength(text, at, "`");
      const end = codeEnds.get(at);
      if (end === undefined) at += run;
      else take({ kind: "code", text: trimCode(text.slice(at + run, end)) }, end + run);
      continue;
    }
    if (char === "<") {
      const found = readPointed(text, at);
      if (found !== undefined && !(inLink && found.node.kind === "link")) {
        take(found.node, at + found.length);
        continue;
      }
    }
    if (char === "[" && !inLink) {
      const labelEnd = nextLabelEnd(at);
      if (labelEnd !== -1 && !within(nextOpening(at + 1), labelEnd)) {
        const target = linkTarget(text, labelEnd + 1);
        const label = text.slice(at + 1, labelEnd);
        if (target !== undefined) meter.steps += label.length;
        if (target !== undefined && canBeLabel(label, place === "embed")) {
          const { href, title, end } = target;
          const children = parseInline(label, meter, "label");
          take({ kind: "link", href, ...(title === undefined ? {} : { title }), children }, end);
          continue;
        }
      }
    }
    if ((char === "h" || char === "H") && !inLink && /^https?:\/\//i.test(text.slice(at, at + 8))) {
      const { href, end } = bareLink(text, at);
      const shown: Inline = { kind: "text", text: text.slice(at, end) };
      take(href === undefined ? shown : { kind: "link", href, children: [shown] }, end);
      continue;
    }
    if (char === "@") {
      const everyone = /^@(?:everyone|here)/.exec(text.slice(at, at + 9))?.[0];
      if (everyone !== undefined) {
        take({ kind: "everyone", text: everyone }, at + everyone.length);
        continue;
      }
    }
    if (char === "*" || char === "_" || char === "~" || char === "|") {
      const run = runLength(text, at, char);
      flush(at);
      markRun(out, text, at, char, run);
      meter.steps += run;
      plainFrom = at = at + run;
      continue;
    }
    at += 1;
  }
  flush(text.length);
  return out.finish();
}

/** Turns a run of one mark into openings and closings; what is neither is text. */
function markRun(out: Delimiters, text: string, start: number, char: string, run: number): void {
  const literal = (length: number): void => out.add({ kind: "text", text: char.repeat(length) });
  const double = char + char;
  if (run > maxMarkupRun && !(run === 4 && (out.isOpen(double) || char === "|"))) return literal(run);
  const before = text.charAt(start - 1);
  const after = text.charAt(start + run);
  let left = run;
  while (left > 0) {
    const single = char === "*" || char === "_";
    const closesSingle =
      single && out.isOpen(char) && /\S/.test(before) && (char === "*" || !/\w/.test(after));
    if (closesSingle && (left === 1 || (out.top() === char && left === 3))) {
      out.close(char);
      left -= 1;
    } else if (left >= 2 && (out.isOpen(double) || after !== "")) {
      const kind = pairs[double];
      if (out.isOpen(double)) out.close(double);
      else if (kind !== undefined) out.open(kind, double);
      left -= 2;
    } else if (single && !out.isOpen(char) && /\S/.test(after) && (char === "*" || !/\w/.test(before))) {
      out.open("emphasis", char);
      left -= 1;
    } else {
      literal(left);
      left = 0;
    }
  }
}

/** For each opening run of backticks, where the next run of the same length is. */
function pairBackticks(text: string, meter: Meter): ReadonlyMap<number, number> {
  const starts: number[] = [];
  for (let at = text.indexOf("`"); at !== -1; at = text.indexOf("`", at)) {
    starts.push(at);
    at += runLength(text, at, "`");
  }
  meter.steps += text.length;
  const nextOfLength = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const start of starts.toReversed()) {
    const length = runLength(text, start, "`");
    const end = nextOfLength.get(length);
    if (end !== undefined) ends.set(start, end);
    nextOfLength.set(length, start);
  }
  return ends;
}

function runLength(text: string, start: number, char: string): number {
  let end = start;
  while (text.charAt(end) === char) end += 1;
  return end - start;
}

function within(position: number, end: number): boolean {
  return position !== -1 && position < end;
}

function trimCode(text: string): string {
  return text.startsWith("`") || text.startsWith(" `") || text.endsWith("` ") ? text.trim() : text;
}
