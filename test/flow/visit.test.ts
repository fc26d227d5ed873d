// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, opened, shown } from "../support/replies.ts";

const { guildId, managers, mia, theo } = playgroundIds;
const miasId = "104872391";
const minuteMs = 60_000;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia",
    memberName: "Mia",
  });
  await harness.app.ctx.store.guildSettings.set(guildId, "zone", "Europe/Berlin");
});
afterEach(() => harness[Symbol.asyncDispose]());

/** A visit that began two hours ago, with these parts. */
function addVisit(parts: object): void {
  const { state } = harness.service;
  const startMs = harness.clock.now() - 120 * minuteMs;
  const at = (minutes: number): string => new Date(startMs + minutes * minuteMs).toISOString();
  const [known] = state.activity.get(miasId) ?? [];
  if (known === undefined) throw new Error("Mia has no visits");
  const events = [
    { event: "join", timestamp: at(0), user: miasId },
    { event: "afk_warning *twice*", timestamp: at(20), user: "unknown-1" },
    {},
    { event: "leave", timestamp: at(48), user: miasId },
  ];
  const visit = {
    ...known,
    _id: "a".repeat(24),
    start: at(0),
    end: at(48),
    ended: true,
    duration: 48 * minuteMs,
  };
  state.activity.set(miasId, [{ ...visit, events, ...parts }, ...(state.activity.get(miasId) ?? [])]);
}
async function open(person: "mia" | "theo" | "noor" = "mia"): Promise<SeenMessage> {
  const whose = person === "mia" ? {} : { person: miasId };
  const list = shown(await harness.as(person).run("activity view", whose));
  return shown(await harness.as(person).choose(list, menuOf(list), ["a".repeat(24)]));
}

