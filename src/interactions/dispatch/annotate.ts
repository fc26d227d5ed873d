import type { APIEmbed } from "discord.js";
import type { LeftOut } from "../../api/contract/records.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { describeStaleReason } from "../../error-text.ts";
import { describeLeftOut } from "../../ui/left-out.ts";
import type { Modal, Reply, Row } from "../../ui/reply.ts";
import { describeWait, labelAge } from "../../ui/time.ts";
import { withLinkKey } from "../custom-id.ts";
import type { LinkedContext } from "../handler-context.ts";
import type { ResponseAge } from "../../api/resilience/cached-reads.ts";
import { minuteMs } from "../../time.ts";
import type { WorkspaceApi } from "../../api/client.ts";
import type { AppContext } from "../../context.ts";

const notesByError = new WeakMap<object, ReplyNotes>();

/** Notes which link an error came from, so that its text can name the workspace and its buttons keep using it. */
export function attachNotes(error: unknown, notes: ReplyNotes): unknown {
  if (typeof error === "object" && error !== null) notesByError.set(error, notes);
  return error;
}

export function findNotes(error: unknown): ReplyNotes | undefined {
  return typeof error === "object" && error !== null ? notesByError.get(error) : undefined;
}

/** What a reply says about the link it used. */
export interface ReplyNotes extends Pick<LinkedContext, "link" | "workspaceName"> {
  /** The age of what it shows, if that came from the cache. */
  readonly read: ResponseAge | undefined;
  /** What couldn't be read. */
  readonly leftOut?: readonly LeftOut[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Younger replies don't mention their age. */
const freshForMs = minuteMs;

/**
 * Binds the components of a reply to its link, names the workspace if there are several, and says how old it is and what
 * couldn't be read.
 */
export function annotateReply(reply: Reply, notes: ReplyNotes): Reply {
  const { components, share } = reply;
  const renderForOthers = share?.renderForOthers;
  const bindings: Reply = {
    ...reply,
    ...(components !== undefined && { components: components.map((row) => tagRow(row, notes.link.linkKey)) }),
    ...(renderForOthers !== undefined && {
      share: { ...share, renderForOthers: () => annotateReply(renderForOthers(), notes) },
    }),
  };
  return withWorkspaceName(withAge(withLeftOut(bindings, notes), notes), notes.workspaceName);
}

/** Binds a modal's components to a link; its title doesn't change. */
export function annotateModal(form: Modal, { link }: ReplyNotes): Modal {
  return { ...form, custom_id: withLinkKey(form.custom_id, link.linkKey) };
}

/** Binds the components of a row to a link. */
export function tagRow(row: Row, linkKey: string): Row {
  return {
    ...row,
    components: row.components.map((component) =>
      "custom_id" in component
        ? { ...component, custom_id: withLinkKey(component.custom_id, linkKey) }
        : component,
    ),
  };
}

function withLeftOut(reply: Reply, { leftOut = [] }: ReplyNotes): Reply {
  return leftOut.length === 0 ? reply : withLine(reply, describeLeftOut(leftOut));
}

function withLine(reply: Reply, line: string): Reply {
  return { ...reply, content: [reply.content, line].filter(Boolean).join("\n") };
}

function withAge(reply: Reply, { read: found, now }: ReplyNotes): Reply {
  if (found === undefined) return reply;
  const read = { ...found, ...(reply.failedRead !== undefined && { ...reply.failedRead, isStale: true }) };
  const at = Temporal.Instant.fromEpochMilliseconds(read.at);
  const { embeds = [] } = reply;
  const dated = embeds.find(({ timestamp: time }) => time !== undefined);
  // The sentence about what is stale says its age.
  const isOld = !read.isStale && now - read.at > freshForMs;
  return {
    ...(read.isStale ? withLine(reply, describeStale(read, now)) : reply),
    ...(dated && {
      embeds: embeds.map((each) =>
        each === dated ? addAgeToEmbed(each, { at, isOld, isStale: read.isStale }) : each,
      ),
    }),
  };
}

function describeStale(age: ResponseAge, now: number): string {
  const { at, rateLimitedUntil } = age;
  const seen = `${describeStaleReason(age)} ${labelAge("Last read", at)}.`;
  return rateLimitedUntil === undefined
    ? seen
    : `${seen} Try again in ${describeWait(rateLimitedUntil - now)}.`;
}

interface Age {
  readonly at: Temporal.Instant;
  readonly isOld: boolean;
  readonly isStale: boolean;
}

function addAgeToEmbed({ timestamp: _now, ...embed }: APIEmbed, { at, isOld, isStale }: Age): APIEmbed {
  // The message's own time says it, so it needs no line of its own.
  if (!isOld && !isStale && embed.footer === undefined) return embed;
  const timed = { ...embed, timestamp: at.toString() };
  // Discord shows the timestamp right after the footer.
  return isOld ? appendFooter(timed, (text) => (text === "" ? "As of" : `${text} · as of`)) : timed;
}

/** Below a card without a footer, the time would only repeat the message's own; the age of what is older stays. */
export function withoutLoneTimes(reply: Reply, now: number): Reply {
  const isLone = ({ timestamp: time, footer }: APIEmbed): boolean =>
    time !== undefined && footer === undefined && Math.abs(now - Date.parse(time)) <= freshForMs;
  if (reply.embeds?.some(isLone) !== true) return reply;
  return {
    ...reply,
    embeds: reply.embeds.map((each) => {
      if (!isLone(each)) return each;
      const { timestamp: _time, ...timeless } = each;
      return timeless;
    }),
  };
}

/** Says which workspace it is about. @param workspaceName `undefined` if the guild has one only */
export function withWorkspaceName(reply: Reply, workspaceName: string | undefined): Reply {
  if (workspaceName === undefined) return reply;
  const [first, ...others] = reply.embeds ?? [];
  if (first !== undefined) {
    const embed = appendFooter(first, (text) => [workspaceName, text].filter(Boolean).join(" · "));
    return { ...reply, embeds: [embed, ...others] };
  }
  if (!reply.content) return reply;
  return { ...reply, content: `${reply.content}\n-# Workspace: ${escapeMarkdown(workspaceName)}` };
}

function appendFooter(embed: APIEmbed, format: (text: string) => string): APIEmbed {
  return { ...embed, footer: { ...embed.footer, text: format(embed.footer?.text ?? "") } };
}

export interface TrackedApi {
  readonly api: WorkspaceApi;
  /** The oldest age of the responses a handler used; `undefined` if none came from the cache. */
  oldest(): ResponseAge | undefined;
  /** What couldn't be read, each list once. */
  leftOut(): readonly LeftOut[];
}

/**
 * The same service, recording what came from the cache and what couldn't be read, so that the reply can say so.
 * @param fresh bypasses the cache, as *Reload* does
 */
export function trackAge(
  api: WorkspaceApi,
  { getAge, service }: Pick<AppContext, "getAge" | "service">,
  fresh: boolean,
): TrackedApi {
  const leftOut = new Set<LeftOut>();
  let oldest: ResponseAge | undefined;
  const onResponse = (data: unknown): void => {
    if (typeof data !== "object" || data === null) return;
    for (const missing of service.leftOut(data)) leftOut.add(missing);
    const age = getAge(data);
    if (age !== undefined && (oldest === undefined || isOlder(age, oldest))) oldest = age;
  };
  return {
    api: api.withDefaults({ onResponse, noCache: fresh }),
    oldest: () => oldest,
    leftOut: () => [...leftOut],
  };
}

function isOlder(one: ResponseAge, other: ResponseAge): boolean {
  return one.isStale === other.isStale ? one.at < other.at : one.isStale;
}
