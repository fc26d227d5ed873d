import {
  type APIChannel,
  ApplicationIntegrationType,
  ComponentType,
  InteractionContextType,
  MessageFlags,
  Routes,
} from "discord.js";
import { expect, test } from "vitest";
import { type DiscordEmulator, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { botFor, ping, emulatorForTest } from "./bot.ts";
import { catchRefusal, restFor } from "./refusals.ts";

const { mia: miaId, theo: theoId, guildId, orders, sam } = playgroundIds;
const asking = {
  content: "Is this you?",
  components: [
    {
      type: ComponentType.ActionRow,
      components: [{ type: ComponentType.Button, style: 1, label: "It is me", custom_id: "me" }],
    },
  ],
};

async function tell(
  discord: DiscordEmulator,
  discordUserId: string,
  body: unknown = asking,
): Promise<string> {
  const rest = restFor(discord);
  // The routes answer with a channel and a message.
  const channel = (await rest.post(Routes.userChannels(), {
    body: { recipient_id: discordUserId },
  })) as APIChannel;
  await rest.post(Routes.channelMessages(channel.id), { body });
  return channel.id;
}
function lastOf(messages: readonly SeenMessage[]): SeenMessage {
  const last = messages.at(-1);
  if (last === undefined) throw new Error("expected a message");
  return last;
}

test("a private message is visible to its recipient alone", async () => {
  const discord = await emulatorForTest();
  const channelId = await tell(discord, miaId);
  expect(discord.inPrivate(miaId).read()).toMatchObject([{ content: "Is this you?", private: false }]);
  expect(discord.inPrivate(theoId).read()).toEqual([]);
  expect(() => discord.as(theoId, channelId)).toThrow("can't see");
  expect(discord.inPrivate(miaId).channelId).toBe(channelId);
});

test("a private message's button is pressed outside of any guild", async () => {
  const discord = await emulatorForTest();
  const seen: unknown[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isButton()) return;
    const { guildId: guild, user, member, context, message } = interaction;
    seen.push({ guild, user: user.id, member, context, content: message.content });
    await interaction.update({ content: "Good.", components: [] });
    await interaction.followUp({ content: "Between us", flags: MessageFlags.Ephemeral });
  });
  await tell(discord, miaId);
  const me = discord.inPrivate(miaId);
  expect(await me.press(lastOf(me.read()), "It is me")).toMatchObject({
    kind: "updated",
    message: { content: "Good.", buttons: [] },
  });
  expect(seen).toEqual([
    {
      guild: null,
      user: miaId,
      member: null,
      context: InteractionContextType.BotDM,
      content: "Is this you?",
    },
  ]);
  await expect.poll(() => me.read().map(({ content }) => content)).toEqual(["Good.", "Between us"]);
});

test("in private, people have the commands meant for it, and can open a form", async () => {
  const discord = await emulatorForTest();
  const everywhere = { ...ping, name: "anywhere", contexts: [InteractionContextType.BotDM] };
  const inGuilds = { ...ping, contexts: [InteractionContextType.Guild] };
  await botFor(discord, [everywhere, inGuilds], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.showModal({
        custom_id: "form",
        title: "Name",
        components: [
          {
            type: ComponentType.Label,
            label: "Name",
            component: { type: ComponentType.TextInput, custom_id: "name", style: 1 },
          },
        ],
      });
    if (interaction.isModalSubmit()) await interaction.reply(interaction.fields.getTextInputValue("name"));
  });
  const me = discord.inPrivate(miaId);
  expect(me.commands().map(({ name }) => name)).toEqual(["anywhere"]);
  const opened = await me.run("anywhere");
  if (opened.kind !== "form") throw new Error("expected a form");
  expect(await me.submit(opened.form, { name: "Mia" })).toMatchObject({
    kind: "message",
    message: { content: "Mia" },
  });
});

test("a person who refuses private messages gets none: 50007, until they allow them again", async () => {
  const discord = await emulatorForTest();
  await tell(discord, miaId);
  discord.refusePrivateMessages(miaId);
  expect((await catchRefusal(tell(discord, miaId))).code).toBe(50_007);
  expect((await catchRefusal(tell(discord, theoId))).code).toBeUndefined();
  expect(discord.inPrivate(miaId).read()).toHaveLength(1);
  discord.refusePrivateMessages(miaId, false);
  await tell(discord, miaId);
  expect(discord.inPrivate(miaId).read()).toHaveLength(2);
});

