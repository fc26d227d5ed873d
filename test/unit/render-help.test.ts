import { expect, test } from "vitest";
import { renderHelp } from "../../commands/help/render.ts";
import { allowedCommands } from "../../commands/help/index.ts";
import { commands } from "../../commands/index.ts";
import { listCommands } from "../../commands/kit/command-list.ts";
import type { Tier } from "../../src/interactions/access.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { handlersOf } from "../../src/interactions/handler.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";

const commandMention = (path: string) => `</${path}:1100000000000000999>`;
const customIdOf = (page: number) => `help.page:${page}`;
const nothingDone = {
  linked: false,
  rolesNamed: false,
  managersChannelChosen: false,
  zoneChosen: false,
  selfConnected: false,
};
const allDone = {
  linked: true,
  rolesNamed: true,
  managersChannelChosen: true,
  zoneChosen: true,
  selfConnected: true,
};
const listed = listCommands(commands);
const as = (tier: Tier, hasManageServer = false) => ({ tier, hasManageServer });
const namesFor = (standing: ReturnType<typeof as>) =>
  allowedCommands(standing, listed).flatMap(({ entries }) => entries.map(({ name }) => name));
const help = (standing: ReturnType<typeof as>, more: Partial<Parameters<typeof renderHelp>[0]> = {}) =>
  renderHelp(
    {
      memberTier: standing,
      isLinked: true,
      steps: undefined,
      groups: allowedCommands(standing, listed),
      page: 0,
      customIdOf,
      ...more,
    },
    { commandMention },
  );
const descriptionOf = (reply: ReturnType<typeof help>) => reply.embeds?.[0]?.description;
const footerOf = (reply: ReturnType<typeof help>) => reply.embeds?.[0]?.footer?.text ?? "";

test("an admin is offered everything that can be started, menus included", () => {
  expect(namesFor(as("admin"))).toHaveLength(commands.flatMap(handlersOf).length);
  expect(new Set(namesFor(as("admin"))).size).toBe(namesFor(as("admin")).length);
});

test("each tier is offered more than the one below it", () => {
  const [everyone, staff, manager, admin] = (["everyone", "staff", "manager", "admin"] as const).map((tier) =>
    namesFor(as(tier)),
  );
  expect(everyone).toEqual(["remind off", "privacy show", "privacy export", "privacy forget", "help"]);
  expect(staff).toEqual(expect.arrayContaining(everyone ?? []));
  expect(manager).toEqual(expect.arrayContaining(staff ?? []));
  expect(admin).toEqual(expect.arrayContaining(manager ?? []));
  expect(staff).toContain("order create");
  expect(staff).not.toContain("activity gift");
  expect(manager).toContain("activity gift");
  expect(manager).not.toContain("link set");
});

test("without any role people read who can help, and with Manage Server that they can themselves", () => {
  expect(descriptionOf(help(as("everyone")))).toContain(
    `An admin can change that with ${commandMention("access set")}`,
  );
  expect(descriptionOf(help(as("everyone", true)))).toContain("You have *Manage Server*, so you can change");
});

test("on a server that is not linked, staff read who can link it", () => {
  expect(descriptionOf(help(as("staff"), { isLinked: false }))).toContain(
    `An admin can link one with ${commandMention("link set")}`,
  );
});

test("an admin of a new server is led through its first steps, ticked off as far as done", () => {
  const stepsWith = (steps: typeof allDone) =>
    help(as("admin"), { isLinked: steps.linked, steps }).embeds?.[0]?.fields?.[0];
  expect(stepsWith(nothingDone)?.name).toBe("First steps");
  expect(stepsWith(nothingDone)?.value).not.toContain("✅");
  const half = stepsWith({ ...nothingDone, linked: true, rolesNamed: true })?.value.split("\n") ?? [];
  expect(half.map((line) => line.slice(0, 1))).toEqual(["✅", "✅", "▫", "▫", "▫"]);
  expect(half[2]).toContain("settings managers-channel");
  expect(half[3]).toContain("settings zone");
  expect(stepsWith(allDone)?.name).not.toBe("First steps");
});

test("what Discord itself may hide is marked for those without Manage Server only", () => {
  const shown = (standing: ReturnType<typeof as>) =>
    JSON.stringify([0, 1, 2, 3].map((page) => help(standing, { page })));
  expect(shown(as("admin"))).toContain("Discord may hide these from you");
  expect(shown(as("admin", true))).not.toContain("Discord may hide these from you");
});

test("however many commands there are, each page fits into one message, and together they hold every one", () => {
  const groups = [...listed, ...listed, ...listed];
  const admin = (page: number) => help(as("admin"), { page, groups, isLinked: false, steps: nothingDone });
  const count = Number(/Page 1 of (\d+)/.exec(footerOf(admin(0)))?.[1]);
  expect(count).toBeGreaterThan(2);
  const pages = Array.from({ length: count }, (_, page) => admin(page));
  for (const page of pages) checkMessage({ ...toPayload(page) }, { fileNames: [] });
  const fields = pages.flatMap(({ embeds }) => embeds?.[0]?.fields ?? []);
  for (const { title, entries } of listed) {
    const values = fields.filter(({ name }) => name === title).map(({ value }) => value);
    expect(values).toHaveLength(3);
    for (const { name, from } of entries)
      expect(values[0]).toContain(from === "slash" ? commandMention(name) : `**${name}**`);
  }
  const names = listed.flatMap(({ entries }) => entries.map(({ name }) => name));
  const withoutNames = names.reduce((text, name) => text.replaceAll(name, ""), JSON.stringify(pages));
  expect(withoutNames).not.toContain("…");
  expect(admin(99)).toEqual(admin(count - 1));
});
