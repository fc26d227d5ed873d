import {
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  type APIOverwrite,
  type APIRole,
  type APIThreadChannel,
  ChannelType,
  DiscordAPIError,
  OverwriteType,
  PermissionFlagsBits,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";

const needed = {
  ViewChannel: PermissionFlagsBits.ViewChannel,
  SendMessages: PermissionFlagsBits.SendMessages,
  SendMessagesInThreads: PermissionFlagsBits.SendMessagesInThreads,
  ManageThreads: PermissionFlagsBits.ManageThreads,
  EmbedLinks: PermissionFlagsBits.EmbedLinks,
  AttachFiles: PermissionFlagsBits.AttachFiles,
} as const;
export type PostPermission = keyof typeof needed;

const forExtras = {
  PinMessages: PermissionFlagsBits.PinMessages,
  MentionEveryone: PermissionFlagsBits.MentionEveryone,
} as const;
export type ExtraPermission = keyof typeof forExtras;

/** What a post may need besides being sent. */
export interface PostExtras {
  readonly pins: boolean;
  readonly mentionRoleId: string | undefined;
}

export interface MemberInChannel {
  readonly guildId: string;
  readonly channelId: string;
  readonly memberId: string;
}

/** A channel that someone just chose, as Discord describes it in the interaction: no look-up is needed. */
export interface ChosenChannel {
  readonly isThread: boolean;
  readonly isLocked: boolean;
  readonly botPermissions: bigint;
  readonly callerPermissions: bigint;
}

const impliedByWriting: readonly PostPermission[] = ["EmbedLinks", "AttachFiles"];

/** The same as `findMissingInChannel` for the bot. */
export function listMissingInChosen({
  isThread: isInThread,
  isLocked,
  botPermissions,
}: ChosenChannel): readonly PostPermission[] {
  const names = isInThread ? listNeededInThread(isLocked) : listNeededPermissions(undefined);
  const missing = names.filter((name) => !holds(botPermissions, needed[name]));
  const write = isInThread ? "SendMessagesInThreads" : "SendMessages";
  // Who can't write isn't said to embed or attach either, whatever the channel allows.
  const isOnlyWriting = missing.includes(write) && !missing.includes("ViewChannel");
  return isOnlyWriting ? missing.filter((name) => !impliedByWriting.includes(name)) : missing;
}

/** The same as `findMissingForExtras`, if no role is pinged. */
export function listMissingExtrasInChosen(
  { botPermissions }: ChosenChannel,
  pins: boolean,
): readonly ExtraPermission[] {
  return pins && !holds(botPermissions, forExtras.PinMessages) ? ["PinMessages"] : [];
}

/** The same as `findMissingForMember` for the caller, if no role is pinged. */
export function listMissingForCaller({
  isThread: isInThread,
  isLocked,
  callerPermissions,
}: ChosenChannel): readonly MemberPermission[] {
  const write = listNeededToWrite(isInThread, isLocked);
  return [
    ...(holds(callerPermissions, needed.ViewChannel) ? [] : (["ViewChannel"] as const)),
    ...(write.every((name) => holds(callerPermissions, needed[name])) ? [] : (["SendMessages"] as const)),
  ];
}

function holds(permissions: bigint, permission: bigint): boolean {
  return (permissions & (permission | PermissionFlagsBits.Administrator)) !== 0n;
}

/** A moderator's timeout, which keeps someone from writing anywhere in the server, whatever a channel allows. */
export interface Timeout {
  /** Epoch milliseconds. */
  readonly timedOutUntil: number;
}

/**
 * The permissions a member lacks to post in a channel, or that there is no such channel. For a channel that can't be
 * seen, all of them.
 */
export async function findMissingInChannel(
  rest: REST,
  member: MemberInChannel,
  now: number,
): Promise<readonly PostPermission[] | "gone" | Timeout> {
  const held = await readHeldPermissions(rest, member);
  if (held === undefined)
    return (await isGone(rest, member.channelId)) ? "gone" : listNeededPermissions(undefined);
  const { timedOutUntil } = held;
  if (timedOutUntil > now) return { timedOutUntil };
  return listNeededPermissions(held.thread).filter((name) => (held.permissions & needed[name]) === 0n);
}

function listNeededPermissions(thread: APIThreadChannel | undefined): readonly PostPermission[] {
  return thread === undefined
    ? ["ViewChannel", "SendMessages", "EmbedLinks", "AttachFiles"]
    : listNeededInThread(isLockedThread(thread));
}

function listNeededInThread(isLocked: boolean): readonly PostPermission[] {
  return ["ViewChannel", ...listNeededToWrite(true, isLocked), "EmbedLinks", "AttachFiles"];
}

/** Writing in a thread needs a different permission, and one more while it is locked. */
function listNeededToWrite(isInThread: boolean, isLocked: boolean): readonly PostPermission[] {
  if (!isInThread) return ["SendMessages"];
  return ["SendMessagesInThreads", ...(isLocked ? (["ManageThreads"] as const) : [])];
}

const isLockedThread = (thread: APIThreadChannel | undefined): boolean =>
  thread?.thread_metadata?.locked === true;

/** A member's timeout; `undefined` if they have none. @throws Discord's errors */
export async function findTimeout(
  rest: REST,
  { guildId, memberId }: Pick<MemberInChannel, "guildId" | "memberId">,
  now: number,
): Promise<Timeout | undefined> {
  // Discord's documented response.
  const member = (await rest.get(Routes.guildMember(guildId, memberId))) as APIGuildMember;
  const timedOutUntil = getTimeoutEnd(member);
  return timedOutUntil > now ? { timedOutUntil } : undefined;
}

/** The same in the server of a channel that can be seen. */
export async function findTimeoutInChannel(
  rest: REST,
  { channelId, memberId }: Pick<MemberInChannel, "channelId" | "memberId">,
  now: number,
): Promise<Timeout | undefined> {
  const channel = await readChannelIfSeen(rest, channelId);
  const guildId = channel !== undefined && "guild_id" in channel ? channel.guild_id : undefined;
  return guildId === undefined ? undefined : findTimeout(rest, { guildId, memberId }, now);
}

function getTimeoutEnd({ communication_disabled_until: end }: APIGuildMember): number {
  return end ? Date.parse(end) : 0;
}

/** `undefined` for a channel that can't be seen. @throws Discord's errors */
export async function readChannelType(rest: REST, channelId: string): Promise<ChannelType | undefined> {
  return (await readChannelIfSeen(rest, channelId))?.type;
}

/** The permissions a member lacks for a post's extras there. Pinging a role that anyone may mention needs none. */
export async function findMissingForExtras(
  rest: REST,
  member: MemberInChannel,
  { pins, mentionRoleId }: PostExtras,
): Promise<readonly ExtraPermission[]> {
  const held = await readHeldPermissions(rest, member);
  if (held === undefined) return [];
  const role = held.roles.find(({ id }) => id === mentionRoleId);
  const wanted: readonly ExtraPermission[] = [
    ...(pins ? (["PinMessages"] as const) : []),
    ...(role?.mentionable === false ? (["MentionEveryone"] as const) : []),
  ];
  return wanted.filter((name) => (held.permissions & forExtras[name]) === 0n);
}

/** `SendMessages` stands for whatever writing there needs. */
export type MemberPermission = "ViewChannel" | "SendMessages" | "MentionEveryone";

/**
 * The permissions a member lacks to write in a channel and ping a role there. Unknown for a channel the bot can't see.
 */
export async function findMissingForMember(
  rest: REST,
  member: MemberInChannel,
  mentionRoleId: string | undefined,
): Promise<readonly MemberPermission[]> {
  const held = await readHeldPermissions(rest, member);
  if (held === undefined) return [];
  const role = held.roles.find(({ id }) => id === mentionRoleId);
  const write = listNeededToWrite(held.thread !== undefined, isLockedThread(held.thread));
  const lacks = (permission: bigint): boolean => (held.permissions & permission) === 0n;
  return [
    ...(lacks(needed.ViewChannel) ? (["ViewChannel"] as const) : []),
    ...(write.some((name) => lacks(needed[name])) ? (["SendMessages"] as const) : []),
    ...(role?.mentionable === false && lacks(forExtras.MentionEveryone)
      ? (["MentionEveryone"] as const)
      : []),
  ];
}

/** Whether a member has a permission in a channel that the bot can see. @throws Discord's errors */
export async function hasPermission(
  rest: REST,
  member: MemberInChannel,
  permission: bigint,
): Promise<boolean> {
  const held = await readHeldPermissions(rest, member);
  return held !== undefined && (held.permissions & permission) !== 0n;
}

interface Held {
  readonly permissions: bigint;
  /** All the guild's roles. */
  readonly roles: readonly APIRole[];
  readonly thread: APIThreadChannel | undefined;
  /**
   * Epoch milliseconds; over, or 0, for almost everyone, and for those who may do everything, whom no timeout concerns.
   * Nothing of it is in the permissions.
   */
  readonly timedOutUntil: number;
}

/** `undefined` for a channel that can't be seen or is in another guild. */
async function readHeldPermissions(
  rest: REST,
  { guildId, channelId, memberId }: MemberInChannel,
): Promise<Held | undefined> {
  const channel = await readChannelIfSeen(rest, channelId);
  if (channel === undefined || !("guild_id" in channel) || channel.guild_id !== guildId) return undefined;
  // Discord's documented responses.
  const [{ roles, owner_id: ownerId }, member] = await Promise.all([
    rest.get(Routes.guild(guildId)) as Promise<APIGuild>,
    rest.get(Routes.guildMember(guildId, memberId)) as Promise<APIGuildMember>,
  ]);
  const thread = isThread(channel) ? channel : undefined;
  if (ownerId === memberId) return { permissions: ~0n, roles, thread, timedOutUntil: 0 };
  const overwrites = await readOverwrites(rest, channel);
  if (overwrites === undefined) return undefined;
  const permissions = computePermissions({ guildId, memberId, roleIds: member.roles, roles, overwrites });
  const timedOutUntil = permissions === ~0n ? 0 : getTimeoutEnd(member);
  return { permissions, roles, thread, timedOutUntil };
}

/** Whether a member without any roles can see a channel. */
export async function isPublic(
  rest: REST,
  { guildId, channelId }: Pick<MemberInChannel, "guildId" | "channelId">,
): Promise<boolean> {
  const channel = await readChannelIfSeen(rest, channelId);
  if (channel === undefined || !("guild_id" in channel) || channel.guild_id !== guildId) return false;
  // Discord's documented response.
  const roles = (await rest.get(Routes.guildRoles(guildId))) as APIRole[];
  const overwrites = await readOverwrites(rest, channel);
  if (overwrites === undefined) return false;
  const has = computePermissions({ guildId, memberId: guildId, roleIds: [], roles, overwrites });
  return (has & needed.ViewChannel) !== 0n;
}

/** Whether a channel is a locked thread that can be seen. @throws Discord's errors */
export async function isInLockedThread(rest: REST, channelId: string): Promise<boolean> {
  const channel = await readChannelIfSeen(rest, channelId);
  return channel !== undefined && isThread(channel) && isLockedThread(channel);
}

/** The channel whose overwrites count in a thread; `undefined` if that isn't known. @throws Discord's errors */
export async function findParentId(rest: REST, threadId: string): Promise<string | undefined> {
  const thread = await readChannelIfSeen(rest, threadId);
  return thread !== undefined && isThread(thread) ? thread.parent_id : undefined;
}

/** Permissions don't tell who is in a private thread, so the bot doesn't post in them. */
function isThread(channel: APIChannel): channel is APIThreadChannel {
  return (
    channel.type === ChannelType.PublicThread ||
    channel.type === ChannelType.AnnouncementThread ||
    channel.type === ChannelType.PrivateThread
  );
}

/** A thread uses its channel's overwrites; `undefined` if they are unknown. */
async function readOverwrites(rest: REST, channel: APIChannel): Promise<readonly APIOverwrite[] | undefined> {
  if (channel.type === ChannelType.PrivateThread) return undefined;
  const ruling = isThread(channel) ? await readChannelIfSeen(rest, channel.parent_id ?? "") : channel;
  if (ruling === undefined) return undefined;
  return "permission_overwrites" in ruling ? (ruling.permission_overwrites ?? []) : [];
}

/** For an existing channel that can't be seen, Discord says so instead of "unknown channel". */
async function isGone(rest: REST, channelId: string): Promise<boolean> {
  try {
    await rest.get(Routes.channel(channelId));
    return false;
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) throw error;
    return error.code === RESTJSONErrorCodes.UnknownChannel;
  }
}

