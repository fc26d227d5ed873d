import { mayBeFirstPage } from "../domain/lists.ts";
import { joinWithAnd } from "./lines.ts";
import { pluralize, formatNumber } from "./numbers.ts";

/** The part of a list that wasn't read. */
export interface Missing {
  readonly noun: string;
  readonly unreadable: number;
  readonly beyond: number;
  readonly newest?: number | undefined;
}

/** What is missing from what is shown, in one line: `1 order could not be read.` */
export function describeLeftOut(lists: readonly Missing[]): string {
  const leftOut = sumMissing(lists);
  const unreadable = leftOut.flatMap((one) =>
    one.unreadable > 0 ? [pluralize(one.unreadable, one.noun)] : [],
  );
  const newest = leftOut.flatMap((one) =>
    one.newest === undefined
      ? []
      : [`the newest ${formatNumber(one.newest)} of ${pluralize(one.newest + one.beyond, one.noun)}`],
  );
  const beyond = leftOut.flatMap((one) =>
    one.beyond > 0 && one.newest === undefined ? [pluralize(one.beyond, `more ${one.noun}`)] : [],
  );
  const sentences = [
    ...(unreadable.length > 0 ? [`${joinWithAnd(unreadable)} couldn't be read.`] : []),
    ...(newest.length > 0 ? [`Only ${joinWithAnd(newest)} are included.`] : []),
    ...(beyond.length > 0
      ? [`I left out ${joinWithAnd(beyond)}: that's more than I can handle at once.`]
      : []),
  ];
  return `⚠️ ${sentences.join(" ")}`;
}

/**
 * Why something isn't in a list: it may be gone, or be one of the parts that weren't read or sent.
 * @param length of the list
 */
export function describeAbsence(lists: readonly Missing[], length: number): string {
  const unread = lists.filter(({ unreadable, beyond }) => unreadable > 0 || beyond > 0);
  if (unread.length === 0 && mayBeFirstPage(length))
    return "It may already be gone, or the workspace may have more than it sends at once.";
  if (unread.length === 0) return "It may already be gone.";
  const count = unread.reduce((sum, { unreadable, beyond }) => sum + unreadable + beyond, 0);
  const [noun = ""] = unread.map((one) => one.noun);
  return `It may be one of ${pluralize(count, noun)} that I couldn't read, or already be gone.`;
}

/** Whether a list of this length may lack some of what there is. */
export function mayBeIncomplete(lists: readonly Missing[], length: number): boolean {
  return lists.some(({ unreadable, beyond }) => unreadable > 0 || beyond > 0) || mayBeFirstPage(length);
}

/** The lists may belong to many people: one count per noun. */
function sumMissing(lists: readonly Missing[]): readonly Missing[] {
  return [...Map.groupBy(lists, ({ noun }) => noun)].map(([noun, parts]) => ({
    noun,
    unreadable: parts.reduce((sum, { unreadable }) => sum + unreadable, 0),
    beyond: parts.reduce((sum, { beyond }) => sum + beyond, 0),
    newest: parts.some(({ newest }) => newest !== undefined)
      ? parts.reduce((sum, { newest = 0 }) => sum + newest, 0)
      : undefined,
  }));
}