test("a visit says what takes time off it, what happened, and with whom", async () => {
  addVisit({
    tracked_idle: 12 * minuteMs,
    error: "No *server* key",
    friends: ["118203774"],
    messages_sent: 5,
  });
  const { text, embeds, private: isPrivate } = await open();
  expect(isPrivate).toBe(true);
  expect(embeds[0]?.title).toMatch(/^Your visit: 48\smin · \w{3}\s\d/);
  expect(text).toContain("12 min idle");
  expect(text).toContain("⚠️ may not count: “No \\*server\\* key”");
  expect(text).toMatch(
    /\d\d:\d\d · joined\n\d\d:\d\d · afk\\_warning \\\*twice\\\* · someone\n\d\d:\d\d · left/,
  );
  const fields = Object.fromEntries((embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
  expect(fields).toMatchObject({ Idle: "12 min", Messages: "5" });
  expect(fields["With"]).not.toBe("");
  expect(fields["This week's goals so far"]).toContain("min");
});

test("a visit with empty ids has no giver and no company", async () => {
  const at = new Date(harness.clock.now() - 60 * minuteMs).toISOString();
  addVisit({ gifted_by: "", friends: [""], events: [{ event: "join", timestamp: at, user: "" }] });
  const { text, embeds } = await open();
  expect(embeds[0]?.title).toMatch(/^Your visit: 48\smin · /);
  expect(text).toMatch(/\d\d:\d\d · joined$/m);
  expect(text).not.toMatch(/someone|[Gg]ifted/);
});

test("of many people and events, it says how many more there were, and names whoever it shows", async () => {
  const others = Array.from({ length: 40 }, (_, index) => `${700_000 + index}`);
  const events = others.map((user) => ({ event: "met", user: user === "700000" ? "4712" : user }));
  await connectAccount(harness.app.ctx, {
    discordUserId: theo,
    userId: "4712",
    displayName: "Theo",
    memberName: "Theo",
  });
  addVisit({ friends: others, events });
  const { embeds } = await open();
  const fields = Object.fromEntries((embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
  expect(fields["With"]).toMatch(/^(?:someone, ){15}25 more$/);
  expect(fields["What happened"]).toMatch(
    new RegExp(`^met · <@${theo}>\n(?:met · someone\n){11}-# … and 28 more$`),
  );
});

test("one that nothing speaks against says so, and managers see others' visits, which other staff don't", async () => {
  addVisit({ tracked_idle: 0, error: "", consolidation_state: "consolidated", friends: [], events: [] });
  const { text, buttons } = await open("theo");
  expect(text).toContain("The workspace names nothing that takes time off this visit.");
  expect(text).not.toContain("What happened");
  expect(buttons.map(({ label }) => label)).not.toContain("Ask a manager…");
  const list = shown(await harness.as("mia").run("activity view"));
  const refused = shown(await harness.as("noor").forge.choose(list, menuOf(list), ["a".repeat(24)]));
  expect(refused.text).toMatch(/Only managers|isn't for you|yourself/);
});

test("one entered by hand and one that was given say so", async () => {
  addVisit({ manual_punch: true });
  const { text } = await open();
  expect(text).toContain("✍️ By hand");
  expect(text).not.toContain("🎁");
  harness.clock.advance(minuteMs);
  addGift();
  expect((await open()).text).toContain("🎁 Gifted by ");
});

test("its person asks a manager with the day and length filled in, where that is on", async () => {
  addVisit({ error: "Lost" });
  expect(labelsOf(await open())).toEqual([]);
  await harness.app.ctx.store.guildSettings.set(guildId, "time-requests-channel", managers);
  const visit = await open();
  expect(labelsOf(visit)).toEqual(["Ask a manager…"]);
  const form = opened(await harness.as("mia").press(visit, "Ask a manager…"));
  expect(form.fields[0]?.value).toBe("48 min");
  const reason = form.fields.find(({ customId }) => customId === "reason")?.value;
  expect(reason).toMatch(/^My visit of \w{3}\s\d+\s\w{3},\s\d\d:\d\d$/);
  const receipt = shown(await harness.as("mia").submit(form, { reason: `${reason}: the server crashed` }));
  expect(receipt.text).toContain("48 min");
  expect(harness.as("theo", "managers").read().at(-1)?.text).toContain("the server crashed");
});

test.each([
  ["what was idle", { tracked_idle: 12 * minuteMs }, "12 min"],
  ["nothing, where all of it counted", { tracked_idle: 0 }, undefined],
] as const)("of one that counted, they are asked for %s", async (_what, parts, length) => {
  addVisit({ error: "", consolidation_state: "consolidated", ...parts });
  await harness.app.ctx.store.guildSettings.set(guildId, "time-requests-channel", managers);
  const form = opened(await harness.as("mia").press(await open(), "Ask a manager…"));
  expect(form.fields[0]?.value || undefined).toBe(length);
});

test("a visit that is gone, and one of a week that is over", async () => {
  addVisit({});
  const list = shown(await harness.as("mia").run("activity view"));
  harness.service.state.activity.set(miasId, []);
  harness.clock.advance(minuteMs);
  const gone = shown(await harness.as("mia").choose(list, menuOf(list), ["a".repeat(24)]));
  expect(gone.text).toContain("no longer among the last 25");
  addVisitOfLastWeek();
  harness.clock.advance(minuteMs);
  const before = await open();
  expect(before.text).toContain("The week it was in, which is over");
});

function addVisitOfLastWeek(): void {
  const startMs = harness.clock.now() - 9 * 24 * 60 * minuteMs;
  const [start, end] = [startMs, startMs + 30 * minuteMs].map((at) => new Date(at).toISOString());
  harness.service.state.activity.set(miasId, [
    { _id: "a".repeat(24), start, end, ended: true, duration: 30 * minuteMs },
  ]);
}

test("nobody is led to ask about a gift, or a day that can't be asked about any more", async () => {
  await harness.app.ctx.store.guildSettings.set(guildId, "time-requests-channel", managers);
  addVisitOfLastWeek();
  expect(labelsOf(await open())).toEqual([]);
  harness.service.state.activity.set(miasId, []);
  harness.clock.advance(minuteMs);
  addGift();
  expect(labelsOf(await open())).toEqual([]);
});

function addGift(): void {
  const end = new Date(harness.clock.now() - 60 * minuteMs).toISOString();
  harness.service.state.activity.set(miasId, [
    { _id: "a".repeat(24), start: end, end, ended: true, duration: 30 * minuteMs, gifted_by: "118203774" },
  ]);
}
