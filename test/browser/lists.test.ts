import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds, playgroundSeed } from "../../playground/discord/index.ts";
import { openBrowser } from "../support/page/shared-browser.ts";
import { type PlaygroundUnderTest, startPlaygroundUnderTest } from "../support/page/playground-under-test.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { opened, shown } from "../support/replies.ts";
import { searchZone } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";
import { pictureFont } from "../support/screenshots/font.ts";

/** A line of a list on the page. */
interface DrawnLine {
  readonly list: string;
  readonly text: string;
  /** What a line break cuts in two: a word, a number with its unit, an id, or a moment. */
  readonly cut: readonly string[];
}

/** Whole are words, numbers with their unit, and what the page draws as one: times, ids and mentions of one word. */
const readLines = `[...document.querySelectorAll("[data-message-id]")].flatMap((article) => {
  const rowsOf = (range) =>
    new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top / 6))).size;
  const list = article.querySelector(".embed-title")?.textContent ?? "";
  return [...article.querySelectorAll(".embed-text .markdown")].map((description) => {
    const cut = [];
    for (const whole of description.querySelectorAll("time, code")) {
      const range = document.createRange();
      range.selectNodeContents(whole);
      if (rowsOf(range) > 1) cut.push(whole.textContent);
    }
    const walker = document.createTreeWalker(description, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement.closest("time, code") !== null) continue;
      for (const match of node.data.matchAll(/\\d+(?:[.,]\\d+)? (?:min|h|d|wk|s|%)(?![a-z])|[^\\s-]+/gu)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        if (rowsOf(range) > 1) cut.push(match[0]);
      }
    }
    return { list, text: description.textContent, cut };
  });
})`;

const longest = {
  person: "Maximiliane-Theodora Featherstonehaugh",
  item: "Caramel macchiato with oat milk and whipped cream",
  post: "Internationalization of our neighbourhood breakfast",
  nickname: "Maximiliane Featherstonehaugh",
} as const;
const ids = ["104872391", "118203774"];
const { guildId, orders: channelId, ada, mia } = playgroundIds;
const dayMs = 24 * 60 * 60_000;

let browser: Browser;
let playground: PlaygroundUnderTest;
beforeAll(async () => {
  [playground, browser] = await Promise.all([startPlaygroundUnderTest({ isSetUp: true }), openBrowser()]);
  const { state } = playground.service;
  for (const user of state.users.values()) Object.assign(user, { display_name: longest.person });
  for (const post of state.posts.values()) Object.assign(post, { title: longest.post });
  for (const { order } of state.orders.values())
    Object.assign(order, { items: [longest.item, longest.item], customer: ids[0], prepared_by: ids[1] });
  nameMembers();
  await saveWeeks();
  await leaveEntries();
});

/** Mentions are as long as names. */
function nameMembers(): void {
  const { discord } = playground;
  const members = discord.guilds.find(({ id }) => id === guildId)?.members ?? [];
  for (const user of playgroundSeed.users) {
    const member = members.find(({ discordUserId }) => discordUserId === user.id);
    if (member !== undefined)
      discord.addMember(guildId, user, { roleIds: member.roleIds, nickname: longest.nickname });
  }
}

/** This week and the last of two people. */
async function saveWeeks(): Promise<void> {
  const { store, clock, service } = playground;
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO("UTC").startOfDay();
  for (const before of [0, 1])
    for (const userId of ids) {
      const start = today.subtract({ days: today.dayOfWeek - 1 + 7 * before });
      const endsAt = start.epochMilliseconds + 7 * dayMs;
      await store.weeks.snapshot({
        guildId,
        workspaceId: service.workspaceId,
        userId,
        weekStart: start.toPlainDate().toString(),
        endsAt,
        snapshotAt: Math.min(endsAt - 1, clock.now()),
        minutes: 12_345,
        messages: 12_345,
        orders: 1_234,
        assignments: [],
      });
    }
}

