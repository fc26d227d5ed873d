import type { Incident } from "./chaos-faults.ts";
import type { Ordered } from "./chaos-people.ts";

export function isExplained(
  { from, until: end }: { readonly from: number; readonly until: number },
  incidents: readonly Incident[],
): boolean {
  return incidents.some((incident) => incident.from <= end && from <= incident.until);
}

/** What a person was told about an order. */
export function toldAbout({ told }: Ordered, messageText: string): "logged" | "unknown" | "nothing" {
  const all = [...told, messageText].join("\n");
  if (/Order #\d+ logged|was already logged/.test(all)) return "logged";
  return /don't know/.test(all) ? "unknown" : "nothing";
}

/** What the person read about an order that is not so; an incident may have kept the words of what was done from them. */
export function untrueWord(
  ordered: Ordered,
  messageText: string,
  copies: number,
  incidents: readonly Incident[],
): string | undefined {
  const told = toldAbout(ordered, messageText);
  const all = [...ordered.told, messageText].join("\n");
  if (told === "logged" && copies !== 1) return `${ordered.item} is not there, but: ${all}`;
  const spoken = { from: ordered.from, until: ordered.from + 20_000 };
  const isSilent = copies === 1 && told === "nothing" && !isExplained(spoken, incidents);
  return isSilent ? `${ordered.item} is there, but: ${all}` : undefined;
}
