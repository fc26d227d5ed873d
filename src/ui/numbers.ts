const thinSpace = "\u202f";

/**
 * Thousands are separated by a thin space: `12 480`. At most two decimals. Values that aren't finite are a
 * dash.
 */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1_000) return String(value);
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return "—";
  if (Math.abs(value) >= 1e15) return String(value);
  const rounded = Math.round(value * 100) / 100;
  const [whole = "0", decimals] = String(rounded).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

/** `120 min`, on one line. */
export function withUnit(value: number, unit: string): string {
  return `${formatNumber(value)}\u00a0${unit}`;
}

/** `1 order`, `2 orders`, `0 orders`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  const written = formatNumber(count);
  return `${written} ${written === "1" ? one : many}`;
}

/** One of two whole texts, each with `{count}` where the number goes; nothing that people typed belongs in them. */
export function pluralizeText(
  count: number,
  { one, other }: { readonly one: string; readonly other: string },
): string {
  const written = formatNumber(count);
  return (written === "1" ? one : other).replaceAll("{count}", written);
}

/** `1st`, `2nd`, `23rd`. */
export function formatOrdinal(count: number): string {
  const [tens, ones] = [count % 100, count % 10];
  const isTeen = tens > 10 && tens < 14;
  return `${count}${isTeen ? "th" : (["th", "st", "nd", "rd"][ones] ?? "th")}`;
}
