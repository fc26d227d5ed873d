import { type CommandPermissions, listHiddenFrom } from "../../src/domain/command-permissions.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Schedule } from "../boards/index.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import {
  readGuildWorkspaces,
  describeKeyEnd,
  checkLink,
  type LinkCheck,
  findExpiryOfSealed,
} from "../link/index.ts";
import { checkChannel, type PostChannel } from "../kit/post-channel.ts";

/** How far a server is set up, according to the store, the service and Discord at this moment. */
export interface SetupState {
  readonly workspace: LinkedWorkspace | undefined;
  readonly roles: readonly AccessRole[];
  /** By role id; `undefined` if Discord didn't say. */
  readonly memberCounts: ReadonlyMap<string, number> | undefined;
  readonly managersChannel: PrivateChannel | undefined;
  readonly auditChannel: PrivateChannel | undefined;
  /** Posting the audit log has failed since the channel was chosen. */
  readonly isAuditTroubled: boolean;
  readonly zone: string | undefined;
  readonly posts: PlannedPosts | undefined;
  /** `undefined` if there is no staff role, or Discord didn't say. */
  readonly team: Team | undefined;
  /** `undefined` if Discord didn't say. */
  readonly commands: SeenCommands | undefined;
}

/** One for posts that name people. */
export interface PrivateChannel extends PostChannel {
  /** Whether everyone in the server can see it; `undefined` if unknown. */
  readonly isPublic: boolean | undefined;
}

/** The people with a staff role; someone with two of them counts twice. */
interface Team {
  readonly members: number;
  /** How many of them are connected; of many, how many people are, whatever their roles. */
  readonly connected: number;
  readonly isOfAll: boolean;
}

interface SeenCommands extends CommandPermissions {
  /** The admin roles that Discord hides commands from. */
  readonly blindRoleIds: readonly string[];
  /** The commands that one of them doesn't see. */
  readonly hidden: readonly string[];
}

interface LinkedWorkspace extends LinkCheck {
  /** The workspace that commands use by default. */
  readonly link: GuildLink;
  /** How many more workspaces are linked. */
  readonly others: number;
  /** Says that the key expires soon, or has expired. */
  readonly keyEnd: string | undefined;
}

interface PlannedPosts {
  readonly active: number;
  readonly paused: number;
  /** Those of them that the bot paused itself, because something was wrong. */
  readonly stopped: number;
  /** The next of them, and its channel; a live board without set times may be it. */
  readonly next: Schedule | undefined;
  readonly channel: PostChannel | undefined;
}

export async function readState(ctx: GuildContext): Promise<SetupState> {
  const { store, guildId } = ctx;
  const [settings, roles] = await Promise.all([
    store.guildSettings.all(guildId),
    store.accessRoles.list(guildId),
  ]);
  const counting = roles.length === 0 ? new Map<string, number>() : countMembers(ctx);
  const [workspace, memberCounts, managersChannel, auditChannel, zone, posts, team, commands] =
    await Promise.all([
      readWorkspace(ctx),
      counting,
      checkPrivateChannel(settings.get("managers-channel"), ctx),
      checkPrivateChannel(settings.get("audit-channel"), ctx),
      readGuildZone(ctx),
      readPosts(ctx),
      readTeam(roles, counting, ctx),
      readCommands(roles, ctx),
    ]);
  const isAuditTroubled = settings.has("audit-trouble");
  return {
    workspace,
    roles,
    memberCounts,
    managersChannel,
    auditChannel,
    isAuditTroubled,
    zone,
    posts,
    team,
    commands,
  };
}

async function checkPrivateChannel(
  channelId: string | undefined,
  ctx: GuildContext,
): Promise<PrivateChannel | undefined> {
  const channel = await checkChannel(channelId, ctx);
  if (channel === undefined) return undefined;
  const { messenger, guildId } = ctx;
  // One that was deleted is told of otherwise.
  const isPublic = await messenger.isPublic(guildId, channel.channelId).catch(() => undefined);
  return { ...channel, isPublic };
}

async function readWorkspace(ctx: GuildContext): Promise<LinkedWorkspace | undefined> {
  const { links, defaultLink: link } = await readGuildWorkspaces(ctx);
  if (link === undefined) return undefined;
  const keyEnd = describeKeyEnd(findExpiryOfSealed(link, ctx), ctx.now());
  return {
    link,
    others: links.length - 1,
    ...(await checkLink(link, ctx)),
    keyEnd: keyEnd?.urgent === true ? keyEnd.text : undefined,
  };
}

async function countMembers({
  members,
  guildId,
  log,
}: GuildContext): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    return await members.roleCounts(guildId);
  } catch (error) {
    log.info("Discord didn't say how many members have a role", { guildId, error });
    return undefined;
  }
}

/** Asked of Discord, which tells of one member which roles they have. */
const maxLookUps = 40;

async function readTeam(
  roles: readonly AccessRole[],
  counting: ReadonlyMap<string, number> | ReturnType<typeof countMembers>,
  { store, members, guildId, log }: GuildContext,
): Promise<Team | undefined> {
  const staffIds = roles.filter(({ tier }) => tier === "staff").map(({ roleId }) => roleId);
  const counts = staffIds.length === 0 ? undefined : await counting;
  if (counts === undefined) return undefined;
  const total = staffIds.reduce((sum, roleId) => sum + (counts.get(roleId) ?? 0), 0);
  const connected = await store.accounts.count(guildId);
  if (connected > maxLookUps) return { members: total, connected, isOfAll: true };
  try {
    const accounts = await store.accounts.list(guildId, { limit: maxLookUps, offset: 0 });
    const people = accounts.map(({ discordUserId }) => discordUserId);
    const rolesOf = await members.listRoles(guildId, people, maxLookUps);
    const ofStaff = people.filter(
      (id) => rolesOf.get(id)?.some((roleId) => staffIds.includes(roleId)) === true,
    );
    return { members: Math.max(total, ofStaff.length), connected: ofStaff.length, isOfAll: false };
  } catch (error) {
    log.info("Discord didn't say which roles connected people have", { guildId, error });
    return undefined;
  }
}

async function readCommands(
  roles: readonly AccessRole[],
  { commandPermissions, guildId, log }: GuildContext,
): Promise<SeenCommands | undefined> {
  try {
    const permissions = await commandPermissions(guildId);
    const blind = roles
      .filter(({ tier, roleId }) => tier === "admin" && permissions.roleRights.has(roleId))
      .map(({ roleId }) => ({ roleId, hidden: listHiddenFrom(roleId, permissions) }))
      .filter(({ hidden }) => hidden.length > 0);
    return {
      ...permissions,
      blindRoleIds: blind.map(({ roleId }) => roleId),
      hidden: [...new Set(blind.flatMap(({ hidden }) => hidden))],
    };
  } catch (error) {
    log.info("Discord didn't say who sees which commands", { guildId, error });
    return undefined;
  }
}

async function readPosts(ctx: GuildContext): Promise<PlannedPosts | undefined> {
  const schedules = await ctx.store.schedules.list(ctx.guildId);
  if (schedules.length === 0) return undefined;
  const active = schedules.filter(({ state }) => state === "active");
  const [next = active[0]] = active
    .filter(({ mode }) => mode !== "live")
    .toSorted((a, b) => (a.nextDueAt ?? Infinity) - (b.nextDueAt ?? Infinity));
  return {
    active: active.length,
    paused: schedules.length - active.length,
    stopped: schedules.filter(({ state, pausedReason }) => state === "paused" && pausedReason !== undefined)
      .length,
    next,
    channel: await checkChannel(next?.channelId, ctx),
  };
}
