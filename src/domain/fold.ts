/** Text without case and accents, for comparing what a person typed with what is stored: `Crème` and `CREME` are one. */
export function fold(text: string): string {
  // Upper case first: it parts letters that have no lower-case twin, such as `ß`.
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}
