import {
  PartialReadError,
  defineBoard,
  isMentionGone,
  kindNames,
  mentionGoneText,
} from "../../boards/index.ts";
import { boardOptions, tellFew } from "./few.ts";
import { toStaleReason } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import { minuteMs } from "../../../src/time.ts";
import { isComplete, readOnNow } from "./read.ts";
import { type OnNowView, renderOnNow, roleGoneText, roleTiers } from "./render.ts";
import type { SeenPerson } from "./store.ts";

export const nobodyConnected =
  "Nobody is connected yet. People who connect with `/account connect` will appear here.";

/** Who is in the game. */
export const onNowBoard = defineBoard({
  name: "on-now",
  description: kindNames["on-now"],
  dependsOn: "getActivity",
  options: boardOptions,
  refreshEveryMs: minuteMs,
  whenRefreshed: tellFew,
  listTroubles: async (guildId, ctx) => (await readRoles(guildId, [], ctx)).troubles,
  async build(input) {
    const { ctx, schedule, dueAt, maxLength, boardData, now } = input;
    const { people, failure } = await readOnNow(input);
    if (people.length === 0) return { empty: nobodyConnected };
    // A post has one chance to show everyone; the next minute's requests are for those who are left.
    if (dueAt !== undefined && !isComplete(people, now))
      throw (
        failure ??
        new PartialReadError("getActivity", "rate-limited", { retryAfterMs: minuteMs, retryable: true })
      );
    if (failure !== undefined && failure.failure !== "rate-limited")
      boardData.addStale(toStaleReason(failure, now));
    const { guildId, mentionRoleId, mode } = schedule;
    const isGone = mode === "live" && (await isMentionGone({ guildId, mentionRoleId }, ctx));
    const { troubles, ...roles } = await readRoles(guildId, people, ctx);
    const view = {
      people,
      maxLength,
      ...roles,
      troubles: isGone ? [...troubles, mentionGoneText] : troubles,
    };
    return {
      message: renderOnNow(view, input.renderContext()),
      contentKey: people.map(({ userId, state, since }) => [userId, state, since]),
      coveredUntil: findOldestRead(people),
    };
  },
});

/** When the oldest answer was read, in epoch milliseconds. */
export function findOldestRead(people: readonly SeenPerson[]): number | undefined {
  const reads = people.flatMap(({ readAt }) => readAt ?? []);
  return reads.length === 0 ? undefined : Math.min(...reads);
}

/** Asked of Discord for one list. Roles are remembered for some minutes. */
const maxLookUps = 50;

/**
 * The mapped roles that group people, without those deleted in Discord; none if Discord doesn't say who has them. Never
 * rejects.
 */
export async function readRoles(
  guildId: string,
  people: readonly SeenPerson[],
  { store, members, messenger, log }: Pick<AppContext, "store" | "members" | "messenger" | "log">,
): Promise<Pick<OnNowView, "roles" | "rolesByMember"> & { readonly troubles: readonly string[] }> {
  const mapped = await store.accessRoles.list(guildId);
  if (mapped.length === 0) return { roles: [], rolesByMember: new Map(), troubles: [] };
  try {
    const present = await messenger.roleIds(guildId);
    const byTier = roleTiers.map((tier) => mapped.flatMap((role) => (role.tier === tier ? role.roleId : [])));
    const roles = byTier.flat().filter((roleId) => present.has(roleId));
    // A tier with another role has been seen to.
    const isRoleGone = byTier.some((ids) => ids.length > 0 && ids.every((roleId) => !present.has(roleId)));
    const ids = people.map(({ discordUserId }) => discordUserId);
    const rolesByMember = await members.listRoles(guildId, ids, roles.length > 0 ? maxLookUps : 0);
    return { roles, rolesByMember, troubles: isRoleGone ? [roleGoneText] : [] };
  } catch (error) {
    log.info("people's roles could not be read", { guildId, error });
    return { roles: [], rolesByMember: new Map(), troubles: [] };
  }
}
