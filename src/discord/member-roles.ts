import {
  type APIGuild,
  type APIRole,
  DiscordAPIError,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";
import type { RoleObstacle } from "../ui/role-obstacle-text.ts";
import { findMember } from "./members.ts";
import type { PostRests } from "./messenger.ts";

/** Members' roles, which the bot gives and takes. All methods throw DiscordAPIError and connection errors. */
export interface MemberRoles {
  /**
   * What keeps roles from being given, by role id, as Discord reports right now; roles that can be given are omitted.
   * @param callerId the person who wants it given: the bot must not let anyone do more than they could themselves
   */
  obstacles(
    guildId: string,
    roleIds: readonly string[],
    callerId?: string,
  ): Promise<ReadonlyMap<string, RoleObstacle>>;
  /** Whether a member has a role; `undefined` for non-members. */
  has(guildId: string, discordUserId: string, roleId: string): Promise<boolean | undefined>;
  /**
   * Also succeeds if the member has it. `undefined` if the member or role is gone.
   * @param reason for Discord's audit log
   */
  give(guildId: string, discordUserId: string, roleId: string, reason: string): Promise<true | undefined>;
  /** Also succeeds if the member doesn't have it. Otherwise like `give`. */
  take(guildId: string, discordUserId: string, roleId: string, reason: string): Promise<true | undefined>;
}

/**
 * Whether Discord refused a change of roles because the server requires two-factor authentication and the owner of the
 * bot's application has none. Nothing that the bot can read says so before.
 */
export function needsTwoFactor(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.TwoFactorAuthenticationIsRequired
  );
}

const { Administrator, ManageRoles } = PermissionFlagsBits;

/** @param botId available once the bot is logged in */
export function createMemberRoles({ posts, lookUps }: PostRests, botId: () => string): MemberRoles {
  return {
    async obstacles(guildId, roleIds, callerId) {
      const [guild, bot, caller] = await Promise.all([
        // Discord's documented response.
        lookUps.get(Routes.guild(guildId)) as Promise<APIGuild>,
        findMember(lookUps, guildId, botId()),
        callerId === undefined ? undefined : findMember(lookUps, guildId, callerId),
      ]);
      const botReach = getReach(guild, botId(), bot?.roleIds ?? []);
      const callerReach =
        callerId === undefined ? undefined : getReach(guild, callerId, caller?.roleIds ?? []);
      const found = roleIds.flatMap((roleId) => {
        const role = guild.roles.find(({ id }) => id === roleId);
        const obstacle = findObstacle(role, guild.id, botReach, callerReach);
        return obstacle === undefined ? [] : [[roleId, obstacle] as const];
      });
      return new Map(found);
    },

    async has(guildId, discordUserId, roleId) {
      return (await findMember(posts, guildId, discordUserId))?.roleIds.includes(roleId);
    },

    give: (guildId, discordUserId, roleId, reason) =>
      ignoreGone(() => posts.put(Routes.guildMemberRole(guildId, discordUserId, roleId), { reason })),

    take: (guildId, discordUserId, roleId, reason) =>
      ignoreGone(() => posts.delete(Routes.guildMemberRole(guildId, discordUserId, roleId), { reason })),
  };
}

/** What a person may do with roles. */
interface Reach {
  readonly mayManage: boolean;
  /** Their highest role; `undefined` for the owner, who is above all roles. */
  readonly highest: APIRole | undefined;
  readonly isOwner: boolean;
}

function getReach(
  { id: guildId, owner_id: ownerId, roles }: APIGuild,
  userId: string,
  roleIds: readonly string[],
): Reach {
  const isOwner = ownerId === userId;
  const held = roles.filter(({ id }) => id === guildId || roleIds.includes(id));
  const permissions = held.reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  return {
    mayManage: isOwner || (permissions & (Administrator | ManageRoles)) !== 0n,
    highest: held.toSorted((a, b) => (isBelow(a, b) ? 1 : -1))[0],
    isOwner,
  };
}

function findObstacle(
  role: APIRole | undefined,
  guildId: string,
  bot: Reach,
  caller: Reach | undefined,
): RoleObstacle | undefined {
  if (role === undefined) return "gone";
  if (role.id === guildId) return "everyone";
  if (role.managed) return "managed";
  if (!bot.mayManage) return "bot-lacks-permission";
  if (!canReach(bot, role)) return "above-bot";
  if (caller === undefined) return undefined;
  if (!caller.mayManage) return "caller-lacks-permission";
  return canReach(caller, role) ? undefined : "above-caller";
}

function canReach({ isOwner, highest }: Reach, role: APIRole): boolean {
  return isOwner || (highest !== undefined && isBelow(role, highest));
}

/** Of two roles at the same position, the older one is higher. */
function isBelow(role: APIRole, other: APIRole): boolean {
  if (role.position !== other.position) return role.position < other.position;
  return BigInt(role.id) > BigInt(other.id);
}

const isGone: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownRole,
]);

async function ignoreGone(work: () => Promise<unknown>): Promise<true | undefined> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && isGone.has(error.code)) return undefined;
    throw error;
  }
}
