import type { APIEmbed } from "discord.js";
import type { LeftOut } from "../api/contract/records.ts";
import { inert } from "../text/inert.ts";
import { leftOutWords } from "../text/left-out.ts";
import { notAskedWords } from "../text/staleness.ts";
import { timeMark } from "../text/time.ts";
import type { Answer, Form, Row } from "./answer.ts";
import { withLinkKey } from "./custom-id.ts";
import type { LinkedContext } from "./handler-context.ts";
import type { Freshness } from "./observed-api.ts";

/** What an answer says of the link it was made through. */
export interface Stamp extends Pick<LinkedContext, "link" | "workspaceName"> {
  /** Of what it shows, when that came from memory. */
  readonly read: Freshness | undefined;
  /** Of what it shows, what could not be read. */
  readonly leftOut?: readonly LeftOut[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is younger needs no word about its age. */
const youngMs = 60_000;

/**
 * Ties the controls of an answer to the link it was made through, names the workspace where there are several, and
 * says how old it is and what of it could not be read.
 */
export function stampAnswer(answer: Answer, stamp: Stamp): Answer {
  const { components } = answer;
  const tied: Answer =
    components === undefined
      ? answer
      : { ...answer, components: components.map((row) => stampRow(row, stamp.link.linkKey)) };
  return named(dated(complete(tied, stamp), stamp), stamp.workspaceName);
}

/** The same for a form, whose title stays as it is. */
export function stampForm(form: Form, { link }: Stamp): Form {
  return { ...form, custom_id: withLinkKey(form.custom_id, link.linkKey) };
}

/** Ties the controls of a row to a link. */
export function stampRow(row: Row, linkKey: string): Row {
  return {
    ...row,
    components: row.components.map((component) =>
      "custom_id" in component
        ? { ...component, custom_id: withLinkKey(component.custom_id, linkKey) }
        : component,
    ),
  };
}

function complete(answer: Answer, { leftOut = [] }: Stamp): Answer {
  return leftOut.length === 0 ? answer : withLine(answer, leftOutWords(leftOut));
}

function withLine(answer: Answer, line: string): Answer {
  return { ...answer, content: [answer.content, line].filter(Boolean).join("\n") };
}

function dated(answer: Answer, { read, now }: Stamp): Answer {
  if (read === undefined) return answer;
  const at = Temporal.Instant.fromEpochMilliseconds(read.at);
  const [first, ...others] = answer.embeds ?? [];
  const isOld = now - read.at > youngMs;
  return {
    ...(read.isStale ? withLine(answer, staleWords(read)) : answer),
    ...(first?.timestamp !== undefined && { embeds: [datedEmbed(first, at, isOld), ...others] }),
  };
}

function staleWords({ at, limitedUntil }: Freshness): string {
  const seen = `${notAskedWords(limitedUntil)} What you see is from ${near(at)}.`;
  return limitedUntil === undefined ? seen : `${seen} I can ask again ${near(limitedUntil)}.`;
}

function near(atMs: number): string {
  return timeMark(Temporal.Instant.fromEpochMilliseconds(atMs), "R");
}

function datedEmbed(embed: APIEmbed, at: Temporal.Instant, isOld: boolean): APIEmbed {
  const timed = { ...embed, timestamp: at.toString() };
  // Discord puts the moment right behind the footer.
  return isOld ? inFooter(timed, (text) => [text, "as of"].filter(Boolean).join(" · ")) : timed;
}

function named(answer: Answer, workspaceName: string | undefined): Answer {
  if (workspaceName === undefined) return answer;
  const [first, ...others] = answer.embeds ?? [];
  if (first !== undefined) {
    const embed = inFooter(first, (text) => [workspaceName, text].filter(Boolean).join(" · "));
    return { ...answer, embeds: [embed, ...others] };
  }
  if (!answer.content) return answer;
  return { ...answer, content: `${answer.content}\n-# Workspace: ${inert(workspaceName)}` };
}

function inFooter(embed: APIEmbed, words: (text: string) => string): APIEmbed {
  return { ...embed, footer: { ...embed.footer, text: words(embed.footer?.text ?? "") } };
}
