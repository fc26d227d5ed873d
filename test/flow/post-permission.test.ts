// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { theo, staff } = playgroundIds;
const wanted = { kind: "team", channel: staff, days: "monday", time: "9:00", zone: "Europe/Berlin" };
let playground: PlaygroundUnderTest;
beforeEach(async () => {
  playground = await startPlaygroundUnderTest({ isSetUp: true });
});
afterEach(() => playground.close());

async function turn(isOn: boolean): Promise<void> {
  await fetch(new URL("/playground/controls/discord-permission", playground.discord.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ isOn }),
  });
}
const asked = async (): Promise<string> =>
  shown(await playground.discord.as(theo, staff).run("schedule add", wanted)).text;

test("a bot without permission to post says so in advance, and recovers when it has it", async () => {
  const before = playground.discord.guilds.flatMap(({ channels }) =>
    channels.map(({ overwrites = [] }) => overwrites),
  );
  await turn(true);
  await turn(true);
  await until("it knows what it lacks", async () => (await asked()).includes("I need *Send Messages* there"));
  await turn(false);
  await until("it may post", async () => (await asked()).includes("every Monday at"));
  expect(
    playground.discord.guilds.flatMap(({ channels }) => channels.map(({ overwrites = [] }) => overwrites)),
  ).toEqual(before);
});
