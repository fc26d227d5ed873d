import { ApiError, type StaleReason } from "../../src/api/errors.ts";
import type { LeftOut } from "../../src/api/contract/records.ts";
import type { Calendar } from "../../src/api/contract/sessions.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { BoardRequest } from "./board.ts";
import { hourMs, secondMs } from "../../src/time.ts";

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
   * @param reason why it can't
   * @throws ApiError, ContractError if there is none
   */
  olderAssignments(
    staffId: string,
    maxAgeMs: number,
    reason: StaleReason,
  ): Promise<StaffAssignments | undefined>;
  /** In place of those of one person whose answer can't be read: among the parts that couldn't be. */
  unreadAssignments(): StaffAssignments;
  /** The time of the oldest response returned so far. */
  asOf(): number;
  /** Set if any of it is older than it should be. */
  stale(): StaleReason | undefined;
  /** For what a board reads by itself: why some of it is older than it should be. */
  addStale(reason: StaleReason): void;
  /** The parts of all returned responses that couldn't be read. */
  leftOut(): readonly LeftOut[];
}

/** Short, so that one board's slow request doesn't hold up the others for long. */
const timeoutMs = 10_000;
/** Boards updated at about the same time share reads. */
const sharedForMs = 15 * secondMs;
/** How long earlier reads of a team may fill in when it can't be read in one go, or at all. */
const teamKeptForMs = hourMs;

export function createBoardData(request: BoardRequest): BoardData {
  const { ctx, api, link, schedule, now, maxAgeMs = sharedForMs } = request;
  const { workspaceId } = link;
  const params = { workspaceId };
  const usual = api.withDefaults({ timeoutMs, maxAgeMs, onResponse: note });
  const shared = schedule.mode === "live" ? {} : { ttlMs: maxAgeMs };
  let asOf = now;
  /** Why, for each stale response. */
  const stale: StaleReason[] = [];
  const leftOut = new Set<LeftOut>();

  function note(data: unknown): void {
    if (typeof data !== "object" || data === null) return;
    const age = ctx.getAge(data);
    if (age !== undefined) asOf = Math.min(asOf, age.at);
    if (age?.isStale === true) stale.push(age);
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
    async olderAssignments(staffId, maxAge, reason) {
      const { data } = await assignments(staffId, maxAge);
      stale.push(reason);
      return data;
    },
    unreadAssignments() {
      // Nobody knows how many there are.
      const unread = StaffAssignments.parse({ assigned: [undefined], history: [] });
      note(unread);
      return unread;
    },
    asOf: () => asOf,
    stale: () => (stale.length === 0 ? undefined : joinReasons(stale)),
    addStale: (reason) => void stale.push(reason),
    leftOut: () => [...leftOut],
  };
}

/** The rate limit counts only if it is the only problem; what fails is named if nothing else does. */
function joinReasons(reasons: readonly StaleReason[]): StaleReason {
  const moments = reasons.flatMap(({ rateLimitedUntil }) => rateLimitedUntil ?? []);
  if (moments.length === reasons.length) return { rateLimitedUntil: Math.max(...moments) };
  const others = reasons.filter(({ rateLimitedUntil }) => rateLimitedUntil === undefined);
  const [first = {}, ...more] = others;
  const isSame = more.every(
    ({ failing, unreadable }) => failing === first.failing && unreadable === first.unreadable,
  );
  return isSame ? { failing: first.failing, unreadable: first.unreadable } : {};
}

/** Part of the team was read and cached; the rest needs more rate limit. */
export class PartialReadError extends ApiError {}
