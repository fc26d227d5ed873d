import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { openTab } from "../support/page/page-tab.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { patient } from "../support/patience.ts";

let browser: Browser;
let playground: PlaygroundUnderTest;

beforeAll(async () => {
  [playground, browser] = await Promise.all([startPlaygroundUnderTest(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await playground.close();
});
afterEach(() => playground.service.resetRateLimit());

const address = (name: string): string => `${playground.discord.url}/?as=${name}`;
const sent = (operation: string): number =>
  playground.service.requests.filter((request) => request.operation === operation).length;
const messages = (page: Page) => page.getByRole("log");

test("a server is unlinked, then linked again by its form, and works again", async () => {
  const { service } = playground;
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await tab.run("link status");
  await messages(page).getByRole("button", { name: "Remove…" }).click();
  await messages(page).getByRole("button", { name: "Remove link" }).click();
  await messages(page).getByText("Link removed").waitFor();
  await tab.run("calendar");
  await messages(page)
    .getByText(/isn't linked to a workspace yet/)
    .waitFor();

  await tab.run("link set");
  const form = page.getByRole("dialog", { name: "Link this server to a workspace" });
  await form.getByRole("textbox", { name: /Workspace id/ }).fill(service.workspaceId);
  await form.getByRole("textbox", { name: /Workspace key/ }).fill(service.token);
  await form.getByRole("button", { name: "Submit" }).click();
  await messages(page).getByText("Workspace linked").waitFor();
  expect(await messages(page).innerText()).not.toContain(service.token);

  await tab.run("calendar");
  await messages(page)
    .getByRole("article", { name: /this week/ })
    .waitFor();
});

test("a form that doesn't reach the bot says so, keeps what was typed, and can be sent again", async () => {
  const { service } = playground;
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await tab.run("link set");
  const form = page.getByRole("dialog", { name: "Link this server to a workspace" });
  const key = form.getByRole("textbox", { name: /Workspace key/ });
  await key.fill(service.token);
  await playground.stopBot();
  await form.getByRole("button", { name: "Submit" }).click();
  await form.locator("[aria-busy=true]").waitFor();
  playground.clock.advance(patient(4_000));
  await form.getByRole("alert").waitFor();
  expect(await form.getByRole("alert").innerText()).toMatch(/did not respond.*Your input is still here/);
  expect(await key.inputValue()).toBe(service.token);
  await playground.startBot();
  await form.getByRole("button", { name: "Submit" }).click();
  await form.waitFor({ state: "detached" });
  await messages(page).getByText("Workspace linked").last().waitFor();
});

test("a message becomes an order through its right-click menu", async () => {
  const before = sent("createOrder");
  await using tab = await openTab(browser, address("noor"));
  const { page } = tab;
  const composer = page.getByRole("combobox", { name: "Command", exact: true });
  await composer.fill("2 flat whites and a cinnamon bun");
  await composer.press("Enter");
  const written = messages(page).getByText("2 flat whites and a cinnamon bun");
  await written.waitFor();
  await expect.poll(() => composer.inputValue()).toBe("");
  await written.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Forward to this channel" }).click();
  const forwarded = messages(page).getByRole("article").filter({ hasText: "Forwarded" });
  await forwarded.getByText("2 flat whites and a cinnamon bun").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Log order" }).click();
  await messages(page).getByText("Log this order?").waitFor();
  expect(await messages(page).innerText()).toMatch(/2 × Flat white\s+.*Cinnamon bun/);
  await messages(page).getByRole("button", { name: "Log order" }).click();
  await messages(page)
    .getByText(/Order #\d+ logged/)
    .waitFor();
  expect(sent("createOrder")).toBe(before + 1);
});

test("a form opens with its own message's order, not with what was left in another's", async () => {
  await using tab = await openTab(browser, address("noor"));
  const { page } = tab;
  const composer = page.getByRole("combobox", { name: "Command", exact: true });
  const form = page.getByRole("dialog", { name: "Log an order" });
  for (const item of ["Cold brew", "Lemonade"]) {
    await composer.fill(`2 ${item}`);
    await composer.press("Enter");
    await messages(page).getByText(`2 ${item}`, { exact: true }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Log order" }).click();
    const preview = messages(page)
      .getByRole("article", { name: /only you/ })
      .filter({ hasText: `2 × ${item}` });
    await preview.getByRole("button", { name: "Change" }).click();
    expect(await form.getByRole("textbox", { name: /Items/ }).inputValue()).toBe(`${item}\n${item}`);
    await form.getByRole("button", { name: "Cancel" }).click();
  }
});

test("a file left in a closed form isn't sent with what is typed when it opens again", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await tab.run("account import");
  const open = messages(page).getByRole("button", { name: "Add a list" });
  const form = page.getByRole("dialog", { name: "Import a list" });
  await open.click();
  const file = { name: "team.csv", mimeType: "text/csv", buffer: Buffer.from("discord,workspace\n") };
  await form.getByLabel("A CSV file").setInputFiles(file);
  await form.getByText("team.csv").waitFor();
  await form.getByRole("button", { name: "Cancel" }).click();
  await open.click();
  await form.getByRole("textbox", { name: /paste it/ }).fill("nobody_here, 310442876");
  await form.getByRole("button", { name: "Submit" }).click();
  await messages(page).getByText("1 person can't be connected").waitFor();
});

test("a post is found while its title is typed, shown with its picture, and deleted", async () => {
  const before = sent("deletePost");
  await using tab = await openTab(browser, address("theo"));
  const { page } = tab;
  await tab.pick("post-delete");
  await page.keyboard.type("winter");
  await page.getByRole("option", { name: /^Winter menu is here/ }).waitFor();
  await page.getByRole("option", { name: /^Shift swaps/ }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const question = messages(page).getByRole("article", { name: "Delete this post?" });
  await question.waitFor();
  const picture = question.getByRole("button", { name: /Open large/ });
  const width = "document.querySelector('.embed-image img').naturalWidth";
  await expect.poll(() => page.evaluate(width)).toBe(480);
  await picture.click();
  await page.getByRole("dialog", { name: "Picture" }).waitFor();
  await page.keyboard.press("Escape");
  expect(sent("deletePost")).toBe(before);

  await messages(page).getByRole("button", { name: "Delete post" }).click();
  await messages(page).getByRole("article", { name: "Post deleted" }).waitFor();
  expect(await question.count()).toBe(0);
  expect(sent("deletePost")).toBe(before + 1);
});

test("suggestions that don't come in time are shown as failed, not as an empty list", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await playground.stopBot();
  await tab.pick("post-delete");
  await page.keyboard.type("lantern");
  await page.getByText("Asking the bot…").waitFor();
  playground.clock.advance(patient(4_000));
  await page.getByText("Loading options failed.").waitFor();
  await playground.startBot();
});

test("clicking a command named in a reply fills the composer", async () => {
  await using tab = await openTab(browser, address("noor"));
  const { page } = tab;
  await tab.run("help");
  await messages(page).getByRole("button", { name: "/order create" }).last().click();
  await page.getByRole("form", { name: "Command /order create" }).waitFor();
  await page
    .locator(":focus")
    .and(page.getByRole("button", { name: "Send the command" }))
    .waitFor();
});

test("after a reload, dismissed private replies stay gone and the others are still there", async () => {
  await using tab = await openTab(browser, address("theo"));
  const { page } = tab;
  const privateOnes = messages(page).getByRole("article", { name: /only you can see this/ });
  await tab.run("help");
  await messages(page).getByRole("article", { name: "What you can do here" }).waitFor();
  const before = await privateOnes.count();
  await privateOnes.last().getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => privateOnes.count()).toBe(before - 1);
  await page.reload();
  await page.getByRole("combobox", { name: "Command", exact: true }).waitFor();
  await expect.poll(() => privateOnes.count()).toBe(before - 1);
  expect(await messages(page).getByRole("article", { name: "What you can do here" }).count()).toBe(0);
});

test("two tabs learn at once that the bot went offline, and that it's back", async () => {
  await using mia = await openTab(browser, address("mia"));
  await using sam = await openTab(browser, address("sam"));
  await playground.stopBot();
  for (const { page } of [mia, sam]) await page.getByText("Bot is offline").waitFor();
  await playground.startBot();
  for (const { page } of [mia, sam]) await page.getByText("Bot is online").waitFor();
});

test("what happens before a tab's live connection is open shows once it is", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  await page.routeWebSocket(/\/playground\/live/, async (socket) => {
    // By now the page has read that the bot is online.
    await playground.stopBot();
    socket.connectToServer();
  });
  await page.reload();
  await page.getByText("Bot is offline").waitFor();
  await playground.startBot();
  await page.getByText("Bot is online").waitFor();
});

test("a preview left for a week says that it has expired, and sends nothing", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await tab.pick("order create");
  await tab.fillIn("items", "Espresso");
  await page.keyboard.press("Enter");
  const confirm = messages(page).getByRole("button", { name: "Log order" });
  await confirm.waitFor();
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Try things" }).click();
  await page.getByRole("button", { name: /Forward a week/ }).click();
  await page
    .getByRole("tabpanel")
    .getByText(/It's now \w+day \d+ \w+ at \d\d:\d\d \(UTC\)/)
    .waitFor();
  const before = sent("createOrder");
  await confirm.click();
  await messages(page).getByText("This expired, so nothing was sent.").waitFor();
  expect(sent("createOrder")).toBe(before);
});

test("a key revoked in the panel leads to a sentence that says who can help", async () => {
  await using tab = await openTab(browser, address("ada"));
  const { page } = tab;
  await page.getByRole("button", { name: "Behind the scenes" }).click();
  await page.getByRole("tab", { name: "Try things" }).click();
  const revoked = page.getByRole("switch", { name: /Key revoked/ });
  await revoked.click();
  await page.getByRole("switch", { name: /Key revoked/, checked: true }).waitFor();
  await tab.run("calendar");
  await messages(page)
    .getByText(/no longer accepts this server's key/)
    .waitFor();
  await revoked.click();
  await page.getByRole("switch", { name: /Key revoked/, checked: false }).waitFor();
  await tab.run("calendar");
  await messages(page)
    .getByRole("article", { name: /this week/ })
    .last()
    .waitFor();
});

test("a private reply reaches nobody else's tab, on screen or in its data", async () => {
  await using mia = await openTab(browser, address("mia"));
  await using sam = await openTab(browser, address("sam"));
  const answer = (page: Page, name: string) => messages(page).getByRole("article", { name }).last();
  await mia.run("order search");
  await answer(mia.page, "Orders").waitFor();
  await sam.run("help");
  // Sam's own answer comes after, so Mia's would be there by now.
  await answer(sam.page, "You don't have access yet").waitFor();
  expect(await messages(sam.page).getByText("Mia used").count()).toBe(0);
  const heard: unknown = await sam.page.evaluate(
    `fetch("/playground/channels/${playgroundIds.orders}/messages?limit=100&as=${playgroundIds.sam}").then((answer) => answer.text())`,
  );
  expect(heard).toContain("You don't have access yet");
  expect(heard).not.toMatch(/"name":"Mia"|Page 1 of/);
});
