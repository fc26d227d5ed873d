import { ButtonStyle, ComponentType, type Interaction, TextInputStyle } from "discord.js";
import { expect, test } from "vitest";
import { type DiscordEmulator, PersonError, playgroundIds } from "../../playground/discord/index.ts";
import { botFor, mia, ping, emulatorForTest, theo } from "./bot.ts";

const modal = {
  custom_id: "feedback",
  title: "Feedback",
  components: [
    { type: ComponentType.TextDisplay, content: "Tell us" },
    {
      type: ComponentType.Label,
      label: "Words",
      component: {
        type: ComponentType.TextInput,
        custom_id: "words",
        style: TextInputStyle.Paragraph,
        min_length: 3,
        max_length: 20,
      },
    },
    {
      type: ComponentType.Label,
      label: "Mood",
      component: {
        type: ComponentType.RadioGroup,
        custom_id: "mood",
        options: [
          { label: "Good", value: "good" },
          { label: "Bad", value: "bad" },
        ],
      },
    },
    {
      type: ComponentType.Label,
      label: "Who",
      component: { type: ComponentType.UserSelect, custom_id: "who", required: false },
    },
    {
      type: ComponentType.Label,
      label: "Agreed",
      component: { type: ComponentType.Checkbox, custom_id: "agreed" },
    },
  ],
};

async function withForm(): Promise<{ readonly discord: DiscordEmulator; readonly said: string[] }> {
  const discord = await emulatorForTest();
  const said: string[] = [];
  await botFor(discord, [ping], async (interaction: Interaction) => {
    if (interaction.isChatInputCommand()) {
      const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
      await interaction.client.rest.post(path, { body: { type: 9, data: modal }, auth: false });
    }
    if (!interaction.isModalSubmit()) return;
    said.push(
      interaction.fields.getTextInputValue("words"),
      String(interaction.fields.getRadioGroup("mood")),
    );
    said.push(String(interaction.fields.getCheckbox("agreed")));
    said.push(interaction.fields.getSelectedUsers("who")?.first()?.username ?? "nobody");
    await interaction.reply("Thanks");
  });
  return { discord, said };
}

test("a form with labels is filled in, checked as Discord does, and read by discord.js", async () => {
  const { discord, said } = await withForm();
  const opened = await mia(discord).run("ping");
  if (opened.kind !== "form") throw new Error("expected a form");
  expect(opened.form.fields.map(({ label, required }) => [label, required])).toEqual([
    ["Words", true],
    ["Mood", true],
    ["Who", false],
    ["Agreed", false],
  ]);
  const send = (values: Parameters<ReturnType<typeof mia>["submit"]>[1]) =>
    mia(discord).submit(opened.form, values);
  await expect(send({ mood: "good" })).rejects.toThrow(new PersonError('"Words" is required.', "words"));
  await expect(send({ words: "ab", mood: "good" })).rejects.toThrow("must have 3 to 20 characters");
  await expect(send({ words: "abc", mood: "odd" })).rejects.toThrow('has no choice "odd"');
  await expect(send({ words: "abc", mood: "bad", stranger: "x" })).rejects.toThrow("has no field");
  const outcome = await send({ words: "fine", mood: "good", who: [playgroundIds.theo], agreed: true });
  expect(outcome).toMatchObject({ kind: "message", message: { content: "Thanks" } });
  expect(said).toEqual(["fine", "good", "true", "theo"]);
  await expect(send({ words: "again", mood: "good" })).rejects.toThrow("no longer open");
});

const row = {
  type: ComponentType.ActionRow as const,
  components: [
    {
      type: ComponentType.Button as const,
      style: ButtonStyle.Primary as const,
      label: "Go",
      custom_id: "go",
    },
    {
      type: ComponentType.Button as const,
      style: ButtonStyle.Danger as const,
      label: "No",
      custom_id: "no",
      disabled: true,
    },
    {
      type: ComponentType.Button as const,
      style: ButtonStyle.Link as const,
      label: "Site",
      url: "https://a.example/",
    },
  ],
};
const select = {
  type: ComponentType.ActionRow as const,
  components: [
    {
      type: ComponentType.StringSelect as const,
      custom_id: "size",
      max_values: 2,
      options: [
        { label: "Small", value: "s" },
        { label: "Large", value: "l" },
      ],
    },
  ],
};

async function withControls(): Promise<DiscordEmulator> {
  const discord = await emulatorForTest();
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: "?", components: [row, select] });
    if (interaction.isButton())
      await interaction.update({ content: `by ${interaction.user.username}`, components: [] });
    if (interaction.isStringSelectMenu()) await interaction.update(interaction.values.join("+"));
  });
  return discord;
}

test("buttons and selects act on their message, and only as Discord lets people use them", async () => {
  const discord = await withControls();
  const first = await mia(discord).run("ping");
  if (first.kind !== "message") throw new Error("expected a message");
  const { message } = first;
  await expect(mia(discord).press(message, "No")).rejects.toThrow("disabled");
  await expect(mia(discord).press(message, "Site")).rejects.toThrow("is a link");
  await expect(mia(discord).press(message, "Other")).rejects.toThrow("no button");
  await expect(mia(discord).choose(message, "size", ["xl"])).rejects.toThrow("no choice");
  await expect(mia(discord).choose(message, "size", [])).rejects.toThrow("required");
  expect(await mia(discord).choose(message, "size", ["s", "l"])).toMatchObject({
    kind: "updated",
    message: { content: "s+l" },
  });
  expect(await theo(discord).press(message, "Go")).toMatchObject({
    kind: "updated",
    message: { content: "by theo", buttons: [] },
  });
  await expect(mia(discord).press(message, "Go")).rejects.toThrow("no longer");
});

