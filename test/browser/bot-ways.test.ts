import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/page/shared-browser.ts";
import { openTab } from "../support/page/page-tab.ts";
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

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const address = (name: string): string => `${playground.discord.url}/?as=${name}`;
const messages = (page: Page) => page.getByRole("log");
const ordersSent = (): number =>
  playground.service.requests.filter(({ operation }) => operation === "createOrder").length;

test("an order is logged on a phone by touch, without anything wider than the screen", async () => {
  await using tab = await openTab(browser, address("noor"), phone);
  const { page } = tab;
  await page.getByRole("button", { name: "Show the commands" }).tap();
  await page.getByRole("option", { name: /^\/order create/ }).tap();
  await page.getByRole("button", { name: "items", exact: true }).tap();
  await page.getByRole("combobox", { name: "items" }).fill("Flat white, Cinnamon bun");
  await page.getByRole("heading", { level: 1 }).tap();
  await page.getByRole("button", { name: /customer/ }).tap();
  await page.getByRole("option", { name: /Kiosk/ }).tap();
  await page.getByRole("button", { name: "Send the command" }).tap();
  const confirm = messages(page).getByRole("button", { name: "Log order" });
  await confirm.waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect((await confirm.boundingBox())?.height).toBeGreaterThanOrEqual(32);
  expect(await tab.violations()).toEqual([]);
  const before = ordersSent();
  await confirm.tap();
  await messages(page)
    .getByText(/Order #\d+ logged/)
    .waitFor();
  expect(ordersSent()).toBe(before + 1);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});

async function openUsualItems(tab: Awaited<ReturnType<typeof openTab>>) {
  const { page } = tab;
  // From here on the bot knows what is usual.
  await tab.run("order search");
  await messages(page).getByRole("button", { name: "Reload" }).first().waitFor();
  await tab.run("order create");
  const form = page.getByRole("dialog", { name: "Log an order" });
  return { form, list: form.getByRole("combobox", { name: "Usual items" }) };
}

test("usual items are chosen on a phone by touch, in a form that isn't wider than the screen", async () => {
  await using tab = await openTab(browser, address("theo"), phone);
  const { page } = tab;
  const { form, list } = await openUsualItems(tab);
  await list.tap();
  const [first, second] = [form.getByRole("option").nth(0), form.getByRole("option").nth(1)];
  const names = [await first.innerText(), await second.innerText()];
  await first.tap();
  await second.tap();
  await list.tap();
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await tab.violations()).toEqual([]);
  await form.getByRole("button", { name: "Submit" }).tap();
  const confirm = messages(page).getByRole("button", { name: "Log order" });
  await confirm.tap();
  const title = await messages(page)
    .getByText(/Order #\d+ logged/)
    .innerText();
  const logged = [...playground.service.state.orders.values()].find(({ order }) =>
    title.includes(`#${order.order_number ?? 0} `),
  );
  expect(logged?.order.items).toEqual(names);
});

test("after a click in a form's list, Escape closes the list and keeps what was chosen, and the form stays", async () => {
  await using tab = await openTab(browser, address("theo"));
  const { page } = tab;
  const { form, list } = await openUsualItems(tab);
  await list.click();
  const first = form.getByRole("option").first();
  const name = await first.innerText();
  await first.click();
  await page.keyboard.press("Escape");
  await form.getByRole("option").first().waitFor({ state: "detached" });
  expect(await list.innerText()).toBe(name);
  expect(await form.isVisible()).toBe(true);
});

test("by keyboard, an order is found in the list, cleared, typed again, logged and dismissed", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  const { keyboard } = page;
  await keyboard.type("/ord");
  await page.getByRole("option", { name: /^\/order create/, selected: true }).waitFor();
  await keyboard.press("ArrowDown");
  await page.getByRole("option", { name: /^\/order search/, selected: true }).waitFor();
  await keyboard.press("ArrowUp");
  await keyboard.press("Tab");
  await walkTo(page, "ArrowLeft", "+ items");
  await keyboard.press("Enter");
  await keyboard.type("Oat latte");
  await walkTo(page, "ArrowRight", "+ customer");
  await keyboard.press("Enter");
  await keyboard.type("ki");
  await page.getByRole("option", { name: /Kiosk/, selected: true }).waitFor();
  await keyboard.press("Tab");
  const form = page.getByRole("form", { name: "Command /order create" });
  // What is filled in stays.
  await keyboard.press("Escape");
  expect(await form.getByRole("combobox", { name: "items" }).inputValue()).toBe("Oat latte");
  await walkTo(page, "Tab", "Close the command");
  await keyboard.press("Enter");
  await form.waitFor({ state: "detached" });

  await keyboard.type("/order create ");
  await walkTo(page, "ArrowLeft", "+ items");
  await keyboard.press("Enter");
  await keyboard.type("Oat latte, Scone");
  await keyboard.press("Escape");
  await keyboard.press("Enter");
  const confirm = messages(page).getByRole("button", { name: "Log order" });
  await confirm.waitFor();
  const before = ordersSent();
  await walkTo(page, "Shift+Tab", "Log order");
  await keyboard.press("Enter");
  const receipt = messages(page).getByText(/Order #\d+ logged/);
  await receipt.waitFor();
  expect(await page.evaluate("document.activeElement === document.body")).toBe(false);
  expect(ordersSent()).toBe(before + 1);
  const commandLine = page.getByRole("combobox", { name: "Command", exact: true });
  await keyboard.press("/");
  await commandLine.and(page.locator(":focus")).waitFor();
  await keyboard.press("Escape");
  await keyboard.press("Backspace");

  await walkTo(page, "Shift+Tab", "Dismiss");
  await keyboard.press("Enter");
  await receipt.waitFor({ state: "detached" });
  await commandLine.and(page.locator(":focus")).waitFor();
});

test("by keyboard, Escape closes the channels on a phone and restores the focus", async () => {
  await using tab = await openTab(browser, address("noor"), phone);
  const { page } = tab;
  const drawer = page.getByRole("button", { name: "Channels and people" });
  const focused = page.locator(":focus");
  await drawer.press("Enter");
  await page.getByRole("link", { name: "Harbour Café" }).and(focused).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Channels and people", expanded: false }).and(focused).waitFor();
});

test("by keyboard, a form restores the focus, whether it's cancelled or sent", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  const form = page.getByRole("dialog", { name: "Log an order" });
  const focused = page.locator(":focus");
  await tab.run("order create");
  await form.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.getByRole("combobox", { name: "Command", exact: true }).and(focused).waitFor();
  await tab.run("order create");
  await form.getByRole("textbox", { name: /items/i }).fill("Oat latte");
  await form.getByRole("button", { name: "Submit" }).press("Enter");
  await page.getByRole("combobox", { name: "Command", exact: true }).and(focused).waitFor();
  const change = messages(page).getByRole("button", { name: "Change" });
  await change.press("Enter");
  await form.getByRole("button", { name: "Close" }).press("Enter");
  await change.and(focused).waitFor();
});

