import { createHash } from "node:crypto";
import { ApiError } from "../../api/errors.ts";
import type { LeftOut } from "../../api/contract/records.ts";
import type { Calendar } from "../../api/contract/sessions.ts";
import type { Order } from "../../api/contract/orders.ts";
import type { Post } from "../../api/contract/posts.ts";
import type { StaffAssignments } from "../../api/contract/assignments.ts";
import { linkSealContext } from "../../vault/seal-context.ts";
import type { BoardRequest } from "./board.ts";
import { createReadCache, type ReadPolicy, type ReadCache, type CachedRead } from "./read-cache.ts";

/** What boards read of a workspace. One answer serves all boards of all links that hold the same key to it. */
export interface BoardData {
  orders(): Promise<readonly Order[]>;
  posts(): Promise<readonly Post[]>;
  calendar(week: number): Promise<Calendar>;
  /** `undefined` for who is not on the staff. `maxAgeMs`: how old an answer may be that was read for another board. */
  assignments(staffId: string, maxAgeMs: number): Promise<CachedRead<StaffAssignments | undefined>>;
  /**
   * As they were read last, however long ago, without asking.
   * @param rateLimitedUntil as of a reading, for why nobody asked
   */
  lastAssignments(
    staffId: string,
    rateLimitedUntil: number | undefined,
  ): CachedRead<StaffAssignments | undefined> | undefined;
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
const sharedForMs = 15_000;
/** A team that cannot be read in one go, or not at all, is shown with what was read of it before. */
const teamKeptForMs = 60 * 60_000;

// What was read lives as long as the chain it was read through.
const caches = new WeakMap<BoardRequest["ctx"]["service"], ReadCache>();

export function createBoardData(request: BoardRequest): BoardData {
  const { ctx, api, link, schedule, now } = request;
  const { workspaceId } = link;
  const memory = cacheOf(ctx.service);
  const holder = credentialKey(request);
  const maxAgeMs = Math.max(sharedForMs, (schedule.refreshEveryMs ?? 0) / 4);
  let asOf = now;
  const stale = new Set<CachedRead<unknown>>();
  const leftOut = new Set<LeftOut>();

  const given = <T>(reading: CachedRead<T>): CachedRead<T> => {
    asOf = Math.min(asOf, reading.at);
    if (reading.isStale) stale.add(reading);
    const { data } = reading;
    if (typeof data === "object" && data !== null)
      for (const missing of ctx.service.leftOut(data)) leftOut.add(missing);
    return reading;
  };
  const readingOf = <T extends object>(data: T): CachedRead<T> => {
    const age = ctx.ageOf(data);
    return {
      data,
      at: age?.at ?? ctx.now(),
      isStale: age?.isStale ?? false,
      rateLimitedUntil: age?.rateLimitedUntil,
    };
  };
  const read = async <T>(
    question: string,
    ask: () => Promise<CachedRead<T>>,
    need: Omit<ReadPolicy, "now">,
  ) => given(await memory.read(`${holder} ${question}`, ask, { ...need, now: ctx.now() }));
  const readData = async <T extends object>(question: string, ask: () => Promise<T>): Promise<T> =>
    (await read(question, async () => readingOf(await ask()), { maxAgeMs, ttlMs: maxAgeMs })).data;
  const params = { workspaceId };

  const askAssignments = async (staffId: string): Promise<CachedRead<StaffAssignments | undefined>> => {
    try {
      // A team is many requests, so it never goes before people, not even for one who looks at a preview. And an older
      // answer in place of a refusal would hide that the limit is used up.
      const options = { timeoutMs, fresh: true, priority: "background" } as const;
      return readingOf(await api.getAssignments({ params: { workspaceId, staffId } }, options));
    } catch (error) {
      if (!(error instanceof ApiError && error.failure === "not-found")) throw error;
      return { data: undefined, at: ctx.now(), isStale: false };
    }
  };

  return {
    orders: () => readData("orders", () => api.searchOrders({ params }, { timeoutMs })),
    posts: () => readData("posts", () => api.listPosts({ params }, { timeoutMs })),
    calendar: (week) =>
      readData(`calendar ${week}`, () =>
        api.getCalendar({ params, query: week === 0 ? {} : { week } }, { timeoutMs }),
      ),
    assignments: (staffId, maxAge) =>
      read(`assignments ${staffId}`, () => askAssignments(staffId), {
        maxAgeMs: maxAge,
        ttlMs: Math.max(teamKeptForMs, maxAge),
      }),
    lastAssignments(staffId, rateLimitedUntil) {
      const kept = memory.last<StaffAssignments | undefined>(`${holder} assignments ${staffId}`);
      return kept && given({ ...kept, isStale: true, rateLimitedUntil });
    },
    asOf: () => asOf,
    isStale: () => stale.size > 0,
    leftOut: () => [...leftOut],
    rateLimitedUntil() {
      const moments = [...stale].flatMap(({ rateLimitedUntil = [] }) => rateLimitedUntil);
      return moments.length > 0 && moments.length === stale.size ? Math.max(...moments) : undefined;
    },
  };
}

/** The same for links that hold the same key to the same workspace, and for no others: they may see the same. */
function credentialKey({ ctx, link }: BoardRequest): string {
  const { guildId, workspaceId, sealedToken } = link;
  const { plaintext } = ctx.vault.open(sealedToken, linkSealContext(guildId, workspaceId));
  return createHash("sha256")
    .update(JSON.stringify([workspaceId, plaintext]))
    .digest("base64url");
}

function cacheOf(service: BoardRequest["ctx"]["service"]): ReadCache {
  const known = caches.get(service);
  if (known !== undefined) return known;
  const memory = createReadCache();
  caches.set(service, memory);
  return memory;
}
