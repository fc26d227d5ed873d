import type { ListedCommand, ListedGroup } from "../kit/command-list.ts";

/** What people come here for, first to last, with the command that does it. */
const starts: readonly (readonly [label: string, command: string, what: string])[] = [
  ["My week", "me", "goals, visits and open orders"],
  ["Log an order", "order create", "from a form, with a preview"],
  ["Find an order", "order search", "by status, person, item or day"],
  ["The week here", "calendar", "events, what is due, new posts"],
  ["Who is behind", "board", "how everyone is doing this week"],
  ["Plan a post", "schedule add", "the calendar, boards and standings at set times"],
];

interface Start {
  readonly label: string;
  readonly command: string;
  readonly what: string;
}

/** Those of them that somebody may do. */
export function startsAmong(groups: readonly ListedGroup[]): readonly Start[] {
  const names = new Set(groups.flatMap(({ entries }) => entries.map(({ name }) => name)));
  return starts
    .filter(([, command]) => names.has(command))
    .map(([label, command, what]) => ({ label, command, what }));
}

/** Commands that belong together, as a choice in the menu. */
export interface Topic {
  readonly key: string;
  readonly title: string;
  readonly groups: readonly ListedGroup[];
}

/** A new command goes into the last topic until it gets its place. */
const topics: readonly (readonly [key: string, title: string, commands: readonly string[]])[] = [
  ["orders", "Orders", ["order"]],
  ["week", "Your week", ["me", "activity", "assignments", "user", "request", "remind"]],
  ["team", "Team and leaderboard", ["board", "leaderboard"]],
  ["posts", "Calendar, posts and schedules", ["calendar", "posts", "post-delete", "schedule"]],
  ["workspace", "Workspace", ["bans", "session", "role", "taskboard", "workspace"]],
  ["accounts", "Accounts and privacy", ["account", "privacy"]],
  ["menus", "Right-click a member or message, then Apps", []],
  ["server", "This server", []],
];

export function topicsOf(groups: readonly ListedGroup[]): readonly Topic[] {
  const placed = Map.groupBy(groups, keyOf);
  return topics.flatMap(([key, title]) => {
    const own = placed.get(key) ?? [];
    return own.length === 0 ? [] : [{ key, title, groups: own }];
  });
}

function keyOf({ entries: [first] }: ListedGroup): string {
  if (first !== undefined && first.from !== "slash") return "menus";
  const [name = ""] = first?.name.split(" ") ?? [];
  return topics.find(([, , commands]) => commands.includes(name))?.[0] ?? "server";
}

/** `order create, order search`, to recognize a topic by. */
export function describeEntries(groups: readonly ListedGroup[]): string {
  const name = ({ from, name: text }: ListedCommand): string => (from === "slash" ? `/${text}` : text);
  return groups.flatMap(({ entries }) => entries.map(name)).join(", ");
}
