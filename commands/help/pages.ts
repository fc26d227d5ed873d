import { embedLimits, type EmbedFieldParts } from "../../src/text/embed.ts";

/** What is read on a phone without losing the thread; far below what Discord takes. */
const roomOnPage = 2_600;

/** Fields in pages, none of them torn apart. At least one page, and an empty one for no fields. */
export function inPages(fields: readonly EmbedFieldParts[]): readonly (readonly EmbedFieldParts[])[] {
  const pages: EmbedFieldParts[][] = [[]];
  let room = roomOnPage;
  for (const field of fields) {
    const length = field.name.length + field.value.length;
    const present = pages.at(-1) ?? [];
    if (present.length > 0 && (length > room || present.length === embedLimits.fields)) {
      pages.push([field]);
      room = roomOnPage - length;
    } else {
      present.push(field);
      room -= length;
    }
  }
  return pages;
}
