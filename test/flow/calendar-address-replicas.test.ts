// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { ask, pathIn, publicUrl, subscribe } from "../support/calendar-address.ts";
import { shown } from "../support/replies.ts";
import { startTwoApps } from "../support/two-apps.ts";

test("an address made on one replica is served, counted and ended by the other, too", async () => {
  await using two = await startTwoApps(() => 0, { HTTP_PORT: "0", PUBLIC_URL: publicUrl });
  const { apps } = two;
  const answer = await subscribe(two.as("mia"));
  const path = pathIn(answer);
  const read = async () => {
    const responses = await Promise.all(apps.map((app) => ask(app, path)));
    return Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        etag: response.headers.get("etag"),
        text: await response.text(),
      })),
    );
  };
  const [one, other] = await read();
  expect(one).toMatchObject({ status: 200, text: expect.stringContaining("BEGIN:VCALENDAR") });
  expect(other).toEqual(one);
  two.clock.advance(60_000);
  for (const app of apps)
    expect((await ask(app, path, { headers: { "if-none-match": one?.etag ?? "" } })).status).toBe(304);

  const newer = pathIn(shown(await two.as("mia").press(answer, "New address")));
  expect((await read()).map(({ status }) => status)).toEqual([404, 404]);
  for (const app of apps) expect((await ask(app, newer)).status).toBe(200);
  const { store } = apps[1].ctx;
  expect(await store.calendarAddresses.remove(playgroundIds.guildId, playgroundIds.mia)).toBe(true);
  for (const app of apps) expect((await ask(app, newer)).status).toBe(404);
});

test("of two presses at once on two replicas, one makes the address", async () => {
  await using two = await startTwoApps(() => 0, { HTTP_PORT: "0", PUBLIC_URL: publicUrl });
  const [first, second] = two.apps;
  const address = (tokenHash: string) => ({
    guildId: playgroundIds.guildId,
    discordUserId: playgroundIds.mia,
    linkKey: "cafe",
    tokenHash,
    madeAt: two.clock.now(),
  });
  const made = await Promise.all([
    first.ctx.store.calendarAddresses.add(address("one")),
    second.ctx.store.calendarAddresses.add(address("other")),
  ]);
  expect(made.filter(Boolean)).toHaveLength(1);
});
