import type { Incident } from "./chaos-faults.ts";
import type { Deed, Ordered } from "./chaos-people.ts";

export function isExplained(
  { from, until: end }: { readonly from: number; readonly until: number },
  incidents: readonly Incident[],
): boolean {
  return incidents.some((incident) => incident.from <= end && from <= incident.until);
}

const aroundMs = 10_000;
const shownOfText = 80;

/** What nobody answered and no incident explains, each with what happened around it: enough to find the cause. */
export function unexplained(
  deeds: readonly Deed[],
  incidents: readonly Incident[],
): readonly (Deed & { readonly around: readonly string[] })[] {
  const lost = deeds.filter((deed) => isLost(deed) && !isExplained(deed, incidents));
  return lost.map((deed) => {
    const isNear = ({ from, until }: { readonly from: number; readonly until: number }) =>
      from < deed.until + aroundMs && until > deed.from - aroundMs;
    const theirs = deeds.filter((each) => each.who === deed.who && isNear(each));
    const at = (ms: number) => `${Math.round(ms - deed.from)} ms`;
    return {
      ...deed,
      around: [
        ...incidents.filter(isNear).map(({ name, from }) => `${at(from)}: ${name}`),
        ...theirs.map(
          ({ what, from, until, kind, text = "" }) =>
            `${at(from)} to ${at(until)}: ${what}: ${kind} ${text.slice(0, shownOfText)}`,
        ),
      ],
    };
  });
}

export function isLost({ text }: Deed): boolean {
  return text === undefined || text === "";
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
