import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIComponentInLabel,
  APISelectMenuComponent,
} from "discord-api-types/v10";
import { describe, expect, test } from "vitest";
import type { SeenMessage } from "../../playground/discord/member-types.ts";
import { findLeaves, commandEntriesOf } from "../../playground/page/composer/command-entries.ts";
import { readOption } from "../../playground/page/composer/option-values.ts";
import { firstValue, wrongWith } from "../../playground/page/forms/field-list.ts";
import type { Guild } from "../../playground/page/guild.ts";
import { choicesOf } from "../../playground/page/messages/select-choices.ts";
import { fieldRows } from "../../playground/page/messages/field-rows.ts";
import { withMessage } from "../../playground/page/reduce-event.ts";
import { shownRequests } from "../../playground/page/panel/shown-requests.ts";

// Only what the page reads of Discord's larger shapes.
const commandOf = (part: object) => part as APIApplicationCommand;
const messageOf = (part: object) => part as SeenMessage;
const guildOf = (part: object) => part as Guild;
const selectOf = (part: object) => part as APISelectMenuComponent;

describe("the picker", () => {
  const commands = [
    commandOf({
      id: "1",
      type: 1,
      name: "order",
      description: "Orders",
      options: [
        {
          type: 1,
          name: "create",
          description: "Log an order",
          options: [
            { type: 4, name: "number", description: "Number" },
            { type: 3, name: "items", description: "Items", required: true },
          ],
        },
        {
          type: 2,
          name: "note",
          description: "Notes",
          options: [{ type: 1, name: "add", description: "Add a note" }],
        },
      ],
    }),
    commandOf({ id: "2", type: 1, name: "help", description: "What you may do" }),
    commandOf({ id: "3", type: 2, name: "Show activity", description: "" }),
  ];
  const entries = commandEntriesOf(commands);

  test("lists subcommands by their full name, and no user or message commands", () => {
    expect(entries.map(({ path }) => path)).toEqual(["order create", "order note add", "help"]);
  });

  test("puts required options first", () => {
    expect(entries[0]?.options.map(({ name }) => name)).toEqual(["items", "number"]);
  });

  test.each([
    ["", ["order create", "order note add", "help"]],
    ["ord", ["order create", "order note add"]],
    ["order cr", ["order create"]],
    ["note order", ["order note add"]],
    ["may", ["help"]],
    ["zzz", []],
  ])("finds by what is typed: %j", (typed, expected) => {
    expect(findLeaves(entries, typed).map(({ path }) => path)).toEqual(expected);
  });
});

describe("an option", () => {
  const option = (part: object) =>
    ({ name: "a", description: "b", ...part }) as APIApplicationCommandBasicOption;
  const read = (part: object, text: string, closed?: readonly { name: string; value: string }[]) =>
    readOption(option(part), { text }, closed);

  test.each([
    [{ type: 3 }, "words", { kind: "value", value: "words" }],
    [{ type: 3 }, " ", { kind: "empty" }],
    [{ type: 3, required: true }, "", { kind: "error" }],
    [{ type: 3, min_length: 3 }, "ab", { kind: "error" }],
    [{ type: 3, max_length: 3 }, "abcd", { kind: "error" }],
    [{ type: 4 }, "12", { kind: "value", value: 12 }],
    [{ type: 4 }, "1.5", { kind: "error" }],
    [{ type: 4, min_value: 2 }, "1", { kind: "error" }],
    [{ type: 4, max_value: 2 }, "3", { kind: "error" }],
    [{ type: 10 }, "1,5", { kind: "value", value: 1.5 }],
    [{ type: 10 }, "a", { kind: "error" }],
    [{ type: 11, required: true }, "", { kind: "error" }],
  ])("%j takes %j as Discord would", (part, text, expected) => {
    expect(read(part, text)).toMatchObject(expected);
  });

  test("with fixed choices accepts a choice by its name only", () => {
    const closed = [{ name: "Mia", value: "7" }];
    expect(read({ type: 6 }, "@mia", closed)).toEqual({ kind: "value", value: "7" });
    expect(read({ type: 6 }, "somebody", closed)).toMatchObject({ kind: "error" });
  });

  test("picked from suggestions keeps the value behind the shown name", () => {
    expect(readOption(option({ type: 3 }), { text: "Winter menu", picked: "6650f1" }, undefined)).toEqual({
      kind: "value",
      value: "6650f1",
    });
  });
});