test("two presses at the same moment both reach the bot", async () => {
  const discord = await withControls();
  const first = await mia(discord).run("ping");
  if (first.kind !== "message") throw new Error("expected a message");
  const outcomes = await Promise.all([
    mia(discord).press(first.message, "go"),
    theo(discord).press(first.message, "go"),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["updated", "updated"]);
});

test("suggestions arrive while typing, and respect Discord's limits", async () => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  const codes: unknown[] = [];
  const find = {
    name: "find",
    description: "Finds",
    options: [
      { type: 3 as const, name: "kind", description: "Kind" },
      { type: 3 as const, name: "what", description: "What", autocomplete: true as const },
    ],
  };
  await botFor(discord, [find], async (interaction) => {
    if (!interaction.isAutocomplete()) return;
    const typed = interaction.options.getFocused();
    const many = Array.from({ length: typed === "many" ? 26 : 1 }, (_, n) => ({
      name: `${interaction.options.getString("kind")} ${typed} ${n}`,
      value: String(n),
    }));
    await interaction.respond(many).catch((error: { readonly code?: unknown }) => codes.push(error.code));
    if (typed === "many") await interaction.respond([]);
  });
  const suggest = (value: string) => mia(discord).suggest("find", { kind: "tea" }, { name: "what", value });
  expect(await suggest("gr")).toEqual([{ name: "tea gr 0", value: "0" }]);
  expect(await suggest("many")).toEqual([]);
  expect(codes).toEqual([50_035]);
  await expect(mia(discord).suggest("find", {}, { name: "kind", value: "x" })).rejects.toThrow(
    "no suggestions",
  );
});

test("options are checked for type, range and choices before the bot sees them", async () => {
  const discord = await emulatorForTest();
  const seen: unknown[] = [];
  const make = {
    name: "make",
    description: "Makes",
    options: [
      {
        type: 1 as const,
        name: "tea",
        description: "Tea",
        options: [
          { type: 4 as const, name: "cups", description: "Cups", required: true, min_value: 1, max_value: 9 },
          {
            type: 3 as const,
            name: "kind",
            description: "Kind",
            choices: [{ name: "Green", value: "green" }],
          },
          { type: 6 as const, name: "guest", description: "Guest" },
          { type: 11 as const, name: "card", description: "Card" },
          { type: 7 as const, name: "place", description: "Place" },
        ],
      },
    ],
  };
  await botFor(discord, [make], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { options } = interaction;
    seen.push(options.getSubcommand(), options.getInteger("cups"), options.getUser("guest")?.username);
    seen.push(
      options.getAttachment("card")?.size,
      options.getChannel("place")?.name,
      interaction.memberPermissions?.has("ViewChannel"),
    );
    await interaction.reply("ok");
  });
  const run = (options: Parameters<ReturnType<typeof mia>["run"]>[1]) =>
    mia(discord).run("make tea", options);
  await expect(run({})).rejects.toThrow('"cups" is required');
  await expect(run({ cups: 10 })).rejects.toThrow("at most 9");
  await expect(run({ cups: 1.5 })).rejects.toThrow("whole number");
  await expect(run({ cups: 1, kind: "red" })).rejects.toThrow("one of the choices");
  await expect(run({ cups: 1, guest: "1" })).rejects.toThrow("Nobody here");
  await expect(run({ cups: 1, place: playgroundIds.managers })).rejects.toThrow("can't see a channel");
  await expect(mia(discord).run("make")).rejects.toThrow("subcommands");
  await expect(mia(discord).run("make coffee")).rejects.toThrow("There is no command");
  await run({
    cups: 2,
    guest: playgroundIds.noor,
    place: playgroundIds.staff,
    card: { name: "a.txt", data: Buffer.from("hi") },
  });
  expect(seen).toEqual(["tea", 2, "noor", 2, "staff", true]);
});

test("user and message commands carry their target", async () => {
  const discord = await emulatorForTest();
  const commands = [{ name: "Who is it", type: 2 as const }, { name: "Quote", type: 3 as const }, ping];
  await botFor(discord, commands, async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply("words");
    if (interaction.isUserContextMenuCommand()) await interaction.reply(interaction.targetUser.username);
    if (interaction.isMessageContextMenuCommand())
      await interaction.reply(`> ${interaction.targetMessage.content}`);
  });
  const said = await mia(discord).run("ping");
  if (said.kind !== "message") throw new Error("expected a message");
  expect(await mia(discord).runOnUser("Who is it", playgroundIds.theo)).toMatchObject({
    message: { content: "theo" },
  });
  expect(await mia(discord).runOnMessage("Quote", said.message.id)).toMatchObject({
    message: { content: "> words" },
  });
});
