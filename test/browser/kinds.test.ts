import type { Hono } from "hono";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DiscordEmulator,
  playgroundIds,
  playgroundSeed,
  startDiscordEmulator,
} from "../../playground/discord/index.ts";
import { mountControls } from "../../playground/page-api/switches.ts";
import { servePage } from "../../playground/page-server.ts";
import { mountServiceRequests } from "../../playground/page-api/requests.ts";
import { mountThings } from "../../playground/page-api/things.ts";
import { patient } from "../support/patience.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { everyKind, type KindsBot, startKindsBot } from "../support/sample-bot.ts";
import { openTab } from "../support/page/page-tab.ts";
import { until } from "../support/wait-for.ts";

const pictureFile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40"><rect width="64" height="40" fill="#b5473c"/></svg>';

/** How many messages the browser draws: the others it leaves out while they are off the screen. */
const drawnScript = `[...document.querySelectorAll("article.message")].filter(({ firstElementChild }) =>
  firstElementChild.checkVisibility({ contentVisibilityAuto: true })).length`;
/** Notes each message in which anything is changed, by its id. */
const watchChanges = `{
  window.changed = new Set();
  const note = (node) => {
    const message = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest("article.message");
    if (message !== null) window.changed.add(message.dataset.messageId);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) [target, ...addedNodes].forEach(note);
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document.querySelector(".messages"), all);
}`;

const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
const place = "document.querySelector('.scroller').scrollTop";
/** Which message lies at the top of what a person sees, and how high: the same while nothing moves before their eyes. */
const seen = `{
  const { top } = document.querySelector(".scroller").getBoundingClientRect();
  const all = [...document.querySelectorAll("article.message")];
  const first = all.find((node) => node.getBoundingClientRect().bottom > top);
  first.dataset.messageId + " " + Math.round(first.getBoundingClientRect().top - top);
}`;
const fromEndScript = `{
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".scroller");
  scrollHeight - scrollTop - clientHeight;
}`;
/** How far the open list is from what opened it. */
const listFromSelect = `{
  const list = document.querySelector(":popover-open").getBoundingClientRect();
  const select = document.querySelector("[role=combobox][aria-expanded=true]").getBoundingClientRect();
  Math.min(Math.abs(list.top - select.bottom), Math.abs(select.top - list.bottom));
}`;
const grow = `{
  const added = document.createElement("div");
  added.style.height = "600px";
  document.querySelector(".messages").append(added);
}`;
/** The list is put to its end, and something more grows before the browser tells of that scrolling. */
const growAroundAScroll = `{
  const node = document.querySelector(".scroller");
  ${grow}
  node.scrollTop = node.scrollHeight;
  ${grow}
}`;

let browser: Browser;
let discord: DiscordEmulator;
let bot: KindsBot;

beforeAll(async () => {
  let aheadMs = 0;
  discord = await startDiscordEmulator({
    // A command that is never answered is given up at once: the clock runs ahead while it waits.
    now: () => Date.now() + aheadMs,
    stretch: patient,
    seed: playgroundSeed,
    rateLimits: { globalPerSecond: 100_000, perRouteInFiveSeconds: 100_000 },
    extraRoutes(app: Hono) {
      servePage(app);
      mountControls(app, []);
      mountThings(app, () => ({ ids: [], workspaces: [] }));
      mountServiceRequests(app, { subscribe: () => () => undefined });
      app.get("/picture.svg", (context) =>
        context.body(pictureFile, 200, { "content-type": "image/svg+xml" }),
      );
      app.post("/later", (context) => {
        aheadMs += patient(4_000);
        return context.body(null, 204);
      });
    },
  });
  bot = await startKindsBot(discord);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await bot.stop();
  await discord.close();
});

const address = (name: string): string => `${discord.url}/?as=${name}`;

