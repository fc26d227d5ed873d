import {
  ActionRowBuilder,
  type AutocompleteInteraction,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  ContextMenuCommandBuilder,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  REST,
  Routes,
  SlashCommandBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { restOptions } from "../../src/discord/rest.ts";
import { type DiscordEmulator, playgroundIds } from "../../playground/discord/index.ts";

/** A small bot that answers in every way there is, so that the page can be tried without the real one. */
export interface KindsBot {
  /** What it received, one per line. */
  readonly heard: readonly string[];
  /** Posts into a channel, in Discord's own form. */
  post(channelId: string, body: object): Promise<void>;
  /** Writes to one person alone. */
  tell(discordUserId: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

const commands = [
  new SlashCommandBuilder()
    .setName("kinds")
    .setDescription("Every kind of option")
    .addStringOption((option) =>
      option.setName("text").setDescription("Words").setRequired(true).setMaxLength(10),
    )
    .addIntegerOption((option) =>
      option.setName("count").setDescription("How many").setMinValue(1).setMaxValue(9),
    )
    .addBooleanOption((option) => option.setName("sure").setDescription("Sure or not"))
    .addUserOption((option) => option.setName("person").setDescription("Somebody"))
    .addStringOption((option) => option.setName("post").setDescription("A post").setAutocomplete(true))
    .addAttachmentOption((option) => option.setName("file").setDescription("A file")),
  new SlashCommandBuilder().setName("form").setDescription("Open a form"),
  new SlashCommandBuilder().setName("secret").setDescription("Answer in private"),
  new SlashCommandBuilder().setName("report").setDescription("Answer with a file"),
  new SlashCommandBuilder()
    .setName("note")
    .setDescription("Long words")
    .addStringOption((option) => option.setName("words").setDescription("About whom").setRequired(true))
    .addStringOption((option) => option.setName("who").setDescription("Somebody").setAutocomplete(true)),
  new SlashCommandBuilder().setName("slow").setDescription("Think first"),
  new SlashCommandBuilder().setName("silent").setDescription("Never answer"),
  new ContextMenuCommandBuilder().setName("Greet").setType(2),
  new ContextMenuCommandBuilder().setName("Count words").setType(3),
];

export async function startKindsBot(discord: DiscordEmulator): Promise<KindsBot> {
  const heard: string[] = [];
  const rest = new REST({
    ...restOptions,
    api: discord.apiUrl,
    globalRequestsPerSecond: 100_000,
  }).setToken(discord.botToken);
  const route = Routes.applicationCommands(discord.applicationId);
  await rest.put(route, { body: commands.map((command) => command.toJSON()) });
  const client = new Client({ intents: [], rest: { ...restOptions, api: discord.apiUrl } });
  client.on("interactionCreate", (interaction) => {
    answer(interaction, heard).catch((error: unknown) => heard.push(String(error)));
  });
  await client.login(discord.botToken);
  await discord.waitForBot();
  const post = async (channelId: string, body: object) =>
    void (await rest.post(Routes.channelMessages(channelId), { body }));
  return {
    heard,
    post,
    tell: async (discordUserId, body) => post((await client.users.createDM(discordUserId)).id, body),
    stop: () => client.destroy(),
  };
}

async function answer(interaction: Interaction, heard: string[]): Promise<void> {
  if (interaction.isAutocomplete()) return suggest(interaction);
  if (interaction.isChatInputCommand()) return answerCommand(interaction, heard);
  if (interaction.isModalSubmit()) return answerForm(interaction, heard);
  if (interaction.isUserContextMenuCommand())
    await interaction.reply(`Hello ${interaction.targetUser.username}`);
  if (interaction.isMessageContextMenuCommand()) await interaction.reply("That was a message");
  if (interaction.isAnySelectMenu()) {
    heard.push(`chose ${interaction.values.join(",")}`);
    await interaction.update({ content: `You chose ${interaction.values.join(", ")}`, components: [] });
  }
  if (interaction.isButton()) {
    heard.push(`pressed ${interaction.customId}`);
    if (interaction.customId === "no-answer") return;
    await interaction.update({ content: "Pressed once", components: [] });
  }
}

async function answerCommand(interaction: ChatInputCommandInteraction, heard: string[]): Promise<void> {
  heard.push(`ran ${interaction.toString()}`);
  switch (interaction.commandName) {
    case "form":
      await interaction.showModal(form());
      return;
    case "report":
      await interaction.reply({
        content: "Two lines",
        files: [{ attachment: Buffer.from("who,what\nMia,order"), name: "audit.csv" }],
      });
      return;
    case "note":
      await interaction.reply({
        content: `Noted ${interaction.options.getString("words", true)}`,
        flags: MessageFlags.Ephemeral,
      });
      return;
    case "secret":
      await interaction.reply({ content: "Between us", flags: MessageFlags.Ephemeral });
      return;
    case "slow":
      await interaction.deferReply();
      await interaction.editReply({ content: "Thought it over", components: [row()] });
      return;
    case "silent":
      return;
    default:
      await interaction.reply(`You said ${interaction.options.getString("text", true)}`);
  }
}

async function answerForm(interaction: ModalSubmitInteraction, heard: string[]): Promise<void> {
  const name = interaction.fields.getTextInputValue("name");
  const [person] = interaction.fields.getSelectedUsers("who")?.keys() ?? [];
  heard.push(`form ${name}${person === undefined ? "" : ` about ${person}`}`);
  if (name === "wrong") {
    await interaction.reply({
      content: "That name is taken, so nothing was done.",
      flags: MessageFlags.Ephemeral,
    });
    return;
  }
  await interaction.reply({ embeds: [{ title: "Done", description: `Welcome, ${name}` }] });
}

async function suggest(interaction: AutocompleteInteraction): Promise<void> {
  const typed = interaction.options.getFocused().toLowerCase();
  const posts = ["Winter menu", "Winter opening hours", "New beans"].filter((name) =>
    name.toLowerCase().includes(typed),
  );
  await interaction.respond(posts.map((name) => ({ name, value: `id-of-${name}` })));
}

function row(): ActionRowBuilder<ButtonBuilder> {
  return new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId("once").setLabel("Press me").setStyle(ButtonStyle.Primary),
  );
}

function form(): ModalBuilder {
  const text = (id: string, style: TextInputStyle) =>
    new TextInputBuilder()
      .setCustomId(id)
      .setStyle(style)
      .setRequired(style === TextInputStyle.Short)
      .setMaxLength(20);
  const choices = [
    { label: "Here", value: "here" },
    { label: "To go", value: "go", description: "In a cup that comes back" },
  ];
  return new ModalBuilder()
    .setCustomId("form")
    .setTitle("A form")
    .addTextDisplayComponents(new TextDisplayBuilder().setContent("All of it is **yours**."))
    .addLabelComponents(
      new LabelBuilder().setLabel("Name").setTextInputComponent(text("name", TextInputStyle.Short)),
      new LabelBuilder()
        .setLabel("Where")
        .setRadioGroupComponent((group) => group.setCustomId("where").setRequired(false).setOptions(choices)),
      new LabelBuilder()
        .setLabel("Extras")
        .setCheckboxGroupComponent((group) =>
          group.setCustomId("extras").setRequired(false).setMinValues(0).setOptions(choices),
        ),
      new LabelBuilder()
        .setLabel("Who")
        .setUserSelectMenuComponent((select) => select.setCustomId("who").setRequired(false).setMinValues(0)),
    );
}

/** Everything a message can hold, as two messages: one in the old form, one in Components V2. */
export function everyKind(pictureUrl: string): readonly object[] {
  const button = (style: number, label: string) => ({
    type: 2,
    style,
    label,
    custom_id: `b${String(style)}`,
  });
  return [
    {
      content: `**Bold** <@${playgroundIds.mia}> in <#${playgroundIds.orders}> for <@&${playgroundIds.staffRole}> ||hidden|| <t:1700000000:R>`,
      embeds: [
        {
          author: { name: "An author" },
          title: "A title",
          url: "https://cafe.example/",
          description: "Words\n-# small print",
          color: 0x2f9e44,
          fields: [1, 2, 3, 4].map((number) => ({
            name: `Field ${String(number)}`,
            value: "v",
            inline: number < 4,
          })),
          thumbnail: { url: pictureUrl },
          image: { url: pictureUrl },
          footer: { text: "A footer" },
          timestamp: "2026-11-21T09:00:00.000Z",
        },
      ],
      components: [
        {
          type: 1,
          components: [
            button(1, "Primary"),
            button(2, "Secondary"),
            button(3, "Success"),
            { ...button(4, "Danger"), disabled: true },
            { type: 2, style: 5, label: "Link", url: "https://cafe.example/" },
          ],
        },
        {
          type: 1,
          components: [
            {
              type: 3,
              custom_id: "s3",
              placeholder: "A string",
              options: [
                { label: "One", value: "one" },
                { label: "Two", value: "two" },
              ],
            },
          ],
        },
        ...[5, 6, 7].map((type) => ({
          type: 1,
          components: [{ type, custom_id: `s${String(type)}`, placeholder: `Select ${String(type)}` }],
        })),
      ],
    },
    {
      flags: 1 << 15,
      components: [
        {
          type: 17,
          accent_color: 0xf08c00,
          components: [
            {
              type: 9,
              components: [{ type: 10, content: "### In a section" }],
              accessory: { type: 11, media: { url: pictureUrl }, description: "A small picture" },
            },
            { type: 14, divider: true, spacing: 2 },
            { type: 12, items: [{ media: { url: pictureUrl }, description: "A gallery picture" }] },
            { type: 1, components: [{ type: 8, custom_id: "s8", placeholder: "Select 8" }] },
          ],
        },
      ],
    },
  ];
}
