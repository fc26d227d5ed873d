import { formatShortItems } from "../order/row.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import { type ActionName, isActionName } from "./actions.ts";
import {
  type Facts,
  type SentenceEntry,
  createFacts,
  mentionChannel,
  describeScheduleBriefly,
  mentionMember,
  formatBoldName,
  mentionRole,
  describeTimeAsked,
} from "./sentence-parts.ts";
import { describeGift, type WriteSentence, type Sentence, buildSentence } from "./sentences.ts";
import { formatWeekdayAndDate } from "../../src/ui/time.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";

/** No id that stands for a person here is longer. */
const maxTextLength = 24;

/** For actions whose whole sentence doesn't fit in one line on a phone. */
const briefSentences: Readonly<Partial<Record<ActionName, WriteSentence>>> = {
  "access.set": (is, target) => [
    "changed",
    "change",
    `${mentionRole(target ?? is("roleId"))} to ${formatBoldName(is("after")) ?? "another tier"}`,
  ],
  "account.ask": (_is, target) => ["asked", "ask", `${mentionChannel(target)} to connect`],
  "account.disconnect": (is) => ["disconnected", "disconnect", mentionMember(is("member"))],
  "account.expire": () => ["lost", "lose", "a request to be connected"],
  "account.request": (is, _target, { person }) => [
    "asked",
    "ask",
    `to connect as ${formatBoldName(is("displayName")) ?? person(is("userId"))}`,
  ],
  "activity.gift": (is, _target, { person }) => ["gave", "give", describeGift(is, person, true)],
  "audit.export": () => ["exported", "export", "the audit log"],
  "bans.delete": () => ["deleted", "delete", "a ban comment"],
  "component.refused": () => ["used", "use", "someone else's button"],
  "link.default": (is) => ["made", "make", `${formatBoldName(is("after")) ?? "a workspace"} the default`],
  "link.machines": (is) => [
    "changed",
    "change",
    `the machines of ${formatBoldName(is("workspace")) ?? "a workspace"}`,
  ],
  "order.create": (is, _target, { person }) => [
    "logged",
    "log",
    is("customer") === undefined
      ? is.list("items").length === 0
        ? "an order"
        : formatShortItems(is.list("items"), 23)
      : `an order for ${person(is("customer"))}`,
  ],
  "privacy.forget": () => ["deleted", "delete", "their own data"],
  "presence.hide": () => ["hid", "hide", "when they're on"],
  "presence.show": () => ["showed", "show", "when they're on"],
  "remind.off": () => ["turned", "turn", "a reminder off"],
  "remind.on": () => ["turned", "turn", "a reminder on"],
  "request.approve": (is) => ["approved", "approve", describeRequest(is)],
  "request.decline": (is) => ["declined", "decline", describeRequest(is)],
  "request.expire": (is) => ["lost", "lose", `a request for ${describeMinutesAsked(is)}`],
  "request.mark-given": (is) => ["marked", "mark", `${describeRequest(is)} as given`],
  "request.reopen": (is) => ["opened", "open", `${describeRequest(is)} again`],
  "request.time": (is) => ["asked", "ask", `for ${describeMinutesAsked(is)}`],
  "request.withdraw": (is) => ["withdrew", "withdraw", `a request for ${describeMinutesAsked(is)}`],
  "reward.give": (_is, target) => ["got", "get", mentionRole(target)],
  "reward.take": (_is, target) => ["lost", "lose", mentionRole(target)],
  "role.create": (is) => ["created", "create", joinParts(["the role", formatBoldName(is("name"))], " ")],
  "schedule.add": (is) => ["added", "add", describeScheduleBriefly(is)],
  "schedule.edit": (is) => ["changed", "change", describeScheduleBriefly(is)],
  "schedule.pause": (is) => ["paused", "pause", describeScheduleBriefly(is)],
  "schedule.remove": (is) => ["removed", "remove", describeScheduleBriefly(is)],
  "schedule.resume": (is) => ["resumed", "resume", describeScheduleBriefly(is)],
  "schedule.run": (is) => ["posted", "post", describeScheduleBriefly(is)],
  "session.create-server": () => ["created", "create", "a session server"],
  "settings.history": (is) => ["set", "set", `saved weeks to ${is("after") ?? "other"} months`],
  "settings.orders": () => ["changed", "change", "when orders end"],
  "settings.week-start": (is) => [
    "set",
    "set",
    `the first day to ${formatBoldName(is("after")) ?? "another day"}`,
  ],
  "taskboard.delete-action": () => ["deleted", "delete", "a task board action"],
  "taskboard.format": (is) => [
    "set",
    "set",
    `the position of ${formatBoldName(is("boardName")) ?? "a task board"}`,
  ],
  "taskboard.set-board": (is) => [
    "chose",
    "choose",
    joinParts(["the task board", formatBoldName(is("after"))], " "),
  ],
  "workspace.settings": () => ["changed", "change", "the workspace's settings"],
};

/** One line on a phone; opening the entry shows the rest. `undefined` for an unknown action. */
export const buildBriefSentence: typeof buildSentence = (
  entry: SentenceEntry,
  names,
): Sentence | undefined => {
  const { action, target, detail } = entry;
  const text = (value: string): string => truncate(toReadable(value), maxTextLength);
  const brief = isActionName(action) ? briefSentences[action] : undefined;
  return brief === undefined
    ? buildSentence(entry, { ...names, text })
    : brief(createFacts(detail, text), target, names);
};

/** A value without its Markdown; a day as `Wed 18 Nov`. */
export function toReadable(value: string): string {
  return value.replace(/\*+/g, "").replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => {
    try {
      return formatWeekdayAndDate(Temporal.PlainDate.from(day), usualDateStyle);
    } catch {
      return day;
    }
  });
}

function describeRequest(is: Facts): string {
  return `${mentionMember(is("member"))}'s ${describeMinutesAsked(is)}`;
}

function describeMinutesAsked(is: Facts): string {
  return describeTimeAsked((...path) => (path[0] === "day" ? undefined : is(...path)));
}
