import { type ApplicationCommandOptionType, PermissionFlagsBits } from "discord.js";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { movedCommands } from "../../commands/moved.ts";
import { contract } from "../../src/api/contract/index.ts";
import type { Access } from "../../src/interactions/access.ts";
import { defineUserMenu } from "../../src/interactions/define.ts";
import { listHandlers } from "../../src/interactions/handler.ts";
import { createRoutes } from "../../src/interactions/router.ts";
import { checkCommandList } from "../../playground/discord/validate-commands.ts";
import { allComponents } from "../support/components.ts";
import { commandOptions } from "../support/access/command-options.ts";
import { commandAccess } from "../support/access/matrix.ts";

const maxCustomIdLength = 100;
/** `:` and the 22 characters of a draft's id. */
const draftIdLength = 23;
/** `!#` and the key of a link. */
const marksLength = 6;

interface Described {
  readonly name: string;
  readonly description: string;
}
interface Option extends Described {
  readonly type: ApplicationCommandOptionType;
  readonly autocomplete?: boolean;
  readonly required?: boolean;
  readonly options?: readonly Option[];
}

/** Every slash command with its options, as registered with Discord. */
const handlers = commands.flatMap((command) => {
  if (command.kind !== "slash") return [];
  const { json, handlers: own } = command;
  const options: readonly Option[] = json.options ?? [];
  return [...own].map(([sub, handler]) => {
    const { description } = json;
    const at = sub === "" ? { description, options } : options.find(({ name }) => name === sub);
    return { path: `${json.name} ${sub}`.trim(), handler, at };
  });
});
const menus = commands.flatMap((command) => (command.kind === "slash" ? [] : [command]));

test("Discord would accept all commands", () => {
  expect(checkCommandList(commands.map(({ json }) => json))).toHaveLength(commands.length);
});

test("the bot's commands are these", () => {
  const all = [...handlers.map(({ path }) => path), ...menus.map(({ json }) => json.name)];
  expect(all.toSorted()).toEqual(Object.keys(commandAccess).toSorted());
});

test("tests know how to run each command", () => {
  expect(Object.keys(commandOptions).toSorted()).toEqual(handlers.map(({ path }) => path).toSorted());
});

test.each(handlers)(
  "/$path is described, and has autocomplete exactly where it says so",
  ({ handler, at }) => {
    expect(at).toBeDefined();
    const options = at?.options ?? [];
    const asking = options.filter(({ autocomplete }) => autocomplete === true).map(({ name }) => name);
    expect([...handler.autocomplete.keys()].toSorted()).toEqual(asking.toSorted());
  },
);

test("Discord demands these options and no others", () => {
  const required = handlers.flatMap(({ path, at }) =>
    (at?.options ?? []).filter((option) => option.required === true).map(({ name }) => `${path}: ${name}`),
  );
  expect(required.toSorted()).toEqual([
    "access set: role",
    "access set: tier",
    "account connect: user",
    "activity gift: person",
    "bans: ban",
    "post-delete: post",
    "session create-server: event",
    "taskboard format: board",
    "taskboard format: position",
  ]);
});

test.each(handlers)("/$path and its options are described in one plain phrase", ({ at }) => {
  for (const { description } of [...(at === undefined ? [] : [at]), ...(at?.options ?? [])]) {
    expect(description).toMatch(/^[A-Z][^.!?]*[^.!?\s]$/u);
    expect(description.length).toBeLessThanOrEqual(100);
  }
});

test.each(menus)("the menu command $json.name is described in one plain phrase for the help", (command) => {
  expect(command.description).toMatch(/^[A-Z][^.!?]*[^.!?\s]$/u);
});

test("no option asks for a secret", () => {
  const names = handlers.flatMap(({ at }) => (at?.options ?? []).map(({ name }) => name));
  expect(names.filter((name) => /token|key|secret|password/.test(name))).toEqual([]);
});

test("what only admins may use is hidden from members without Manage Server, and nothing else is", () => {
  const hidden = commands.filter(({ json }) => (json.default_member_permissions ?? null) !== null);
  expect(hidden.map(({ json }) => [json.name, json.default_member_permissions])).toEqual(
    ["role", "workspace", "setup", "link", "access", "settings", "audit"].map((name) => [
      name,
      String(PermissionFlagsBits.ManageGuild),
    ]),
  );
  const isForAdmins = ({ access }: { readonly access: string }) => access.startsWith("admin");
  expect(hidden).toEqual(commands.filter((command) => listHandlers(command).every(isForAdmins)));
});

test("a menu that only admins may use is hidden like a command", () => {
  const declaration = { name: "Inspect", description: "Inspect", needs: "guild", ack: "ephemeral" } as const;
  const define = (access: Access) =>
    defineUserMenu({ ...declaration, access, operations: [], run: async () => ({ content: "" }) }).json
      .default_member_permissions;
  expect(define("admin")).toBe(String(PermissionFlagsBits.ManageGuild));
  expect(define("manager")).toBeUndefined();
});

test("every operation of the service is reached by a command", () => {
  const reached = new Set(commands.flatMap(listHandlers).flatMap(({ operations }) => operations));
  expect([...reached].toSorted()).toEqual(Object.keys(contract).toSorted());
});

test("every command's reply is private", () => {
  expect(handlers.filter(({ handler }) => handler.ack === "public").map(({ path }) => path)).toEqual([]);
  expect(menus.filter(({ handler }) => handler.ack === "public").map(({ json }) => json.name)).toEqual([]);
});

test("no two commands or components share a name", () => {
  expect(() => createRoutes(commands)).not.toThrow();
});

test("every component's name leaves room for a draft's id and a link's key", () => {
  for (const { name } of allComponents) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
    expect(name.length + draftIdLength + marksLength).toBeLessThanOrEqual(maxCustomIdLength);
  }
});

test("what was a command once is none any more, and its sentence names commands that are", () => {
  const names = new Set([...handlers.map(({ path }) => path), ...menus.map(({ json }) => json.name)]);
  expect(Object.keys(movedCommands).filter((path) => names.has(path))).toEqual([]);
  const named = Object.values(movedCommands).flatMap((sentence) =>
    [...sentence.matchAll(/`\/([^`]+)`/g)].map(([, path = ""]) => path),
  );
  expect(named.filter((path) => !names.has(path))).toEqual([]);
});
