import { ButtonStyle, ComponentType, MessageFlags } from "discord.js";
import { expect, test } from "vitest";
import { botFor, mia, ping, emulatorForTest, TestClock, theo } from "./bot.ts";
import { patient } from "../support/patience.ts";

const minuteMs = 60_000;
const button = (label: string) => ({
  type: ComponentType.Button as const,
  style: ButtonStyle.Primary as const,
  label,
  custom_id: label,
});

test("an immediate reply is a message that the person can read", async () => {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply("Hello");
  });
  const outcome = await mia(discord).run("ping");
  expect(outcome).toMatchObject({
    kind: "message",
    deferred: false,
    message: { content: "Hello", private: false, asked: { name: "Mia", command: "ping" } },
  });
  expect(theo(discord).read()).toHaveLength(1);
});

test("a deferred reply shows as thinking first, then becomes the reply", async () => {
  const discord = await emulatorForTest();
  const { promise: shown, resolve: goOn } = Promise.withResolvers<void>();
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await shown;
    await interaction.editReply("Done");
  });
  const pending = mia(discord).run("ping");
  await expect
    .poll(() => mia(discord).read())
    .toMatchObject([{ thinking: true, private: true, content: "" }]);
  goOn();
  expect(await pending).toMatchObject({
    kind: "message",
    deferred: true,
    message: { content: "Done", thinking: false },
  });
  expect(theo(discord).read()).toEqual([]);
});

test("a follow-up right after deferring replaces the deferred reply, a second one doesn't", async () => {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    await interaction.followUp("first");
    await interaction.followUp("second");
  });
  await mia(discord).run("ping");
  await expect
    .poll(() =>
      mia(discord)
        .read()
        .map(({ content }) => content),
    )
    .toEqual(["first", "second"]);
});

test("a second reply to one interaction is refused with 40060", async () => {
  const discord = await emulatorForTest();
  const codes: unknown[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply("one");
    const again = { body: { type: 4, data: { content: "two" } }, auth: false };
    await interaction.client.rest
      .post(`/interactions/${interaction.id}/${interaction.token}/callback`, again)
      .catch((error: { readonly code?: unknown }) => codes.push(error.code));
  });
  await mia(discord).run("ping");
  await expect.poll(() => codes).toEqual([40_060]);
  expect(mia(discord).read()).toHaveLength(1);
});

test("a reply after three seconds is refused with 10062, and the person sees that the bot didn't respond", async () => {
  const clock = new TestClock();
  const discord = await emulatorForTest({ clock });
  const codes: unknown[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    clock.advance(patient(3_001));
    await interaction.reply("late").catch((error: { readonly code?: unknown }) => codes.push(error.code));
  });
  expect(await mia(discord).run("ping")).toEqual({ kind: "failed", reason: "did-not-respond" });
  await expect.poll(() => codes).toEqual([10_062]);
});

test("after fifteen minutes a reply can no longer be edited", async () => {
  const clock = new TestClock();
  const discord = await emulatorForTest({ clock });
  const codes: unknown[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply("one");
    clock.advance(14 * minuteMs);
    await interaction.editReply("still");
    clock.advance(2 * minuteMs);
    await interaction.editReply("late").catch((error: { readonly code?: unknown }) => codes.push(error.code));
  });
  await mia(discord).run("ping");
  await expect.poll(() => codes).toEqual([50_027]);
  expect(mia(discord).read()).toMatchObject([{ content: "still", edited: true }]);
});

test("only its recipient sees a private reply, and can dismiss it", async () => {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: "secret", flags: MessageFlags.Ephemeral });
  });
  const outcome = await mia(discord).run("ping");
  if (outcome.kind !== "message") throw new Error("expected a message");
  expect(theo(discord).read()).toEqual([]);
  expect(discord.messagesIn(outcome.message.channelId)).toEqual([]);
  mia(discord).dismiss(outcome.message.id);
  expect(mia(discord).read()).toEqual([]);
});

test("with a response requested, the bot gets the message that it sent", async () => {
  const discord = await emulatorForTest();
  const ids: (string | undefined)[] = [];
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const response = await interaction.reply({ content: "x", withResponse: true });
    ids.push(response.resource?.message?.id, (await interaction.fetchReply()).id);
  });
  await mia(discord).run("ping");
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[0]).toBe(ids[1]);
});

test("a deferred update without an edit leaves the message as it is, and a reply without one isn't finished", async () => {
  const unfinishedMs = 20_000;
  const stretch = (usualMs: number): number => (usualMs === unfinishedMs ? 50 : patient(usualMs));
  const discord = await emulatorForTest({ stretch });
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({
        content: "?",
        components: [{ type: 1, components: [button("nothing"), button("thinking")] }],
      });
    if (!interaction.isButton()) return;
    if (interaction.customId === "nothing") await interaction.deferUpdate();
    else await interaction.deferReply();
  });
  const first = await mia(discord).run("ping");
  if (first.kind !== "message") throw new Error("expected a message");
  expect(await mia(discord).press(first.message, "nothing")).toMatchObject({
    kind: "updated",
    message: { content: "?" },
  });
  expect(await mia(discord).press(first.message, "thinking")).toMatchObject({ reason: "never-finished" });
});

test("a deferred update ends with its edit, or with a private follow-up", async () => {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({
        content: "?",
        components: [{ type: 1, components: [button("edit"), button("tell")] }],
      });
    if (!interaction.isButton()) return;
    await interaction.deferUpdate();
    if (interaction.customId === "edit") await interaction.editReply("edited");
    else await interaction.followUp({ content: "told", flags: MessageFlags.Ephemeral });
  });
  const first = await mia(discord).run("ping");
  if (first.kind !== "message") throw new Error("expected a message");
  expect(await theo(discord).press(first.message, "edit")).toMatchObject({
    kind: "updated",
    deferred: true,
    message: { content: "edited" },
  });
  expect(await theo(discord).press(first.message, "tell")).toMatchObject({
    kind: "message",
    message: { content: "told", private: true, repliesTo: first.message.id },
  });
});
