// Depends on: nothing that varies.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkKeys } from "../../commands/link/feature.ts";
import type { OperationName } from "../../src/api/contract/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { collectEveryAnswer } from "../support/access/collect-replies.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { openLink, pressOnLink } from "../support/links.ts";
import { liveBoards } from "../support/live-boards.ts";
import {
  chooseReminders,
  listReminders,
  reminderMenuOf,
  remindMe,
  remindMeNoMore,
} from "../support/reminders.ts";
import { labelsOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId, banId } = { guildId: playgroundIds.guildId, banId: "64f1c0ffee64f1c0ffee64f1" };
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const ofTaskboard = ["getTaskboard", "listTaskboardBoards", "listTaskboardActions"] as const;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

/** A workspace without these, or a key that may not use them. */
function takeAway(
  absent: readonly OperationName[],
  forbidden: readonly OperationName[],
  { service }: Pick<Harness, "service"> = harness,
): void {
  service.faults.clear();
  for (const operation of absent)
    service.faults.add({ operation, kind: "status", status: 404, times: 1_000 });
  service.setForbidden(forbidden);
}

async function everyHelpPage(): Promise<string> {
  const theo = harness.as("theo");
  const first = shown(await theo.run("help"));
  const [menu] = first.selects;
  const pages = [first.text, JSON.stringify(menu)];
  for (const { value } of menu?.options ?? [])
    pages.push(shown(await theo.choose(first, menu?.customId ?? "", [value])).text);
  return pages.join("\n");
}

const isNamed = async () => {
  const help = await everyHelpPage();
  return { bans: /\/bans/.test(help), taskboard: /\/taskboard/.test(help) };
};
const check = () => runJob(checkKeys, jobTools(harness.app));

describe.each([
  [
    "the service says that nothing is there",
    () => takeAway(ofTaskboard, ["listBanComments", "deleteBanComment"]),
  ],
  ["the key may not read it", () => takeAway([], [...ofTaskboard, "listBanComments"])],
  [
    "the workspace's task board is empty",
    () => {
      takeAway([], ["listBanComments"]);
      harness.service.faults.add({ operation: "getTaskboard", kind: "bare", times: 1_000 });
    },
  ],
] as const)("without bans and a task board, where %s", (_, take) => {
  test("neither is offered anywhere until it's back", async () => {
    expect(await isNamed()).toEqual({ bans: true, taskboard: true });
    take();
    await openLink(harness.as("ada"));
    expect(await isNamed()).toEqual({ bans: false, taskboard: false });

    const setup = shown(await harness.as("ada").run("setup"));
    expect(JSON.stringify([setup.text, setup.selects, setup.buttons])).not.toMatch(
      /\bbans?\b|task ?board|its (boards|actions)/i,
    );
    const status = await openLink(harness.as("ada"));
    expect(JSON.stringify([status.selects, status.buttons])).not.toMatch(/\bbans?\b|task ?board/i);
    const theo = harness.as("theo");
    expect(await theo.forge.suggest("taskboard format", {}, { name: "board", value: "" })).toEqual([]);

    const before = harness.service.requests.length;
    for (const [path, options, what] of [
      [
        "bans",
        { ban: banId },
        /^This server's key isn't allowed to read comments on bans in the workspace, so nothing was done\./,
      ],
      [
        "taskboard show",
        {},
        /^(This workspace has no task board|This server's key isn't allowed to read the task board in the workspace), so nothing was done\./,
      ],
      ["taskboard format", { board: "x", position: 1 }, /task board/],
    ] as const) {
      const refused = shown(await theo.forge.run(path, options));
      expect(refused.text).toMatch(what);
      expect(refused.text).toContain("An admin can check again in");
      expect(labelsOf(refused)).toEqual([]);
      expect(labelsOf(shown(await harness.as("ada").forge.run(path, options)))).toEqual(["Check again"]);
    }
    expect(harness.service.requests.length).toBe(before);

    takeAway([], []);
    const refused = shown(await harness.as("ada").run("taskboard show"));
    const checked = shown(await harness.as("ada").press(refused, "Check again"));
    expect(checked.text).toContain("What the key can do");
    expect(checked.text).toContain("task board, its boards, its actions, bans");
    expect(await isNamed()).toEqual({ bans: true, taskboard: true });
    expect(shown(await theo.run("taskboard show")).text).not.toContain("nothing was done");
    expect(await theo.suggest("taskboard format", {}, { name: "board", value: "" })).not.toEqual([]);
  });
});

