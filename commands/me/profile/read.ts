import { sortNewestFirst } from "../../kit/counted.ts";
import type { OperationName } from "../../../src/api/contract/index.ts";
import type { UserActivity } from "../../../src/api/contract/activity.ts";
import type { StaffAssignments } from "../../../src/api/contract/assignments.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import { ApiError, type ApiFailure, ContractError } from "../../../src/api/errors.ts";
import {
  filterOrders,
  openFilter,
  describeOpenOrders,
  findMaker,
  createOrderJudge,
} from "../../order/index.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import type { Account } from "../../../src/store/accounts.ts";
import type { EmbedFieldParts } from "../../../src/ui/embed.ts";
import { parseInstant } from "../../../src/ui/time.ts";
import { lookUpPerson, type ServicePerson } from "../../kit/service-person.ts";
import type { Formats } from "../../../src/ui/formats.ts";

/** One of several parallel reads: its value, or why it is missing. */
export type PartialResult<T> = { readonly value: T } | { readonly reason: string };

const failureTexts: Readonly<Record<ApiFailure, string>> = {
  unauthorized: "the workspace no longer accepts this server's key",
  forbidden: "this server's key isn't allowed to read that",
  "not-found": "the workspace has none",
  rejected: "the workspace rejected the request",
  "invalid-id": "that isn't a valid id",
  "read-only": "this server may only read",
  "rate-limited": "the workspace's requests for this minute are used up",
  unreachable: "I can't reach the workspace service",
  "connection-lost": "the connection was lost",
  "too-large": "the workspace sent more data than I can handle",
  unavailable: "the workspace service is having trouble",
  timeout: "the workspace service took too long to respond",
};

/** Of orders and the calendar, "not found" is about the workspace. */
const aboutPerson: ReadonlySet<string> = new Set<OperationName>(["getAssignments", "getActivity", "getUser"]);

function describeMissing({ failure, operation }: ApiError): string {
  return failure === "not-found" && aboutPerson.has(operation)
    ? "the workspace doesn't know this person"
    : failureTexts[failure];
}

/** @throws anything that isn't a failure of the service */
export function toPartial<T>(settled: PromiseSettledResult<T>): PartialResult<T> {
  if (settled.status === "fulfilled") return { value: settled.value };
  if (settled.reason instanceof ApiError) return { reason: describeMissing(settled.reason) };
  if (settled.reason instanceof ContractError)
    return { reason: "the workspace sent an answer I don't understand" };
  throw settled.reason;
}

export function findValue<T>(part: PartialResult<T>): T | undefined {
  return "value" in part ? part.value : undefined;
}

/** In place of what couldn't be read. */
export function describeNotShown(what: string, reason: string): string {
  return `🔹 I can't show ${what}: ${reason}.`;
}

/** Everything known about someone; each part is there or says why not. */
export interface Profile {
  readonly userId: string;
  /** The connected member, if any. */
  readonly account: Account | undefined;
  readonly person: PartialResult<ServicePerson>;
  readonly activity: PartialResult<UserActivity>;
  readonly assignments: PartialResult<StaffAssignments>;
  /** Open orders the person is involved in, newest first. */
  readonly orders: PartialResult<readonly Order[]>;
}

/** @throws ApiError if there is no such person, the key is refused, or no part can be read */
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
  assertFound(settled);
  return {
    userId,
    account,
    person: toPartial(person),
    activity: toPartial(activity),
    assignments: toPartial(assignments),
    orders: await filterOpenOrders(toPartial(orders), userId, ctx),
  };
}

type Settled = readonly PromiseSettledResult<unknown>[];

function assertFound(settled: Settled): void {
  const errors = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  const refused = errors.find((error) => error instanceof ApiError && error.failure === "unauthorized");
  if (refused !== undefined) throw refused;
  const [person] = settled;
  if (person?.status === "rejected" && isUnknown(person.reason)) throw person.reason;
  if (errors.length === settled.length) throw errors[0];
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.failure === "not-found";
}

/** Open orders that someone is involved in, newest first. */
export async function filterOpenOrders(
  orders: PartialResult<readonly Order[]>,
  userId: string,
  ctx: LinkedContext,
): Promise<PartialResult<readonly Order[]>> {
  if (!("value" in orders)) return orders;
  ctx.orderLog.note(ctx.link, orders.value);
  const lifeOf = await createOrderJudge(orders.value, ctx);
  const open = filterOrders(orders.value, { status: openFilter, person: userId }, lifeOf);
  return { value: sortNewestFirst(open, ({ createdAt }) => parseInstant(createdAt)?.epochMilliseconds) };
}

/** Someone's open orders, those they make apart from the others; nothing where none is open. */
export function createOpenOrdersFields(
  userId: string,
  orders: PartialResult<readonly Order[]>,
  { person, ...formats }: Formats & { readonly person: "you" | "they" },
): readonly EmbedFieldParts[] {
  if ("reason" in orders) return [{ name: "Open orders", value: describeNotShown("these", orders.reason) }];
  return groupOpenOrders(userId, orders.value).map(({ what, some }) => ({
    name: openOrdersTexts[formats.tense === "lasting" ? "shown" : person][what],
    value: describeOpenOrders(some, formats),
  }));
}

const openOrdersTexts = {
  you: {
    making: "Working on",
    placed: "Your open orders",
  },
  they: {
    making: "Working on",
    placed: "Their open orders",
  },
  shown: {
    making: "Working on, with the time of order",
    placed: "Their open orders, with the time of order",
  },
} as const;

function groupOpenOrders(userId: string, orders: readonly Order[]) {
  const byMaker = Map.groupBy(orders, (order) => findMaker(order) === userId);
  return [
    { what: "making" as const, some: byMaker.get(true) ?? [] },
    { what: "placed" as const, some: byMaker.get(false) ?? [] },
  ].filter(({ some }) => some.length > 0);
}
