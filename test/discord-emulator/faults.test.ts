import { ComponentType, TextInputStyle } from "discord.js";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { botFor, mia, ping, emulatorForTest } from "./bot.ts";
import { restFor } from "./refusals.ts";
import { asUsual } from "../../src/time.ts";
import { until } from "../support/wait-for.ts";

const { orders } = playgroundIds;

test("a request cut before it is processed changes nothing, one cut afterwards does", async () => {
  const discord = await emulatorForTest();
  const post = (content: string) =>
    restFor(discord).post(`/channels/${orders}/messages`, { body: { content } });
  discord.faults.failRequests({ status: "cut" });
  await expect(post("before")).rejects.toThrow();
  discord.faults.failRequests({ status: "cut-after" });
  await expect(post("after")).rejects.toThrow();
  discord.faults.failRequests({ status: "502-after" });
  await expect(post("failed after")).rejects.toMatchObject({ status: 502 });
  expect(discord.messagesIn(orders).map(({ content }) => content)).toEqual(["after", "failed after"]);
});

test("a reply that arrives too late for the real clock is too late, too", async () => {
  const discord = await emulatorForTest({ stretch: asUsual });
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply("x").catch(() => undefined);
  });
  discord.faults.slowRequests({ delay: 3_050, pathPart: "/callback" });
  expect(await mia(discord).run("ping")).toEqual({ kind: "failed", reason: "did-not-respond" });
  await until("it was refused", () => discord.requests.at(-1)?.status === 404);
  expect(mia(discord).read()).toEqual([]);
});

test("a form opened from a message can update that message", async () => {
  const discord = await emulatorForTest();
  const input = { type: ComponentType.TextInput as const, custom_id: "name", style: TextInputStyle.Short };
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({
        content: "old",
        components: [{ type: 1, components: [{ type: 2, style: 1, label: "Rename", custom_id: "rename" }] }],
      });
    if (interaction.isButton())
      await interaction.showModal({
        custom_id: "form",
        title: "Rename",
        components: [{ type: ComponentType.Label, label: "Name", component: input }],
      });
    if (interaction.isModalSubmit() && interaction.isFromMessage())
      await interaction.update(interaction.fields.getTextInputValue("name"));
  });
  const first = await mia(discord).run("ping");
  if (first.kind !== "message") throw new Error("expected a message");
  const opened = await mia(discord).press(first.message, "Rename");
  if (opened.kind !== "form") throw new Error("expected a form");
  expect(await mia(discord).submit(opened.form, { name: "new" })).toMatchObject({
    kind: "updated",
    message: { id: first.message.id, content: "new" },
  });
});

test("a reply deleted while it was deferred is reported as such", async () => {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    await interaction.deleteReply();
  });
  expect(await mia(discord).run("ping")).toEqual({ kind: "failed", reason: "answer-deleted" });
});
