import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { usableBy } from "./usable.ts";
import { renderHelp } from "./render.ts";

/** Made from the other commands, so that nothing it says can be out of date. */
export function help(commands: readonly Command[]): Command {
  return defineCommand({
    data: new SlashCommandBuilder().setName("help").setDescription("Show what you may do here"),
    access: "everyone",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    async run(_interaction, { store, guildId, caller, commandMention }) {
      const link = await store.guildLinks.find(guildId);
      const groups = usableBy(caller.tier, commands);
      return renderHelp({ tier: caller.tier, isLinked: link !== undefined, groups }, commandMention);
    },
  });
}
