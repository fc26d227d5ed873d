import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bakeryIds } from "../../playground/discord/index.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { openTab, type Tab } from "../support/page/page-tab.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";

let browser: Browser;
let playground: PlaygroundUnderTest;

beforeAll(async () => {
  [playground, browser] = await Promise.all([startPlaygroundUnderTest(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await playground.close();
});

const address = (name: string): string => `${playground.discord.url}/?as=${name}`;
const ordersSent = (): number =>
  playground.service.requests.filter(({ method, path }) => method === "POST" && path.includes("order"))
    .length;

/** Types an order up to its preview. @returns the button that logs it */
async function preview(tab: Tab, items: string): Promise<Locator> {
  await tab.pick("order create");
  await tab.fillIn("items", items);
  await tab.page.keyboard.press("Enter");
  const confirm = tab.page.getByRole("button", { name: "Log order" });
  await confirm.waitFor();
  return confirm;
}

test("the bare address opens the server as the first person, with two files and less than 300 kB", async () => {
  await using tab = await openTab(browser, playground.discord.url);
  // How fast that is shown depends on the machine; what has to be fetched and read does not.
  const sizes = await tab.page.evaluate<readonly number[]>(
    "performance.getEntriesByType('resource').filter(({ initiatorType: by }) => by === 'script' || by === 'link').map(({ decodedBodySize }) => decodedBodySize)",
  );
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  expect(await tab.page.getByRole("button", { name: /You are Ada/ }).count()).toBe(1);
});

test("an order is typed, previewed, confirmed by a double click, and sent once", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  const confirm = await preview(tab, "2 flat white");
  const before = ordersSent();
  await confirm.dblclick();
  await page.getByText(/Order #\d+ logged/).waitFor();
  expect(ordersSent()).toBe(before + 1);
  expect(await tab.violations()).toEqual([]);
});

test("a preview from before a restart can be confirmed after it", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  const confirm = await preview(tab, "1 espresso");
  await playground.restartBot();
  await confirm.click();
  await page
    .getByText(/Order #\d+ logged/)
    .last()
    .waitFor();
  await confirm.waitFor({ state: "detached" });
});

test("a message that changes while its channel is read again shows the change", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  const confirm = await preview(tab, "1 cortado");
  const isRead = Promise.withResolvers<void>();
  const mayArrive = Promise.withResolvers<void>();
  await page.route("**/messages?*", async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await mayArrive.promise;
    await route.fulfill({ response });
  });
  playground.discord.touch();
  await isRead.promise;
  await confirm.click();
  await confirm.waitFor({ state: "detached" });
  const arrived = page.waitForResponse(/messages\?/);
  mayArrive.resolve();
  await (await arrived).finished();
  await page.evaluate("new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))");
  expect(await confirm.count()).toBe(0);
});

test("a search is read page by page, on a phone", async () => {
  await using tab = await openTab(browser, address("noor"), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = tab;
  await tab.run("order search");
  await page.getByText(/Page 1 of/).waitFor();
  await page
    .getByRole("button", { name: /Earlier|Older|Next/ })
    .first()
    .tap();
  await page.getByText(/Page 2 of/).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await tab.violations()).toEqual([]);
});

test("a second server is linked with the key on the other side, and shows only that workspace's orders", async () => {
  await using tab = await openTab(browser, `${address("ada")}&guild=${bakeryIds.guildId}`);
  const { page } = tab;
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Try things" }).click();
  const parts = page.getByRole("region", { name: "Workspaces to link" }).locator("code");
  const [workspaceId, key] = [await parts.nth(0).innerText(), await parts.nth(1).innerText()];
  await tab.run("link set");
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: /Workspace id/ }).fill(workspaceId);
  await form.getByRole("textbox", { name: /Workspace key/ }).fill(key);
  await form.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Workspace linked").waitFor();
  await tab.run("order search");
  await page.getByText(/^22 orders, \d+ open$/).waitFor();
  expect(
    await page
      .getByRole("log")
      .getByText(/Sourdough|Pretzel|Rye loaf/)
      .count(),
  ).toBeGreaterThan(0);
  expect(
    await page
      .getByRole("log")
      .getByText(/Flat white|Cappuccino|Espresso/)
      .count(),
  ).toBe(0);
});

test("a stranger is refused in words and sees no staff channel", async () => {
  await using tab = await openTab(browser, address("sam"));
  const { page } = tab;
  await expect
    .poll(() => page.getByRole("navigation", { name: "Channels" }).getByRole("button").allTextContents())
    .toEqual(["#orders", "#calendar"]);
  await tab.run("order search");
  await page.getByText(/Only staff can find orders here/).waitFor();
});

test("a fault that is switched on leads to a sentence, and its request is listed without a token", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Try things" }).click();
  const failing = page.getByRole("switch", { name: /Failing/ });
  await failing.click();
  await page.getByRole("switch", { name: /Failing/, checked: true }).waitFor();
  expect(await tab.violations()).toEqual([]);
  // Nobody asked for it before, so there is nothing to remember.
  await tab.run("taskboard show");
  await page.getByText(/having problems/).waitFor();
  await failing.click();
  await page.getByRole("tab", { name: "Requests" }).click();
  const table = page.getByRole("table", { name: /Requests of the bot/ });
  await table.getByText("500").first().waitFor();
  expect(await tab.violations()).toEqual([]);
  const listed = await table.innerText();
  for (const secret of [playground.service.token, playground.discord.botToken])
    expect(listed).not.toContain(secret);
});

