import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { openTab } from "../support/page/page-tab.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { shown } from "../support/replies.ts";

const { theo, orders } = playgroundIds;
let browser: Browser;
let playground: PlaygroundUnderTest;

beforeAll(async () => {
  [playground, browser] = await Promise.all([startPlaygroundUnderTest(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await playground.close();
});

test("the clock jumps to the next due post, which then appears in its channel", async () => {
  await using tab = await openTab(browser, `${playground.discord.url}/?as=theo`);
  await using other = await openTab(browser, `${playground.discord.url}/?as=ada`);
  const { page } = tab;
  for (const each of [page, other.page]) {
    await each.getByRole("button", { name: "Behind the scenes" }).click();
    await each.getByRole("tab", { name: "Try things" }).click();
  }
  const jump = page.getByRole("button", { name: /To the next scheduled post/ });
  await jump.click();
  await page
    .getByRole("tabpanel")
    .getByText(/Nothing is scheduled, so the clock wasn't moved/)
    .waitFor();

  const manager = playground.discord.as(theo, orders);
  const options = { kind: "calendar", channel: orders, days: "monday", time: "9:00", zone: "Europe/Berlin" };
  await manager.press(shown(await manager.run("schedule add", options)), "Add schedule");
  await jump.click();
  await page
    .getByRole("tabpanel")
    .getByText(/The post appears within seconds/)
    .waitFor();
  const moved = Temporal.Instant.fromEpochMilliseconds(playground.clock.now());
  expect(moved.toZonedDateTimeISO("Europe/Berlin")).toMatchObject({ dayOfWeek: 1, hour: 9, minute: 0 });
  await other.page
    .getByRole("tabpanel")
    .getByText(/It is Monday/)
    .waitFor();
  await page
    .getByRole("log")
    .getByRole("article", { name: /week of/i })
    .waitFor();
  expect(await tab.violations()).toEqual([]);
});
