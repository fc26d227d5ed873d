import { expect, test } from "vitest";
import { renderHelp, listTopics } from "../../commands/help/render.ts";
import { filterAllowedCommands } from "../../commands/help/feature.ts";
import { isOptional, steps as setupSteps } from "../../commands/kit/setup-ids.ts";
import { commands } from "../../commands/index.ts";
import { listCommands } from "../../commands/kit/command-list.ts";
import type { Tier } from "../../src/interactions/access.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { listHandlers } from "../../src/interactions/handler.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";

const commandMention = (path: string) => `</${path}:1100000000000000999>`;
const allSteps = [...setupSteps.filter((step) => !isOptional(step)), "self"] as const;
const linked = { isLinked: true, isReadOnly: false };
const listed = listCommands(commands);
const as = (tier: Tier, hasManageServer = false) => ({ tier, hasManageServer });
const namesFor = (standing: ReturnType<typeof as>) =>
  filterAllowedCommands(standing, linked, listed).flatMap(({ entries }) => entries.map(({ name }) => name));
const help = (standing: ReturnType<typeof as>, more: Partial<Parameters<typeof renderHelp>[0]> = {}) =>
  renderHelp(
    {
      memberTier: standing,
      isLinked: true,
      steps: undefined,
      groups: filterAllowedCommands(standing, linked, listed),
      supportContact: undefined,
      topic: undefined,
      menuId: "help.topic",
      ...more,
    },
    { commandMention },
  );
const descriptionOf = (reply: ReturnType<typeof help>) => reply.embeds?.[0]?.description;
const topicKeys = (groups = listed) => listTopics(groups).map(({ key }) => key);

test("an admin is offered everything that can be run, menus included", () => {
  expect(namesFor(as("admin"))).toHaveLength(commands.flatMap(listHandlers).length);
  expect(new Set(namesFor(as("admin"))).size).toBe(namesFor(as("admin")).length);
});

test("each tier is offered more than the one below it", () => {
  const [everyone, staff, manager, admin] = (["everyone", "staff", "manager", "admin"] as const).map((tier) =>
    namesFor(as(tier)),
  );
  expect(everyone).toEqual(["remind", "privacy", "help"]);
  expect(staff).toEqual(expect.arrayContaining(everyone ?? []));
  expect(manager).toEqual(expect.arrayContaining(staff ?? []));
  expect(admin).toEqual(expect.arrayContaining(manager ?? []));
  expect(staff).toContain("order create");
  expect(staff).not.toContain("activity gift");
  expect(manager).toContain("activity gift");
  expect(manager).not.toContain("link set");
});

test("without any role, people learn whom to ask, and with Manage Server that they can do it themselves", () => {
  expect(descriptionOf(help(as("everyone")))).toContain("Ask an admin for a role with access");
  expect(descriptionOf(help(as("everyone")))).not.toContain("access set");
  expect(descriptionOf(help(as("everyone", true)))).toContain("You have *Manage Server*, so you can change");
});

test("in a server that isn't linked, staff learn who can link it", () => {
  expect(descriptionOf(help(as("staff"), { isLinked: false }))).toContain(
    `An admin can set that up with ${commandMention("setup")}`,
  );
});

test("an admin of a new server is guided through its first steps, ticked off as far as done", () => {
  const stepsWith = (done: readonly (typeof allSteps)[number][]) =>
    help(as("admin"), { isLinked: done.includes("workspace"), steps: new Set(done) }).embeds?.[0]
      ?.fields?.[0];
  expect(stepsWith([])?.name).toBe("First steps");
  expect(stepsWith([])?.value).not.toContain("✅");
  expect(stepsWith([])?.value).toContain(commandMention("setup"));
  const half = stepsWith(["workspace", "staff", "managers"])?.value.split("\n").slice(1) ?? [];
  expect(half.map((line) => line.split(" ", 1)[0])).toEqual(["✅", "✅", "✅", "🔹", "🔹", "🔹", "🔹", "🔹"]);
  expect(half[3]).toMatch(/settings.* · Managers' channel$/);
  expect(half[4]).toMatch(/settings.* · Time zone$/);
  expect(half[5]).toContain("schedule add");
  expect(half[6]).toMatch(/account list.* · Team$/);
  expect(half[7]).toContain("account connect");
  // A channel for the audit log is optional, there as in `/setup`.
  expect(half.join()).not.toContain("audit");
  expect(stepsWith(allSteps)?.name).not.toBe("First steps");
});

test("what Discord may hide is marked only for those without Manage Server", () => {
  const shown = (standing: ReturnType<typeof as>) =>
    JSON.stringify(topicKeys().map((topic) => help(standing, { topic })));
  expect(shown(as("admin"))).toContain("Discord may hide these from you");
  expect(shown(as("admin", true))).not.toContain("Discord may hide these from you");
});

test("it begins with the common tasks they are allowed, one per line with a command to tap", () => {
  const starts = (standing: ReturnType<typeof as>) =>
    [...(descriptionOf(help(standing)) ?? "").matchAll(/^\*\*(.+)\*\* <\/(.+):\d+>$/gm)].map(
      ([, label, command]) => `${label} /${command}`,
    );
  const ofStaff = [
    "My week /me",
    "Log an order /order create",
    "Find an order /order search",
    "This week /calendar",
  ];
  const ofManagers = [...ofStaff, "Who is behind /board", "Plan a post /schedule add"];
  expect(starts(as("staff"))).toEqual(ofStaff);
  expect(starts(as("manager"))).toEqual(ofManagers);
  expect(starts(as("admin"))).toEqual(ofManagers);
  expect(starts(as("everyone", true))).toEqual([]);
});

test("the menu leads to every command, and each reply fits in one message without truncation", () => {
  const shown = topicKeys().map((topic) => help(as("admin"), { topic, isLinked: false, steps: new Set() }));
  for (const reply of [help(as("admin"), { steps: new Set() }), ...shown])
    checkMessage({ ...toPayload(reply) }, { fileNames: [] });
  const fields = shown.flatMap(({ embeds }) => embeds?.[0]?.fields ?? []);
  for (const { title, entries } of listed) {
    const values = fields.filter(({ name }) => name === title).map(({ value }) => value);
    expect(values).toHaveLength(1);
    for (const { name, from } of entries)
      expect(values[0]).toContain(from === "slash" ? commandMention(name) : `**${name}**`);
  }
  const names = listed.flatMap(({ entries }) => entries.map(({ name }) => name));
  const texts = JSON.stringify(shown.map(({ embeds }) => embeds));
  expect(names.reduce((text, name) => text.replaceAll(name, ""), texts)).not.toContain("…");
  expect(help(as("admin"), { topic: "gone" }).embeds).toEqual(help(as("admin")).embeds);
});
