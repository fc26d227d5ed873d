import { type NoticeKind, readsOfKinds, type ReminderKind, reminderKinds } from "./kinds.ts";
import type { Reminder } from "./store.ts";
import type { Week } from "../weeks/index.ts";
import { readNames } from "../../src/error-text.ts";
import { hourMs } from "../../src/time.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { canWriteIn } from "../kit/post-channel.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts, subtext, withoutBreaks } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatRelativeAndExact, timestamp } from "../../src/ui/time.ts";

/** How long before a week ends, unless someone chooses otherwise. */
export const usualHours = 24;

interface ReminderText {
  /** As a choice and in a list. */
  readonly name: string;
  /** When it comes. */
  readonly when: (reminder: Pick<Reminder, "hours">) => string;
  /** The same beside its name. */
  readonly timing: (reminder: Pick<Reminder, "hours">) => string;
}

export const reminderTexts: Readonly<Record<ReminderKind, ReminderText>> = {
  week: {
    name: "Before the week ends",
    when: ({ hours }) =>
      `I'll remind you ${pluralize(hours, "hour")} before your week ends if anything is still open.`,
    timing: ({ hours }) => `${pluralize(hours, "hour")} before, if anything is still open`,
  },
  assignment: {
    name: "New assignment",
    when: () => "I'll tell you about new assignments when I next read your week, within six hours.",
    timing: () => "Within six hours of getting it",
  },
  marked: {
    name: "Week passed or failed",
    when: () => "I'll tell you whether you passed a week when I next read your weeks, within six hours.",
    timing: () => "Within six hours of the result",
  },
  order: {
    name: "Order ready",
    when: () => "I'll tell you within minutes when an order for you is ready for pickup.",
    timing: () => "Within minutes, so you can pick it up",
  },
};

export interface ReminderState {
  /** Those that are on. */
  readonly reminders: readonly Reminder[];
  /** Those that were on when their workspace was unlinked. */
  readonly stopped: readonly Reminder[];
  /** Those that nothing can be read for; they are shown while they are on. */
  readonly lacking: readonly ReminderKind[];
  /** The newest known one. */
  readonly week: Week | undefined;
  readonly place: MentionPlace;
  /** Former staff may only turn them off. */
  readonly mayTurnOn: boolean;
  /** Nobody else gets any. */
  readonly isConnected: boolean;
  /** By link key, if the server has several. */
  readonly workspaces: ReadonlyMap<string, string>;
}

/** Where those are mentioned who don't accept private messages: a channel's id, or why nowhere; `undefined` with none on. */
type MentionPlace = { readonly channelId: string } | "asked-in-private" | "cannot-write" | undefined;

interface ReminderOn {
  readonly place: MentionPlace;
  readonly reminder: Reminder;
  /** It was the same before. */
  readonly wasOn: boolean;
  /** The newest known one. */
  readonly week: Week | undefined;
}

/** One that was just turned on, or was on already. */
export function renderReminderOn({ reminder, wasOn, week, place }: ReminderOn, ctx: RenderContext): Reply {
  const lines = [
    `✅ ${reminderTexts[reminder.kind].when(reminder)}`,
    describePlace("You'll get a private message.", place),
    reminder.kind === "week" && describeNext(reminder, week, ctx.now.epochMilliseconds).sentence,
  ];
  const next = `Change it at any time with ${ctx.commandMention("remind")}.`;
  if (!wasOn) return receipt({ title: "Reminder on", verb: "Turned on", lines, next }, ctx);
  const description = joinParts([...lines, subtext(next)], "\n");
  return { embeds: [createEmbed({ title: "Reminder already on", tone: "done", description })] };
}

/** Those that were just turned off; none if they were off already. */
export function renderRemindersOff(removed: readonly Reminder[], ctx: RenderContext): Reply {
  if (removed.length === 0) return { content: "Your reminders were already off, so nothing was changed." };
  const names = removed.map(({ kind }) => reminderTexts[kind].name).join(", ");
  const line = `🔕 Your reminders are off: ${names}.`;
  return receipt({ title: "Reminders off", verb: "Turned off", lines: [line] }, ctx);
}