test("no answer of any command or button has an entry that the workspace has nothing for", async () => {
  // Of all answers in a minute, most would be that requests are used up.
  await using own = await startHarness({ guarded: false });
  const { discord, service } = own;
  takeAway(ofTaskboard, ["listBanComments", "deleteBanComment"], own);
  await openLink(own.as("ada"));
  const lacking = new Set(["bans", "taskboard show", "taskboard format"]);
  const { messages, forms } = await collectEveryAnswer(discord, service, lacking);
  // An admin is told what the key can't do; that is no entry.
  const told = /What the key can do[^]*?(?:\u{2796}|\u{274C})[^\n"]*(?:\n\u{2796}[^\n"]*)?/gu;
  const named = [...messages, ...forms]
    .map((each) => JSON.stringify(each).replaceAll("\\n", "\n").replaceAll(told, ""))
    .flatMap((each) => each.match(/.{0,80}(?:\bbans?\b|task ?board).{0,80}/gi) ?? []);
  expect(named).toEqual([]);
  expect(messages.length).toBeGreaterThan(400);
});

test("what a key can do is tried again each week by itself, once, with reads alone", async () => {
  const { service, clock, app } = harness;
  takeAway(ofTaskboard, ["listBanComments"]);
  await check();
  expect(await isNamed()).toEqual({ bans: false, taskboard: false });
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  const tried = service.requests.length;
  expect(tried).toBeLessThanOrEqual(10);
  takeAway([], []);
  await check();
  clock.advance(6 * dayMs);
  await check();
  expect(service.requests.length).toBe(tried);
  expect(await isNamed()).toEqual({ bans: false, taskboard: false });
  clock.advance(dayMs);
  const dueAt = clock.now();
  await check();
  expect(await isNamed()).toEqual({ bans: true, taskboard: true });
  expect((await app.ctx.store.guildLinks.list(guildId))[0]?.capabilities?.at).toBeGreaterThanOrEqual(dueAt);
});

test("a service in trouble and a revoked key change nothing that is known", async () => {
  takeAway([], ["listBanComments"]);
  await openLink(harness.as("ada"));
  const known = async () => (await harness.app.ctx.store.guildLinks.list(guildId))[0]?.capabilities?.reads;
  const before = await known();
  expect(before).toMatchObject({ getTaskboard: { state: "fits" }, listBanComments: { state: "refused" } });

  for (const fault of [
    { kind: "status", status: 503 },
    { kind: "cut" },
    // While all else is answered.
    { kind: "status", status: 503, operation: "listBanComments" },
  ] as const) {
    harness.service.faults.add({ ...fault, times: 1_000 });
    harness.clock.advance(8 * dayMs);
    await check();
    harness.service.faults.clear();
    expect(await known()).toEqual(before);
  }
  harness.service.revokeToken();
  harness.clock.advance(8 * dayMs);
  await check();
  expect(await known()).toEqual(before);
});

const stateOf = async (read: OperationName) =>
  (await harness.app.ctx.store.guildLinks.list(guildId))[0]?.capabilities?.reads[read]?.state;
const allGone = () => void harness.service.faults.add({ kind: "status", status: 404, times: 1_000 });

/** People of the workspace, by display name: the job tries with Mia first. */
async function connect(...names: readonly ("mia" | "noor")[]): Promise<void> {
  const userIds = { mia: "104872391", noor: "118203774" };
  for (const name of names) {
    const person = { discordUserId: playgroundIds[name], userId: userIds[name] };
    await connectAccount(harness.app.ctx, { ...person, displayName: name, memberName: name });
  }
}

