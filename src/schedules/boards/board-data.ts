import { ApiError } from "../../api/errors.ts";
import type { LeftOut } from "../../api/contract/records.ts";
import type { Calendar } from "../../api/contract/sessions.ts";
import type { Order } from "../../api/contract/orders.ts";
import type { Post } from "../../api/contract/posts.ts";
import type { StaffAssignments } from "../../api/contract/assignments.ts";
import type { BoardRequest } from "./board.ts";
import { hourMs, secondMs } from "../../time.ts";

/** What was read, and when. */
interface BoardRead<T> {
  readonly data: T;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A board's reads of a workspace. A response is shared by all boards of all links with the same key to it. */
export interface BoardData {
  orders(): Promise<readonly Order[]>;
  posts(): Promise<readonly Post[]>;
  calendar(week: number): Promise<Calendar>;
  /** `undefined` for people who aren't on the staff. `maxAgeMs`: how old a response read for another board may be. */
  assignments(staffId: string, maxAgeMs: number): Promise<BoardRead<StaffAssignments | undefined>>;
  /**
   * An earlier response within the given age, for when the service can't be asked.
   * @param rateLimitedUntil when requests are available again, if that is why
   * @throws ApiError, ContractError if there is none
   */
  olderAssignments(
    staffId: string,
    maxAgeMs: number,
    rateLimitedUntil: number | undefined,
  ): Promise<StaffAssignments | undefined>;
  /** The time of the oldest response returned so far. */
  asOf(): number;
  isStale(): boolean;
  /** The parts of all returned responses that couldn't be read. */
  leftOut(): readonly LeftOut[];
  /** When requests are available again, if the rate limit is the only problem. */
  rateLimitedUntil(): number | undefined;
}

/** Short, so that one board's slow request doesn't hold up the others for long. */
const timeoutMs = 10_000;
/** Boards updated at about the same time share reads. */
const sharedForMs = 15 * secondMs;
/** How long earlier reads of a team may fill in when it can't be read in one go, or at all. */
const teamKeptForMs = hourMs;

export function createBoardData({ ctx, api, link, schedule, now }: BoardRequest): BoardData {
  const { workspaceId } = link;
  const params = { workspaceId };
  const maxAgeMs = Math.max(sharedForMs, (schedule.refreshEveryMs ?? 0) / 4);
  const usual = api.withDefaults({ timeoutMs, maxAgeMs, onResponse: note });
  const shared = schedule.mode === "live" ? {} : { ttlMs: maxAgeMs };
  let asOf = now;
  /** For each stale response, when requests are available again, if the rate limit is the only problem. */
  const stale: (number | undefined)[] = [];
  const leftOut = new Set<LeftOut>();

  function note(data: unknown): void {
    if (typeof data !== "object" || data === null) return;
    const age = ctx.getAge(data);
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
          // A team is many requests, so it never goes before people, not even for someone looking at a preview.
          priority: "background",
          maxAgeMs: maxAge,
          ttlMs: Math.max(teamKeptForMs, maxAge),
          // Stale responses would hide that the limit is used up.
          staleOnError: false,
        },
      );
      return { data, at: ctx.getAge(data)?.at ?? ctx.now() };
    } catch (error) {
      if (!(error instanceof ApiError && error.failure === "not-found")) throw error;
      note(error);
      return { data: undefined, at: ctx.getAge(error)?.at ?? ctx.now() };
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
