import { ApiError } from "../../api/errors.ts";
import type { LeftOut } from "../../api/contract/records.ts";
import type { Calendar } from "../../api/contract/sessions.ts";
import type { Order } from "../../api/contract/orders.ts";
import type { Post } from "../../api/contract/posts.ts";
import type { StaffAssignments } from "../../api/contract/assignments.ts";
import type { BoardRequest } from "./board.ts";
import { hourMs, secondMs } from "../../time.ts";

/** What was read, and when it was true. */
interface BoardRead<T> {
  readonly data: T;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What boards read of a workspace. One answer serves all boards of all links that hold the same key to it. */
export interface BoardData {
  orders(): Promise<readonly Order[]>;
  posts(): Promise<readonly Post[]>;
  calendar(week: number): Promise<Calendar>;
  /** `undefined` for who is not on the staff. `maxAgeMs`: how old an answer may be that was read for another board. */
  assignments(staffId: string, maxAgeMs: number): Promise<BoardRead<StaffAssignments | undefined>>;
  /**
   * As they were read before, at most so long ago, for when the service cannot be asked.
   * @param rateLimitedUntil when requests are free again, where they are why
   * @throws ApiError, ContractError when they were not
   */
  olderAssignments(
    staffId: string,
    maxAgeMs: number,
    rateLimitedUntil: number | undefined,
  ): Promise<StaffAssignments | undefined>;
  /** Of the oldest answer that was given out. */
  asOf(): number;
  isStale(): boolean;
  /** What of all answers that were given out could not be read. */
  leftOut(): readonly LeftOut[];
  /** When requests are free again, where they are all that it lacked. */
  rateLimitedUntil(): number | undefined;
}

/** A request of a board gives up after this long, so that no other one waits for it for long. */
const timeoutMs = 10_000;
/** Boards that are looked at at about the same time share what was read. */
const sharedForMs = 15 * secondMs;
/** A team that cannot be read in one go, or not at all, is shown with what was read of it before. */
const teamKeptForMs = hourMs;

export function createBoardData({ ctx, api, link, schedule, now }: BoardRequest): BoardData {
  const { workspaceId } = link;
  const params = { workspaceId };
  const maxAgeMs = Math.max(sharedForMs, (schedule.refreshEveryMs ?? 0) / 4);
  const usual = api.withDefaults({ timeoutMs, maxAgeMs, onResponse: note });
  const shared = schedule.mode === "live" ? {} : { ttlMs: maxAgeMs };
  let asOf = now;
  /** Of each stale answer, when requests are free again, where they are all that it lacked. */
  const stale: (number | undefined)[] = [];
  const leftOut = new Set<LeftOut>();

  function note(data: unknown): void {
    if (typeof data !== "object" || data === null) return;
    const age = ctx.ageOf(data);
    if (age !== undefined) asOf = Math.min(asOf, age.at);
    if (age?.isStale === true) stale.push(age.rateLimitedUntil);
    for (const missing of ctx.service.leftOut(data)) leftOut.add(missing);
  }

  async function assignments(
    staffId: string,
    maxAge: number,
  ): Promise<BoardRead<StaffAssignments | undefined>> {
    try {
      const data = await usual.getAssignments(
        { params: { workspaceId, staffId } },
        {
          // A team is many requests, so it never goes before people, not even for one who looks at a preview.
          priority: "background",
          maxAgeMs: maxAge,
          ttlMs: Math.max(teamKeptForMs, maxAge),
          // It would hide that the limit is used up.
          staleOnError: false,
        },
      );
      return { data, at: ctx.ageOf(data)?.at ?? ctx.now() };
    } catch (error) {
      if (!(error instanceof ApiError && error.failure === "not-found")) throw error;
      note(error);
      return { data: undefined, at: ctx.ageOf(error)?.at ?? ctx.now() };
    }
  }

  return {
    async orders() {
      const orders = await usual.searchOrders({ params }, shared);
      ctx.orderLog.note(link, orders);
      return orders;
    },
    posts: () => usual.listPosts({ params }, shared),
    calendar: (week) => usual.getCalendar({ params, query: week === 0 ? {} : { week } }, shared),
    assignments,
    async olderAssignments(staffId, maxAge, rateLimitedUntil) {
      const { data } = await assignments(staffId, maxAge);
      stale.push(rateLimitedUntil);
      return data;
    },
    asOf: () => asOf,
    isStale: () => stale.length > 0,
    leftOut: () => [...leftOut],
    rateLimitedUntil() {
      const moments = stale.filter((moment) => moment !== undefined);
      return moments.length > 0 && moments.length === stale.length ? Math.max(...moments) : undefined;
    },
  };
}
