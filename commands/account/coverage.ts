import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { dayMs } from "../../src/time.ts";

/** How many of those who have a role are connected. */
export interface RoleCoverage {
  readonly roleId: string;
  readonly members: number;
  readonly connected: number;
  /** Aren't connected, but have asked to be. */
  readonly asked: number;
}

export interface Coverage {
  readonly roles: readonly RoleCoverage[];
  /** Connected people whose roles weren't asked for yet: the numbers may be higher. */
  readonly unchecked: number;
  /** Who has such a role, stands in the audit log, isn't connected and hasn't asked to be. */
  readonly missing: readonly string[];
}

/** Asked of Discord for one list; more would take longer than a person waits. */
const maxLookUps = 40;
const maxRequests = 200;
/** Who did something here in this time counts as seen. */
const seenMs = 90 * dayMs;

/**
 * How many of the members with a tier's role are connected. Discord tells how many have a role, and of one member which
 * roles they have, but not who has a role. `undefined` when it doesn't answer.
 */
export async function readCoverage(ctx: GuildContext): Promise<Coverage | undefined> {
  const { store, members, guildId, log } = ctx;
  try {
    const mapped = await store.accessRoles.list(guildId);
    if (mapped.length === 0) return undefined;
    const counts = await members.roleCounts(guildId);
    const connectedIds = await readConnectedMembers(ctx);
    const seen = await store.audit.people(guildId, ctx.now() - seenMs, 2 * maxLookUps);
    const requests = await store.connectionRequests.listUndecided(guildId, maxRequests);
    const askedIds = new Set(requests.map(({ discordUserId }) => discordUserId)).difference(connectedIds);
    const waiting = seen.filter((id) => !connectedIds.has(id) && !askedIds.has(id));
    const looked = [...waiting, ...askedIds, ...connectedIds];
    const rolesByMember = await members.listRoles(guildId, looked, maxLookUps);
    const has = (discordUserId: string, roleId: string) =>
      rolesByMember.get(discordUserId)?.includes(roleId) === true;
    const roles = mapped.flatMap(({ roleId }) => {
      const total = counts.get(roleId);
      const connected = [...connectedIds].filter((id) => has(id, roleId)).length;
      const asked = [...askedIds].filter((id) => has(id, roleId)).length;
      return total === undefined ? [] : [{ roleId, members: Math.max(total, connected), connected, asked }];
    });
    return {
      roles,
      unchecked: [...connectedIds].filter((id) => !rolesByMember.has(id)).length,
      missing: waiting.filter((id) => mapped.some(({ roleId }) => has(id, roleId))),
    };
  } catch (error) {
    log.info("Discord didn't say how many members have a role", { guildId, error });
    return undefined;
  }
}

const accountsAtOnce = 1_000;

async function readConnectedMembers({ store, guildId }: GuildContext): Promise<ReadonlySet<string>> {
  const accounts = await store.accounts.list(guildId, { limit: accountsAtOnce, offset: 0 });
  return new Set(accounts.map(({ discordUserId }) => discordUserId));
}
