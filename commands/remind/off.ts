import { MisuseError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { reminderOffId } from "../../src/jobs/reminder-message.ts";

/** Turns the caller's reminders off. False when they were off. */
async function turnOff(ctx: GuildContext): Promise<boolean> {
  const { store, guildId, invoker } = ctx;
  const before = await store.reminders.find(guildId, invoker.discordUserId);
  if (!(await store.reminders.remove(guildId, invoker.discordUserId))) return false;
  await recordAudit({ action: "remind.off", outcome: "done", detail: { before: before?.hours } }, ctx);
  return true;
}

/** One press on a reminder, also in private. */
export const offButton = defineButton({
  id: reminderOffId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  guildIdOf: ({ guildId }) => guildId,
  async run({ guildId, discordUserId }, ctx, { message }) {
    if (guildId !== ctx.guildId || discordUserId !== ctx.invoker.discordUserId) {
      throw new MisuseError(
        "This reminder is somebody else's, so your press did nothing. Your own is turned off with `/remind off`.",
      );
    }
    const wasOn = await turnOff(ctx);
    return {
      content: [
        message.content,
        wasOn ? "Reminders are off now." : "Reminders were off already.",
        turnOnAgainText,
      ]
        .filter(Boolean)
        .join("\n"),
      embeds: message.embeds.map((embed) => embed.toJSON()),
    };
  },
});

const turnOnAgainText = "-# Turn them on again with `/remind on` in the server.";

export const off = defineSubcommand({
  name: "off",
  description: "Turn your reminders off",
  // Who was on the staff must still be able to stop them.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    const again = `Turn them on with ${ctx.commandMention("remind on")}.`;
    return (await turnOff(ctx))
      ? { content: `Your reminders are off. ${again}` }
      : { content: `Your reminders were off already, so nothing was changed. ${again}` };
  },
});
