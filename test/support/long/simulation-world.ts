import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import type { WorkspaceApi } from "../../../src/api/client.ts";
import type { OwnMessage, PostOptions } from "../../../src/discord/bot-messages.ts";
import type { Messenger } from "../../../src/discord/messenger.ts";
import type { Reply } from "../../../src/ui/reply.ts";

export type Random = () => number;

/** A message of a simulated channel. */
export interface Message {
  readonly id: string;
  readonly nonce: string | undefined;
  /** The due time that it was posted for, as its nonce says. */
  readonly mark: string | undefined;
  readonly said: Pick<OwnMessage, "content" | "embeds">;
  readonly at: number;
  /** What it shows by now; an edit changes it. */
  shows: string;
  isDeleted: boolean;
}

/** What outlives a process. */
export interface World {
  clock: number;
  /** Nothing breaks any more. */
  isCalm: boolean;
  readonly random: Random;
  readonly channels: Map<string, Message[]>;
  /** The due times that were tried, by the nonces of their messages. */
  readonly marks: Map<string, string>;
}

/** May throw instead of working, or after it. */
export type Shaky = <Input extends readonly unknown[], Output>(
  work: (...input: Input) => Promise<Output>,
) => (...input: Input) => Promise<Output>;

/** Discord makes one message of several with one nonce for about so long. */
const nonceKeptMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;
const editedEveryMs = 40 * dayMs;

/** The calendar of the workspace: another day every forty days, so that what it shows tells them apart. */
export function calendarAt(clock: number): Awaited<ReturnType<WorkspaceApi["getCalendar"]>> {
  const date = new Date(Math.floor(clock / editedEveryMs) * dayMs).toISOString();
  return { days: [{ date, day_of_week_char: undefined }], advance_calendar: undefined };
}

/** Channels as Discord keeps them: what a message was made with is forgotten, what it shows is not. */
export function channelsOf(world: World, shaky: Shaky): Partial<Messenger> {
  const messagesOf = (channelId: string): Message[] => {
    const messages = world.channels.get(channelId) ?? [];
    world.channels.set(channelId, messages);
    return messages;
  };
  const post = async (channelId: string, answer: Reply, { nonce }: PostOptions = {}) => {
    const messages = messagesOf(channelId);
    const again = messages.find((one) => one.nonce === nonce && world.clock - one.at < nonceKeptMs);
    if (again !== undefined) return { messageId: again.id };
    const id = `${channelId} message ${messages.length}`;
    messages.push({
      id,
      nonce,
      mark: world.marks.get(nonce ?? ""),
      said: { content: answer.content ?? "", embeds: [...(answer.embeds ?? [])] },
      at: world.clock,
      shows: shownBy(answer),
      isDeleted: false,
    });
    return { messageId: id };
  };
  const edit = async (channelId: string, messageId: string, answer: Reply) => {
    const message = messagesOf(channelId).find(({ id }) => id === messageId);
    if (message === undefined || message.isDeleted) throw unknownMessage();
    message.shows = shownBy(answer);
  };
  const ownSince = async ({ channelId }: { readonly channelId: string }, since: number) => ({
    isComplete: true,
    messages: messagesOf(channelId)
      .filter(({ at, isDeleted }) => at > since && !isDeleted)
      .map(({ id, said }) => ({ id, ...said })),
  });
  return {
    post: shaky(post),
    edit: shaky(edit),
    listOwnSince: shaky(ownSince),
    pin: shaky(async () => true),
    unpin: shaky(async () => undefined),
  };
}

/** Without the small print, which says when that was read. */
function shownBy({ embeds = [] }: Reply): string {
  return embeds.map(({ description = "" }) => description.replaceAll(/^-# .*$/gm, "")).join("\n");
}

function unknownMessage(): DiscordAPIError {
  const body = { code: RESTJSONErrorCodes.UnknownMessage, message: "Unknown Message" };
  return new DiscordAPIError(body, body.code, 404, "PATCH", "", { files: undefined, body: undefined });
}

/** The same numbers from 0 to 1 for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