describe("a service whose proxy finds nothing", () => {
  const known = async () => (await harness.app.ctx.store.guildLinks.list(guildId))[0]?.capabilities?.reads;

  test.each(["known", "new"])("teaches nothing about a %s key, and the answers say so", async (key) => {
    await connect("mia", "noor");
    const ada = harness.as("ada");
    takeAway([], ["listBanComments"]);
    const refused = shown(await ada.run("bans", { ban: banId }));
    if (key === "known") await openLink(ada);
    const lacking = key === "known" ? shown(await ada.run("bans", { ban: banId })) : undefined;
    const before = await known();
    expect(labelsOf(refused)).not.toContain("Check again");

    allGone();
    harness.clock.advance(8 * dayMs);
    await check();
    expect(await known()).toEqual(before);
    const status = await openLink(ada);
    expect(status.text).toContain("has no workspace with this id");
    expect(status.text).toContain("test the key again in a few minutes");
    expect(await known()).toEqual(before);
    if (lacking === undefined) return;
    const checked = shown(await ada.press(lacking, "Check again"));
    expect(checked.text).toContain("has no workspace with this id");
    expect(checked.text).toContain("what I knew about it stays as it was");
    expect(checked.text).not.toContain("Not in this workspace");
    expect(await known()).toEqual(before);
  });

  test("teaches nothing either where the key may not read the calendar", async () => {
    takeAway(["searchOrders", "listPosts", ...ofTaskboard, "listBanComments", "getUser"], ["getCalendar"]);
    await check();
    expect(await known()).toBeUndefined();
  });
});

test("the week's check takes away what could be read only once it was refused twice, an hour apart", async () => {
  await connect("mia", "noor");
  await check();
  harness.clock.advance(7 * dayMs);
  takeAway(["searchOrders"], ["listPosts"]);
  await check();
  expect(await stateOf("searchOrders")).toBe("fits");
  expect(await stateOf("listPosts")).toBe("fits");
  harness.clock.advance(hourMs / 2);
  await check();
  expect(await stateOf("listPosts")).toBe("fits");
  takeAway(["searchOrders"], []);
  harness.clock.advance(hourMs / 2);
  await check();
  expect(await stateOf("searchOrders")).toBe("absent");
  expect(await stateOf("listPosts")).toBe("fits");
  const sent = harness.service.requests.length;
  harness.clock.advance(6 * dayMs);
  await check();
  expect(harness.service.requests.length).toBe(sent);
  takeAway([], []);
  harness.clock.advance(dayMs);
  await check();
  expect(await stateOf("searchOrders")).toBe("fits");
});

test("a look at the link takes nothing away that could be read, and Test key does", async () => {
  const ada = harness.as("ada");
  await openLink(ada);
  takeAway([], ["searchOrders"]);
  await openLink(ada);
  expect(await stateOf("searchOrders")).toBe("fits");
  expect((await pressOnLink(ada, "Test key")).text).toContain("❌ Can't read: orders");
  expect(await stateOf("searchOrders")).toBe("refused");
});

describe("what is refused about one person", () => {
  const refuseOnce = () =>
    void harness.service.faults.add({ operation: "getActivity", kind: "status", status: 403, times: 1 });

  test("is tried with another one before it counts", async () => {
    await connect("mia", "noor");
    refuseOnce();
    await check();
    expect(await stateOf("getActivity")).toBe("fits");
    const ada = harness.as("ada");
    const card = await openLink(ada);
    refuseOnce();
    expect(shown(await ada.press(card, "Test key")).text).not.toContain("Can't read");
    expect(await stateOf("getActivity")).toBe("fits");
    const about = harness.service.requests.map(({ path }) => /\/activity\/\w+\/user\/(\d+)/.exec(path)?.[1]);
    expect(new Set(about)).toEqual(new Set([undefined, "104872391", "118203774"]));

    takeAway([], ["getActivity"]);
    expect((await pressOnLink(ada, "Test key")).text).toContain("❌ Can't read: activity");
    expect(await stateOf("getActivity")).toBe("refused");
  });

  test("counts an hour later where nobody else is connected, however it is tried first", async () => {
    await connect("mia");
    await check();
    expect(await stateOf("getActivity")).toBe("fits");
    takeAway([], ["getActivity"]);
    await pressOnLink(harness.as("ada"), "Test key");
    expect(await stateOf("getActivity")).toBe("fits");
    harness.clock.advance(hourMs);
    await check();
    expect(await stateOf("getActivity")).toBe("refused");
  });

  test("counts an hour later with a key that is new", async () => {
    await connect("mia");
    takeAway([], ["getActivity"]);
    await openLink(harness.as("ada"));
    expect(await stateOf("getActivity")).toBe("unknown");
    harness.clock.advance(hourMs);
    await check();
    expect(await stateOf("getActivity")).toBe("refused");
  });
});

