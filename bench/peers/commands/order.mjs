import { Command } from "@sapphire/framework";
import { ActionRowBuilder, ButtonBuilder, ButtonStyle, EmbedBuilder, MessageFlags } from "discord.js";
import { footerOf, newestOrders, orderLines, titles } from "../orders.mjs";

export class OrderCommand extends Command {
  constructor(context, options) {
    super(context, { ...options, name: "order", description: "Orders of the workspace" });
  }

  registerApplicationCommands(registry) {
    registry.registerChatInputCommand((builder) =>
      builder
        .setName(this.name)
        .setDescription(this.description)
        .addSubcommand((search) => search.setName("search").setDescription("Find orders, newest first")),
    );
  }

  async chatInputRun(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const orders = await newestOrders();
    const embed = new EmbedBuilder()
      .setColor(0x4c6ef5)
      .setTitle(titles.orders)
      .setDescription(orderLines(orders))
      .setFooter({ text: footerOf(orders) })
      .setTimestamp();
    const buttons = new ActionRowBuilder().addComponents(
      new ButtonBuilder()
        .setCustomId("newer")
        .setLabel("Newer")
        .setStyle(ButtonStyle.Secondary)
        .setDisabled(true),
      new ButtonBuilder().setCustomId("older").setLabel("Older").setStyle(ButtonStyle.Secondary),
    );
    return interaction.editReply({ embeds: [embed], components: [buttons] });
  }
}
