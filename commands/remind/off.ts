import { MisuseError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { reminderOffId } from "../../src/jobs/reminder-message.ts";
import { reminderKinds } from "../../src/domain/reminder-kinds.ts";
import { reminderTexts } from "./render-state.ts";
import { kindOption, turnOff } from "./turn.ts";

/** The button of a reminder, also in private messages. */
export const offButton = defineButton({
  id: reminderOffId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  guildIdOf: ({ guildId }) => guildId,
  async run({ guildId, discordUserId, kind }, ctx, { message }) {
    if (guildId !== ctx.guildId || discordUserId !== ctx.invoker.discordUserId) {
      throw new MisuseError(
        "This reminder is for someone else, so nothing was changed. Use `/remind off` to turn off your own.",
      );
    }
    const [wasOn] = await turnOff([kind], ctx);
    return {
      content: [
        message.content,
        wasOn === undefined ? "Reminders were already off." : "Reminders are off.",
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
  options: { about: kindOption("Which ones (all of them by default)") },
  // Former staff must still be able to stop them.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options: { about } }, ctx) {
    const again = `Turn them on with ${ctx.commandMention("remind on")}.`;
    const removed = await turnOff(about === undefined ? reminderKinds : [about], ctx);
    const names = removed.map(({ kind }) => reminderTexts[kind].name).join(", ");
    return removed.length > 0
      ? { content: `Your reminders are off: ${names}. ${again}` }
      : { content: `Your reminders were already off, so nothing was changed. ${again}` };
  },
});
