import { z } from "zod";
import type { AuditActions, Facts, Sentence, SentenceNames } from "../../src/interactions/audit-action.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";
import { truncate } from "../../src/ui/lines.ts";
import { formatWeekdayAndDate } from "../../src/ui/time.ts";
import { findAction } from "./actions.ts";

/** What a sentence about an entry is made from. */
export type SentenceEntry = Pick<AuditEntry, "action" | "target" | "detail">;

interface Words extends SentenceNames {
  readonly actions: AuditActions;
  /** Formats a text of the entry; left out, texts stay as they are. */
  readonly text?: (text: string) => string;
}

/** `undefined` for an unknown action. */
export type BuildSentence = (entry: SentenceEntry, words: Words) => Sentence | undefined;

export const buildSentence: BuildSentence = ({ action, target, detail }, { actions, text, ...names }) =>
  findAction(action, actions)?.say(createFacts(detail, text), target, names);

/** No id that stands for a person here is longer. */
const maxTextLength = 24;

/** One line on a phone; opening the entry shows the rest. */
export const buildBriefSentence: BuildSentence = ({ action, target, detail }, { actions, ...names }) => {
  const declared = findAction(action, actions);
  if (declared === undefined) return undefined;
  const facts = createFacts(detail, (value) => truncate(toReadable(value), maxTextLength));
  const [did, todo, what] = declared.say(facts, target, names);
  return [did, todo, declared.brief?.(facts, target, names) ?? what];
};

/** A value without its Markdown; a day as `Wed 18 Nov`. */
export function toReadable(value: string): string {
  return value.replace(/\*+/g, "").replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => {
    try {
      return formatWeekdayAndDate(Temporal.PlainDate.from(day), usualDateStyle);
    } catch {
      return day;
    }
  });
}

/** Ids of the workspace users an entry is about, whose names are shown. */
export function listPeopleIn(
  { action, target, detail }: SentenceEntry,
  actions: AuditActions,
): readonly string[] {
  const is = createFacts(detail);
  const about = findAction(action, actions)?.target === "user" ? target : undefined;
  return [is("userId"), is("person", "userId"), is("customer"), about].filter((id) => id !== undefined);
}

const Fields = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/** Any version of the bot may have written the details, so nothing is taken for granted. */
function createFacts(detail: unknown, shown: (text: string) => string = (text) => text): Facts {
  const at = (path: readonly string[]): unknown =>
    path.reduce((value: unknown, name) => Fields.safeParse(value).data?.[name], detail);
  const fact = (...path: readonly string[]): string | undefined => {
    const value = at(path);
    if (typeof value === "string") return shown(value);
    return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  };
  return Object.assign(fact, { list: (name: string) => Texts.safeParse(at([name])).data ?? [] });
}
