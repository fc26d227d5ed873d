const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a person would call the first letter, be it an emoji of many code points. */
export function firstLetter(text: string): string {
  for (const { segment } of letters.segment(text)) return segment.toUpperCase();
  return "";
}
