/** With discord.js alone, its commands in a collection. */
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Collection,
  EmbedBuilder,
  Events,
  MessageFlags,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
} from "discord.js";
import { clientOptions } from "./client-options.mjs";
import { menu, newestOrders, orderPage, titles } from "./orders.mjs";
import { postWhenTold } from "./posting.mjs";

const help = {
  data: new SlashCommandBuilder().setName("help").setDescription("Show what you may do here"),
  async execute(interaction) {
    const embed = new EmbedBuilder()
      .setColor(0x4c6ef5)
      .setTitle(titles.help)
      .setDescription("`/order search` shows the newest orders.");
    await interaction.reply({ embeds: [embed], flags: MessageFlags.Ephemeral });
  },
};

const order = {
  data: new SlashCommandBuilder()
    .setName("order")
    .setDescription("Orders of the workspace")
    .addSubcommand((search) => search.setName("search").setDescription("Find orders, newest first")),
  async execute(interaction) {
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
    await interaction.editReply({ embeds: [embed], components });
  },
};

const client = new Client(clientOptions);
client.commands = new Collection([help, order].map((command) => [command.data.name, command]));

client.once(Events.ClientReady, () => process.stdout.write("ready\n"));
client.on(Events.InteractionCreate, (interaction) => void execute(interaction));
postWhenTold(client);
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);

async function execute(interaction) {
  if (!interaction.isChatInputCommand()) return;
  const command = interaction.client.commands.get(interaction.commandName);
  if (!command) return;
  try {
    await command.execute(interaction);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    const sorry = { content: "There was an error with this command.", flags: MessageFlags.Ephemeral };
    if (interaction.replied || interaction.deferred) await interaction.followUp(sorry);
    else await interaction.reply(sorry);
  }
}
