import { MisuseError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { reminderOffId } from "./render-reminder.ts";
import { turnOff } from "./turn-off.ts";

/** One press on a reminder, also in private. */
export const offButton = defineButton({
  id: reminderOffId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  home: ({ guildId }) => guildId,
  async run({ guildId, discordUserId }, ctx, { message }) {
    if (guildId !== ctx.guildId || discordUserId !== ctx.caller.discordUserId) {
      throw new MisuseError(
        "This reminder is somebody else's, so your press did nothing. Your own is turned off with `/remind off`.",
      );
    }
    const wasOn = await turnOff(ctx);
    return {
      content: [message.content, wasOn ? "Reminders are off now." : "Reminders were off already.", again]
        .filter(Boolean)
        .join("\n"),
      embeds: message.embeds.map((embed) => embed.toJSON()),
    };
  },
});

const again = "-# Turn them on again with `/remind on` in the server.";