describe("messages", () => {
  test("of every kind are drawn and accessible, in light and dark, at desk and phone width", async () => {
    for (const body of everyKind(`${discord.url}/picture.svg`)) await bot.post(playgroundIds.calendar, body);
    for (const options of [
      { colorScheme: "light" },
      { colorScheme: "dark", viewport: { width: 390, height: 844 } },
    ] as const) {
      await using tab = await openTab(browser, address("mia"), options);
      const { page } = tab;
      if ("viewport" in options) await page.getByRole("button", { name: "Channels and people" }).click();
      await page.getByRole("button", { name: "calendar", exact: true }).click();
      const messages = page.getByRole("log");
      await messages.getByText("In a section").waitFor();
      for (const text of [
        "An author",
        "A title",
        "small print",
        "Field 4",
        "A footer",
        "@Mia",
        "#orders",
        "@Staff",
      ]) {
        expect(await messages.getByText(text, { exact: true }).count(), text).toBe(1);
      }
      expect(await messages.getByRole("button", { name: "Danger" }).isDisabled()).toBe(true);
      expect(await messages.getByRole("link", { name: "Link" }).getAttribute("href")).toBe(
        "https://cafe.example/",
      );
      for (const type of ["A string", "Select 5", "Select 6", "Select 7", "Select 8"]) {
        expect(await messages.getByRole("combobox", { name: type }).count(), type).toBe(1);
      }
      expect(await messages.getByRole("img", { name: "A gallery picture" }).count()).toBe(1);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(await tab.violations()).toEqual([]);
    }
  });

  test("hide a spoiler until it's clicked, and enlarge a picture", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await page.getByRole("button", { name: "calendar", exact: true }).click();
    await page.getByRole("button", { name: "Spoiler, show it" }).click();
    await page.getByText("hidden", { exact: true }).waitFor();
    const picture = page.getByRole("button", { name: "Open large: A gallery picture" });
    await picture.click();
    await page.getByRole("dialog", { name: "Picture" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Picture" }).waitFor({ state: "detached" });
    await picture.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).press("Enter");
    await picture.and(page.locator(":focus")).waitFor();
  });

  test("that are private are seen by one person only, and go when dismissed", async () => {
    await using mia = await openTab(browser, address("mia"));
    await using theo = await openTab(browser, address("theo"));
    await mia.run("secret");
    await mia.page.getByText("Between us").waitFor();
    await theo.run("slow");
    // Theo's own answer comes after, so Mia's would be there by now.
    await theo.page.getByText("Thought it over").first().waitFor();
    expect(await theo.page.getByText("Between us").count()).toBe(0);
    await mia.page.getByText("Thought it over").first().waitFor();
    await mia.page.getByRole("button", { name: "Dismiss" }).click();
    await mia.page.getByText("Between us").waitFor({ state: "detached" });
  });

  test("show a pressed button's result to everyone, live", async () => {
    await using mia = await openTab(browser, address("mia"));
    await using noor = await openTab(browser, address("noor"));
    await mia.run("slow");
    const button = mia.page.getByRole("button", { name: "Press me" }).last();
    await button.waitFor();
    const before = bot.heard.filter((line) => line === "pressed once").length;
    await button.dblclick();
    await noor.page.getByText("Pressed once").last().waitFor();
    expect(bot.heard.filter((line) => line === "pressed once")).toHaveLength(before + 1);
  });

  test("keep an open list at its select while they scroll", async () => {
    await bot.post(playgroundIds.staff, everyKind(`${discord.url}/picture.svg`)[1] ?? {});
    await using tab = await openTab(browser, address("noor"), { viewport: { width: 1000, height: 480 } });
    const { page } = tab;
    await page.getByRole("button", { name: "staff", exact: true }).click();
    const select = page.getByRole("combobox", { name: "Select 8" });
    await select.click();
    await page.getByRole("listbox", { name: "Select 8" }).waitFor();
    const apart = (): Promise<unknown> => page.evaluate(listFromSelect);
    await page.evaluate("document.querySelector('.scroller').scrollTop -= 60");
    await page.evaluate(twoFrames);
    expect(await apart()).toBeLessThan(10);
  });

  test("let a person choose from a list with the keyboard", async () => {
    await bot.post(playgroundIds.staff, everyKind(`${discord.url}/picture.svg`)[0] ?? {});
    await using tab = await openTab(browser, address("noor"));
    const { page } = tab;
    await page.getByRole("button", { name: "staff", exact: true }).click();
    await page.getByRole("combobox", { name: "A string" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("You chose two").waitFor();
  });
});

describe("a channel", () => {
  test("with hostile texts neither runs them nor breaks its layout", async () => {
    const texts = [
      "<img src=x onerror=window.ran=1><script>window.ran=1</script>",
      "[run](javascript:window.ran=1) <javascript:window.ran=1>",
      "*".repeat(2_000),
      "\u202e\u2066 backwards ".repeat(100),
      "W".repeat(2_000),
      "> ".repeat(900),
      "||".repeat(900),
    ];
    for (const content of texts) await bot.post(playgroundIds.managers, { content });
    await bot.post(playgroundIds.managers, {
      embeds: [
        {
          title: "x".repeat(256),
          description: "```".repeat(1_000),
          fields: [{ name: "W".repeat(256), value: "*a_".repeat(300), inline: true }],
        },
      ],
    });
    await using tab = await openTab(browser, address("ada"), { viewport: { width: 390, height: 844 } });
    const { page } = tab;
    await page.getByRole("button", { name: "Channels and people" }).click();
    await page.getByRole("button", { name: "managers", exact: true }).click();
    await page.getByText("window.ran=1").first().waitFor();
    expect(await page.evaluate("window.ran === undefined")).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const widest =
      "Math.max(...[...document.querySelectorAll('.message')].map((node) => node.getBoundingClientRect().right))";
    expect(await page.evaluate(`${widest} <= innerWidth`)).toBe(true);
  });

  test("stays scrolled to its end as it grows, unless its reader scrolled up", async () => {
    for (let number = 1; number <= 30; number += 1)
      await bot.post(playgroundIds.staff, { content: `Line ${String(number)}\n`.repeat(4) });
    await bot.post(playgroundIds.orders, { content: "Seen first" });
    await using tab = await openTab(browser, address("noor"));
    const { page } = tab;
    // What someone sees first begins with a whole message; whatever comes after it is shown at its end.
    await page.getByText("Seen first").waitFor();
    await page.getByRole("button", { name: "staff", exact: true }).click();
    await page.getByText("Line 30").first().waitFor();
    const fromEnd = (): Promise<unknown> => page.evaluate(fromEndScript);
    await expect.poll(fromEnd).toBeLessThan(2);
    // What was scrolled before has been told by then.
    await page.evaluate(twoFrames);
    await page.evaluate(growAroundAScroll);
    await page.evaluate(twoFrames);
    expect(await fromEnd()).toBeLessThan(2);

    await page.getByRole("region", { name: "Messages" }).hover();
    await page.mouse.wheel(0, -500);
    await expect.poll(fromEnd).toBeGreaterThan(400);
    await page.evaluate(twoFrames);
    const before = await page.evaluate(place);
    await page.evaluate(grow);
    await page.evaluate(twoFrames);
    expect(await page.evaluate(place)).toBe(before);
  });

  test("with many messages scrolls smoothly, draws only what's on screen, and redraws only what's new", async () => {
    const count = 300;
    const embed = (number: number): object => ({
      embeds: [{ title: `Entry ${String(number)}`, description: "Who **changed** what" }],
    });
    for (let number = 1; number <= count; number += 1) await bot.post(playgroundIds.audit, embed(number));
    await using tab = await openTab(browser, address("ada"));
    const { page } = tab;
    await page.getByRole("button", { name: "audit", exact: true }).click();
    await page.getByText(`Entry ${String(count)}`, { exact: true }).waitFor();
    const scrollTo = (top: string): string =>
      `{ const node = document.querySelector(".scroller"); node.scrollTop = ${top}; }`;
    await expect
      .poll(
        async () => {
          await page.evaluate(scrollTo("0"));
          return page.locator("article.message").count();
        },
        { interval: 20 },
      )
      .toBe(count);
    await page.evaluate(scrollTo("node.scrollHeight / 2"));
    // What comes into sight takes its true height within some frames.
    const places: unknown[] = [];
    await until("the page lies still", async () => {
      await page.evaluate(twoFrames);
      places.push(await page.evaluate(seen));
      return places.length > 5 && new Set(places.slice(-5)).size === 1;
    });
    const before = places.at(-1);
    const drawn = Number(await page.evaluate(drawnScript));
    expect(drawn).toBeGreaterThan(0);
    expect(drawn).toBeLessThan(count / 4);

    await page.evaluate(watchChanges);
    await bot.post(playgroundIds.audit, embed(count + 1));
    await page.getByText(`Entry ${String(count + 1)}`, { exact: true }).waitFor({ state: "attached" });
    expect(await page.evaluate(seen)).toBe(before);
    const newest = page.locator("article.message").last();
    expect(await page.evaluate("[...window.changed]")).toEqual([
      await newest.getAttribute("data-message-id"),
    ]);
  });
});

test("the theme button follows the system", async () => {
  await using tab = await openTab(browser, address("mia"), { colorScheme: "light" });
  await tab.page.getByRole("button", { name: "Switch to dark colours" }).waitFor();
  await tab.page.emulateMedia({ colorScheme: "dark" });
  await tab.page.getByRole("button", { name: "Switch to light colours" }).waitFor();
});

describe("the composer", () => {
  test("checks options' types, shows errors at the option, and sends valid ones", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await tab.pick("kinds");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "This is required." }).waitFor();
    await page.keyboard.type("far too many words");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/At most 10 characters/)
      .waitFor();
    await page.getByRole("combobox", { name: "text" }).fill("fine");
    await page.getByRole("button", { name: "count" }).click();
    await page.keyboard.type("99");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Must be at most 9." }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByRole("combobox", { name: "count" }).fill("7");
    await page.getByRole("button", { name: "sure" }).click();
    await page.keyboard.type("tr");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "person" }).click();
    await page.keyboard.type("theo");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("You said fine").waitFor();
    expect(bot.heard.at(-1)).toBe(`ran /kinds text:fine count:7 sure:true person:${playgroundIds.theo}`);
  });

  test("suggests while typing and sends the value of the chosen name", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await tab.pick("kinds");
    await page.keyboard.type("a");
    await page.getByRole("button", { name: "post" }).click();
    await page.keyboard.type("winter o");
    await page.getByRole("option", { name: "Winter opening hours" }).waitFor();
    await page.getByRole("option", { name: "Winter menu" }).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText("You said a", { exact: true }).waitFor();
    expect(bot.heard.at(-1)).toBe("ran /kinds text:a post:id-of-Winter opening hours");
  });

  test("works by keyboard alone: pick with arrows, close with Escape", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await page.keyboard.type("/");
    await page.getByRole("option", { name: /^\/kinds/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /^\/kinds/ }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await page.getByRole("form", { name: "Command /form" }).waitFor();
    await page.keyboard.press("Escape");
    await page
      .locator("input:focus")
      .and(page.getByRole("combobox", { name: "Command", exact: true }))
      .waitFor();
  });

  test("says so when the bot doesn't answer", async () => {
    await using tab = await openTab(browser, address("mia"));
    await tab.run("silent");
    await expect.poll(() => bot.heard.includes("ran /silent")).toBe(true);
    await tab.page.evaluate("fetch('/later', { method: 'POST' })");
    await tab.page.getByRole("log").getByText("The application did not respond").waitFor();
    await tab.page.keyboard.type("Anyone there?");
    await tab.page.keyboard.press("Enter");
    // What comes later is below it.
    await tab.page.getByRole("article").last().getByText("Anyone there?").waitFor();
    await tab.page
      .getByRole("article", { name: /^\/silent/ })
      .getByRole("button", { name: "Dismiss" })
      .press("Enter");
    await tab.page
      .getByRole("combobox", { name: "Command", exact: true })
      .and(tab.page.locator(":focus"))
      .waitFor();
  });

  test("runs user and message commands from their menus", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await page.getByRole("button", { name: "Behind the scenes" }).click();
    await page.getByRole("tab", { name: "Members" }).click();
    await page.getByRole("button", { name: "More for Noor" }).press("Enter");
    await page.getByRole("menuitem", { name: "Greet" }).press("Enter");
    await page.getByText("Hello noor").waitFor();
    const message = page.getByRole("article").last();
    await message.click({ button: "right" });
    await page.keyboard.press("Escape");
    await message.and(page.locator(":focus")).waitFor();
    await message.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Count words" }).click();
    await page.getByText("That was a message").waitFor();
    expect(await tab.violations()).toEqual([]);
  });
});

describe("a form", () => {
  test("is checked before it is sent, and keeps what was typed when the submission fails", async () => {
    await using tab = await openTab(browser, address("mia"));
    const { page } = tab;
    await tab.run("form");
    const dialog = page.getByRole("dialog", { name: "A form" });
    await dialog.getByRole("button", { name: "Submit" }).click();
    await dialog.getByRole("alert").filter({ hasText: "This is required." }).waitFor();
    await page.keyboard.type("wrong");
    await dialog.getByRole("radio", { name: /To go/ }).check();
    await dialog.getByRole("checkbox", { name: "Here" }).check();
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("That name is taken").waitFor();
    // The page behind the form can't be typed in.
    await dialog.waitFor({ state: "detached" });
    await tab.run("form");
    expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("wrong");
    expect(await dialog.getByRole("radio", { name: /To go/ }).isChecked()).toBe(true);
    await dialog.getByRole("textbox", { name: "Name" }).fill("Jonas");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await page.getByText("Welcome, Jonas").waitFor();
    await dialog.waitFor({ state: "detached" });
    await tab.run("form");
    expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  });
});
