// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlaygroundClock, type PlaygroundClock } from "../../playground/clock.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { PageState } from "../../playground/discord/page-types.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";
import type { ControlAnswer, ControlRequest } from "../../playground/page-api/switches.ts";

const start = Temporal.Instant.from("2026-11-18T09:00:00Z").epochMilliseconds;
let playground: Playground;
let clock: PlaygroundClock;
beforeEach(async () => {
  clock = createPlaygroundClock(() => start);
  playground = await startPlayground(0, clock);
});
afterEach(() => playground.close());

async function push(id: string, request: ControlRequest = {}): Promise<ControlAnswer> {
  const reply = await fetch(new URL(`/playground/controls/${id}`, playground.discord.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  // The playground's own form, from this repository.
  return (await reply.json()) as ControlAnswer;
}
async function status(): Promise<number> {
  const { baseUrl, workspaceId, token } = playground.service;
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${baseUrl}/workspace/posts/${workspaceId}`, { headers })).status;
}

test("every second call fails until the switch is turned off, and the others succeed", async () => {
  await push("service-half", { isOn: true });
  expect([await status(), await status(), await status(), await status()]).toEqual([200, 500, 200, 500]);
  expect(await push("service-half", { isOn: false })).toMatchObject({ said: "The service works again." });
  expect([await status(), await status()]).toEqual([200, 200]);
});

test("a fault that names a time is over by then, and its switch is off", async () => {
  await push("service-limited", { isOn: true });
  const isOn = async () =>
    (await push("service-slow", { isOn: false })).controls.find(({ id }) => id === "service-limited")?.isOn;
  expect([await status(), await isOn()]).toEqual([429, true]);
  clock.advance(22_000);
  expect(await status()).toBe(429);
  clock.advance(1_000);
  expect([await status(), await isOn()]).toEqual([200, false]);
});

test("every fault of the service has a switch, and ends once it is turned off", async () => {
  const { controls } = await push("service-slow", { isOn: false });
  const switches = controls.filter(
    ({ id, group, kind }) => group === "service" && kind === "switch" && id !== "service-revoked",
  );
  const kinds = new Set<string>();
  for (const { id } of switches) {
    await push(id, { isOn: true });
    for (const { kind } of playground.service.faults.active) kinds.add(kind);
    await push(id, { isOn: false });
    expect(playground.service.faults.active).toEqual([]);
  }
  const known = [
    "slow",
    "status",
    "cut",
    "nonsense",
    "wrong-records",
    "loose-types",
    "silent",
    "unsuccessful",
    "bare",
  ];
  expect([...kinds].toSorted()).toEqual(known.toSorted());
});

async function post(): Promise<number> {
  const { discord } = playground;
  const reply = await fetch(`${discord.apiUrl}/v10/channels/${playgroundIds.orders}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${discord.botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ content: "x", allowed_mentions: { parse: [] } }),
  });
  return reply.status;
}

test("Discord's faults run side by side until each is turned off", async () => {
  await push("discord-slow", { isOn: true });
  await push("discord-lost", { isOn: true });
  expect(await push("discord-slow", { isOn: false })).toMatchObject({
    said: "That fault is off; the others stay on.",
  });
  expect(await post()).toBe(502);
  expect(await push("discord-lost", { isOn: false })).toMatchObject({
    said: "Discord works normally again.",
  });
  expect(await post()).toBe(200);
});

test("one delay is shorter than Discord waits, and another is longer", async () => {
  await push("service-slow", { isOn: true });
  await push("service-crawling", { isOn: true });
  expect(playground.service.faults.active).toMatchObject([
    { kind: "slow", ms: 2_000 },
    { kind: "slow", ms: 4_000 },
  ]);
  expect(await push("service-slow", { isOn: false })).toMatchObject({
    said: "Turned off. Other switches are still on.",
  });
  expect(playground.service.faults.active).toMatchObject([{ kind: "slow", ms: 4_000 }]);
});

test("the channel on screen can be deleted, but not private messages or a server's last channel", async () => {
  const { discord } = playground;
  const { ada, orders, calendar } = playgroundIds;
  const left = (): readonly string[] => discord.guilds[0]?.channels.map(({ id }) => id) ?? [];
  const remove = async (channelId: string): Promise<string> =>
    (await push("discord-delete-channel", { channelId })).said;
  await push("discord-permission", { isOn: true });
  expect(await remove(calendar)).toBe("#calendar was deleted.");
  expect(left()).not.toContain(calendar);
  expect(await push("discord-permission", { isOn: false })).toMatchObject({
    said: "The bot can post again.",
  });

  const address = `${discord.url}/playground/state?as=${ada}`;
  // The emulator answers with what `page-types.ts` says.
  const { privateChannel } = (await (await fetch(address)).json()) as PageState;
  expect(await remove(privateChannel.id)).toMatch(/can't delete private messages/);
  for (const id of left()) if (id !== orders) await remove(id);
  expect(await remove(orders)).toBe("#orders is the last channel here, so it wasn't deleted.");
  expect(left()).toEqual([orders]);
});

test("the clock advances by an hour, a day or a week", async () => {
  for (const [id, hours] of [
    ["hour", 1],
    ["day", 24],
    ["week", 7 * 24],
  ] as const) {
    const before = clock.now();
    await push(`clock-${id}`);
    expect(clock.now() - before).toBe(hours * 60 * 60_000);
  }
});

test("a fault affects the chosen workspace alone, then the other one, then both", async () => {
  const bakery = playground.service.others[0];
  const statusWith = async (workspace: typeof bakery): Promise<number> => {
    const { workspaceId = "", token = "" } = workspace ?? {};
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${playground.service.baseUrl}/workspace/posts/${workspaceId}`, { headers })).status;
  };
  const both = async () => [await status(), await statusWith(bakery)];
  expect(await push("service-failing", { isOn: true })).toMatchObject({ said: "Harbour Café: failing." });
  expect(await both()).toEqual([500, 200]);
  const { said, controls } = await push("service-target", { value: bakery?.workspaceId ?? "" });
  expect(said).toBe("What is on is for Harbour Bakery now.");
  expect(controls.find(({ id }) => id === "service-target")?.chosen).toBe(bakery?.workspaceId);
  expect(await both()).toEqual([200, 500]);
  await push("service-target", { value: "all" });
  expect(await both()).toEqual([500, 500]);
  await push("service-failing", { isOn: false });
  await push("service-revoked", { isOn: true });
  expect(await both()).toEqual([401, 401]);
  await push("service-target", { value: playground.service.workspaceId });
  expect(await both()).toEqual([401, 200]);
  await push("service-revoked", { isOn: false });
  expect(await both()).toEqual([200, 200]);
});
