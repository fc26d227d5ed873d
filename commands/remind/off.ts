import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { turnOff } from "./turn-off.ts";

export const off = defineSubcommand({
  data: new SlashCommandSubcommandBuilder().setName("off").setDescription("Turn your reminders off"),
  // Who was on the staff must still be able to stop them.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_interaction, ctx) {
    const again = `Turn them on with ${ctx.commandMention("remind on")}.`;
    return (await turnOff(ctx))
      ? { content: `Your reminders are off. ${again}` }
      : { content: `Your reminders were off already, so nothing was changed. ${again}` };
  },
});
