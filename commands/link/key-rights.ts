import type { CallOptions, WorkspaceApi } from "../../src/api/client.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { minuteMs } from "../../src/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

/** Whether a key may use an operation; `untried` without anyone to try it with. */
type Right = "can" | "cannot" | "unknown" | "untried";

/** What a key may read, by what people call it. */
export type KeyRights = readonly { readonly what: string; readonly right: Right }[];

interface Trial {
  readonly what: string;
  readonly read: (
    api: WorkspaceApi,
    about: { readonly workspaceId: string; readonly userId: string },
    options: CallOptions,
  ) => Promise<unknown>;
  readonly needsPerson?: boolean;
}

/** What is tried of a stored key. Reads alone: a write can't be tried without changing something, nor comments without a ban's id. */
export const rightReads = [
  "getCalendar",
  "searchOrders",
  "listPosts",
  "getActivity",
  "getAssignments",
  "getUser",
  "getTaskboard",
  "listTaskboardBoards",
  "listTaskboardActions",
] as const;

const trials: readonly Trial[] = [
  {
    what: "calendar",
    read: (api, { workspaceId }, options) => api.getCalendar({ params: { workspaceId }, query: {} }, options),
  },
  {
    what: "orders",
    read: (api, { workspaceId }, options) => api.searchOrders({ params: { workspaceId } }, options),
  },
  {
    what: "posts",
    read: (api, { workspaceId }, options) => api.listPosts({ params: { workspaceId } }, options),
  },
  {
    what: "activity",
    needsPerson: true,
    read: (api, { workspaceId, userId }, options) =>
      api.getActivity({ params: { workspaceId, userId }, query: {} }, options),
  },
  {
    what: "assignments",
    needsPerson: true,
    read: (api, { workspaceId, userId: staffId }, options) =>
      api.getAssignments({ params: { workspaceId, staffId } }, options),
  },
  {
    what: "names",
    needsPerson: true,
    read: (api, { userId }, options) => api.getUser({ params: { userId } }, options),
  },
  {
    what: "task board",
    read: (api, { workspaceId }, options) => api.getTaskboard({ params: { workspaceId } }, options),
  },
  {
    what: "its boards",
    read: (api, { workspaceId }, options) => api.listTaskboardBoards({ params: { workspaceId } }, options),
  },
  {
    what: "its actions",
    read: (api, { workspaceId }, options) => api.listTaskboardActions({ params: { workspaceId } }, options),
  },
];

/** What was read within the last minute needs no further request, and all others' requests go first. */
const options = {
  timeoutMs: 5_000,
  priority: "background",
  maxAgeMs: minuteMs,
  staleOnError: false,
} as const;

/**
 * Tries a key's reads, with a connected person where one is needed.
 * @returns one for each, whatever fails
 */
export async function readKeyRights(
  api: WorkspaceApi,
  workspaceId: string,
  { store, guildId, self }: Pick<GuildContext, "store" | "guildId" | "self">,
): Promise<KeyRights> {
  const [someone] = await store.accounts.list(guildId, { limit: 1, offset: 0 });
  const userId = ((await self()) ?? someone)?.userId;
  return Promise.all(
    trials.map(async ({ what, needsPerson = false, read }) => {
      if (needsPerson && userId === undefined) return { what, right: "untried" as const };
      const about = { workspaceId, userId: userId ?? "" };
      return { what, right: await tryRead(read(api, about, options)) };
    }),
  );
}

async function tryRead(reading: Promise<unknown>): Promise<Right> {
  try {
    await reading;
    return "can";
  } catch (error) {
    // It was answered, only not in a form that can be read.
    if (error instanceof ContractError) return "can";
    if (!(error instanceof ApiError)) throw error;
    return rightsByFailure[error.failure] ?? "unknown";
  }
}

/** That something isn't there is said only to who may look. */
const rightsByFailure: Readonly<Partial<Record<ApiError["failure"], Right>>> = {
  forbidden: "cannot",
  unauthorized: "cannot",
  "not-found": "can",
  "too-large": "can",
};

export function isLimited(rights: KeyRights): boolean {
  return rights.some(({ right }) => right === "cannot");
}

/** `✅ Calendar, orders` and a line for whatever else was found. */
export function describeKeyRights(rights: KeyRights): string {
  const list = (right: Right) =>
    joinParts(
      rights.filter((each) => each.right === right).map(({ what }) => what),
      ", ",
    );
  const line = (right: Right, before: string, after = "") => {
    const whats = list(right);
    return whats !== "" && `${before}${whats}${after}`;
  };
  return joinParts(
    [
      line("can", "✅ Can read: "),
      line("cannot", "❌ Can't read: ", ". Someone who manages the workspace can allow it."),
      line("unknown", "❔ No answer, so I don't know: "),
      line("untried", "❔ Not tried, since nobody is connected yet: "),
      subtext("Changes and ban comments can't be tried."),
    ],
    "\n",
  );
}

/** What a key can't read, as in `orders, posts`; `undefined` if that is nothing. */
export function listRefused(rights: KeyRights): string | undefined {
  const refused = rights.filter(({ right }) => right === "cannot").map(({ what }) => what);
  return refused.length === 0 ? undefined : refused.join(", ");
}

/** The same in a few words. */
export function describeLimits(rights: KeyRights): string | undefined {
  const refused = listRefused(rights);
  return refused === undefined ? undefined : `⚠️ The key can't read: ${refused}`;
}
