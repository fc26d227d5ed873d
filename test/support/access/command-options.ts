import type { OptionInput } from "../../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../../playground/service/index.ts";

export type Options = Readonly<Record<string, OptionInput>>;

/** Things that exist in a workspace and in the guild that is linked to it, for the options of commands. */
export interface Samples {
  readonly userId: string;
  /** Of a user that no member is connected to. */
  readonly freeUserId: string;
  readonly item: string;
  readonly orderNumber: number;
  readonly postId: string;
  readonly category: string;
  readonly banId: string;
  readonly commentId: string;
  readonly boardId: string;
  readonly actionId: string;
  readonly eventId: string;
  /** Discord's. */
  readonly memberId: string;
  /** Of a member who is not connected. */
  readonly freeMemberId: string;
  readonly roleId: string;
  readonly channelId: string;
  /** Where nothing else is posted. */
  readonly postChannelId: string;
  readonly scheduleId: string;
}

type OfGuild = "memberId" | "freeMemberId" | "roleId" | "channelId" | "postChannelId" | "scheduleId";

/**
 * Of a workspace as it is now; the board is one that is not in use.
 * @param missing gives an id for what the workspace has nothing of any more
 */
export function samplesOf({ state }: WorkspaceEmulator, missing = mustBeThere): Omit<Samples, OfGuild> {
  const first = (all: Iterable<string>, what: string): string => [...all][0] ?? missing(what);
  const { boards, boardId: present, actions } = state.taskboard;
  const [post] = state.posts.values();
  const [banId, comments] = [...state.banComments].find(([, each]) => each.length > 0) ?? [];
  const [stored] = state.orders.values();
  return {
    userId: first(state.assignments.keys(), "member of the staff"),
    freeUserId: [...state.users.keys()].at(-1) ?? missing("user"),
    item: stored?.order.items?.[0] ?? "Tea",
    orderNumber: stored?.order.order_number ?? 1,
    postId: post?._id ?? missing("post"),
    category: post?.category ?? missing("category"),
    banId: banId ?? missing("ban"),
    commentId: comments?.[0]?._id ?? missing("comment"),
    boardId: [...boards.keys()].find((id) => id !== present) ?? missing("board"),
    actionId: first(actions.keys(), "action"),
    eventId: first(state.eventIds, "event"),
  };
}

function mustBeThere(what: string): string {
  throw new Error(`the workspace has no ${what}`);
}

/** How each command is run with every option that it needs, by its path. */
export const commandOptions: Readonly<Record<string, (samples: Samples) => Options>> = {
  "access set": ({ roleId }) => ({ role: roleId, tier: "staff" }),
  "access show": () => ({}),
  "account connect": ({ freeUserId }) => ({ user: freeUserId }),
  "account import": () => ({}),
  "account list": () => ({}),
  "activity gift": ({ userId }) => ({ person: userId, duration: "30 min", messages: 5 }),
  "activity view": ({ userId }) => ({ person: userId }),
  assignments: ({ userId }) => ({ person: userId }),
  audit: () => ({ outcome: "done" }),
  bans: ({ banId }) => ({ ban: banId }),
  board: () => ({}),
  calendar: () => ({}),
  help: () => ({}),
  leaderboard: () => ({}),
  "link set": () => ({}),
  "link status": () => ({}),
  me: () => ({}),
  "order create": ({ item, userId }) => ({ items: item, customer: userId }),
  "order search": ({ userId }) => ({ person: userId }),
  "post-delete": ({ postId }) => ({ post: postId }),
  posts: ({ category }) => ({ category }),
  privacy: () => ({}),
  remind: () => ({}),
  "request list": () => ({}),
  "request time": () => ({}),
  profile: ({ userId }) => ({ person: userId }),
  "role create": () => ({ name: "Floor lead", permissions: "create_report, delete_sessions" }),
  "schedule add": ({ postChannelId }) => ({
    kind: "calendar",
    channel: postChannelId,
    days: "Monday",
    time: "09:00",
    zone: "Europe/Berlin",
  }),
  "schedule list": () => ({}),
  "session create-server": ({ eventId }) => ({ event: eventId }),
  settings: () => ({}),
  setup: () => ({}),
  "taskboard format": ({ boardId }) => ({ board: boardId, position: 3 }),
  "taskboard show": () => ({}),
  "workspace settings": () => ({ theme: "lanterns" }),
};

/** @throws Error for a command that is not among `commandOptions` */
export function optionsOf(path: string, samples: Samples): Options {
  const options = commandOptions[path];
  if (options === undefined) throw new Error(`there are no options to run /${path} with; add them here`);
  return options(samples);
}
