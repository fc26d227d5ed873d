const ellipsis = "…";

/** At most `maxLength` UTF-16 units, as Discord counts, never cutting a character in two; what was cut shows as `…`. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength - ellipsis.length);
  const last = kept.charCodeAt(kept.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return (splitsPair ? kept.slice(0, -1) : kept).trimEnd() + ellipsis;
}
