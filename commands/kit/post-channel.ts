import { ChannelType } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { formatRelativeAndExact } from "../../src/ui/time.ts";
import { channelOption } from "./options.ts";

/** The permissions the bot is missing in a channel, or that it was deleted, or a timeout. */
export type MissingPermissions = Awaited<ReturnType<GuildContext["messenger"]["missingPermissions"]>>;
type PostPermission = Extract<MissingPermissions, readonly unknown[]>[number];
type Timeout = Extract<MissingPermissions, { readonly timedOutUntil: number }>;

/** Their names in Discord's settings. */
const permissionTexts: Readonly<Record<PostPermission, string>> = {
  ViewChannel: "View Channel",
  SendMessages: "Send Messages",
  SendMessagesInThreads: "Send Messages in Threads",
  ManageThreads: "Manage Threads",
  EmbedLinks: "Embed Links",
  AttachFiles: "Attach Files",
};

/** A channel the bot can post in. */
export const postChannelOption = (description: string) => channelOption(description, ChannelType.GuildText);

/** Channel types for scheduled posts. The bot can't tell who is in a private thread. */
export const scheduleChannelTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.AnnouncementThread,
] as const;

export const scheduleChannelOption = (description: string) =>
  channelOption(description, ...scheduleChannelTypes);

/** The missing permissions, to follow "I need". */
export function describeMissingPermissions(missing: readonly PostPermission[]): string {
  return missing.map((permission) => `*${permissionTexts[permission]}*`).join(", ");
}

/** Why the bot can't post anywhere in the server for now, and what helps, as a sentence. */
export function describeTimeout({ timedOutUntil }: Timeout): string {
  const until = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(timedOutUntil));
  return `A moderator timed me out in this server. The timeout ends: ${until}. Until then I can't post here, unless a moderator ends it.`;
}

/**
 * Checks a channel before it is chosen.
 * @returns whether everyone can read it
 * @throws UserError if the bot can't post there, or Discord doesn't say
 */
export async function tryPostChannel(
  channelId: string,
  ctx: GuildContext,
): Promise<{ readonly isPublic: boolean }> {
  const { messenger, guildId, chosen } = ctx;
  const [missing, isPublic] = await askAbout(
    { channelId },
    Promise.all([
      messenger.missingPermissions(guildId, channelId, chosen(channelId)),
      messenger.isPublic(guildId, channelId),
    ]),
    `I couldn't check whether I can post in <#${channelId}>, so nothing was changed. Try again in a minute.`,
    ctx,
  );
  if (missing === "gone")
    throw new UserError(
      "That channel was deleted, so nothing was changed. Choose another one; for a schedule, press *Edit…* in `/schedule list`.",
    );
  if ("timedOutUntil" in missing) throw new UserError(`${describeTimeout(missing)} Nothing was changed.`);
  if (missing.length === 0) return { isPublic };
  throw new UserError(
    `I can't post in <#${channelId}>, so nothing was changed. I need ${describeMissingPermissions(missing)} there. Allow that in the channel's permissions, then run this again.`,
  );
}

/**
 * Nobody may use the bot to post where they can't write, or to ping roles they can't ping.
 * @throws UserError if the caller currently may not, or Discord doesn't say
 */
export async function refuseBeyondCaller(
  { channelId, mentionRoleId }: { readonly channelId: string; readonly mentionRoleId?: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const { messenger, guildId, invoker, chosen } = ctx;
  const lacked = await askAbout(
    { channelId },
    messenger.missingForMember(guildId, channelId, invoker.discordUserId, mentionRoleId, chosen(channelId)),
    `I couldn't check your permissions in <#${channelId}>, so nothing was changed. Try again in a minute.`,
    ctx,
  );
  if (lacked.includes("ViewChannel") || lacked.includes("SendMessages"))
    throw new UserError(
      `You can't write in <#${channelId}> yourself, so I can't post there for you. Nothing was changed. Choose another channel, or ask someone who can write there.`,
    );
  if (lacked.includes("MentionEveryone") && mentionRoleId !== undefined)
    throw new UserError(
      `You can't ping <@&${mentionRoleId}> in <#${channelId}> yourself, so I can't do it for you. Nothing was changed. Leave the role out, or ask someone who can mention it.`,
    );
}

/** @throws UserError with this text if Discord doesn't say */
export async function askAbout<T>(
  about: { readonly channelId: string } | { readonly discordUserId: string },
  asked: Promise<T>,
  unknownText: string,
  { guildId, log }: GuildContext,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    log.warn("couldn't ask Discord about a channel or a member", { guildId, ...about, error });
    throw new UserError(unknownText, { cause: error });
  }
}

export interface PostChannel {
  readonly channelId: string;
  /** The permissions the bot is missing there; `undefined` if unknown. */
  readonly missing: MissingPermissions | undefined;
}

/** A chosen channel as Discord sees it now. A failed check says nothing about the channel. */
export async function checkChannel(
  channelId: string | undefined,
  { messenger, guildId, log }: Pick<GuildContext, "messenger" | "guildId" | "log">,
): Promise<PostChannel | undefined> {
  if (channelId === undefined) return undefined;
  try {
    return { channelId, missing: await messenger.missingPermissions(guildId, channelId) };
  } catch (error) {
    log.warn("couldn't check a channel", { guildId, channelId, error });
    return { channelId, missing: undefined };
  }
}

/** Whether the bot could write to people in a channel. A failed check says nothing against it, nor does a timeout, which ends. */
export async function canWriteIn(channelId: string, ctx: GuildContext): Promise<boolean> {
  const { missing = [] } = (await checkChannel(channelId, ctx)) ?? {};
  if (missing === "gone") return false;
  return (
    "timedOutUntil" in missing ||
    missing.every((permission) => permission === "EmbedLinks" || permission === "AttachFiles")
  );
}

/** What to do where a message couldn't be pinned because of Discord's limit. */
export const describeFullPins = (channelId: string): string =>
  `<#${channelId}> has as many pinned messages as Discord allows (250). Unpin some there, then pin this one: open its menu and choose *Pin Message*.`;