async function readChannelIfSeen(rest: REST, channelId: string): Promise<APIChannel | undefined> {
  try {
    // Discord's documented response.
    return (await rest.get(Routes.channel(channelId))) as APIChannel;
  } catch (error) {
    const { MissingAccess, UnknownChannel } = RESTJSONErrorCodes;
    if (error instanceof DiscordAPIError && (error.code === MissingAccess || error.code === UnknownChannel))
      return undefined;
    throw error;
  }
}

interface Facts {
  readonly guildId: string;
  readonly memberId: string;
  readonly roleIds: readonly string[];
  readonly roles: readonly APIRole[];
  readonly overwrites: readonly APIOverwrite[];
}

/** In Discord's documented order: roles, then the overwrites for everyone, for all roles together, for the member. */
export function computePermissions({ guildId, memberId, roleIds, roles, overwrites }: Facts): bigint {
  const mine = new Set([guildId, ...roleIds]);
  const base = roles
    .filter(({ id }) => mine.has(id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const groups = [
    overwrites.filter(({ id }) => id === guildId),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && id !== guildId && mine.has(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === memberId),
  ];
  return groups.reduce((has, group) => {
    const deny = group.reduce((sum, overwrite) => sum | BigInt(overwrite.deny), 0n);
    const allow = group.reduce((sum, overwrite) => sum | BigInt(overwrite.allow), 0n);
    return (has & ~deny) | allow;
  }, base);
}
