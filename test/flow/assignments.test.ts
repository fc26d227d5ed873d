// Depends on: cache.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText, textOf, shown } from "../support/replies.ts";

const eagerId = "104872391";
const awayId = "186507743";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: eagerId,
    displayName: "Mia",
    memberName: "Mia",
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
  // A limit that was used up in the test before is over.
  harness.clock.advance(61_000);
});

const mia = () => harness.as("mia");
const theo = () => harness.as("theo");
const assignments = async (person = eagerId) => shown(await theo().run("assignments", { person }));

test("each assignment shows its status and progress in one line, and when all of them end", async () => {
  const seen = shown(await mia().run("assignments"));
  expect(seen.text).toMatch(/^Your week: \w/);
  expect(seen.private).toBe(true);
  expect(seen.text).toMatch(
    /^(?:✅ \*\*Minutes in game\*\* [\d.\u202f]+ of 120|🟦 \*\*Minutes in game\*\* [\d.\u202f]+ of 120|🟧 \*\*Minutes in game\*\* [\d.\u202f]+ of 120 · [\d.\u202f]+ behind)$/mu,
  );
  expect(seen.text).toMatch(/\*\*Sessions hosted\*\* \d of 2/);
  expect(seen.text).toMatch(
    /(?:✅ \*\*Closing checklist\*\*$|[🟦🟧] \*\*Closing checklist\*\* · not ticked yet)/mu,
  );
  expect(seen.text).toMatch(/^(?:\d of \d passed · w|W)eek ends: <t:\d+:R>/m);
});

test("the last eight weeks are marked passed, failed or excused", async () => {
  const seen = await assignments(awayId);
  expect(seen.text).toMatch(
    /\nLast 8 weeks: \d passed, \d failed, \d excused\n🌿 \*\*.*–.*\*\* · excused\n/u,
  );
  expect(seen.text).toMatch(/\n(?:✅ \*\*\d[^*]*\*\* · passed|❌ \*\*\d[^*]*\*\* · (?:failed|missed))/u);
  expect(seen.text).toMatch(/ · (?:passed|failed) twice$/m);
});

test("the full text of an assignment is open to its person and to managers", async () => {
  const stored = harness.service.state.assignments.get(eagerId);
  const [sample] = stored?.assigned ?? [];
  if (stored === undefined || sample === undefined) throw new Error("the emulator has no assignment");
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`);
  const describe = async (description: string) => {
    const changed = { ...sample, name: "Closing", description };
    harness.service.state.assignments.set(eagerId, { ...stored, assigned: [changed] });
    await harness.forgetRead();
  };
  await describe(words.join(" "));
  const list = shown(await mia().run("assignments"));
  const parts = [shown(await mia().press(list, "Details"))];
  while (labelsOf(parts.at(-1) ?? list).length > 0)
    parts.push(shown(await mia().press(parts.at(-1) ?? list, "Read on")));
  expect(parts.every((part) => part.private)).toBe(true);
  expect(parts[0]?.text).toContain("Closing");
  expect(parts.flatMap(({ text }) => text.match(/word\d+/g) ?? [])).toEqual(words);

  const forged = `assignments.on:${awayId}:0:0`;
  expect(textOf(await mia().forge.press(list, forged))).toContain(
    "Only managers can see other people's data here",
  );
  await describe("");
  await mia().press(list, "Details");
  expect(newestText(mia())).toContain("These descriptions are gone, so there's nothing more to read");
  harness.service.state.assignments.set(eagerId, stored);
  await harness.forgetRead();
});

test("a person without assignments gets a sentence", async () => {
  harness.service.state.assignments.set("310442876", { assigned: [], history: [] });
  expect((await assignments("310442876")).text).toContain("No assignments yet");
});

test.each(["zoe", "..", "1/2", "🥐"])("%j isn't looked up", async (person) => {
  const before = harness.service.requests.length;
  expect((await assignments(person)).text).toContain("I don't know “");
  expect(harness.service.requests).toHaveLength(before);
});

test("staff see their own, and nobody else's, whether by option, button or share", async () => {
  const own = shown(await mia().run("assignments"));
  const shared = textOf(await mia().press(own, "Show in channel"));
  expect(shared).toMatch(/\nMia's week: \w+[\s\S]*Minutes in game/);
  expect(textOf(await mia().run("assignments", { person: awayId }))).toContain("Only managers can");
  for (const { customId = "" } of own.buttons) {
    const forged = textOf(await mia().forge.press(own, customId.replace(eagerId, awayId)));
    expect(forged).toContain(
      // The answer that is shown has to be one's own, with this very button.
      customId.startsWith("share") ? "no longer works" : "Only managers can see other people's data here",
    );
  }
});

test.each([
  ["does not know the person", { kind: "status", status: 404 }, "doesn't know this person"],
  ["refuses the key", { kind: "status", status: 401 }, "no longer accepts this server's key"],
  ["has its limit used up", { kind: "status", status: 429, resetSeconds: 23 }, "Try again in 23 seconds"],
  ["answers nonsense", { kind: "nonsense", form: "wrong-shape" }, "an answer I don't understand"],
] as const)("when the service %s, the reply stays and a sentence says so", async (_case, fault, sentence) => {
  const seen = await assignments();
  harness.service.faults.add({ operation: "getAssignments", times: 20, ...fault });
  await theo().press(seen, "Reload");
  expect(newestText(theo())).toContain(sentence);
  expect(presentText(theo(), seen)).toContain("Minutes in game");
});

test("a server that isn't linked, or whose service is down, gets a sentence from each command", async () => {
  await using unlinked = await startHarness({ linked: false });
  await using down = await startHarness();
  await down.service.close();
  const commands = [
    ["order create", { items: "Latte" }],
    ["order search", {}],
    ["activity view", { person: eagerId }],
    ["activity gift", { person: eagerId, messages: 1 }],
    ["calendar", {}],
    ["assignments", { person: eagerId }],
  ] as const;
  for (const [path, options] of commands) {
    expect(textOf(await unlinked.as("ada").run(path, options))).toContain("isn't linked to a workspace yet");
    // The preview of an order asks nothing of the workspace; what it leads to is tried elsewhere.
    if (path === "order create") continue;
    expect(textOf(await down.as("ada").run(path, options))).toContain("can't be reached right now");
  }
});
