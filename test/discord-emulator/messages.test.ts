import { ButtonStyle, ComponentType, MessageFlags, SeparatorSpacingSize } from "discord.js";
import { expect, test } from "vitest";
import { type DiscordEmulator, playgroundIds, seedWithGuilds } from "../../playground/discord/index.ts";
import { botFor, mia, ping, emulatorForTest } from "./bot.ts";
import { restFor } from "./refusals.ts";

const { orders, mia: miaId } = playgroundIds;
const posts = `/channels/${orders}/messages` as const;

const newest = (discord: DiscordEmulator): string => discord.messagesIn(orders).at(-1)?.id ?? "";

test("a Components V2 message shows its texts, pictures and buttons, and remains one", async () => {
  const discord = await emulatorForTest();
  const components = [
    {
      type: ComponentType.Container,
      accent_color: 0x4c6ef5,
      components: [
        { type: ComponentType.TextDisplay, content: "# Week" },
        {
          type: ComponentType.Section,
          components: [{ type: ComponentType.TextDisplay, content: "Monday" }],
          accessory: {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            label: "Open",
            custom_id: "open",
          },
        },
        { type: ComponentType.Separator, spacing: SeparatorSpacingSize.Large },
        {
          type: ComponentType.MediaGallery,
          items: [{ media: { url: "attachment://week.png" }, description: "The week" }],
        },
      ],
    },
  ];
  const body = { flags: MessageFlags.IsComponentsV2, components };
  const rest = restFor(discord);
  await rest.post(posts, { body, files: [{ name: "week.png", data: Buffer.from("png") }] });
  const [message] = discord.messagesIn(orders);
  expect(message?.text).toBe("# Week\nMonday\nThe week");
  expect(message?.buttons).toMatchObject([{ label: "Open", customId: "open" }]);
  await expect(
    rest.patch(`${posts}/${newest(discord)}`, { body: { content: "plain" } }),
  ).rejects.toMatchObject({
    code: 50_035,
  });
});

test("a post is edited, pinned, listed and deleted", async () => {
  const discord = await emulatorForTest();
  const rest = restFor(discord);
  for (const content of ["one", "two", "three"]) await rest.post(posts, { body: { content } });
  const id = newest(discord);
  await rest.patch(`${posts}/${id}`, { body: { content: "THREE" } });
  await rest.put(`${posts}/pins/${id}`);
  expect(mia(discord).read().at(-1)).toMatchObject({ content: "THREE", edited: true, pinned: true });
  expect(await rest.get(posts, { query: new URLSearchParams({ before: id, limit: "1" }) })).toMatchObject([
    { content: "two" },
  ]);
  await rest.delete(`${posts}/${id}`);
  await expect(rest.get(`${posts}/${id}`)).rejects.toMatchObject({ code: 10_008 });
});

test("a channel takes as many pins as Discord allows, fewer while that is switched on, and those it has stay", async () => {
  const discord = await emulatorForTest();
  const rest = restFor(discord);
  const pin = async (content: string) => {
    await rest.post(posts, { body: { content } });
    return rest.put(`${posts}/pins/${newest(discord)}`);
  };
  await pin("one");
  discord.faults.limitPins(1);
  await rest.put(`${posts}/pins/${newest(discord)}`);
  await expect(pin("two")).rejects.toMatchObject({ status: 400, code: 30_003 });
  discord.faults.clear();
  await pin("three");
  expect(discord.messagesIn(orders).filter(({ pinned }) => pinned)).toHaveLength(2);
});

test("a private reply can't be reached through its channel", async () => {
  const discord = await emulatorForTest();
  const client = await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: "x", flags: MessageFlags.Ephemeral });
  });
  const outcome = await mia(discord).run("ping");
  const id = outcome.kind === "message" ? outcome.message.id : "";
  await expect(client.rest.get(`${posts}/${id}`)).rejects.toMatchObject({ code: 10_008 });
  expect(await client.rest.get(posts)).toEqual([]);
});

test("an edit that leaves nothing to show is refused", async () => {
  const discord = await emulatorForTest();
  await restFor(discord).post(posts, { body: { content: "x" } });
  const edit = restFor(discord).patch(`${posts}/${newest(discord)}`, { body: { content: "" } });
  await expect(edit).rejects.toMatchObject({ code: 50_006 });
});

test("the private channel with a person is always the same one", async () => {
  const discord = await emulatorForTest();
  const open = async () => {
    const channel = await restFor(discord).post("/users/@me/channels", { body: { recipient_id: miaId } });
    // The route answers with a channel.
    return (channel as { readonly id: string }).id;
  };
  const id = await open();
  expect(await open()).toBe(id);
  await restFor(discord).post(`/channels/${id}/messages`, { body: { content: "just you" } });
  expect(discord.messagesIn(id)).toMatchObject([{ content: "just you" }]);
});

test("the guild list is paginated", async () => {
  const discord = await emulatorForTest({ seed: seedWithGuilds(4) });
  const page = async (after: string) => {
    const query = new URLSearchParams({ limit: "2", after });
    const guilds = await restFor(discord).get("/users/@me/guilds", { query });
    // The route answers with guilds.
    return (guilds as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  const first = await page("0");
  const second = await page(first.at(-1) ?? "");
  const third = await page(second.at(-1) ?? "");
  expect(new Set([...first, ...second, ...third]).size).toBe(5);
});
