import { z } from "zod";
import type { AuditOutcome } from "../store/audit.ts";

const Change = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** An entry's values before and after, as text; empty if it has none. */
interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

export function changeOf(detail: unknown): ChangeTexts {
  const change = Change.safeParse(detail).data ?? {};
  return { before: textOf(change.before), after: textOf(change.after) };
}

const Counted = z.object({ times: z.number() });

/** How often it happened, for an entry that counts several. */
export function timesOf(detail: unknown): number | undefined {
  return Counted.safeParse(detail).data?.times;
}

const ToOneself = z.object({ toOneself: z.literal(true) });

/** Someone gave something to themselves. */
export function isToOneself(detail: unknown): boolean {
  return ToOneself.safeParse(detail).success;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an entry's target is, if its sentence names it. */
type Thing = "role" | "channel";

interface ActionLabel {
  /** The attempted action, whatever its outcome. */
  readonly words: string;
  readonly target?: Thing;
}

const actions = {
  "access.set": { words: "Change what a role may do", target: "role" },
  "account.approve": { words: "Approve a connection request" },
  "account.approve-several": { words: "Approve several connection requests" },
  "account.ask": { words: "Ask members to connect", target: "channel" },
  "account.request": { words: "Request a connection" },
  "account.connect": { words: "Connect a person" },
  "account.decline": { words: "Decline a connection request" },
  "account.disconnect": { words: "Disconnect a person" },
  "account.import": { words: "Connect several people" },
  "account.look-up": { words: "Look up who a user id is" },
  "account.withdraw": { words: "Withdraw a connection request" },
  "activity.gift": { words: "Gift activity" },
  "audit.channel": { words: "Choose the audit log channel", target: "channel" },
  "audit.export": { words: "Export the audit log" },
  "bans.delete": { words: "Delete a ban comment" },
  "component.refused": { words: "Use someone else's button" },
  "link.channel": { words: "Choose a channel's workspace", target: "channel" },
  "link.default": { words: "Choose the default workspace" },
  "link.remove": { words: "Remove a link" },
  "link.rename": { words: "Rename a workspace" },
  "link.set": { words: "Link a workspace, or replace its key" },
  "order.create": { words: "Log an order" },
  "post.delete": { words: "Delete a post" },
  "privacy.forget": { words: "Delete what was kept about oneself" },
  "privacy.forget-person": { words: "Delete what was kept about someone" },
  "remind.off": { words: "Turn reminders off" },
  "remind.on": { words: "Turn reminders on" },
  "request.approve": { words: "Approve a request for time" },
  "request.decline": { words: "Decline a request for time" },
  "request.expire": { words: "Let a request for time expire" },
  "request.mark-given": { words: "Mark a request for time as given" },
  "request.reopen": { words: "Open a request for time again" },
  "request.time": { words: "Ask for time" },
  "request.withdraw": { words: "Withdraw a request for time" },
  "role.create": { words: "Create a role in the workspace" },
  "schedule.add": { words: "Add a schedule" },
  "schedule.edit": { words: "Change a schedule" },
  "schedule.pause": { words: "Pause a schedule" },
  "schedule.remove": { words: "Remove a schedule" },
  "schedule.resume": { words: "Resume a schedule" },
  "schedule.run": { words: "Post a schedule now" },
  "session.create-server": { words: "Create a session server" },
  "settings.history": { words: "Choose how long saved weeks are kept" },
  "settings.managers-channel": {
    words: "Choose the managers' channel",
    target: "channel",
  },
  "settings.orders": { words: "Change which orders are done or old" },
  "settings.pictures": { words: "Turn pictures on or off" },
  "settings.requests": { words: "Choose the channel for time requests", target: "channel" },
  "settings.week-start": { words: "Choose the first day of the week" },
  "settings.zone": { words: "Choose the time zone" },
  "taskboard.delete-action": { words: "Delete a task board action" },
  "taskboard.format": { words: "Set a board's format" },
  "taskboard.set-board": { words: "Choose the task board" },
  "workspace.settings": { words: "Change the workspace's settings" },
} as const satisfies Readonly<Record<string, ActionLabel>>;

export type ActionName = keyof typeof actions;

export function isActionName(action: string): action is ActionName {
  return Object.hasOwn(actions, action);
}

/** `undefined` for an unknown action. */
export function actionOf(action: string): ActionLabel | undefined {
  return isActionName(action) ? actions[action] : undefined;
}

interface OutcomeLabel {
  readonly mark: string;
  readonly words: string;
}

export const outcomes: Readonly<Record<AuditOutcome, OutcomeLabel>> = {
  done: { mark: "✅", words: "done" },
  refused: { mark: "✖️", words: "refused, nothing changed" },
  unsent: { mark: "✖️", words: "not sent, nothing changed" },
  unknown: { mark: "❓", words: "outcome unknown" },
};
