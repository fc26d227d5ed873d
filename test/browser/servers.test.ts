import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlaygroundClock } from "../../playground/clock.ts";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { type KindsBot, startKindsBot } from "../support/sample-bot.ts";
import { openTab } from "../support/page/page-tab.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const question = {
  content: "Is this you?",
  components: [{ type: 1, components: [{ type: 2, style: 1, label: "It is me", custom_id: "me" }] }],
};

const setUp = new Set<string>();
let browser: Browser;
let playground: Playground;
let bot: KindsBot;

beforeAll(async () => {
  [playground, browser] = await Promise.all([
    startPlayground(0, createPlaygroundClock(Date.now), { isSetUp: async (guildId) => setUp.has(guildId) }),
    openBrowser(),
  ]);
  bot = await startKindsBot(playground.discord);
});
afterAll(async () => {
  await browser.close();
  await bot.stop();
  await playground.close();
});

const address = (name: string): string => `${playground.discord.url}/?as=${name}`;

describe("servers", () => {
  test("a person switches servers, acts there as someone else, and comes back", async () => {
    await using tab = await openTab(browser, address("ada"));
    const { page } = tab;
    const servers = page.getByRole("navigation", { name: "Servers" });
    await expect
      .poll(() => servers.getByRole("link").allTextContents())
      .toEqual([expect.stringContaining("Harbour Café"), expect.stringContaining("Bakery Crew")]);
    await servers.getByRole("link", { name: "Bakery Crew" }).click();
    await page.getByRole("heading", { name: "counter", level: 1 }).waitFor();
    await page.getByText("This server isn't set up yet").waitFor();
    await page.getByRole("button", { name: /You are Ada.*Owner/ }).click();
    const people = page.getByRole("navigation", { name: "Act as" });
    await expect.poll(() => people.getByRole("link").count()).toBe(3);
    await people.getByRole("link", { name: /Mia/ }).click();
    await page.getByRole("button", { name: /You are Mia.*Baker/ }).waitFor();
    expect(await page.getByRole("button", { name: "office" }).count()).toBe(0);
    await tab.run("slow");
    await page.getByText("Thought it over").waitFor();
    expect(playground.discord.messagesIn(bakeryIds.counter)).toHaveLength(1);
    expect(await tab.violations()).toEqual([]);
    await servers.getByRole("link", { name: "Harbour Café" }).click();
    await page.getByRole("heading", { name: "orders", level: 1 }).waitFor();
    await page.getByRole("button", { name: /You are Mia.*Staff/ }).waitFor();
    expect(await page.getByText("Thought it over").count()).toBe(0);
  });

  test("a server that was set up no longer says that it starts out empty", async () => {
    await using tab = await openTab(browser, `${address("ada")}&guild=${bakeryIds.guildId}`);
    const { page } = tab;
    const beginning = page.getByText("This server isn't set up yet");
    await beginning.waitFor();
    setUp.add(bakeryIds.guildId);
    await tab.run("slow");
    await page.getByText("Thought it over").last().waitFor();
    await beginning.waitFor({ state: "detached" });
    setUp.clear();
  });

  test("a member of one server sees only that one", async () => {
    await using tab = await openTab(browser, address("sam"));
    const servers = tab.page.getByRole("navigation", { name: "Servers" });
    await expect.poll(() => servers.getByRole("link").count()).toBe(1);
  });

  test("workspaces to link are shown with their keys, in light and dark, at desk and phone width", async () => {
    const { service } = playground;
    const both = [...service.others, service].flatMap(({ workspaceId, token }) => [workspaceId, token]);
    for (const options of [{ colorScheme: "light" }, { colorScheme: "dark", ...phone }] as const) {
      const url = `${address("ada")}&guild=${bakeryIds.guildId}`;
      await using tab = await openTab(browser, url, options);
      const { page } = tab;
      await page.getByRole("button", { name: "Behind the scenes" }).click();
      await page.getByRole("tab", { name: "Try things" }).click();
      const linkable = page.getByRole("region", { name: "Workspaces to link" });
      await linkable.getByText("Harbour Bakery", { exact: true }).waitFor();
      expect(await linkable.locator("code").allTextContents()).toEqual(both);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(await tab.violations()).toEqual([]);
    }
  });
});

