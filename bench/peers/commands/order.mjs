import { Command } from "@sapphire/framework";
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  EmbedBuilder,
  MessageFlags,
  StringSelectMenuBuilder,
} from "discord.js";
import { menu, newestOrders, orderPage } from "../orders.mjs";

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
    const { title, description, footer, choices, buttons } = orderPage(orders);
    const embed = new EmbedBuilder()
      .setColor(0x4c6ef5)
      .setTitle(title)
      .setDescription(description)
      .setFooter({ text: footer })
      .setTimestamp();
    const select = new StringSelectMenuBuilder()
      .setCustomId(menu.id)
      .setPlaceholder(menu.placeholder)
      .addOptions(choices);
    const below = buttons.map(({ id, label, disabled = false }) =>
      new ButtonBuilder()
        .setCustomId(id)
        .setLabel(label)
        .setStyle(ButtonStyle.Secondary)
        .setDisabled(disabled),
    );
    const components = [
      new ActionRowBuilder().addComponents(select),
      new ActionRowBuilder().addComponents(below),
    ];
    return interaction.editReply({ embeds: [embed], components });
  }
}
