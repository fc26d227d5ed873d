import { type ApplicationCommandOptionType, PermissionFlagsBits } from "discord.js";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createRoutes } from "../../src/interactions/routes.ts";
import { checkCommandList } from "../../src/playground/discord/check-commands.ts";

const maxCustomIdLength = 100;
/** `:` and the 22 characters of a draft's id. */
const draftIdLength = 23;

interface Described {
  readonly name: string;
  readonly description: string;
}
interface Option extends Described {
  readonly type: ApplicationCommandOptionType;
  readonly autocomplete?: boolean;
  readonly options?: readonly Option[];
}

/** Every leaf with its options, as Discord is told of them. */
const leaves = commands.flatMap(({ json, leaves: own }) => {
  const options: readonly Option[] = json.options ?? [];
  return [...own].map(([sub, leaf]) => {
    const at = sub === "" ? { ...json, options } : options.find(({ name }) => name === sub);
    return { path: `${json.name} ${sub}`.trim(), leaf, at };
  });
});
const controls = [...new Set(leaves.flatMap(({ leaf }) => leaf.controls ?? []))];

test("Discord would take all commands", () => {
  expect(checkCommandList(commands.map(({ json }) => json))).toHaveLength(commands.length);
});

test("the commands of the bot are these", () => {
  expect(leaves.map(({ path }) => path).toSorted()).toEqual([
    "activity gift",
    "activity view",
    "assignments",
    "calendar",
    "help",
    "link access",
    "link remove",
    "link set",
    "link status",
    "order create",
    "order search",
    "post-delete",
    "taskboard actions",
    "taskboard boards",
    "taskboard delete-action",
    "taskboard format",
    "taskboard set-board",
    "taskboard show",
  ]);
});

test.each(leaves)("/$path is described, and suggests exactly where it says so", ({ leaf, at }) => {
  expect(at).toBeDefined();
  const options = at?.options ?? [];
  const asking = options.filter(({ autocomplete }) => autocomplete === true).map(({ name }) => name);
  expect(Object.keys(leaf.suggest ?? {}).toSorted()).toEqual(asking.toSorted());
});

test.each(leaves)("/$path and its options are described in one plain phrase", ({ at }) => {
  for (const { description } of [...(at === undefined ? [] : [at]), ...(at?.options ?? [])]) {
    expect(description).toMatch(/^[A-Z][^.!?]*[^.!?\s]$/u);
    expect(description.length).toBeLessThanOrEqual(100);
  }
});

test("no option asks for a secret", () => {
  const names = leaves.flatMap(({ at }) => (at?.options ?? []).map(({ name }) => name));
  expect(names.filter((name) => /token|key|secret|password/.test(name))).toEqual([]);
});

test("only the link is hidden from members without Manage Server; the bot itself checks all others", () => {
  const permissions = commands.map(
    ({ json }) => [json.name, json.default_member_permissions ?? null] as const,
  );
  for (const [name, permission] of permissions)
    expect([name, permission]).toEqual([
      name,
      name === "link" ? String(PermissionFlagsBits.ManageGuild) : null,
    ]);
});

test("all but the help is for staff or admins, and the link for admins", () => {
  for (const { path, leaf } of leaves) {
    const access = path === "help" ? "everyone" : path.startsWith("link ") ? "admin" : "staff";
    expect([path, leaf.access]).toEqual([path, access]);
  }
});

test("every answer of a command is private", () => {
  expect(leaves.filter(({ leaf }) => leaf.ack === "public").map(({ path }) => path)).toEqual([]);
});

test("no two commands or controls answer to one name", () => {
  expect(() => createRoutes(commands)).not.toThrow();
});

test("the name of every control leaves room for a draft's id", () => {
  for (const { name } of controls) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
    expect(name.length + draftIdLength).toBeLessThanOrEqual(maxCustomIdLength);
  }
});
