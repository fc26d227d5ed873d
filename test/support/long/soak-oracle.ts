import type { Incident } from "./chaos-faults.ts";
import type { PersonAction, Ordered } from "./chaos-people.ts";

export function isExplained(
  { from, until: end }: { readonly from: number; readonly until: number },
  incidents: readonly Incident[],
): boolean {
  return incidents.some((incident) => incident.from <= end && from <= incident.until);
}

const aroundMs = 10_000;
const shownOfText = 80;

/**
 * What nobody answered and no incident explains, each with what happened around it: enough to find the cause.
 *
 * @param all what is listed as well, although it explains nothing
 */
export function unexplained(
  actions: readonly PersonAction[],
  incidents: readonly Incident[],
  all: readonly Incident[] = incidents,
): readonly (PersonAction & { readonly around: readonly string[] })[] {
  const lost = actions.filter((action) => isLost(action) && !isExplained(action, incidents));
  return lost.map((action) => {
    const isNear = ({ from, until }: { readonly from: number; readonly until: number }) =>
      from < action.until + aroundMs && until > action.from - aroundMs;
    const theirs = actions.filter((each) => each.who === action.who && isNear(each));
    const at = (ms: number) => `${Math.round(ms - action.from)} ms`;
    return {
      ...action,
      around: [
        ...all.filter(isNear).map(({ name, from, until }) => `${at(from)} to ${at(until)}: ${name}`),
        ...theirs.map(
          ({ what, from, until, kind, text = "" }) =>
            `${at(from)} to ${at(until)}: ${what}: ${kind} ${text.slice(0, shownOfText)}`,
        ),
      ],
    };
  });
}

export function isLost({ text }: PersonAction): boolean {
  return text === undefined || text === "";
}

/** What a person was told about an order. One without a number was accepted with a response that nobody could read. */
export function toldAbout({ told }: Ordered, messageText: string): "logged" | "unknown" | "nothing" {
  const all = [...told, messageText].join("\n");
  if (/Order #\d+ logged|was already logged, as #\d/.test(all)) return "logged";
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
