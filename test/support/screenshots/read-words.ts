import type { Page } from "playwright-core";
import { z } from "zod";

/** Every piece of text of which half a line's height can be seen: not scrolled away, cut off or covered. Of pictures, what they are described as. */
const seenText = `(() => {
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const text = isText ? node.data : node.value || node.placeholder || node.alt;
    if (typeof text !== "string" || text.trim() === "") continue;
    range.selectNode(node);
    const home = isText ? node.parentElement : node;
    const isSeen = [...range.getClientRects()].some(({ x, y, width, height }) =>
      [1 / 4, 3 / 4].every((share) => home.contains(document.elementFromPoint(x + width / 2, y + height * share))));
    if (isSeen) seen.push(text);
  }
  return seen;
})()`;

/** What differs from one moment or run to the next though the words are the same. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{24}\b/g, "<id>"],
  [/\b\d+ (?:second|minute|hour|day)s? ago\b/g, "<ago>"],
  [/\bin \d+ (?:second|minute|hour|day)s?\b/g, "<in a while>"],
  [/\b\d{2}:\d{2}\b/g, "<time>"],
];

/** The words that a picture of the page shows, piece by piece, without what differs from run to run. */
export async function readWords(page: Page): Promise<readonly string[]> {
  const pieces = z.array(z.string()).parse(await page.evaluate(seenText));
  // An answer is edited when it took longer than usual.
  const kept = pieces.filter((piece) => piece.trim() !== "(edited)");
  return kept.map((piece) => {
    const folded = piece.replaceAll(/\s+/g, " ").trim();
    return varying.reduce((text, [what, name]) => text.replaceAll(what, name), folded);
  });
}
