/** Text without case and accents, for comparing what a person typed with what is stored: `Crème` and `CREME` are one. */
export function fold(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  // Upper case parts letters that have no lower-case twin, such as `ß`; `ẞ` becomes that only in lower case.
  // A sigma has another form at the end of a word, so that the beginning of a word would not be found in it.
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
