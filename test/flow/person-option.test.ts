// Depends on: transport.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, textOf, shown } from "../support/replies.ts";

const { mia, theo, noor } = playgroundIds;
const miasId = "104872391";
const theosId = "118203774";
const noorsId = "186507743";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { ctx } = harness.app;
  await connectAccount(ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mía Brëws",
    memberName: "Mia",
  });
  await connectAccount(ctx, {
    discordUserId: theo,
    userId: theosId,
    displayName: "Harbour Boss",
    memberName: "Teddy",
  });
  await connectAccount(ctx, {
    discordUserId: noor,
    userId: noorsId,
    displayName: "Sam",
    memberName: "Noor",
  });
  await connectAccount(ctx, {
    discordUserId: playgroundIds.ada,
    userId: "195031268",
    displayName: "SAM",
    memberName: "Ada",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.service.resetRateLimit());

const ask = async (person: string, who: "mia" | "theo" = "theo") =>
  shown(await harness.as(who).run("activity view", person === "" ? {} : { person }));
const suggestions = (typed: string, who: "mia" | "noor" | "theo" | "sam" = "theo") =>
  harness.as(who).suggest("activity view", {}, { name: "person", value: typed });
const asked = () => harness.service.requests.length;

test("an id that is both a user's and a member's means the user", async () => {
  const { ctx } = harness.app;
  const sams = {
    discordUserId: playgroundIds.sam,
    userId: noor,
    displayName: "Sam Two",
    memberName: "Sammy",
  };
  await connectAccount(ctx, sams);
  await ask(noor);
  await ctx.store.accounts.disconnect(playgroundIds.guildId, playgroundIds.sam);
  expect(harness.service.requests.at(-1)?.path).toContain(`/user/${noor}`);
});

describe("a person is found by", () => {
  test.each([
    ["a mention", `<@${mia}>`],
    ["a mention as older clients write it", `<@!${mia}>`],
    ["the user id", ` ${miasId} `],
    ["the id of the member", mia],
    ["the name at the service, whatever its case and accents", "MIA BREWS"],
    ["the name of the member", "mia"],
    ["the name behind an @", "@Mia"],
  ])("%s", async (_case, typed) => {
    expect((await ask(typed)).text).toContain("Mía Brëws's week");
  });

  test("nothing at all, or me: the person who asks", async () => {
    expect((await ask("")).text).toContain("Your week");
    expect((await ask("Me")).text).toContain("Your week");
  });

  test("a member's current name, as soon as they used the bot under it", async () => {
    await ask("");
    expect((await ask("theo")).text).toContain("Your week");
    expect((await ask("teddy")).text).toContain("I don't know “teddy”");
  });

  test.each([
    ["a user id that nobody here is connected to", "310442876", "310442876"],
    ["the link to a profile", "https://example.com/users/310442876/profile", "310442876"],
    ["a user id of any form", "usr-9f2c", "usr-9f2c"],
    ["a user id that could be a name", "id:noname", "noname"],
  ])("%s", async (_case, typed, userId) => {
    harness.service.state.activity.set(userId, []);
    expect((await ask(typed)).text).toMatch(new RegExp(`User ${userId}'s week.*User\\s${userId}`, "s"));
  });

  test("the whole name where a user id looks alike, and by the id of the connected user", async () => {
    const { ctx } = harness.app;
    const person = {
      discordUserId: playgroundIds.sam,
      userId: "letters",
      displayName: "R2",
      memberName: "D2",
    };
    await connectAccount(ctx, person);
    harness.service.state.activity.set("letters", []);
    for (const typed of ["r2", "letters"]) expect((await ask(typed)).text).toContain("R2's week");
    // Only their id begins with it.
    expect((await ask("lett")).text).toContain("There's nobody called exactly “lett” here");
    await ctx.store.accounts.disconnect(playgroundIds.guildId, playgroundIds.sam);
  });

  test("an id of 64 characters, on every page", async () => {
    const longId = "f".repeat(60) + "0123";
    const [entries = []] = [...harness.service.state.activity.values()].filter(({ length }) => length > 20);
    harness.service.state.activity.set(longId, entries);
    const first = await ask(longId);
    expect(first.text).toContain(longId);
    expect(shown(await harness.as("theo").press(first, "Next")).text).toContain("Page 2 of");
  });
});

describe("nobody is looked up", () => {
  test.each([
    [
      "a member who is not connected",
      `<@${playgroundIds.sam}>`,
      /isn't connected to a workspace user.*`person`/s,
    ],
    ["a name that nobody has", "Zebulon", /I don't know “Zebulon”/],
    ["text that is no name", "../1", /I don't know “..\/1”/],
    ["an actor of the workspace", "2", /Kiosk.*not a person/s],
    ["an actor of the workspace by name", "kiosk", /Kiosk.*not a person/s],
    ["formatting", "**@everyone**", /\\\*\\\*\\@everyone\\\*\\\*/],
  ])("by %s", async (_case, typed, sentence) => {
    const before = asked();
    const reply = await ask(typed);
    expect(reply.text).toMatch(sentence);
    expect(reply.text).not.toContain("nothing");
    expect(asked()).toBe(before);
  });

  test("by nothing, when the person who asks isn't connected", async () => {
    await using fresh = await startHarness();
    const { text } = shown(await fresh.as("mia").run("activity view"));
    expect(text).toMatch(/You aren't connected to a workspace user yet\. .*account connect:\d+>\.$/s);
    const toManager = shown(await fresh.as("theo").run("activity view")).text;
    expect(toManager).toMatch(/account connect:\d+>, or choose someone in `person`\.$/s);
  });
});

describe("a name that fits two people", () => {
  test("asks which, and continues with the chosen one", async () => {
    const question = await ask("sam");
    expect(question.text).toContain("“sam” matches more than one person");
    expect(labelsOf(question)).toEqual([`SAM · @Ada · 195031268`, `Sam · @Noor · ${noorsId}`]);
    expect(textOf(await harness.as("theo").press(question, `Sam · @Noor · ${noorsId}`))).toContain(
      "Sam's week",
    );
  });

  test("is explained with the ids where no button can continue", async () => {
    const question = shown(await harness.as("theo").run("activity gift", { person: "sam", messages: 1 }));
    expect(question.text).toContain(`\`${noorsId}\``);
    expect(question.text).toContain("Type the user id in `person`");
    expect(question.buttons.map(({ label }) => label)).toEqual(["Fix it"]);
  });

  test("isn't needed for a part of a name that only one person has", async () => {
    for (const part of ["brew", "BRËW", "\u200emía\u00a0b"])
      expect((await ask(part)).text).toContain("Mía Brëws's week");
  });
});

describe("a name with a slip", () => {
  test.each([
    ["two letters swapped", "harbuor boss"],
    ["a letter too many in one word of it", "harbourr"],
    ["a letter left out", "Harbor"],
  ])("is asked about, and continues with the person meant: %s", async (_case, typed) => {
    const question = await ask(typed);
    expect(question.text).toContain(`I don't know “${typed}”. Similar names: `);
    expect(labelsOf(question)).toEqual([`Harbour Boss · @Theo · ${theosId}`]);
    const [label = ""] = labelsOf(question);
    expect(textOf(await harness.as("theo").press(question, label))).toContain("Your week");
    expect((await suggestions(typed)).map(({ value }) => value)).toEqual([theosId]);
  });

  test("is nobody's in a short name, and nothing is written", async () => {
    expect((await ask("Mix")).text).toContain("I don't know “Mix”. Check the spelling");
    const refused = shown(await harness.as("theo").run("activity gift", { person: "Brewz", messages: 1 }));
    expect(refused.text).toMatch(/I don't know “Brewz”, so nothing was sent\. Similar names: .*Mía Brëws/);
    expect(refused.buttons.map(({ label }) => label)).toEqual(["Fix it"]);
  });
});

describe("autocomplete for people", () => {
  test("shows the person who asks first, then everyone connected", async () => {
    const found = await suggestions("");
    expect(found[0]).toEqual({ name: `Me: Harbour Boss · @Theo · ${theosId}`, value: theosId });
    expect(new Set(found.map(({ value }) => value))).toEqual(
      new Set([miasId, theosId, noorsId, "195031268"]),
    );
  });

  test.each([
    ["a part of a name", "brew", [miasId]],
    ["a mention", `<@${noor}>`, [noorsId]],
    ["a mention of someone who isn't connected", `<@${playgroundIds.sam}>`, []],
    ["a user id of someone else", "310442876", ["310442876"]],
    ["a user id of someone who is connected", miasId, [miasId]],
    ["a percent sign", "%", []],
  ])("finds %s", async (_case, typed, values) => {
    expect((await suggestions(typed)).map(({ value }) => value)).toEqual(values);
  });

  test("shows staff only themselves, and strangers nobody", async () => {
    const own = [{ name: `Me: Mía Brëws · @Mia · ${miasId}`, value: miasId }];
    expect(await suggestions("", "mia")).toEqual(own);
    for (const typed of ["mia", "me", "brews", miasId.slice(0, 3), `<@${mia}>`])
      expect(await suggestions(typed, "mia")).toEqual(own);
    for (const typed of ["Sam", noorsId]) expect(await suggestions(typed, "mia")).toEqual([]);
    expect(await suggestions("", "sam")).toEqual([]);
  });
});

test("staff are refused other people, by name and by button", async () => {
  const before = asked();
  expect((await ask(theosId, "mia")).text).toContain("Only managers can see other people's data here");
  const question = await ask("sam", "mia");
  const refused = textOf(await harness.as("mia").press(question, `Sam · @Noor · ${noorsId}`));
  expect(refused).toContain("Only managers can see other people's data here");
  expect(asked()).toBe(before);
});