/** All of them, on or off. */
export function renderReminders(state: ReminderState, ctx: RenderContext): Reply {
  const { reminders, lacking } = state;
  const on = reminderKinds.flatMap((kind) => reminders.find((reminder) => reminder.kind === kind) ?? []);
  const isOn = (kind: ReminderKind) => on.some((reminder) => reminder.kind === kind);
  const kinds = reminderKinds.filter((kind) => isOn(kind) || !lacking.includes(kind));
  const areAllOn = on.length === kinds.length;
  const count = on.length === 0 ? "all off" : areAllOn ? "all on" : `${on.length} on`;
  return {
    embeds: [
      createEmbed({
        title: `Your reminders: ${count}`,
        tone: on.length > 0 ? "done" : "information",
        description: joinParts(
          [
            on.length > 0 && describeHeldBack(state, ctx),
            ...kinds.map((kind) => formatStateLine(kind, state, areAllOn, ctx.now.epochMilliseconds)),
            kinds.length > 0
              ? subtext(describePlace("Sent as private messages.", state.place))
              : "There's nothing I can remind you of: neither assignments nor orders can be read here.",
            !state.mayTurnOn && subtext("Only staff can turn them on."),
          ],
          "\n",
        ),
      }),
    ],
  };
}

/** Why none of those that are on come now, if so. */
function describeHeldBack(
  { isConnected, mayTurnOn }: ReminderState,
  { commandMention }: RenderContext,
): string | false {
  if (!isConnected)
    return `⚠️ You aren't connected to a workspace user, so none of these come. Connect yourself with ${commandMention("account connect")}.`;
  return !mayTurnOn && "⚠️ Only staff get reminders, so none of these come while you aren't staff.";
}

/** How soon after it happens. */
const soonTexts: Readonly<Record<NoticeKind, string>> = {
  assignment: "within\u00a06\u00a0h",
  marked: "within\u00a06\u00a0h",
  order: "within minutes",
};

/** `✅ **Order ready** · on · within minutes`. Where all are on or off, the title says so, and each line only when it comes. */
function formatStateLine(
  kind: ReminderKind,
  { reminders, stopped, lacking, week, workspaces }: ReminderState,
  areAllOn: boolean,
  now: number,
): string {
  const name = `**${reminderTexts[kind].name}**`;
  const reminder = reminders.find((each) => each.kind === kind);
  if (reminder !== undefined && lacking.includes(kind))
    return `⚠️ ${name} · on, but ${readNames[readsOfKinds[kind]]} can't be read here`;
  if (reminder !== undefined)
    return joinParts([
      `✅ ${name}`,
      !areAllOn && "on",
      kind === "week" ? describeNext(reminder, week, now).brief : soonTexts[kind],
      escapeMarkdown(workspaces.get(reminder.linkKey) ?? "", 40),
    ]);
  if (stopped.some((each) => each.kind === kind)) return `⚠️ ${name} · stopped, its workspace was unlinked`;
  if (reminders.length > 0) return `🔕 ${name} · off`;
  return `🔕 ${name} · ${kind === "week" ? withoutBreaks(`${usualHours} h ahead`) : soonTexts[kind]}`;
}

function describePlace(lead: string, place: MentionPlace): string {
  switch (place) {
    case undefined:
      return lead;
    case "asked-in-private":
      return `${lead} If you don't accept those, I can't reach you: turn the reminder on in a channel of the server instead.`;
    case "cannot-write":
      return `${lead} If you don't accept those, I can't reach you, because I can't write in the channel where you turned it on: turn the reminder on in another channel.`;
    default:
      return `${lead} If you don't accept those, I'll mention you in <#${place.channelId}>, without your numbers.`;
  }
}

/** The last one turned on speaks for all. */
export async function findMentionPlace(
  reminders: readonly Reminder[],
  ctx: GuildContext,
): Promise<MentionPlace> {
  const last = reminders.toSorted((a, b) => a.setAt - b.setAt).at(-1);
  if (last === undefined) return undefined;
  const { channelId, guildId } = last;
  if (channelId === guildId) return "asked-in-private";
  return (await canWriteIn(channelId, ctx)) ? { channelId } : "cannot-write";
}

/** When the next one before a reset comes, in a sentence and beside its name. */
function describeNext(
  { hours, remindedWeek }: Reminder,
  week: Week | undefined,
  now: number,
): { readonly sentence: string; readonly brief: string } {
  if (week === undefined || week.endsAt <= now)
    return {
      sentence:
        "I don't know yet when your week ends. I'll find out within a few hours and remind you from then on.",
      brief: "time unknown",
    };
  if (remindedWeek !== undefined && remindedWeek >= week.weekStart)
    return {
      sentence: "This week's reminder is done. The next one can come next week.",
      brief: "again next week",
    };
  const at = week.endsAt - hours * hourMs;
  if (at <= now)
    return {
      sentence: "That time has already passed this week, so I'll check within a minute.",
      brief: "within a minute",
    };
  const next = Temporal.Instant.fromEpochMilliseconds(at);
  return { sentence: `Next: ${formatRelativeAndExact(next)}.`, brief: timestamp(next, "R") };
}