test("a request is listed once, however slowly the panel is read", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  const isAskedAgain = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/service-requests?*", async (route) => {
    const response = await route.fetch();
    asked += 1;
    if (asked === 2) isAskedAgain.resolve();
    await isAskedAgain.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.getByRole("button", { name: "Service", exact: true }).click();
  await expect.poll(() => asked).toBeGreaterThan(2);
  const listed = page.getByRole("table", { name: /Requests of the bot/ }).locator("tbody tr");
  await expect.poll(async () => (await listed.count()) - playground.service.requests.length).toBe(0);
});

test("a form whose submission fails comes back with what was typed", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await tab.run("link set");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /Workspace id/ }).fill("somewhere-else");
  await dialog.getByRole("textbox", { name: /Workspace key/ }).fill("not-the-key-of-this-workspace");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Try again" }).last().click();
  expect(await dialog.getByRole("textbox", { name: /Workspace id/ }).inputValue()).toBe("somewhere-else");
});

test("a reload stays in the channel on screen, and Back leads to the one before", async () => {
  await using tab = await openTab(browser, address("theo"));
  const { page } = tab;
  const channels = page.getByRole("navigation", { name: "Channels" });
  const titled = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  await channels.getByRole("button", { name: "staff" }).click();
  await channels.getByRole("button", { name: "calendar" }).click();
  await page.reload();
  await titled("calendar");
  await page.goBack();
  await titled("staff");
  await page.goBack();
  await titled("orders");
  await tab.run("help");
  await page.getByRole("article", { name: "What you can do here" }).waitFor();
});

test("one person's private reply doesn't appear in another person's tab", async () => {
  await using mia = await openTab(browser, address("mia"));
  await using noor = await openTab(browser, address("noor"));
  await mia.run("help");
  await mia.page.getByRole("article", { name: "What you can do here" }).waitFor();
  await noor.run("help");
  await noor.page.getByRole("article", { name: "What you can do here" }).waitFor();
  expect(await noor.page.getByRole("article").filter({ hasText: "Mia used" }).count()).toBe(0);
});

test("scrolling up while something grows keeps the scroll position", async () => {
  await using tab = await openTab(browser, address("theo"), { viewport: { width: 1000, height: 480 } });
  const { page } = tab;
  const scroller = page.getByRole("region", { name: "Messages" });
  const answers = scroller.getByRole("article", { name: "What you can do here" });
  for (const _ of Array(3)) {
    const before = await answers.count();
    await tab.run("help");
    // An answer of one's own that comes later would scroll to the end.
    await answers.nth(before).waitFor();
  }
  const top = await page.evaluate<number>(`new Promise((settle) => {
    const scroller = document.querySelector(".scroller");
    requestAnimationFrame(() => {
      scroller.scrollTop = 0;
      scroller.firstElementChild.style.paddingBottom = "200px";
      // The browser tells of the scrolling in the frame after the one in which it measures what grew.
      requestAnimationFrame(() => requestAnimationFrame(() => settle(scroller.scrollTop)));
    });
  })`);
  expect(top).toBe(0);
});

test("your own reply scrolls into view; others' messages are announced until you have seen them", async () => {
  await using tab = await openTab(browser, address("mia"), { viewport: { width: 1000, height: 480 } });
  await using other = await openTab(browser, address("theo"));
  const { page } = tab;
  const scroller = page.getByRole("region", { name: "Messages" });
  const top = () => page.evaluate<number>("document.querySelector('.scroller').scrollTop");
  for (const path of ["help", "order search", "help"]) {
    await tab.run(path);
    await scroller.getByText(`/${path}`).last().waitFor();
  }
  const toTop = () => page.evaluate("document.querySelector('.scroller').scrollTop = 0");
  await expect.poll(async () => (await toTop(), top())).toBe(0);
  await tab.run("calendar");
  await expect.poll(top).toBeGreaterThan(0);
  // Until its picture is there, the list keeps to its end.
  const isThere = "[...document.querySelectorAll('.scroller img[loading=lazy]')].at(-1)?.complete === true";
  await expect.poll(() => page.evaluate<boolean>(isThere)).toBe(true);

  await expect.poll(async () => (await toTop(), top())).toBe(0);
  const shares = other.page.getByRole("button", { name: "Show in channel" });
  const sharesBefore = await shares.count();
  await other.run("order search");
  await expect.poll(() => shares.count()).toBeGreaterThan(sharesBefore);
  await shares.last().click();
  const pill = page.getByRole("button", { name: "New message" });
  await pill.waitFor();
  expect(await top()).toBe(0);
  await pill.click();
  await pill.waitFor({ state: "detached" });
  expect(await top()).toBeGreaterThan(0);
});
