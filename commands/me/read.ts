import type { UserActivity } from "../../src/api/contract/activity.ts";
import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { ApiError } from "../../src/api/errors.ts";
import { getWeekAt, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { describeFailure } from "../../src/error-text.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { type Reminder, readOwnReminders } from "../remind/index.ts";
import type { TimeRequest } from "../time-request/index.ts";
import type { Week } from "../weeks/index.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { type DurationUnit, type OwnGifts, parseChosenUnit, readOwnGifts } from "../activity/index.ts";
import { selectToRepeat } from "../order/index.ts";
import { filterOpenOrders, type PartialResult, toPartial, findValue } from "./profile/read.ts";

/** A person's own week; each part that the workspace has is there or says why not. */
export interface MyWeek {
  readonly account: Account;
  readonly assignments: PartialResult<StaffAssignments>;
  readonly activity: PartialResult<UserActivity>;
  /** Open orders the person is involved in, newest first. */
  readonly orders: PartialResult<readonly Order[]>;
  /** The last orders the person logged or got, different ones, newest first. */
  readonly ordersToRepeat: readonly Order[];
  /** Why none of these three could be read, with the next step, if it is the same for all. */
  readonly unread: string | undefined;
  /** For time, newest first, that nobody decided yet. */
  readonly requests: readonly TimeRequest[];
  readonly reminders: readonly Reminder[];
  /** The newest saved week; it knows when this one ends. */
  readonly week: Week | undefined;
  /** When this week began, in epoch milliseconds. */
  readonly startsAt: number;
  readonly names: Names;
  readonly ownGifts: OwnGifts;
  /** The unit of visits' durations, if an admin chose it. */
  readonly chosenUnit: DurationUnit | undefined;
  /** Its game goes without saying. */
  readonly workspaceName: string;
}

const maxRequests = 10;
const undecided: ReadonlySet<TimeRequest["state"]> = new Set(["open", "sending", "unknown"]);

export async function readMyWeek(account: Account, ctx: LinkedContext): Promise<MyWeek> {
  const { api, workspaceId, store, guildId, invoker } = ctx;
  const { userId } = account;
  const [[assignments, activity, orders], asked, { on: reminders }, [week], known, ownGifts, settings] =
    await Promise.all([
      Promise.allSettled([
        api.getAssignments({ params: { workspaceId, staffId: userId } }),
        api.getActivity({ params: { workspaceId, userId }, query: { game: true } }),
        api.searchOrders({ params: { workspaceId } }),
      ]),
      store.timeRequests.listByMember(guildId, invoker.discordUserId, maxRequests),
      readOwnReminders(ctx),
      store.weeks.ofUser(guildId, workspaceId, userId, 1),
      // The end of the week before says when this one began.
      store.weeks.known(guildId, workspaceId, 2),
      readOwnGifts(ctx),
      store.guildSettings.all(guildId),
    ]);
  const read = {
    assignments: toPartial(assignments),
    activity: toPartial(activity),
    orders: await filterOpenOrders(toPartial(orders), userId, ctx),
    unread: describeUnread([assignments, activity, orders]),
  };
  const givers = findValue(read.activity)?.last_25.map(({ gifted_by }) => gifted_by) ?? [];
  const ordersToRepeat = selectToRepeat(userId, orders.status === "fulfilled" ? orders.value : []);
  const customers = ordersToRepeat.map(({ customer }) => customer);
  const names = await readNames(givers, ctx, customers);
  const requests = asked.filter(({ state }) => undecided.has(state));
  const counting = parseWeekSettings(settings);
  const { startsAt } = getWeekAt(known, counting, ctx.now());
  const about = { startsAt, workspaceName: ctx.link.name, chosenUnit: parseChosenUnit(settings) };
  return { account, ...read, ordersToRepeat, requests, reminders, week, names, ownGifts, ...about };
}

function describeUnread(parts: readonly PromiseSettledResult<unknown>[]): string | undefined {
  const errors = parts.flatMap((part) =>
    part.status === "rejected" && part.reason instanceof ApiError ? [part.reason] : [],
  );
  // Of several answers that something isn't there, the orders' is about the workspace, and the others' about a person.
  const last = errors.at(-1);
  const isCommon = errors.length === parts.length && errors.every(({ failure }) => failure === last?.failure);
  return last && isCommon
    ? describeFailure(last, "I can't show your assignments, visits and orders", true)
    : undefined;
}
