// Depends on: transport, cache.
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText, textOf, shown } from "../support/replies.ts";

const hourMs = 60 * 60_000;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const theo = () => harness.as("theo");
const eventId = () => String([...harness.service.state.eventIds][0]);
const ask = async (event = eventId()) => shown(await theo().run("session create-server", { event }));
const servers = () => harness.service.state.sessionServers;
const newestEntry = async () => {
  const page = { limit: 1 };
  return (await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, page))[0];
};

test("a server is created once for an event given as a link, and its receipt names people", async () => {
  const [, host = ""] = harness.service.state.assignments.keys();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.noor,
    userId: host,
    displayName: "Noor Vale",
    memberName: "Noor",
  });
  const { workspaceId } = harness.service;
  const question = await ask(`https://example.com/workspace/${workspaceId}/events/${eventId()}?tab=crew`);
  expect(question.text).toContain(`Event \`${eventId()}\`. I can't look up events`);
  expect(question.text).toContain(`I used the one below, not \`${workspaceId}\``);
  expect(labelsOf(question)).toEqual(["Create server", "Not now"]);
  expect(servers()).toEqual([]);

  await Promise.all([1, 2, 3].map(() => theo().press(question, "Create server")));
  expect(servers()).toHaveLength(1);
  const receipt = presentText(theo(), question);
  const id = String(servers()[0]?.server._id);
  expect(receipt).toMatch(/server created[\s\S]*Hosts[\s\S]*Crew/);
  expect(receipt).toContain(`Host · <@${playgroundIds.noor}>`);
  expect(receipt).toContain(id);
  expect(await newestEntry()).toMatchObject({
    action: "session.create-server",
    target: id,
    outcome: "done",
    detail: { eventId: eventId() },
  });
});

test("asking again for the same event tells about the first server", async () => {
  await theo().press(await ask(), "Create server");
  const again = await ask();
  expect(again.text).toContain(`⚠️ <@${playgroundIds.theo}> created a server for this event`);
  await theo().press(again, "Not now");
  expect(servers()).toHaveLength(1);
});

test("of two who asked before either confirmed one creates a server, and the other is told", async () => {
  const [one, other] = [
    await ask(),
    shown(await harness.as("ada").run("session create-server", { event: eventId() })),
  ];
  await theo().press(one, "Create server");
  const told = textOf(await harness.as("ada").press(other, "Create server"));
  expect(told).toContain(`<@${playgroundIds.theo}> created a server for this event`);
  expect(told).toContain("no other one was created");
  expect(servers()).toHaveLength(1);
  await theo().press(await ask(), "Create server");
  expect(servers()).toHaveLength(2);
});

test("a preview that expired and is asked again creates no server if someone else has in between", async () => {
  const old = await ask();
  await harness
    .as("ada")
    .press(
      shown(await harness.as("ada").run("session create-server", { event: eventId() })),
      "Create server",
    );
  harness.clock.advance(2 * hourMs);
  await harness.app.ctx.store.idempotencyKeys.removeBefore(harness.clock.now() - hourMs);
  const again = shown(await theo().press(shown(await theo().press(old, "Create server")), "Ask again"));
  const told = textOf(await theo().press(again, "Create server"));
  expect(told).toContain(`<@${playgroundIds.ada}> created a server for this event`);
  expect(told).toContain("no other one was created");
  expect(servers()).toHaveLength(1);
});

test("a server is told of however many others were created since", async () => {
  await theo().press(await ask(), "Create server");
  const { audit } = harness.app.ctx.store;
  const entry = await newestEntry();
  if (entry === undefined) throw new Error("nothing was recorded");
  for (let index = 0; index < 60; index += 1) {
    const other = { id: harness.app.ctx.newId(), at: entry.at + 1 + index };
    await audit.record({ ...entry, ...other, detail: { eventId: `${100 + index}`.padStart(24, "e") } });
  }
  expect((await ask()).text).toContain(`⚠️ <@${playgroundIds.theo}> created a server for this event`);
});

test("another workspace's event with the same id isn't mistaken for it", async () => {
  await theo().press(await ask(), "Create server");
  const { audit } = harness.app.ctx.store;
  const entry = await newestEntry();
  if (entry === undefined) throw new Error("nothing was recorded");
  const event = "e".repeat(24);
  const id = harness.app.ctx.newId();
  await audit.record({ ...entry, id, workspaceId: "another", detail: { eventId: event } });
  expect((await ask(event)).text).not.toContain("created a server for this event");
});

test("without a response nothing is repeated, and the next preview says that the outcome is unknown", async () => {
  harness.service.faults.add({ kind: "cut", operation: "createSessionServer", when: "after" });
  const reply = textOf(await theo().press(await ask(), "Create server"));
  expect(reply).toContain("that would create a second server");
  expect(servers()).toHaveLength(1);
  expect(await newestEntry()).toMatchObject({ outcome: "unknown" });
  expect((await ask()).text).toContain("I don't know whether a server was created");
});

test("a server counts as created when the response leaves everything out", async () => {
  harness.service.faults.add({ operation: "createSessionServer", kind: "bare", when: "after" });
  await theo().press(await ask(), "Create server");
  expect(newestText(theo())).not.toContain("that would create a second server");
  expect(servers()).toHaveLength(1);
  expect(await newestEntry()).toMatchObject({ outcome: "done" });
});

test("a request that wasn't sent created no server, and the next preview doesn't warn of one", async () => {
  harness.service.faults.add({ kind: "status", status: 429, operation: "createSessionServer", times: 99 });
  await theo().press(await ask(), "Create server");
  expect(await newestEntry()).toMatchObject({ outcome: "unsent" });
  expect((await ask()).text).not.toContain("⚠️");
});

test.each(["", "Friday evening", "../events", "https://example.com/"])(
  "%j is no event, and nothing is sent",
  async (event) => {
    expect((await ask(event || " ")).text).toContain("must be an event's id");
    expect(harness.service.requests).toEqual([]);
  },
);

test("an event id of any form is accepted, and the preview points out an unusual one", async () => {
  harness.service.state.eventIds.add("evt_9f2c");
  const question = await ask("https://example.com/events/evt_9f2c/edit");
  expect(question.text).toMatch(
    /⚠️ The id below doesn't look like an event's\. Those usually have 24 characters/,
  );
  expect(labelsOf(question)).toEqual(["Not now", "Create server"]);
  const usual = await ask();
  expect(usual.text).not.toContain("usually have");
  expect(labelsOf(usual)).toEqual(["Create server", "Not now"]);
  await theo().press(question, "Create server");
  expect(servers()).toHaveLength(1);
});

test("an event unknown to the workspace is named by its id", async () => {
  const unknown = "000000000000000000000000";
  await theo().press(await ask(unknown), "Create server");
  expect(newestText(theo())).toContain(`has no event with the id \`${unknown}\`, so no server was created`);
  expect(await newestEntry()).toMatchObject({ outcome: "refused" });
});

test("staff are refused", async () => {
  const reply = await harness.as("mia").run("session create-server", { event: eventId() });
  expect(textOf(reply)).toContain("Only managers can use this here");
});
