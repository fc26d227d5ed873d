import type { UserActivity } from "../../src/api/contract/activity.ts";
import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { ApiError } from "../../src/api/errors.ts";
import { filterOrders, newestFirst, openFilter } from "../../src/domain/order-filter.ts";
import { foldedNames } from "../../src/domain/person-names.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { readInstant } from "../../src/text/time.ts";
import { orderJudge } from "../order/order-rule.ts";
import { lookUpPerson, type ServicePerson } from "../shared/service-person.ts";
import { type Part, partOf, valueOf } from "./parts.ts";

/** What is known about somebody; each part is there or says why not. */
export interface Profile {
  readonly userId: string;
  /** The member behind the user, when they are connected. */
  readonly account: Account | undefined;
  readonly person: Part<ServicePerson>;
  readonly activity: Part<UserActivity>;
  readonly assignments: Part<StaffAssignments>;
  /** Open orders the person takes part in, newest first. */
  readonly orders: Part<readonly Order[]>;
}

/** @throws ApiError when there is no such person, the key is refused, or no part can be read at all */
export async function readProfile(userId: string, ctx: LinkedContext): Promise<Profile> {
  const { api, workspaceId, store, guildId } = ctx;
  const [account, settled] = await Promise.all([
    store.accounts.ofUser(guildId, userId),
    Promise.allSettled([
      lookUpPerson(userId, ctx),
      api.getActivity({ params: { workspaceId, userId }, query: { game: true } }),
      api.getAssignments({ params: { workspaceId, staffId: userId } }),
      api.searchOrders({ params: { workspaceId } }),
    ]),
  ]);
  const [person, activity, assignments, orders] = settled;
  refuseNothing(settled);
  const profile = {
    userId,
    account,
    person: partOf(person),
    activity: partOf(activity),
    assignments: partOf(assignments),
    orders: await openOnes(partOf(orders), userId, ctx),
  };
  await keepNames(profile, ctx);
  return profile;
}

type Settled = readonly PromiseSettledResult<unknown>[];

function refuseNothing(settled: Settled): void {
  const errors = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  const telling = errors.find((error) => error instanceof ApiError && error.failure === "unauthorized");
  if (telling !== undefined) throw telling;
  const [person] = settled;
  if (person?.status === "rejected" && isUnknown(person.reason)) throw person.reason;
  if (errors.length === settled.length) throw errors[0];
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.failure === "not-found";
}

async function openOnes(
  orders: Part<readonly Order[]>,
  userId: string,
  ctx: LinkedContext,
): Promise<Part<readonly Order[]>> {
  if (!("value" in orders)) return orders;
  const judge = await orderJudge(orders.value, ctx);
  const open = filterOrders(orders.value, { status: openFilter, person: userId }, judge);
  return { value: newestFirst(open, ({ createdAt }) => readInstant(createdAt)?.epochMilliseconds) };
}

/** Who goes by another name at the service since is found under that one from now on. */
async function keepNames({ account, person: part }: Profile, { store, log }: LinkedContext): Promise<void> {
  const person = valueOf(part);
  if (account === undefined || person === undefined) return;
  const { displayName, username, avatarUrl } = person;
  if (displayName === account.displayName && username === account.username && avatarUrl === account.avatarUrl)
    return;
  const { guildId, discordUserId, memberName } = account;
  const names = { displayName, username, avatarUrl, memberName };
  try {
    await store.accounts.refresh(guildId, discordUserId, names, foldedNames(names));
  } catch (error) {
    log.warn("the new name of a user could not be kept", { guildId, error });
  }
}
