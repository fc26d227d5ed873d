import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";

/** Turns the caller's reminders off. False when they were off. */
export async function turnOff(ctx: GuildContext): Promise<boolean> {
  const { store, guildId, caller } = ctx;
  const before = await store.reminders.find(guildId, caller.discordUserId);
  if (!(await store.reminders.remove(guildId, caller.discordUserId))) return false;
  await recordDeed({ action: "remind.off", outcome: "done", detail: { before: before?.hours } }, ctx);
  return true;
}
