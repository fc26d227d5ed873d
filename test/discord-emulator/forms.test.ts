import { type ButtonStyle, ComponentType } from "discord.js";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { emulatorForTest } from "./bot.ts";
import { catchRefusal, restFor } from "./refusals.ts";

const { orders, applicationId } = playgroundIds;

const button = (custom_id: string, label = "x") => ({
  type: ComponentType.Button,
  style: 1 satisfies ButtonStyle,
  custom_id,
  label,
});
const row = (...components: readonly unknown[]) => ({ type: ComponentType.ActionRow, components });
const long = (length: number) => "x".repeat(length);

test.for<[string, unknown, readonly string[]]>([
  ["a long text", { content: long(2_001) }, ["content BASE_TYPE_MAX_LENGTH"]],
  ["a long title", { embeds: [{ title: long(257) }] }, ["embeds.0.title BASE_TYPE_MAX_LENGTH"]],
  ["an empty embed", { embeds: [{}] }, ["embeds.0.description BASE_TYPE_REQUIRED"]],
  [
    "an embed field without a value",
    { embeds: [{ fields: [{ name: "a", value: "" }] }] },
    ["embeds.0.fields.0.value BASE_TYPE_REQUIRED"],
  ],
  [
    "26 embed fields",
    { embeds: [{ fields: Array.from({ length: 26 }, () => ({ name: "a", value: "b" })) }] },
    ["embeds.0.fields BASE_TYPE_MAX_LENGTH"],
  ],
  ["an invalid address", { embeds: [{ title: "a", url: "nowhere" }] }, ["embeds.0.url URL_TYPE_INVALID_URL"]],
  [
    "a picture of another scheme",
    { embeds: [{ title: "a", image: { url: "file:///a" } }] },
    ["embeds.0.image.url URL_TYPE_INVALID_SCHEME"],
  ],
  [
    "a bad time",
    { embeds: [{ title: "a", timestamp: "soon" }] },
    ["embeds.0.timestamp DATE_TIME_TYPE_PARSE"],
  ],
  [
    "over 6,000 in all embeds",
    { embeds: [{ description: long(4_000) }, { description: long(2_001) }] },
    ["embeds MAX_EMBED_SIZE_EXCEEDED"],
  ],
  [
    "eleven embeds",
    { embeds: Array.from({ length: 11 }, () => ({ title: "a" })) },
    ["embeds BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "six rows",
    { content: "a", components: Array.from({ length: 6 }, (_, n) => row(button(String(n)))) },
    ["components BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "six buttons in a row",
    { content: "a", components: [row(...Array.from({ length: 6 }, (_, n) => button(String(n))))] },
    ["components.0.components BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "one id twice",
    { content: "a", components: [row(button("a"), button("a"))] },
    ["components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"],
  ],
  [
    "a long label",
    { content: "a", components: [row(button("a", long(81)))] },
    ["components.0.components.0.label BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "a long id",
    { content: "a", components: [row(button(long(101)))] },
    ["components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a select beside a button",
    { content: "a", components: [row(button("a"), { type: 5, custom_id: "b" })] },
    ["components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"],
  ],
  [
    "a select without options",
    { content: "a", components: [row({ type: 3, custom_id: "b", options: [] })] },
    ["components.0.components.0.options BASE_TYPE_BAD_LENGTH"],
  ],
  [
    "a container without its flag",
    { components: [{ type: 17, components: [{ type: 10, content: "a" }] }] },
    ["components.0.type BASE_TYPE_CHOICES"],
  ],
  [
    "content beside Components V2",
    { content: "a", flags: 32_768, components: [{ type: 10, content: "a" }] },
    ["content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"],
  ],
  [
    "mentions allowed twice",
    { content: "a", allowed_mentions: { parse: ["users"], users: [orders] } },
    ["allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"],
  ],
])("a message with %s is refused at that field", async ([, body, fields]) => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  const asked = restFor(discord).post(`/channels/${orders}/messages`, { body });
  expect(await catchRefusal(asked)).toEqual({ code: 50_035, fields });
});

test.for<[string, unknown, readonly string[]]>([
  ["a name with capitals", [{ name: "Ping", description: "a" }], ["0.name APPLICATION_COMMAND_INVALID_NAME"]],
  ["no description", [{ name: "ping" }], ["0.description BASE_TYPE_REQUIRED"]],
  [
    "the same name twice",
    [
      { name: "a", description: "a" },
      { name: "a", description: "a" },
    ],
    ["1.name APPLICATION_COMMANDS_DUPLICATE_NAME"],
  ],
  [
    "a required option after an optional one",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 3, name: "b", description: "b" },
          { type: 3, name: "c", description: "c", required: true },
        ],
      },
    ],
    ["0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"],
  ],
  [
    "a subcommand beside a value",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 1, name: "b", description: "b" },
          { type: 3, name: "c", description: "c" },
        ],
      },
    ],
    ["0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"],
  ],
  [
    "26 options",
    [
      {
        name: "a",
        description: "a",
        options: Array.from({ length: 26 }, (_, n) => ({ type: 3, name: `o${n}`, description: "b" })),
      },
    ],
    ["0.options BASE_TYPE_MAX_LENGTH"],
  ],
  [
    "choices and suggestions at once",
    [
      {
        name: "a",
        description: "a",
        options: [
          { type: 3, name: "b", description: "b", autocomplete: true, choices: [{ name: "x", value: "x" }] },
        ],
      },
    ],
    ["0.options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_AUTOCOMPLETE"],
  ],
  [
    "over 8,000 characters",
    [
      {
        name: "a",
        description: "a",
        options: Array.from({ length: 3 }, (_, o) => ({
          type: 3,
          name: `o${o}`,
          description: long(100),
          choices: Array.from({ length: 25 }, (_unused, n) => ({
            name: `${n}${long(60)}`,
            value: `${n}${long(50)}`,
          })),
        })),
      },
    ],
    ["0 APPLICATION_COMMAND_TOO_LARGE"],
  ],
])("commands with %s are refused", async ([, body, fields]) => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  const asked = restFor(discord).put(`/applications/${applicationId}/commands`, { body });
  const refusal = await catchRefusal(asked);
  expect(refusal).toEqual({ code: 50_035, fields });
});

// 15 of each kind since March 2026, before 5: https://docs.discord.com/developers/change-log
test.each([
  ["members", 2],
  ["messages", 3],
])("15 commands for a right-click on %s are taken, and no more", async (_case, type) => {
  const discord = await emulatorForTest({ checkRequest: () => undefined });
  const register = (count: number) =>
    restFor(discord).put(`/applications/${applicationId}/commands`, {
      body: Array.from({ length: count }, (_unused, n) => ({ type, name: `Command ${n}` })),
    });
  expect(await register(15)).toHaveLength(15);
  expect(await catchRefusal(register(16))).toMatchObject({ code: 50_035 });
});