describe("a form field", () => {
  const field = (part: object) => ({ custom_id: "f", ...part }) as APIComponentInLabel;

  test.each([
    [{ type: 4, style: 1, value: "a" }, "a"],
    [{ type: 23, default: true }, true],
    [{ type: 21, options: [{ value: "x", label: "X", default: true }] }, "x"],
    [{ type: 22, options: [{ value: "x", label: "X", default: true }] }, ["x"]],
    [{ type: 5, default_values: [{ id: "7", type: "user" }] }, ["7"]],
    [{ type: 19 }, []],
  ])("%j starts with %j", (part, expected) => {
    expect(firstValue(field(part))).toEqual(expected);
  });

  test.each([
    [{ type: 4, style: 1 }, "", true],
    [{ type: 4, style: 1, required: false }, "", false],
    [{ type: 4, style: 1, min_length: 3 }, "ab", true],
    [{ type: 4, style: 1, max_length: 1 }, "ab", true],
    [{ type: 21, options: [] }, "", true],
    [{ type: 3, options: [] }, [], true],
    [{ type: 3, options: [], required: false }, [], false],
    [{ type: 22, options: [], min_values: 2 }, ["a"], true],
    [{ type: 22, options: [], max_values: 1 }, ["a", "b"], true],
    [{ type: 23 }, false, false],
  ])("%j holding %j is wrong: %j", (part, value, isWrong) => {
    expect(wrongWith(field(part), value) !== undefined).toBe(isWrong);
  });
});

test("a channel select offers those of its types, or all", () => {
  const channel = (id: string, type: number) => ({ id, type, name: id, topic: "", canUseCommands: true });
  const channels = [channel("text", 0), channel("news", 5), channel("thread", 11)];
  const guild = guildOf({ state: { channels } });
  const offered = (types?: readonly number[]) =>
    choicesOf(selectOf({ type: 8, custom_id: "s", ...(types && { channel_types: types }) }), guild).map(
      ({ value }) => value,
    );
  expect(offered([0, 5])).toEqual(["text", "news"]);
  expect(offered([0])).toEqual(["text"]);
  expect(offered()).toEqual(["text", "news", "thread"]);
});

test("inline fields are in rows of three, two share the width, others take all of it", () => {
  const inline = { name: "n", value: "v", inline: true };
  const whole = { name: "n", value: "v" };
  const spans = (fields: readonly (typeof inline | typeof whole)[]) =>
    fieldRows(fields).map(({ span }) => span);
  expect(spans([inline, inline, inline, inline])).toEqual([4, 4, 4, 12]);
  expect(spans([inline, inline, whole, inline])).toEqual([6, 6, 12, 12]);
});

test("a late message appears at its time, and an edit replaces it", () => {
  const message = (id: string, content = "") => messageOf({ id, content });
  const list = [message("9"), message("12")];
  expect(withMessage(list, message("10")).map(({ id }) => id)).toEqual(["9", "10", "12"]);
  expect(withMessage(list, message("12", "new")).map(({ content }) => content)).toEqual(["", "new"]);
});

test("requests to both sides are one list, newest first, with long ids shortened to their ends", () => {
  const discord = {
    id: 1,
    atMs: 1,
    method: "POST",
    path: "/channels/1100000000000000401/messages",
    status: 200,
    ms: 3,
    requestBytes: 1,
    answerBytes: 2,
  };
  const service = { id: 1, atMs: 2, method: "GET", path: "/orders", status: 0, ms: 20, answerBytes: 0 };
  const shown = shownRequests([discord], [service], "both");
  expect(shown.map(({ side, path, status, isWell }) => [side, path, status, isWell])).toEqual([
    ["service", "/orders", "cut", false],
    ["discord", "/channels/…\u20600401/messages", "200", true],
  ]);
  expect(shownRequests([discord], [service], "discord")).toHaveLength(1);
});
