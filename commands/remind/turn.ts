import { type ReminderKind, reminderKinds } from "../../src/domain/reminder-kinds.ts";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reminder } from "../../src/store/reminders.ts";
import type { Week } from "../../src/store/weeks.ts";
import { choice } from "../kit/options.ts";
import { thisIsMeIn } from "../kit/this-is-me.ts";
import { reminderTexts } from "./render-state.ts";

export const kindOption = (description: string) =>
  choice(
    description,
    reminderKinds.map((kind) => ({ name: reminderTexts[kind].name, value: kind })),
  );

/** Turns one of the caller's reminders on, or changes it. @throws UserError for who isn't connected */
export async function turnOn(kind: ReminderKind, hours: number, ctx: LinkedContext): Promise<Reminder> {
  const { store, guildId, channelId, link, invoker, commandMention } = ctx;
  if ((await ctx.self()) === undefined) {
    throw new UserError(
      `You aren't connected to a workspace user yet, so I wouldn't know what's still open. Nothing was changed. Connect yourself with ${commandMention("account connect")}.`,
      { components: thisIsMeIn(ctx) },
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
  const detail = kind === "week" ? { before: before?.hours, after: hours } : { kind };
  await recordAudit({ action: "remind.on", outcome: "done", detail }, ctx);
  return { ...reminder, remindedWeek: before?.remindedWeek };
}

/** Turns one of the caller's reminders off, or all. Empty if they were off. */
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
export async function weekOf(reminder: Reminder | undefined, ctx: GuildContext): Promise<Week | undefined> {
  if (reminder === undefined) return undefined;
  const [own, link] = await Promise.all([
    ctx.self(),
    ctx.store.guildLinks.find(ctx.guildId, reminder.linkKey),
  ]);
  if (own === undefined || link === undefined) return undefined;
  const [week] = await ctx.store.weeks.ofUser(ctx.guildId, link.workspaceId, own.userId, 1);
  return week;
}