test.each(["light", "dark"] as const)(
  "an accessibility check finds nothing in %s: replies, the open lists, a form, each side of the panel",
  async (colorScheme) => {
    await using tab = await openTab(browser, address("ada"), { colorScheme });
    const { page } = tab;
    await page.getByRole("button", { name: /You are Ada/ }).click();
    await page.getByRole("navigation", { name: "Act as" }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await tab.run("order search");
    await messages(page)
      .getByText(/Page 1 of/)
      .last()
      .waitFor();
    await tab.pick("post-delete");
    await page.keyboard.type("lantern");
    await page.getByRole("option", { name: /^Lantern evening/ }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await messages(page).getByRole("article", { name: "Delete this post?" }).last().waitFor();
    await page.keyboard.type("/");
    await page.getByRole("option", { name: /^\/help/ }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Command", exact: true }).fill("");

    await page.getByRole("button", { name: "Behind the scenes" }).click();
    for (const name of ["Try things", "Requests", "Members"]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tab", { name, selected: true }).waitFor();
      expect(await tab.violations()).toEqual([]);
    }
    await tab.run("link set");
    const form = page.getByRole("dialog", { name: "Link this server to a workspace" });
    await form.getByRole("textbox", { name: /Workspace key/ }).fill("");
    await form.getByRole("button", { name: "Submit" }).click();
    await form.getByRole("alert").waitFor();
    expect(await tab.violations()).toEqual([]);
  },
);

/** Presses a key until what has the focus goes by this name. */
async function walkTo(page: Page, key: string, name: string): Promise<void> {
  const focused = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent";
  for (let step = 0; step < 30; step += 1) {
    if (String(await page.evaluate(focused)).trim() === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} leads to no ${name}`);
}
