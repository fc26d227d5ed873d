import { PartialReadError, defineBoard, kindNames } from "../../boards/index.ts";
import { boardOptions, tellFew } from "./few.ts";
import { toStaleReason } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import { minuteMs } from "../../../src/time.ts";
import { isComplete, readOnNow } from "./read.ts";
import { type OnNowView, renderOnNow, roleTiers } from "./render.ts";
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
  async build(input) {
    const { ctx, link, dueAt, maxLength, boardData, now } = input;
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
    const view = { people, maxLength, ...(await readRoles(link.guildId, people, ctx)) };
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

/** The mapped roles that group people; none if Discord doesn't say who has them. Never rejects. */
export async function readRoles(
  guildId: string,
  people: readonly SeenPerson[],
  { store, members, log }: Pick<AppContext, "store" | "members" | "log">,
): Promise<Pick<OnNowView, "roles" | "rolesByMember">> {
  const mapped = await store.accessRoles.list(guildId);
  const roles = roleTiers.flatMap((tier) =>
    mapped.flatMap((role) => (role.tier === tier ? role.roleId : [])),
  );
  try {
    const ids = people.map(({ discordUserId }) => discordUserId);
    return { roles, rolesByMember: await members.listRoles(guildId, ids, roles.length > 0 ? maxLookUps : 0) };
  } catch (error) {
    log.info("people's roles could not be read", { guildId, error });
    return { roles: [], rolesByMember: new Map() };
  }
}