describe("private messages", () => {
  test("are announced to, read by and answered by their recipient alone", async () => {
    await using mia = await openTab(browser, address("mia"));
    await using theo = await openTab(browser, address("theo"));
    const entry = { name: /^Workspace Bot/ } as const;
    const entries = mia.page.getByRole("navigation", { name: "Private messages" });
    // What comes live shows that the page listens.
    await mia.run("secret");
    await mia.page.getByText("Between us").waitFor();
    await bot.tell(playgroundIds.mia, question);
    await entries.getByRole("button", { name: "Workspace Bot (new messages)" }).click();
    await mia.page.getByText("Is this you?").waitFor();
    expect(await mia.violations()).toEqual([]);
    await mia.page.getByRole("button", { name: "It is me" }).click();
    await mia.page.getByText("Pressed once").waitFor();
    expect(bot.heard).toContain("pressed me");
    await theo.page.getByRole("navigation", { name: "Private messages" }).getByRole("button", entry).click();
    await theo.page.getByText("Private messages from the bot appear here").waitFor();
    expect(await theo.page.getByText("Pressed once").count()).toBe(0);
  });

  test("name a channel of another server with its server, and link to it", async () => {
    await bot.tell(playgroundIds.mia, {
      content: `Go to <#${bakeryIds.bakehouse}>, not <#${bakeryIds.office}>`,
    });
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await page
      .getByRole("navigation", { name: "Private messages" })
      .getByRole("button", { name: /^Workspace Bot/ })
      .click();
    const log = page.getByRole("log");
    await log.getByText("not #unknown").waitFor();
    expect(await tab.violations()).toEqual([]);
    await log.getByRole("link", { name: "#bakehouse in Bakery Crew" }).click();
    await page.getByRole("heading", { name: "bakehouse", level: 1 }).waitFor();
  });

  test("keep the buttons at the top within reach on a phone", async () => {
    await using tab = await openTab(browser, address("mia"), phone);
    const { page } = tab;
    await page.getByRole("button", { name: "Channels and people" }).click();
    await page
      .getByRole("navigation", { name: "Private messages" })
      .getByRole("button", { name: /^Workspace Bot/ })
      .click();
    await page.getByRole("heading", { name: "Workspace Bot", level: 1 }).waitFor();
    const box = await page.getByRole("button", { name: "Behind the scenes" }).boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await tab.violations()).toEqual([]);
  });

  test("stop arriving when a switch makes everyone refuse them", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await page.getByRole("button", { name: "Behind the scenes" }).click();
    await page.getByRole("tab", { name: "Try things" }).click();
    await page.getByRole("switch", { name: /Private messages blocked/ }).click();
    await page.getByText("Private messages are blocked.").first().waitFor();
    await expect(bot.tell(playgroundIds.mia, question)).rejects.toMatchObject({ code: 50_007 });
    await page.getByRole("switch", { name: /Private messages blocked/ }).click();
    await page.getByText("Private messages get through again.").first().waitFor();
    await bot.tell(playgroundIds.mia, question);
  });
});

describe("a member named in a text", () => {
  test("is chosen from a list, shown by name, and sent as a mention", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await tab.pick("note");
    await page.keyboard.type("Thank @th");
    await page.getByRole("option", { name: "@Theo" }).waitFor();
    expect(await page.getByRole("option").count()).toBe(1);
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.type(" and @no");
    await page.keyboard.press("Tab");
    const words = page.getByRole("combobox", { name: "words" });
    await expect.poll(() => words.inputValue()).toBe("Thank @Theo and @Noor");
    await page.keyboard.press("Enter");
    await page.getByText("Noted Thank").waitFor();
    expect(bot.heard.at(-1)).toBe(
      `ran /note words:Thank <@${playgroundIds.theo}> and <@${playgroundIds.noor}>`,
    );
  });

  test("can also be chosen among the bot's suggestions, and another choice removes the mention", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await tab.pick("note");
    await page.keyboard.type("a@b");
    await page.getByRole("button", { name: "who" }).click();
    await page.getByRole("option", { name: "Winter menu" }).waitFor();
    await page.keyboard.type("@");
    await page.getByRole("option", { name: "@Sam" }).click();
    const who = page.getByRole("combobox", { name: "who" });
    await expect.poll(() => who.inputValue()).toBe("@Sam");
    await page.keyboard.press("Backspace");
    await expect.poll(() => who.inputValue()).toBe("@Sa");
    await page.getByRole("option", { name: "@Sam" }).click();
    await page.keyboard.press("Enter");
    await page.getByText("Noted a@b").waitFor();
    expect(bot.heard.at(-1)).toBe(`ran /note words:a@b who:<@${playgroundIds.sam}>`);
  });
});

test("a message's file is downloaded as it was sent", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  await tab.run("report");
  const link = page.getByRole("link", { name: /audit\.csv/ }).last();
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("audit.csv");
  expect(await text(await download.createReadStream())).toBe("who,what\nMia,order");
});

test("the names of the person who asked and of the bot open their menus", async () => {
  await using tab = await openTab(browser, address("noor"), phone);
  const { page } = tab;
  await tab.run("secret");
  const message = page.getByRole("article").last();
  await message.getByText("Between us").waitFor();
  await message.getByRole("button", { name: "Noor" }).tap();
  await page.getByRole("menuitem", { name: "Greet" }).tap();
  await page.getByText("Hello noor").waitFor();
  await page.getByRole("button", { name: "Workspace Bot", exact: true }).last().press("Enter");
  await page.getByRole("menuitem", { name: "Greet" }).press("Enter");
  await page.getByText("Hello workspace-bot").waitFor();
});

test("a form shows its text, and its person is chosen from the member list", async () => {
  await using tab = await openTab(browser, address("mia"));
  const { page } = tab;
  await tab.run("form");
  const dialog = page.getByRole("dialog", { name: "A form" });
  await dialog.getByText("yours").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Jonas");
  await dialog.getByRole("combobox", { name: "Who" }).click();
  await page.getByRole("option", { name: "@Theo" }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Welcome, Jonas").waitFor();
  expect(bot.heard.at(-1)).toBe(`form Jonas about ${playgroundIds.theo}`);
});
