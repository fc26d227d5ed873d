/** A colour of Discord's, a number, as the bar beside an embed or container takes it. */
export function colorStyle(color: number | null | undefined): Readonly<Record<string, string>> | undefined {
  if (color === null || color === undefined || color === 0) return undefined;
  return { "--bar": `#${(color & 0xffffff).toString(16).padStart(6, "0")}` };
}
