import type { Guild } from "../guild.ts";
import { peopleOf } from "../messages/select-choices.ts";

/** A person named in a text: shown as `@Mia`, sent as `<@id>`. */
export interface Mention {
  readonly shown: string;
  readonly sent: string;
}

const begun = /(^|\s)@(\S*)$/;

/** The people that a text which ends in `@` and a few letters may mean; none when it does not. */
export function mentionChoices(
  text: string,
  mentions: readonly Mention[],
  guild: Guild,
): readonly OptionChoice[] {
  const typed = begun.exec(text)?.[2]?.toLowerCase();
  if (typed === undefined || mentions.some(({ shown }) => text.endsWith(shown))) return [];
  return peopleOf(guild)
    .filter(({ label, description = "" }) => [label, description].some((each) => holds(each, typed)))
    .map(({ value, label, description }) => ({
      name: `@${label}`,
      value: `<@${value}>`,
      hint: description,
      mention: { shown: `@${label}`, sent: `<@${value}>` },
    }));
}

/** The text with the person in place of what was typed of their name. */
export function withMention(text: string, { shown }: Mention): string {
  return text.replace(begun, (_, before: string) => `${before}${shown}`);
}

export function sentText(text: string, mentions: readonly Mention[]): string {
  // A longer name may begin with a shorter one.
  return mentions
    .toSorted((a, b) => b.shown.length - a.shown.length)
    .reduce((sent, mention) => sent.replaceAll(mention.shown, mention.sent), text);
}

function holds(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed);
}

export interface OptionChoice {
  readonly name: string;
  readonly value: string | number | boolean;
  readonly hint?: string | undefined;
  /** A person to be named in the text, in place of a value of its own. */
  readonly mention?: Mention;
}
