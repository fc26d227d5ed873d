import { type ActionName, isActionName } from "./actions.ts";
import { pluralize, formatNumber } from "../../src/ui/numbers.ts";
import { joinParts } from "../../src/ui/lines.ts";
import {
  type Facts,
  type SentenceEntry,
  createFacts,
  describeSubject,
  mentionChannel,
  formatCount,
  describeRequest,
  describeSchedule,
  describeEarnedBy,
  describeFromTo,
  mentionMember,
  formatBoldName,
  prefixName,
  quote,
  mentionRole,
  shorten,
  describeTimeAsked,
} from "./sentence-parts.ts";

/** What someone did or tried to do, and the object: `gave`, `give`, `@Nora 45 min`. */
export type Sentence = readonly [did: string, todo: string, what: string];

/** `person` names a workspace user by id. */
export interface SentenceNames {
  readonly person: (userId: string | undefined) => string;
  /** Formats a text of the entry; left out, texts stay as they are. */
  readonly text?: (text: string) => string;
}

export type WriteSentence = (facts: Facts, target: string | undefined, names: SentenceNames) => Sentence;

const sentences: Readonly<Record<ActionName, WriteSentence>> = {
  "access.set": (is, target) => [
    "changed",
    "change",
    joinParts([mentionRole(target ?? is("roleId")), describeFromTo(is, "what it may do")], " "),
  ],
  "account.approve": (is, target, { person }) => [
    "approved",
    "approve",
    `${mentionMember(is("member"))} as ${formatBoldName(is("displayName")) ?? person(target)}`,
  ],
  "account.approve-several": () => ["approved", "approve", "several connection requests"],
  "account.ask": (_is, target) => ["asked", "ask", `members to connect, in ${mentionChannel(target)}`],
  "account.request": (is, _target, { person }) => [
    "asked",
    "ask",
    `to be connected as ${formatBoldName(is("displayName")) ?? person(is("userId"))}`,
  ],
  "account.connect": (is, target, { person }) => [
    "connected",
    "connect",
    `${mentionMember(is("member"))} to ${formatBoldName(is("person", "displayName")) ?? person(target)}`,
  ],
  "account.decline": (is) => ["declined", "decline", `to connect ${mentionMember(is("member"))}`],
  "account.disconnect": (is, target, { person }) => [
    "disconnected",
    "disconnect",
    `${mentionMember(is("member"))} from ${formatBoldName(is("displayName")) ?? person(target)}`,
  ],
  "account.expire": () => ["lost", "lose", "their connection request because nobody decided"],
  "account.import": (is) => [
    "connected",
    "connect",
    pluralize(Number(is("connected") ?? 0), "person", "people"),
  ],
  "account.look-up": (_is, target, { person }) => ["looked up", "look up", `who ${person(target)} is`],
  "account.withdraw": () => ["withdrew", "withdraw", "a connection request"],
  "activity.gift": (is, _target, { person }) => ["gave", "give", describeGift(is, person)],
  "audit.channel": (is) =>
    is("after") === undefined
      ? ["stopped", "stop", `posting the audit log in ${mentionChannel(is("before"))}`]
      : ["chose", "choose", `${mentionChannel(is("after"))} for the audit log`],
  "audit.export": (is) => [
    "exported",
    "export",
    `the audit log${formatCount(is("entries"), "entry", "entries")}`,
  ],
  "bans.delete": (is) => ["deleted", "delete", joinParts(["a ban comment", quote(is("before"))], ": ")],
  "calendar.subscribe": (is) => [
    "made",
    "make",
    is("isReplaced") === "true"
      ? "a new calendar address in place of their earlier one"
      : "an address for their calendar",
  ],
  "calendar.turn-off": () => ["turned", "turn", "their calendar address off"],
  "component.refused": () => ["used", "use", "a button that isn't theirs"],
  "link.channel": (is, target) => [
    "made",
    "make",
    `${mentionChannel(target)} use ${formatBoldName(is("after")) ?? "the default workspace"}`,
  ],
  "link.default": (is) => [
    "made",
    "make",
    `${formatBoldName(is("after")) ?? "a workspace"} the default workspace`,
  ],
  "link.machines": (is) => [
    "changed",
    "change",
    joinParts(
      [`the machines of ${formatBoldName(is("workspace")) ?? "a workspace"}`, describeFromTo(is, "")],
      " ",
    ),
  ],
  "link.read-only": (is) =>
    is("after") === "read-only"
      ? ["made", "make", `${formatBoldName(is("workspace")) ?? "a workspace"} read-only`]
      : ["allowed", "allow", `changes in ${formatBoldName(is("workspace")) ?? "a workspace"} again`],
  "link.remove": (is) =>
    is("everything") === "true"
      ? ["deleted", "delete", "everything about this server"]
      : ["unlinked", "unlink", formatBoldName(is("before")) ?? "a workspace"],
  "link.rename": (is) => [
    "renamed",
    "rename",
    joinParts([formatBoldName(is("before")), formatBoldName(is("after"))], " to "),
  ],
  "link.set": (is) => {
    const name = formatBoldName(is("after")) ?? "a workspace";
    const changes =
      is("changes") === undefined ? "" : is("changes") === "read-only" ? ", read-only" : ", changes allowed";
    return is("before") === undefined
      ? ["linked", "link", `${name}${changes}`]
      : ["replaced", "replace", `the key of ${name}${changes}`];
  },
  "order.create": (is, _target, { person }) => [
    "logged",
    "log",
    joinParts(
      [
        joinParts(["an order", is.list("items").slice(0, 4).map(shorten).join(", ")], ": "),
        is("customer") !== undefined && `for ${person(is("customer"))}`,
      ],
      " ",
    ),
  ],
  "post.delete": (is) => ["deleted", "delete", joinParts(["the post", formatBoldName(is("before"))], " ")],
  "privacy.forget": () => ["deleted", "delete", "**their own** data"],
  "privacy.forget-person": (is, target, { person }) => [
    "deleted",
    "delete",
    `the data kept about ${person(is("userId") ?? target)}`,
  ],
  "presence.hide": () => ["hid", "hide", "when they're on in the game"],
  "presence.show": () => ["showed", "show", "when they're on in the game again"],
  "remind.off": (is) => ["turned", "turn", `their reminder off${describeSubject(is("kind"))}`],
  "remind.on": (is) => [
    "turned",
    "turn",
    joinParts(
      [
        `their reminder on${describeSubject(is("kind"))}`,
        is("after") && `${is("after")} hours before the week ends`,
      ],
      ", ",
    ),
  ],
  "request.approve": (is) => ["approved", "approve", describeRequest(is)],
  "request.decline": (is) => ["declined", "decline", describeRequest(is)],
  "request.expire": (is) => [
    "lost",
    "lose",
    `their request for ${describeTimeAsked(is)} because nobody decided`,
  ],
  "request.mark-given": (is) => ["marked", "mark", `${describeRequest(is)} as given`],
  "request.reopen": (is) => ["opened", "open", `${describeRequest(is)} again`],
  "request.time": (is) => ["asked", "ask", `for ${describeTimeAsked(is)}`],
  "request.withdraw": (is) => ["withdrew", "withdraw", `their request for ${describeTimeAsked(is)}`],
  "reward.give": (is, target) => ["got", "get", `the role ${mentionRole(target)}${describeEarnedBy(is)}`],
  "reward.take": (_is, target) => ["lost", "lose", `the role ${mentionRole(target)} from an earlier week`],
  "role.create": (is) => [
    "created",
    "create",
    joinParts(["the role", formatBoldName(is("name")), "in the workspace"], " "),
  ],
  "schedule.add-pack": () => ["added", "add", "several schedules"],
  "schedule.add": (is) => ["added", "add", `the schedule ${describeSchedule(is)}`],
  "schedule.edit": (is) => ["changed", "change", `the schedule ${describeSchedule(is)}`],
  "schedule.pause": (is) => ["paused", "pause", `the schedule ${describeSchedule(is)}`],
  "schedule.remove": (is) => ["removed", "remove", `the schedule ${describeSchedule(is)}`],
  "schedule.resume": (is) => ["resumed", "resume", `the schedule ${describeSchedule(is)}`],
  "schedule.run": (is) => ["posted", "post", `the schedule ${describeSchedule(is)}`],
  "session.create-server": () => ["created", "create", "a server for an event"],
  "settings.history": (is) => [
    "set",
    "set",
    `how long saved weeks are kept to ${is("after") ?? "other"} months`,
  ],
  "settings.managers-channel": (is) =>
    is("after") === undefined
      ? ["stopped", "stop", `using ${mentionChannel(is("before"))} as the managers' channel`]
      : ["chose", "choose", `${mentionChannel(is("after"))} as the managers' channel`],
  "settings.orders": (is) => [
    "changed",
    "change",
    joinParts(["when orders end", is("after") && shorten(is("after"))], ": "),
  ],
  "settings.clock": (is) => [
    "chose",
    "choose",
    joinParts(["how times and dates are written", is("after") && shorten(is("after"))], ": "),
  ],
  "settings.pictures": (is) => {
    const after = is("after");
    // Entries from before there were two kinds say `on`.
    return after === "dark" || after === "light"
      ? ["chose", "choose", `${formatBoldName(after)} pictures`]
      : ["turned", "turn", `pictures ${formatBoldName(after) ?? "on or off"}`];
  },
  "settings.requests": (is) =>
    is("after") === undefined
      ? ["stopped", "stop", `time requests in ${mentionChannel(is("before"))}`]
      : ["chose", "choose", `${mentionChannel(is("after"))} for time requests`],
  "settings.rewards": (is) => {
    const chosen = (["passed", "top", "excused"] as const).map((reason) => is("roles", reason));
    const roles = [...new Set(chosen.filter((id) => id !== undefined))].map(mentionRole);
    return roles.length === 0
      ? ["turned", "turn", "rewards off"]
      : ["chose", "choose", `${roles.join(", ")} for weekly results`];
  },
  "settings.week-start": (is) => [
    "set",
    "set",
    `the first day of the week to ${formatBoldName(is("after")) ?? "another day"}`,
  ],
  "settings.zone": (is) => ["set", "set", `the time zone to ${formatBoldName(is("after")) ?? "another one"}`],
  "taskboard.delete-action": (is) => [
    "deleted",
    "delete",
    joinParts(["a task board action", formatBoldName(is("before"))], ": "),
  ],
  "taskboard.format": (is) => [
    "set",
    "set",
    `the position of ${formatBoldName(is("boardName")) ?? "a task board"} to ${formatBoldName(is("after")) ?? "another one"}`,
  ],
  "taskboard.set-board": (is) => [
    "chose",
    "choose",
    `${formatBoldName(is("after")) ?? "a board"} as the task board`,
  ],
  "workspace.settings": (is) => [
    "changed",
    "change",
    joinParts(
      [
        prefixName("the workspace's name to", is("after", "name")),
        prefixName("the workspace's theme to", is("after", "theme")),
      ],
      " and ",
    ) || "the workspace's settings",
  ],
};

/** `undefined` for an action without a sentence. */
export function buildSentence(
  { action, target, detail }: SentenceEntry,
  names: SentenceNames,
): Sentence | undefined {
  return isActionName(action) ? sentences[action](createFacts(detail, names.text), target, names) : undefined;
}

/** @param isBrief only the minutes, where there are any */
export function describeGift(is: Facts, person: SentenceNames["person"], isBrief = false): string {
  const minutes = Number(is("minutes") ?? (is("unit") === undefined ? is("gift", "duration") : undefined));
  const messages = Number(is("gift", "messages_sent"));
  const what = joinParts(
    [
      minutes > 0 && `${formatNumber(minutes)} min`,
      messages > 0 && !(isBrief && minutes > 0) && pluralize(messages, "message"),
    ],
    " and ",
  );
  return `${person(is("userId"))} ${what || "activity"}`;
}