test("another server's service in trouble holds up nobody's check", async () => {
  const { app, service, clock } = harness;
  const other = service.addWorkspace({ name: "Harbour Bakery" });
  const [link] = await app.ctx.store.guildLinks.list(guildId);
  if (link === undefined) throw new Error("there is no link");
  // Its key can't be decrypted.
  const { workspaceId } = other;
  await app.ctx.store.guildLinks.save({ ...link, guildId: "1", workspaceId, createdAt: 1 }, 5);
  clock.advance(8 * dayMs);
  const dueAt = clock.now();
  await check();
  expect((await app.ctx.store.guildLinks.list(guildId))[0]?.capabilities?.at).toBeGreaterThanOrEqual(dueAt);
  expect((await app.ctx.store.guildLinks.list("1"))[0]?.capabilities).toBeUndefined();
});

test.each([
  ["orders", "searchOrders"],
  ["team", "getAssignments"],
] as const)("a post of %s isn't offered in a schedule where the key can't read it", async (kind, read) => {
  await connect("mia", "noor");
  const kinds = async () => {
    const panel = shown(await harness.as("theo").run("schedule add"));
    return panel.selects[0]?.options.map(({ value }) => value);
  };
  expect(await kinds()).toContain(kind);
  takeAway([], [read]);
  await pressOnLink(harness.as("ada"), "Test key");
  expect(await kinds()).not.toContain(kind);
});

test("a digest has the kinds that the key can read, and stops where there are none", async () => {
  const { addBoard, present } = liveBoards(() => harness);
  const post = async (...kinds: readonly string[]) => {
    const id = await addBoard({ kind: "digest", options: { kinds } });
    await until("it was tried", async () => (await present(id)).lastOutcome !== undefined);
    return present(id);
  };
  await connect("mia", "noor");
  takeAway([], ["searchOrders"]);
  await pressOnLink(harness.as("ada"), "Test key");
  expect(await post("team", "orders")).toMatchObject({ lastOutcome: "sent", state: "active" });
  expect(await post("orders")).toMatchObject({ state: "paused" });
});

test("a reminder of what the key can't read isn't offered, and one that is on says that it won't come", async () => {
  await connect("mia", "noor");
  const mia = harness.as("mia");
  const offered = (list: SeenMessage) => reminderMenuOf(list).options.map(({ value }) => value);
  const before = await listReminders(mia);
  expect(offered(before)).toEqual(["week", "assignment", "marked", "order"]);
  await remindMe(mia, "order");
  takeAway([], ["searchOrders"]);
  await pressOnLink(harness.as("ada"), "Test key");
  const list = await listReminders(mia);
  expect(list.text).toContain("⚠️ **Order ready** · on, but orders can't be read here");
  expect(offered(list)).toContain("order");

  const off = await remindMeNoMore(mia);
  expect(off.text).not.toContain("Order ready");
  expect(offered(off)).toEqual(["week", "assignment", "marked"]);
  const refused = await chooseReminders(mia, before, ["week", "order"]);
  expect(refused.text).toContain("This server's key isn't allowed to read orders");
  expect(await harness.app.ctx.store.reminders.list(guildId, playgroundIds.mia)).toEqual([]);

  takeAway([], ["searchOrders", "getAssignments"]);
  await pressOnLink(harness.as("ada"), "Test key");
  const nothing = await listReminders(mia);
  expect(nothing.text).toContain("There's nothing I can remind you of");
  expect(nothing.selects).toEqual([]);
  expect(labelsOf(nothing)).toEqual([]);
});

test("Test key tries again at once, whatever was read a moment ago", async () => {
  await using guarded = await startHarness({ guarded: true });
  const ada = guarded.as("ada");
  expect((await openLink(ada)).text).not.toContain("Can't read");
  guarded.service.setForbidden(["listBanComments"]);
  expect((await pressOnLink(ada, "Test key")).text).toContain("❌ Can't read: bans");
});
