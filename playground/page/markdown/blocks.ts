import { parseInline } from "./inline.ts";
import { lookAhead } from "./look-ahead.ts";
import type { Block, Inline, ListItem, Meter } from "./tree.ts";

const fencePattern = "```";
const headingPattern = /^(#{1,3}) +(\S.*)$/;
const subtextPattern = /^-# +(\S.*)$/;
const listItemPattern = /^( {0,40})(?:([-*])|(\d{1,9})\.) +(\S.*)$/;
const maxListDepth = 5;

/** Reads a whole message. Quotes do not nest, so the recursion is one deep whatever the text. */
export function parseMarkdown(
  text: string,
  meter: Meter = { steps: 0 },
  place: "text" | "embed" = "text",
  inQuote = false,
): readonly Block[] {
  const parseLine = (line: string): readonly Inline[] => parseInline(line, meter, place);
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: ListItem[] = [];
  const nextFence = lookAhead(text, fencePattern, meter);
  const nextLineEnd = lookAhead(text, "\n", meter);
  let at = 0;

  const endList = (): void => {
    if (items.length > 0) blocks.push({ kind: "list", items });
    items = [];
  };
  const endParagraph = (): void => {
    const content = paragraph.join("\n").trim();
    if (content !== "") blocks.push({ kind: "paragraph", children: parseLine(content) });
    paragraph = [];
  };
  const endText = (): void => {
    endParagraph();
    endList();
  };

  while (at < text.length) {
    meter.steps += 1;
    const end = nextLineEnd(at);
    const lineEnd = end === -1 ? text.length : end;
    if (!inQuote && (text.startsWith("> ", at) || text.startsWith(">>> ", at))) {
      endText();
      const isShort = text.startsWith("> ", at);
      const quote = isShort ? quotedLines(text, at) : { content: text.slice(at + 4), end: text.length };
      meter.steps += quote.end - at;
      blocks.push({ kind: "quote", children: parseMarkdown(quote.content, meter, place, true) });
      at = quote.end;
      continue;
    }
    const opening = nextFence(at);
    if (opening !== -1 && opening < lineEnd) {
      const closing = nextFence(opening + fencePattern.length);
      const content = closing === -1 ? "" : text.slice(opening + fencePattern.length, closing);
      if (content.trim() !== "") {
        if (opening > at) paragraph.push(text.slice(at, opening));
        endText();
        blocks.push(codeBlock(content));
        at = closing + fencePattern.length;
        if (text.charAt(at) === "\n") at += 1;
        continue;
      }
    }
    const line = text.slice(at, lineEnd);
    meter.steps += line.length;
    at += line.length + 1;
    const heading = headingPattern.exec(line);
    const subtext = subtextPattern.exec(line);
    const item = listItemPattern.exec(line);
    if (heading !== null) {
      endText();
      const level = heading[1]?.length === 1 ? 1 : heading[1]?.length === 2 ? 2 : 3;
      blocks.push({ kind: "heading", level, children: parseLine(heading[2] ?? "") });
    } else if (subtext !== null) {
      endText();
      blocks.push({ kind: "subtext", children: parseLine(subtext[1] ?? "") });
    } else if (item !== null) {
      endParagraph();
      const depth = Math.min(maxListDepth, Math.floor((item[1]?.length ?? 0) / 2));
      const number = item[3] === undefined ? undefined : Number(item[3]);
      items.push({ depth, number, children: parseLine(item[4] ?? "") });
    } else {
      endList();
      paragraph.push(line);
    }
  }
  endText();
  return blocks;
}

function quotedLines(text: string, start: number): { readonly content: string; readonly end: number } {
  const lines: string[] = [];
  let at = start;
  while (text.startsWith("> ", at)) {
    const end = text.indexOf("\n", at);
    const lineEnd = end === -1 ? text.length : end;
    lines.push(text.slice(at + 2, lineEnd));
    at = Math.min(text.length, lineEnd + 1);
  }
  return { content: lines.join("\n"), end: at };
}

function codeBlock(content: string): Block {
  const named = /^([\w+#.-]{1,20})\n/.exec(content);
  const language = named?.[1] ?? "";
  const text = content
    .slice(named?.[0].length ?? 0)
    .replace(/^\n+/, "")
    .trimEnd();
  return { kind: "code-block", language, text };
}
