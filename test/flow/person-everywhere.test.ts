// Depends on: nothing that varies.
import { ApplicationCommandOptionType as Type } from "discord-api-types/v10";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { optionsOf, type Options, samplesOf } from "../support/access/command-options.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { askToForget } from "../support/privacy.ts";
import { textOf, opened, shown } from "../support/replies.ts";

const { guildId, ada, noor, theo } = playgroundIds;
const noors = "186507743";
const zoes = "920000001";

/** Every option for a person of the workspace, by the path of its command. */
const personOptions: readonly (readonly [path: string, option: string])[] = [
  ["order create", "customer"],
  ["order create", "submitted-by"],
  ["order create", "prepared-by"],
  ["order create", "picked-up-by"],
  ["order search", "person"],
  ["activity view", "person"],
  ["activity gift", "person"],
  ["assignments", "person"],
  ["profile", "person"],
];
/** Takes who is not connected yet, so no mention. */
const connectOption = "account connect user";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { ctx } = harness.app;
  const { store, now } = ctx;
  await store.accounts.connect(
    {
      guildId,
      discordUserId: noor,
      userId: noors,
      displayName: "Nóor Vale",
      username: "noor_v",
      avatarUrl: undefined,
      memberName: "Noor",
      connectedByDiscordUserId: ada,
      connectedAt: now(),
    },
    ["noor vale", "noor_v", "noor"],
  );
  const { activity, assignments, users } = harness.service.state;
  users.set(noors, { type: "user", id: noors, username: "noor_v", display_name: "Nóor Vale", avatar: {} });
  users.set(zoes, { type: "user", id: zoes, username: "zoe_g", display_name: "Zoë Grün", avatar: {} });
  for (const userId of [noors, zoes]) {
    activity.set(userId, []);
    assignments.set(userId, { assigned: [], history: [] });
  }
  // Whoever was looked at once is known by name.
  await harness.as("theo").run("profile", { person: zoes });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.clock.advance(61_000);
  harness.service.resetRateLimit();
});

const admin = () => harness.as("ada");
const others = (path: string): Options =>
  optionsOf(path, {
    ...samplesOf(harness.service),
    memberId: theo,
    freeMemberId: theo,
    roleId: playgroundIds.staffRole,
    channelId: playgroundIds.orders,
    postChannelId: playgroundIds.calendar,
    scheduleId: "none",
  });

const waysToSay = [
  ["a mention", `<@${noor}>`, "Noor"],
  ["a name in the workspace", "noor vale", "Noor"],
  ["a name in this server", "@Noor", "Noor"],
  ["a username", "@noor_v", "Noor"],
  ["an id", noors, "Noor"],
  ["a pasted profile link", `https://example.com/users/${noors}/profile`, "Noor"],
  ["the name of someone who isn't connected", "zoe grun", "Zoë"],
  ["the username of someone who isn't connected", "zoe_g", "Zoë"],
  ["the id of someone who isn't connected", zoes, "Zoë"],
  ["the profile link of someone who isn't connected", `<https://example.com/users/${zoes}>`, "Zoë"],
] as const;
const shownAs = { Noor: /<@1100000000000000204>|Nóor Vale/, Zoë: /Zoë Grün/ } as const;

test("every option for a person is tested here", () => {
  const asking = commands.flatMap((command) =>
    command.kind !== "slash"
      ? []
      : (command.json.options ?? []).flatMap((option) => {
          const path =
            option.type === Type.Subcommand ? `${command.json.name} ${option.name}` : command.json.name;
          const inside = option.type === Type.Subcommand ? (option.options ?? []) : [option];
          return inside
            .filter((each) => each.type === Type.String && each.choices === undefined)
            .filter(({ description }) => /^Who(?:se)?\b|\b(?:person|people|user)\b/.test(description))
            .map(({ name }) => `${path} ${name}`);
        }),
  );
  expect(asking.toSorted()).toEqual(
    [...personOptions.map((each) => each.join(" ")), connectOption].toSorted(),
  );
});

describe.each(personOptions)("/%s %s", (path, option) => {
  test.each(waysToSay)("takes %s", async (_way, typed, who) => {
    const { text } = shown(await admin().run(path, { ...others(path), [option]: typed }));
    expect(text).not.toMatch(/There's nobody|more than one|Something broke/);
    expect(text).toMatch(shownAs[who]);
  });

  test("suggests known people beside connected members", async () => {
    const suggest = async (value: string) =>
      (await admin().suggest(path, others(path), { name: option, value })).map((each) => each.value);
    expect(await suggest("noor_v")).toEqual([noors]);
    expect(await suggest("zoe")).toEqual([zoes]);
    expect(await suggest("")).toEqual(expect.arrayContaining([noors, zoes]));
  });
});

describe("a form's fields", () => {
  test.each(waysToSay)("the line for whom to forget takes %s", async (_way, typed, who) => {
    const { text } = await askToForget(admin(), typed);
    expect(text).not.toMatch(/There's nobody|more than one|Something broke/);
    expect(text).toMatch(shownAs[who]);
  });

  test("the list of whom to forget has known people beside connected members", async () => {
    const form = opened(await admin().press(shown(await admin().run("privacy")), "Forget someone else…"));
    const listed = form.fields.find(({ customId }) => customId === "listed")?.options ?? [];
    expect(listed.map(({ value }) => value)).toEqual(expect.arrayContaining([noors, zoes]));
  });

  test.each(
    ["customer", "taken by", "prepared by", "picked up by"].flatMap((label) =>
      waysToSay.map(([way, typed, who]) => [label, way, typed, who] as const),
    ),
  )("a line for %s takes %s", async (label, _way, typed, who) => {
    const form = opened(await admin().run("order create"));
    const text = textOf(await admin().submit(form, { items: "Tea", others: `${label}: ${typed}` }));
    expect(text).toContain("Log this order?");
    expect(text).toMatch(shownAs[who]);
  });

  test.each(waysToSay)("a line for people who aren't listed takes %s", async (_way, typed, who) => {
    const form = opened(await admin().run("role create"));
    const text = textOf(await admin().submit(form, { name: "Lead", others: typed }));
    expect(text).toMatch(shownAs[who]);
    expect(text).not.toContain("There's nobody");
  });
});
