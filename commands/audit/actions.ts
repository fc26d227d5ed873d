import { z } from "zod";
import type { AuditOutcome } from "../../src/store/audit.ts";

const Change = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** An entry's values before and after, as text; empty if it has none. */
export interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

export function parseChange(detail: unknown): ChangeTexts {
  const change = Change.safeParse(detail).data ?? {};
  return { before: formatValue(change.before), after: formatValue(change.after) };
}

const Counted = z.object({ times: z.number() });

/** How often it happened, for an entry that counts several. */
export function parseOccurrences(detail: unknown): number | undefined {
  return Counted.safeParse(detail).data?.times;
}

const ToOneself = z.object({ toOneself: z.literal(true) });

/** Someone gave something to themselves. */
export function isToOneself(detail: unknown): boolean {
  return ToOneself.safeParse(detail).success;
}

const WasFound = z.object({ found: z.literal(true) });

/** Its outcome was unknown at first; then someone looked, and it was there. */
export function wasFound(detail: unknown): boolean {
  return WasFound.safeParse(detail).success;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an entry's target is, if its sentence names it. */
type Thing = "role" | "channel";

interface ActionLabel {
  /** The attempted action, whatever its outcome. */
  readonly label: string;
  /** Once it's done, where it isn't the label with its first word in the past tense. */
  readonly done?: string;
  readonly target?: Thing;
}

const actions = {
  "access.set": { label: "Change what a role may do", target: "role" },
  "account.approve": { label: "Approve a connection request" },
  "account.approve-several": { label: "Approve several connection requests" },
  "account.ask": { label: "Ask members to connect", target: "channel" },
  "account.request": { label: "Request a connection" },
  "account.connect": { label: "Connect a person" },
  "account.decline": { label: "Decline a connection request" },
  "account.disconnect": { label: "Disconnect a person" },
  "account.expire": { label: "Let a connection request expire" },
  "account.import": { label: "Connect several people" },
  "account.look-up": { label: "Look up who a user id is" },
  "account.withdraw": { label: "Withdraw a connection request" },
  "activity.gift": { label: "Gift activity" },
  "audit.channel": { label: "Choose the audit log channel", target: "channel" },
  "audit.export": { label: "Export the audit log" },
  "bans.delete": { label: "Delete a ban comment" },
  "calendar.subscribe": { label: "Make a calendar address" },
  "calendar.turn-off": { label: "Turn a calendar address off" },
  "component.refused": { label: "Use someone else's button" },
  "link.channel": { label: "Choose a channel's workspace", target: "channel" },
  "link.default": { label: "Choose the default workspace" },
  "link.machines": { label: "Choose which ids are machines" },
  "link.read-only": { label: "Make a link read-only, or allow changes" },
  "link.remove": { label: "Remove a link" },
  "link.rename": { label: "Rename a workspace" },
  "link.set": {
    label: "Link a workspace, or replace its key",
    done: "Linked a workspace, or replaced its key",
  },
  "order.create": { label: "Log an order" },
  "post.delete": { label: "Delete a post" },
  "privacy.forget": { label: "Delete their own data" },
  "privacy.forget-person": { label: "Delete someone's data" },
  "presence.hide": { label: "Hide when they're on" },
  "presence.show": { label: "Show when they're on" },
  "remind.off": { label: "Turn reminders off" },
  "remind.on": { label: "Turn reminders on" },
  "request.approve": { label: "Approve a request for time" },
  "request.decline": { label: "Decline a request for time" },
  "request.expire": { label: "Let a request for time expire" },
  "request.mark-given": { label: "Mark a request for time as given" },
  "request.reopen": { label: "Open a request for time again" },
  "request.time": { label: "Ask for time" },
  "request.withdraw": { label: "Withdraw a request for time" },
  "reward.give": { label: "Get a role for a week", target: "role" },
  "reward.take": { label: "Lose a role from an earlier week", target: "role" },
  "role.create": { label: "Create a role in the workspace" },
  "schedule.add": { label: "Add a schedule" },
  "schedule.add-pack": { label: "Add several schedules" },
  "schedule.edit": { label: "Change a schedule" },
  "schedule.pause": { label: "Pause a schedule" },
  "schedule.remove": { label: "Remove a schedule" },
  "schedule.resume": { label: "Resume a schedule" },
  "schedule.run": { label: "Post a schedule now", done: "Posted a schedule" },
  "session.create-server": { label: "Create a session server" },
  "settings.history": { label: "Choose how long saved weeks are kept" },
  "settings.managers-channel": {
    label: "Choose the managers' channel",
    target: "channel",
  },
  "settings.orders": { label: "Change which orders are done or old" },
  "settings.clock": { label: "Choose how times and dates are written" },
  "settings.pictures": { label: "Choose dark, light or no pictures" },
  "settings.requests": { label: "Choose the channel for time requests", target: "channel" },
  "settings.rewards": { label: "Choose the roles for weekly results" },
  "settings.week-start": { label: "Choose the first day of the week" },
  "settings.zone": { label: "Choose the time zone" },
  "taskboard.delete-action": { label: "Delete a task board action" },
  "taskboard.format": { label: "Set a board's format" },
  "taskboard.set-board": { label: "Choose the task board" },
  "workspace.settings": { label: "Change the workspace's settings" },
} as const satisfies Readonly<Record<string, ActionLabel>>;

export type ActionName = keyof typeof actions;

export function isActionName(action: string): action is ActionName {
  return Object.hasOwn(actions, action);
}

/** `undefined` for an unknown action. */
export function findActionLabel(action: string): ActionLabel | undefined {
  return isActionName(action) ? actions[action] : undefined;
}

const pastForms: Readonly<Record<string, string>> = {
  Choose: "Chose",
  Get: "Got",
  Let: "Let",
  Log: "Logged",
  Lose: "Lost",
  Make: "Made",
  Set: "Set",
  Withdraw: "Withdrew",
};

/** `Changed a schedule`, for an action that was carried out. */
export function formatDoneLabel({ label, done }: ActionLabel): string {
  if (done !== undefined) return done;
  const [verb = "", ...rest] = label.split(" ");
  const past = pastForms[verb] ?? `${verb}${verb.endsWith("e") ? "d" : "ed"}`;
  return [past, ...rest].join(" ");
}

interface OutcomeLabel {
  readonly mark: string;
  /** In a line, and on one of its own. */
  readonly label: string;
  readonly title: string;
}

export const outcomes: Readonly<Record<AuditOutcome, OutcomeLabel>> = {
  done: { mark: "✅", label: "done", title: "Done" },
  refused: { mark: "🚫", label: "refused, nothing changed", title: "Refused, nothing changed" },
  unsent: { mark: "🚫", label: "not sent, nothing changed", title: "Not sent, nothing changed" },
  unknown: { mark: "❓", label: "outcome unknown", title: "Outcome unknown" },
};
