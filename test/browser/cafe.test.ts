import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openTab } from "../support/page/page-tab.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { opened } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
let browser: Browser;
let cafe: PlaygroundUnderTest;

beforeAll(async () => {
  [cafe, browser] = await Promise.all([startPlaygroundUnderTest({ isAtWork: true }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await cafe.close();
});

test.each([
  { channel: "orders", name: "at a desk in light", options: {} },
  { channel: "managers", name: "at a desk in dark", options: { colorScheme: "dark" } },
  { channel: "calendar", name: "on a phone in light", options: phone },
  { channel: "orders", name: "on a phone in dark", options: { ...phone, colorScheme: "dark" } },
] as const)(
  "the café at work fits the screen and is accessible: $channel $name",
  async ({ channel, options }) => {
    const address = `${cafe.discord.url}/?channel=${playgroundIds[channel]}`;
    await using tab = await openTab(browser, address, options);
    const { page } = tab;
    await page.getByText("As a manager, try one of these:").waitFor();
    if (channel !== "calendar") await page.getByText("Pinned", { exact: true }).waitFor();
    const picture = page.getByRole("button", { name: /^Open large/ });
    await picture.first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await tab.violations()).toEqual([]);
  },
);

test("a board is read from its title at first, and a new message leads to the end", async () => {
  await using tab = await openTab(browser, `${cafe.discord.url}/?channel=${playgroundIds.orders}`);
  const { page } = tab;
  await page
    .getByRole("button", { name: /^Open large/ })
    .first()
    .waitFor();
  const isCut = () =>
    page.evaluate(`(() => {
      const { top } = document.querySelector(".scroller").getBoundingClientRect();
      const pictures = [...document.images].every(({ complete }) => complete);
      const first = document.querySelector(".message").getBoundingClientRect();
      return !pictures || first.top < top - 1;
    })()`);
  await until("the board's title is at the top", async () => (await isCut()) === false);
  const said = cafe.discord.as(playgroundIds.sam, playgroundIds.orders).say("Is the last table free?");
  const message = page.locator(`[data-message-id="${said.id}"]`);
  await until("the new message is on the screen", async () => {
    const [box, height] = [await message.boundingBox(), page.viewportSize()?.height ?? 0];
    return box !== null && box.y > 0 && box.y + box.height <= height;
  });
});

test("a link to a message of this server leads to it, and one to an event leads nowhere", async () => {
  const { discord } = cafe;
  const mia = discord.as(playgroundIds.mia, playgroundIds.orders);
  const form = opened(await mia.run("request time"));
  const [today = ""] = form.fields[1]?.options?.map(({ value }) => value) ?? [];
  await mia.submit(form, { minutes: "80", day: [today], reason: "Unloaded the delivery" });
  await using tab = await openTab(browser, `${discord.url}/?channel=${playgroundIds.calendar}`);
  const { page } = tab;
  await page.getByRole("log").getByText("Barista training").waitFor();
  expect(await page.getByRole("link", { name: "Barista training" }).count()).toBe(0);
  await tab.run("request list");
  await page.getByRole("link", { name: "1 h 20 min" }).click();
  await page.getByRole("heading", { name: "managers", level: 1 }).waitFor();
  const card = page.locator("article.message:focus").getByText("Time request: 1 h 20 min");
  await card.waitFor();
  await until("the request is on the screen", async () => {
    const [box, height] = [await card.boundingBox(), page.viewportSize()?.height ?? 0];
    return box !== null && box.y > 0 && box.y + box.height <= height;
  });
  expect(page.context().pages()).toEqual([page]);
  await page.goBack();
  await page.getByRole("heading", { name: "calendar", level: 1 }).waitFor();
});

test("the behind-the-scenes panel lists what to try first, and faults apply to the chosen workspace", async () => {
  await using tab = await openTab(browser, cafe.discord.url);
  const { page } = tab;
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Try things", selected: true }).waitFor();
  const [eventId = ""] = cafe.service.state.eventIds;
  await page.getByRole("region", { name: "Ids to use" }).getByText(eventId).waitFor();
  const target = page.getByRole("group", { name: "Fails for" });
  await target.getByRole("button", { name: "Harbour Café", pressed: true }).waitFor();
  await target.getByRole("button", { name: "Harbour Bakery" }).click();
  await page.getByRole("switch", { name: /^Failing/ }).click();
  await page.getByRole("tabpanel").getByText("Harbour Bakery: failing.").waitFor();
  expect(await tab.violations()).toEqual([]);
  await tab.run("calendar");
  await page.getByText(/having problems/).waitFor({ state: "detached" });
  await page.getByRole("switch", { name: /^Failing/ }).click();
});

test("each of eighteen people can be reached in the list of people to act as", async () => {
  await using tab = await openTab(browser, cafe.discord.url, { viewport: { width: 1000, height: 560 } });
  const { page } = tab;
  await page.getByRole("button", { name: /You are Theo/ }).click();
  const people = page.getByRole("navigation", { name: "Act as" });
  await expect.poll(() => people.getByRole("link").count()).toBe(18);
  expect((await people.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await people.getByRole("link", { name: /Ada/ }).click();
  await page.getByText("As an admin, try one of these:").waitFor();
});
