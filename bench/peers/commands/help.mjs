import { Command } from "@sapphire/framework";
import { EmbedBuilder, MessageFlags } from "discord.js";
import { titles } from "../orders.mjs";

export class HelpCommand extends Command {
  constructor(context, options) {
    super(context, { ...options, name: "help", description: "Show what you may do here" });
  }

  registerApplicationCommands(registry) {
    registry.registerChatInputCommand((builder) =>
      builder.setName(this.name).setDescription(this.description),
    );
  }

  async chatInputRun(interaction) {
    const embed = new EmbedBuilder()
      .setColor(0x4c6ef5)
      .setTitle(titles.help)
      .setDescription("`/order search` shows the newest orders.");
    return interaction.reply({ embeds: [embed], flags: MessageFlags.Ephemeral });
  }
}
