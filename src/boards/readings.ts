import { createHash } from "node:crypto";
import type { WorkspaceApi } from "../api/client.ts";
import type { Calendar } from "../api/contract/sessions.ts";
import type { Order } from "../api/contract/orders.ts";
import type { Post } from "../api/contract/posts.ts";
import type { StaffAssignments } from "../api/contract/assignments.ts";
import { linkSealContext } from "../vault/contexts.ts";
import type { BoardRequest } from "./board.ts";
import { createReadMemory, type ReadMemory, type Reading } from "./read-memory.ts";

/** What boards read of a workspace. One answer serves all boards of all links that hold the same key to it. */
export interface Readings {
  orders(): Promise<readonly Order[]>;
  posts(): Promise<readonly Post[]>;
  calendar(week: number): Promise<Calendar>;
  /** `maxAgeMs`: how old an answer may be that somebody else's board asked for. */
  assignments(staffId: string, maxAgeMs: number): Promise<Reading<StaffAssignments>>;
  /** As they were read last, however long ago, without asking. */
  lastAssignments(staffId: string): Reading<StaffAssignments> | undefined;
  /** Of the oldest answer that was given out. */
  trueAt(): number;
  isStale(): boolean;
}

/** A request of a board gives up after this long, so that no other one waits for it for long. */
const budgetMs = 10_000;
/** Boards that are looked at at about the same time share what was read. */
const sharedForMs = 15_000;

// What was read lives as long as the chain it was read through.
const memories = new WeakMap<BoardRequest["ctx"]["service"], ReadMemory>();

export function readingsFor(request: BoardRequest): Readings {
  const { ctx, api, link, schedule, now } = request;
  const { workspaceId } = link;
  const memory = memoryOf(ctx.service);
  const holder = holderOf(request);
  const maxAgeMs = Math.max(sharedForMs, (schedule.refreshEveryMs ?? 0) / 4);
  let trueAt = now;
  let isStale = false;

  const given = <T>(reading: Reading<T>): Reading<T> => {
    trueAt = Math.min(trueAt, reading.at);
    isStale ||= reading.isStale;
    return reading;
  };
  const readingOf = <T extends object>(data: T): Reading<T> => {
    const age = ctx.freshness(data);
    return { data, at: age?.at ?? ctx.now(), isStale: age?.isStale ?? false };
  };
  const read = async <T extends object>(
    question: string,
    ask: (api: WorkspaceApi) => Promise<T>,
    maxAge: number,
  ): Promise<Reading<T>> => {
    const key = `${holder} ${question}`;
    return given(
      await memory.read(key, async () => readingOf(await ask(api)), { maxAgeMs: maxAge, now: ctx.now() }),
    );
  };
  const params = { workspaceId };

  return {
    orders: async () =>
      (await read("orders", (service) => service.searchOrders({ params }, { budgetMs }), maxAgeMs)).data,
    posts: async () =>
      (await read("posts", (service) => service.listPosts({ params }, { budgetMs }), maxAgeMs)).data,
    calendar: async (week) => {
      const query = week === 0 ? {} : { week };
      const ask = (service: WorkspaceApi) => service.getCalendar({ params, query }, { budgetMs });
      return (await read(`calendar ${week}`, ask, maxAgeMs)).data;
    },
    assignments: (staffId, maxAge) =>
      read(
        questionAbout(staffId),
        // An older answer in place of a refusal would hide that the limit is used up.
        (service) => service.getAssignments({ params: { workspaceId, staffId } }, { budgetMs, fresh: true }),
        maxAge,
      ),
    lastAssignments(staffId) {
      const kept = memory.last<StaffAssignments>(`${holder} ${questionAbout(staffId)}`);
      return kept && given({ ...kept, isStale: true });
    },
    trueAt: () => trueAt,
    isStale: () => isStale,
  };
}

const questionAbout = (staffId: string): string => `assignments ${staffId}`;

/** The same for links that hold the same key to the same workspace, and for no others: they may see the same. */
function holderOf({ ctx, link }: BoardRequest): string {
  const { guildId, workspaceId, sealedToken } = link;
  const { plaintext } = ctx.vault.open(sealedToken, linkSealContext(guildId, workspaceId));
  return createHash("sha256")
    .update(JSON.stringify([workspaceId, plaintext]))
    .digest("base64url");
}

function memoryOf(service: BoardRequest["ctx"]["service"]): ReadMemory {
  const known = memories.get(service);
  if (known !== undefined) return known;
  const memory = createReadMemory();
  memories.set(service, memory);
  return memory;
}
