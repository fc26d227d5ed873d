import { readsOfKinds, type ReminderKind, reminderKinds } from "./kinds.ts";
import { listLacking } from "../../src/domain/capabilities.ts";
import { UserError, MisuseError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reminder } from "./store.ts";
import type { Week } from "../weeks/index.ts";
import { createThisIsMeRowIn } from "../kit/resolve-person.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { createOnButton, reminderOffId } from "./message.ts";

interface OwnReminders {
  readonly on: readonly Reminder[];
  /** Their workspace was unlinked, so they never come. */
  readonly stopped: readonly Reminder[];
  /** Those that nothing can be read for, in their own workspace or, while they are off, in any of the server. */
  readonly lacking: readonly ReminderKind[];
}

/** The caller's reminders. */
export async function readOwnReminders({
  store,
  guildId,
  invoker,
}: Pick<GuildContext, "store" | "guildId" | "invoker">): Promise<OwnReminders> {
  const [all, links] = await Promise.all([
    store.reminders.list(guildId, invoker.discordUserId),
    store.guildLinks.list(guildId),
  ]);
  const isLinked = (reminder: Reminder) => links.some(({ linkKey }) => linkKey === reminder.linkKey);
  const on = all.filter(isLinked);
  const lacking = reminderKinds.filter((kind) => {
    const own = on.find((reminder) => reminder.kind === kind);
    const theirs = own === undefined ? links : links.filter(({ linkKey }) => linkKey === own.linkKey);
    return listLacking(theirs).includes(readsOfKinds[kind]);
  });
  return { on, stopped: all.filter((reminder) => !isLinked(reminder)), lacking };
}

/**
 * Turns one of the caller's reminders on, or changes it. One that was on already only learns where it was asked for, the
 * channel for people who don't accept private messages.
 * @throws UserError for who isn't connected
 */
export async function turnOn(
  kind: ReminderKind,
  hours: number,
  ctx: LinkedContext,
): Promise<{ readonly reminder: Reminder; readonly wasOn: boolean }> {
  const { store, guildId, channelId, link, invoker, commandMention } = ctx;
  if ((await ctx.self()) === undefined) {
    throw new UserError(
      `You aren't connected to a workspace user yet, so I wouldn't know what's still open. Nothing was changed. Connect yourself with ${commandMention("account connect")}.`,
      { components: createThisIsMeRowIn(ctx) },
    );
  }
  const { discordUserId } = invoker;
  const before = await store.reminders.find(guildId, discordUserId, kind);
  const reminder = {
    guildId,
    discordUserId,
    kind,
    linkKey: link.linkKey,
    channelId,
    hours: kind === "week" ? hours : 0,
    setAt: ctx.now(),
  };
  await store.reminders.set(reminder);
  const isSameLink = before?.linkKey === reminder.linkKey;
  const wasOn = isSameLink && before.hours === reminder.hours;
  const detail = kind === "week" ? { before: before?.hours, after: hours } : { kind };
  if (!wasOn) await recordAudit({ action: "remind.on", outcome: "done", detail }, ctx);
  return { reminder: { ...reminder, remindedWeek: isSameLink ? before.remindedWeek : undefined }, wasOn };
}

/** Turns some of the caller's reminders off. Empty if they were off. */
export async function turnOff(
  kinds: readonly ReminderKind[],
  ctx: GuildContext,
): Promise<readonly Reminder[]> {
  const { store, guildId, invoker } = ctx;
  const removed: Reminder[] = [];
  for (const kind of kinds) {
    const before = await store.reminders.remove(guildId, invoker.discordUserId, kind);
    if (before === undefined) continue;
    removed.push(before);
    const detail = kind === "week" ? { before: before.hours } : { kind };
    await recordAudit({ action: "remind.off", outcome: "done", detail }, ctx);
  }
  return removed;
}

/** The caller's newest week in the workspace of a reminder. */
export async function readWeek(reminder: Reminder | undefined, ctx: GuildContext): Promise<Week | undefined> {
  if (reminder === undefined) return undefined;
  const [own, link] = await Promise.all([
    ctx.self(),
    ctx.store.guildLinks.find(ctx.guildId, reminder.linkKey),
  ]);
  if (own === undefined || link === undefined) return undefined;
  const [week] = await ctx.store.weeks.ofUser(ctx.guildId, link.workspaceId, own.userId, 1);
  return week;
}

/** The button of a reminder, also in private messages. */
export const stopButton = defineButton({
  id: reminderOffId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  findGuildId: ({ guildId }) => guildId,
  async run({ guildId, discordUserId, kind }, ctx, { message }) {
    if (guildId !== ctx.guildId || discordUserId !== ctx.invoker.discordUserId) {
      throw new MisuseError(
        "This reminder is for someone else, so nothing was changed. Use `/remind` to turn off your own.",
      );
    }
    const [wasOn] = await turnOff([kind], ctx);
    return {
      content: [
        message.content,
        wasOn === undefined ? "These reminders were already off." : offTexts[kind],
        turnOnAgainText,
      ]
        .filter(Boolean)
        .join("\n"),
      embeds: message.embeds.map((embed) => embed.toJSON()),
      // In a channel, others could press it.
      components: wasOn === undefined || !ctx.isPrivate ? [] : createButtonRow(createOnButton(wasOn)),
    };
  },
});

const offTexts: Readonly<Record<ReminderKind, string>> = {
  week: "Reminders before the week ends are off.",
  assignment: "Reminders about new assignments are off.",
  marked: "Reminders about week results are off.",
  order: "Reminders about ready orders are off.",
};

const turnOnAgainText = "-# Turn them on again with `/remind` in the server.";
