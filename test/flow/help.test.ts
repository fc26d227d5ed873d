// Depends on: transport.
import { afterEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, link, startHarness } from "../support/harness.ts";
import type { PersonName } from "../support/emulators.ts";
import { textOf, shown } from "../support/replies.ts";

let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

test("help shows each person what they may do, with commands to tap", async () => {
  harness = await startHarness();
  const ada = await everyPage("ada");
  expect(ada).toMatch(/<\/link set:\d+>/);
  expect(ada).toMatch(/<\/order create:\d+>/);

  const theo = await everyPage("theo");
  expect(theo).toContain("You're a manager");
  expect(theo).toMatch(/<\/taskboard format:\d+>/);
  expect(theo).not.toContain("</link set:");

  const mia = await everyPage("mia");
  expect(mia).toMatch(/<\/order create:\d+>/);
  expect(mia).not.toContain("</activity gift:");

  const sam = await everyPage("sam");
  expect(sam).toMatch(
    /^You don't have access yet\nI help the team of this server: .* Ask an admin for a role with access, then run <\/help:\d+> again\.\n\n-# What I keep about you: <\/privacy:\d+>$/,
  );
  expect(harness.service.requests).toEqual([]);
});

test("an admin of a server without any setup is guided through the first steps", async () => {
  harness = await startHarness({ linked: false });
  const first = shown(await harness.as("ada").run("help")).text;
  expect(first).toContain("First steps");
  expect(first).toMatch(/🔹 <\/link set:\d+>/);
  expect(first).toMatch(/isn't linked to a workspace yet; <\/setup:\d+> takes you through it/);
  const offered = await everyPage("ada");
  for (const path of ["link set", "access set", "schedule list", "privacy", "account connect"])
    expect(offered).toContain(`</${path}:`);
  for (const path of ["order create", "order search", "calendar", "board", "schedule add", "taskboard show"])
    expect(offered.replace(first, "")).not.toContain(`</${path}:`);
  expect(shown(await harness.as("sam").run("help")).text).toMatch(/isn't linked[\s\S]*<\/setup:\d+>/);

  await harness.app.ctx.store.accessRoles.set(playgroundIds.guildId, playgroundIds.staffRole, "staff");
  const second = shown(await harness.as("ada").run("help")).text;
  expect(second).toMatch(/🔹 <\/link set:\d+>/);
  expect(second).toMatch(/✅ <\/access set:\d+>/);
});

test("the step to connect yourself is ticked only for those who did it, the team's once anyone else is", async () => {
  harness = await startHarness({ linked: false });
  const { ada, theo } = playgroundIds;
  const connect = (discordUserId: string, userId: string) =>
    connectAccount(harness.app.ctx, {
      discordUserId,
      userId,
      displayName: "Somebody",
      memberName: "Somebody",
    });
  const help = async () => shown(await harness.as("ada").run("help")).text;
  await connect(theo, "4711");
  expect(await help()).toMatch(/✅ <\/account list:\d+> · Team\n🔹 <\/account connect:\d+>/);
  await connect(ada, "4712");
  const forgotten = { userId: "4711", discordUserId: theo, disconnects: true };
  await harness.app.ctx.store.forgetPerson({ guildId: playgroundIds.guildId, ...forgotten });
  expect(await help()).toMatch(/🔹 <\/account list:\d+> · Team\n✅ <\/account connect:\d+>/);
});

test("a command named in a refusal, failure or reply can be tapped", async () => {
  harness = await startHarness({ linked: false });
  const toLink = /isn't linked to a workspace yet.*<\/setup:\d+>/;
  expect(shown(await harness.as("ada").run("order search")).text).toMatch(toLink);
  const sam = shown(await harness.as("sam").forge.run("order search")).text;
  expect(sam).toMatch(toLink);
  expect(shown(await harness.as("sam").forge.run("audit")).text).toContain(
    "Only admins can read the audit log here. You don't have a role for that yet; ask an admin for one.",
  );

  await link(harness.app.ctx, harness.service);
  harness.service.revokeToken();
  expect(shown(await harness.as("mia").run("order search")).text).toMatch(/new one with <\/link set:\d+>/);
});

test("where to get help is said in /help and where something broke, and not where people can help themselves", async () => {
  harness = await startHarness({ supportContact: "https://help.example.com/bot" });
  for (const name of ["mia", "sam"] as const)
    expect(shown(await harness.as(name).run("help")).text).toContain("https://help.example.com/bot");
  harness.service.faults.add({ kind: "nonsense", form: "wrong-shape", times: 9 });
  const broken = shown(await harness.as("mia").run("order search")).text;
  expect(broken).toMatch(/reference: `[^`]+`\nHelp: https:\/\/help\.example\.com\/bot$/);
  const mistyped = shown(await harness.as("mia").run("order search", { from: "qqq" })).text;
  expect(mistyped).not.toContain("help.example.com");
});

/** What a person reads of the whole help, choice after choice. */
async function everyPage(name: PersonName): Promise<string> {
  const person = harness.as(name);
  const first = shown(await person.run("help"));
  expect(first.private).toBe(true);
  const [menu] = first.selects;
  const texts = [first.text];
  for (const { value } of menu?.options ?? [])
    texts.push(textOf(await person.choose(first, String(menu?.customId), [value])));
  return texts.join("\n");
}