test("the bot can't message someone with whom it shares no guild", async () => {
  const discord = await emulatorForTest();
  expect((await catchRefusal(tell(discord, sam))).code).toBeUndefined();
  discord.removeBotFromGuild(guildId);
  expect((await catchRefusal(tell(discord, sam))).code).toBe(50_007);
});

test("the bot reads, edits and deletes its private messages", async () => {
  const discord = await emulatorForTest();
  const channelId = await tell(discord, miaId);
  const rest = restFor(discord);
  // The route answers with messages.
  const [message] = (await rest.get(Routes.channelMessages(channelId))) as readonly { readonly id: string }[];
  const route = Routes.channelMessage(channelId, message?.id ?? "");
  await rest.patch(route, { body: { content: "Later.", components: [] } });
  expect(discord.inPrivate(miaId).read()).toMatchObject([{ content: "Later.", buttons: [] }]);
  await rest.delete(route);
  expect(discord.inPrivate(miaId).read()).toEqual([]);
});

/** What Discord says around an interaction, of where it comes from and by whose installation. */
async function seenBy(discord: DiscordEmulator): Promise<unknown[]> {
  const seen: unknown[] = [];
  const both = [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall];
  const { Guild, BotDM, PrivateChannel } = InteractionContextType;
  const anywhere = { ...ping, integration_types: both, contexts: [Guild, BotDM, PrivateChannel] };
  const inGuilds = { ...ping, name: "guilds", contexts: [Guild] };
  await botFor(discord, [anywhere, inGuilds], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { guildId: guild, context, authorizingIntegrationOwners: owners, member } = interaction;
    seen.push({ guild, context, owners: owners.toJSON(), isMember: member !== null });
    await interaction.reply({ content: "Here", flags: MessageFlags.Ephemeral });
  });
  return seen;
}
const namesOf = (person: ReturnType<DiscordEmulator["inPrivate"]>) =>
  person.commands().map(({ name }) => name);

test("people who installed the app have its commands in private chats and where the bot isn't", async () => {
  const discord = await emulatorForTest();
  const seen = await seenBy(discord);
  const withTheo = discord.inDirectMessage(miaId, theoId);
  expect(namesOf(withTheo)).toEqual([]);
  discord.setInstalled(miaId);
  expect(namesOf(withTheo)).toEqual(["ping"]);
  expect(namesOf(discord.inDirectMessage(theoId, miaId))).toEqual([]);
  await withTheo.run("ping");
  await discord.inPrivate(miaId).run("ping");
  await discord.as(miaId, orders).run("ping");
  discord.removeBotFromGuild(guildId);
  expect(namesOf(discord.as(miaId, orders))).toEqual(["ping"]);
  expect(namesOf(discord.as(theoId, orders))).toEqual([]);
  await discord.as(miaId, orders).run("ping");
  const { Guild, BotDM, PrivateChannel } = InteractionContextType;
  expect(seen).toEqual([
    { guild: null, context: PrivateChannel, owners: { 1: miaId }, isMember: false },
    { guild: null, context: BotDM, owners: { 0: "0", 1: miaId }, isMember: false },
    { guild: guildId, context: Guild, owners: { 0: guildId, 1: miaId }, isMember: true },
    { guild: guildId, context: Guild, owners: { 1: miaId }, isMember: true },
  ]);
  expect(withTheo.read().map(({ content }) => content)).toEqual(["Here"]);
  expect(discord.inDirectMessage(theoId, miaId).read()).toEqual([]);
});

test("the bot can't write in a channel between two people, and nobody else can read it", async () => {
  const discord = await emulatorForTest();
  const { channelId } = discord.inDirectMessage(miaId, theoId);
  const rest = restFor(discord);
  const post = rest.post(Routes.channelMessages(channelId), { body: { content: "Hello" } });
  expect((await catchRefusal(post)).code).toBe(10_003);
  expect(() => discord.as(sam, channelId)).toThrow("can't see");
});

test("a command must name contexts that Discord knows, each once", async () => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  const route = Routes.applicationCommands(discord.applicationId);
  const command = { name: "ping", description: "Ping" };
  for (const places of [{ contexts: [3] }, { contexts: [] }, { integration_types: [0, 0] }]) {
    const refused = restFor(discord).put(route, { body: [{ ...command, ...places }] });
    expect((await catchRefusal(refused)).code).toBe(50_035);
  }
});
