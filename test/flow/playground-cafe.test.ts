// Depends on: nothing that varies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { PageState } from "../../playground/discord/page-types.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

// A Wednesday.
const start = Temporal.Instant.from("2026-11-18T10:24:00Z").epochMilliseconds;
const { theo, orders, calendar, managers } = playgroundIds;
const channels = [orders, calendar, managers];

let cafe: PlaygroundUnderTest;
beforeAll(async () => {
  const begunAt = Date.now();
  // It goes on: in a minute that never ends, jobs that come in between would use up what the service allows.
  cafe = await startPlaygroundUnderTest({ isAtWork: true, realNow: () => start + Date.now() - begunAt });
});
afterAll(() => cafe.close());

const all = (): readonly string[] =>
  channels.flatMap((channel) => cafe.discord.messagesIn(channel).map(({ text }) => text));

test("the page opens as the café's manager, with the whole staff and some guests", async () => {
  // The emulator answers with what `page-types.ts` says.
  const state = (await (await fetch(`${cafe.discord.url}/playground/state`)).json()) as PageState;
  expect(state.me.displayName).toBe("Theo");
  expect(state.members.filter(({ bot }) => !bot)).toHaveLength(18);
});

test("the channels contain a pinned board each, Monday's calendar, and what guests wrote", () => {
  const [board, ...wishes] = cafe.discord.messagesIn(orders);
  expect(board).toMatchObject({ pinned: true, author: { bot: true } });
  expect(board?.text).toMatch(/\d+\sopen\sorders/);
  expect(wishes.map(({ author }) => author.name)).toEqual(["Olive", "Pearl", "Bramble", "Sunny"]);
  const [report, team] = cafe.discord.messagesIn(managers);
  expect(report?.text).toMatch(/^Report, 9–15\u00a0Nov: /);
  expect(report?.buttons.map(({ label }) => label)).toEqual(["Download CSV"]);
  expect(team).toMatchObject({ pinned: true });
  expect(team?.text).toMatch(/Team board/);
  const [week] = cafe.discord.messagesIn(calendar);
  expect(week?.sentAtMs).toBe(Temporal.Instant.from("2026-11-16T09:00:00Z").epochMilliseconds);
  expect(week?.text).toMatch(/Week of 16\u00a0November/);
  expect(week?.embeds[0]?.image?.description).toMatch(/, London time\. .*19:00 Lantern evening on the pier/);
  expect(week?.text).toMatch(/⏰ \*\*Due Sun\s22\sNov,\s23:59\*\*\n120/);
  expect(week?.text).toMatch(/\n🗓️ \*\*Sat\*\* \[Lantern evening on the pier\]\(/);
  expect(week?.text).toMatch(/-# 9–15\u00a0November: \d+\u00a0of\u00a0\d+\u00a0passed$/);
});

test("all twelve staff are connected, with twelve saved weeks each and the current one", async () => {
  const { guildId } = playgroundIds;
  const accounts = await cafe.store.accounts.list(guildId, { limit: 50, offset: 0 });
  expect(accounts).toHaveLength(12);
  for (const { userId } of accounts)
    expect(await cafe.store.weeks.findHistory(guildId, [userId])).toMatchObject({
      firstWeek: "2026-08-24",
      weeks: 13,
    });
});

test("a guest's message becomes an order with a right-click", async () => {
  const message = cafe.discord.messagesIn(orders).find(({ text }) => text.includes("for Olive"));
  const preview = shown(await cafe.discord.as(theo, orders).runOnMessage("Log order", message?.id ?? ""));
  expect(preview.text).toMatch(/2 × Flat white/);
  expect(preview.text).toMatch(/Cinnamon bun/);
});

test("a restart of the bot adds nothing to any channel", async () => {
  const before = all();
  await cafe.restartBot();
  expect(all()).toEqual(before);
});

test("the live board follows the clock, and a week later its posts appeared once", async () => {
  const boardText = () => cafe.discord.messagesIn(orders)[0]?.text;
  const before = boardText();
  cafe.clock.advance(10 * 60_000);
  await until("the board shows another moment", () => boardText() !== before);
  cafe.clock.advance(7 * 24 * 60 * 60_000);
  await until("the next calendar is posted", () => cafe.discord.messagesIn(calendar).length > 1);
  expect(cafe.discord.messagesIn(calendar)).toHaveLength(2);
  await until("the next report is posted", () => cafe.discord.messagesIn(managers).length > 2);
  expect(cafe.discord.messagesIn(managers)[2]?.text).toMatch(
    /Report, 16–22\u00a0Nov: \d+\u00a0of\u00a0\d+\u00a0passed\n/,
  );
  expect(cafe.discord.messagesIn(orders).filter(({ author }) => author.bot)).toHaveLength(1);
});
