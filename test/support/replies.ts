import { findMomentsInSentences } from "./lone-moments.ts";
import type { Outcome, Person, SeenForm, SeenMessage } from "../../playground/discord/index.ts";

/** The message that a person got to see, new or changed. @throws Error when something else happened */
export function shown(outcome: Outcome): SeenMessage {
  if (outcome.kind === "message" || outcome.kind === "updated") {
    const [mixed] = findMomentsInSentences(outcome.message.text);
    if (mixed !== undefined) throw new Error(`a moment in the reader's language is in a sentence: ${mixed}`);
    return outcome.message;
  }
  throw new Error(`expected a message, but: ${JSON.stringify(outcome)}`);
}

/** The form that opened. @throws Error when something else happened */
export function opened(outcome: Outcome): SeenForm {
  if (outcome.kind === "form") return outcome.form;
  throw new Error(`expected a form, but: ${JSON.stringify(outcome)}`);
}

/** All that a person reads in the message an interaction led to. */
export function textOf(outcome: Outcome): string {
  return shown(outcome).text;
}

/** The newest message that this person sees: errors of pressed buttons come as one of their own. */
export function newest(person: Person): SeenMessage {
  const message = person.read().at(-1);
  if (message === undefined) throw new Error("this person sees no message");
  return message;
}

export function newestText(person: Person): string {
  return person.read().at(-1)?.text ?? "";
}

/** A message as it is now, by the id it had before. */
export function presentText(person: Person, { id }: SeenMessage): string | undefined {
  return person.read().find((message) => message.id === id)?.text;
}

/** The custom id of a message's only menu. */
export function menuOf({ selects: [menu, ...others] }: SeenMessage): string {
  if (menu === undefined || others.length > 0) throw new Error("the message doesn't have one menu");
  return menu.customId;
}

export function labelsOf({ buttons }: SeenMessage): readonly string[] {
  return buttons.map(({ label }) => label);
}

/** Everything that a message says, with the footers of its embeds, which have no line of their own in `text`. */
export function withFooters({ text, embeds }: Pick<SeenMessage, "text" | "embeds">): string {
  return [text, ...embeds.flatMap(({ footer }) => footer?.text ?? [])].join("\n");
}