/** An entry of the audit log, and an open request. */
async function leaveEntries(): Promise<void> {
  const { discord } = playground;
  await searchZone(discord.as(ada, channelId), "Europe/Berlin");
  const member = discord.as(mia, channelId);
  const form = opened(await member.run("request time"));
  const [day = ""] = form.fields[1]?.options.map(({ value }) => value) ?? [];
  const asked = shown(await member.submit(form, { minutes: "23:59", day: [day], reason: longest.post }));
  expect(asked.text).toContain("23 h 59 min");
}
afterAll(async () => {
  await browser.close();
  await playground.close();
});

/** What is posted by schedule, and has lists. */
const kinds: readonly (readonly [kind: string, options: object])[] = [
  ["calendar", { dues: true }],
  ["team", {}],
  ["standings", { part: "final" }],
  ["leaderboard", {}],
  ["orders", {}],
  ["digest", {}],
  ["report", {}],
  ["posts", {}],
];

/** An entry has several parts, or one in bold; a sentence that nothing is there has neither. */
const entry = /\*\*[^*]+\*\*| · |^🔹 /m;

/** Posts one of each kind, in the order of `kinds`. */
async function postKinds(): Promise<void> {
  const { store, clock } = playground;
  for (const [kind, options] of kinds) {
    const id = `lists-${kind}`;
    const where = {
      id,
      guildId,
      linkKey: "cafe",
      channelId,
      makerDiscordUserId: ada,
      createdAt: clock.now(),
    };
    await store.schedules.create({ ...sampleSchedule(where), kind, options, nextDueAt: clock.now() });
    await until(`the ${kind} is posted`, async () => {
      const schedule = await store.schedules.findById(id);
      return schedule?.lastOutcome === "sent";
    });
  }
}

test("on a phone, no list line is cut inside a word, a number, an id or a time", async () => {
  const { discord, service } = playground;
  const admin = discord.as(ada, channelId);
  const [ban = ""] = service.state.banComments.keys();
  const [person = ""] = ids;
  const lists: readonly (readonly [
    path: string,
    options: Readonly<Record<string, string>>,
    button?: string,
  ])[] = [
    ["order search", {}],
    ["posts", {}],
    ["bans", { ban }],
    ["account list", {}],
    ["board", {}],
    ["leaderboard", {}],
    ["schedule list", {}],
    ["audit", {}],
    ["request list", {}],
    ["activity view", { person }],
    ["activity view", { person }, "Past weeks"],
    ["assignments", { person }],
    ["calendar", {}],
  ];
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(`${discord.url}/?as=ada`);
  await page.getByRole("combobox", { name: "Command", exact: true }).waitFor();
  // What is out of sight is measured, too.
  await page.addStyleTag({ content: `${await pictureFont()} .message { content-visibility: visible; }` });
  await postKinds();
  // The posts have theirs; beside a picture, a list may leave out what that shows.
  await playground.store.guildSettings.set(guildId, "pictures", "off");
  let last = "";
  for (const [path, options, button] of lists) {
    const first = shown(await admin.run(path, options));
    const { id, embeds } = button === undefined ? first : shown(await admin.press(first, button));
    expect(embeds[0]?.description, path).toMatch(entry);
    last = id;
  }
  for (const label of ["All boards", "Automatic actions"]) {
    const card = shown(await admin.run("taskboard show"));
    const { id, embeds } = shown(await admin.press(card, label));
    expect(embeds[0]?.description, label).toMatch(entry);
    last = id;
  }
  await page.locator(`[data-message-id="${last}"]`).waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  // A boundary: the script above says what it gives.
  const drawn = (await page.evaluate(readLines)) as readonly DrawnLine[];
  await context.close();
  expect(drawn.length).toBeGreaterThanOrEqual(lists.length + 2 + kinds.length);
  expect(drawn.filter(({ cut }) => cut.length > 0)).toEqual([]);
});
