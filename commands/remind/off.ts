import { MisuseError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { reminderOffId } from "../../src/jobs/reminder-message.ts";

/** Turns the caller's reminders off. False if they were off. */
async function turnOff(ctx: GuildContext): Promise<boolean> {
  const { store, guildId, invoker } = ctx;
  const before = await store.reminders.find(guildId, invoker.discordUserId);
  if (!(await store.reminders.remove(guildId, invoker.discordUserId))) return false;
  await recordAudit({ action: "remind.off", outcome: "done", detail: { before: before?.hours } }, ctx);
  return true;
}

/** The button of a reminder, also in private messages. */
export const offButton = defineButton({
  id: reminderOffId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  guildIdOf: ({ guildId }) => guildId,
  async run({ guildId, discordUserId }, ctx, { message }) {
    if (guildId !== ctx.guildId || discordUserId !== ctx.invoker.discordUserId) {
      throw new MisuseError(
        "This reminder is for someone else, so nothing was changed. Use `/remind off` to turn off your own.",
      );
    }
    const wasOn = await turnOff(ctx);
    return {
      content: [
        message.content,
        wasOn ? "Reminders are off." : "Reminders were already off.",
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
  // Former staff must still be able to stop them.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    const again = `Turn them on with ${ctx.commandMention("remind on")}.`;
    return (await turnOff(ctx))
      ? { content: `Your reminders are off. ${again}` }
      : { content: `Your reminders were already off, so nothing was changed. ${again}` };
  },
});
