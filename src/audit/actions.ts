import { z } from "zod";
import type { AuditOutcome } from "../store/audit.ts";

const Change = z.object({ before: z.unknown().optional(), after: z.unknown().optional() });

/** What an entry says of how things stood and how they stand, as text; empty where it says nothing. */
interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

export function changeOf(detail: unknown): ChangeTexts {
  const change = Change.safeParse(detail).data ?? {};
  return { before: textOf(change.before), after: textOf(change.after) };
}

const Counted = z.object({ times: z.number() });

/** How often it happened, of an entry that stands for several. */
export function timesOf(detail: unknown): number | undefined {
  return Counted.safeParse(detail).data?.times;
}

const ToOneself = z.object({ toOneself: z.literal(true) });

/** Somebody gave something, and gave it to themselves. */
export function isToOneself(detail: unknown): boolean {
  return ToOneself.safeParse(detail).success;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What an entry's target is, where its sentence names it. */
type Thing = "role" | "channel";

interface ActionWords {
  /** What somebody set out to do, whatever came of it. */
  readonly words: string;
  readonly target?: Thing;
}

const actions = {
  "access.set": { words: "Change what a role may do", target: "role" },
  "account.approve": { words: "Approve a connected person" },
  "account.claim": { words: "Ask to be connected" },
  "account.connect": { words: "Connect a person" },
  "account.decline": { words: "Decline to connect a person" },
  "account.disconnect": { words: "Disconnect a person" },
  "account.look-up": { words: "Look up who a user id is" },
  "account.withdraw": { words: "Take back the wish to be connected" },
  "activity.forget": { words: "Delete the remembered weeks of a person" },
  "activity.gift": { words: "Gift activity" },
  "audit.channel": { words: "Choose the channel of the record", target: "channel" },
  "audit.export": { words: "Export the record" },
  "bans.delete": { words: "Delete a ban comment" },
  "control.refused": { words: "Use a control of somebody else" },
  "link.access": { words: "Change the roles of the staff" },
  "link.channel": { words: "Tie a channel to a workspace", target: "channel" },
  "link.default": { words: "Choose the default workspace" },
  "link.remove": { words: "Remove a link" },
  "link.rename": { words: "Rename a workspace here" },
  "link.set": { words: "Link a workspace, or renew its key" },
  "order.create": { words: "Log an order" },
  "post.delete": { words: "Delete a post" },
  "remind.off": { words: "Turn reminders off" },
  "remind.on": { words: "Turn reminders on" },
  "role.create": { words: "Create a role in the workspace" },
  "schedule.add": { words: "Add a schedule" },
  "schedule.edit": { words: "Change a schedule" },
  "schedule.pause": { words: "Pause a schedule" },
  "schedule.remove": { words: "Remove a schedule" },
  "schedule.resume": { words: "Let a schedule go on" },
  "schedule.run": { words: "Post a schedule at once" },
  "session.create-server": { words: "Create a session server" },
  "settings.managers-channel": {
    words: "Choose the managers' channel",
    target: "channel",
  },
  "settings.orders": { words: "Change when orders end" },
  "settings.week-start": { words: "Choose the first day of the week" },
  "settings.zone": { words: "Choose the time zone" },
  "taskboard.delete-action": { words: "Delete an action of the task board" },
  "taskboard.format": { words: "Set the format of a board" },
  "taskboard.set-board": { words: "Choose the task board" },
  "workspace.settings": { words: "Change the workspace's settings" },
} as const satisfies Readonly<Record<string, ActionWords>>;

export type ActionName = keyof typeof actions;

export function isActionName(action: string): action is ActionName {
  return Object.hasOwn(actions, action);
}

/** `undefined` for an action that nobody gave words. */
export function actionOf(action: string): ActionWords | undefined {
  return isActionName(action) ? actions[action] : undefined;
}

interface OutcomeWords {
  readonly mark: string;
  readonly words: string;
}

export const outcomes: Readonly<Record<AuditOutcome, OutcomeWords>> = {
  done: { mark: "✅", words: "done" },
  refused: { mark: "✖️", words: "refused, nothing changed" },
  unsent: { mark: "✖️", words: "not sent, nothing changed" },
  unknown: { mark: "❓", words: "outcome unknown" },
};
