// Depends on: nothing that varies.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { fastestMs } from "../support/fastest.ts";
import { type Harness, onPostgres, startHarness } from "../support/harness.ts";
import { askToDeleteAll, pressOnLink } from "../support/links.ts";
import { presentText, textOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

let harness: Harness;
/** Set by a test whose clock doesn't move by itself. */
let stoppedAt: number | undefined;
beforeEach(async () => {
  stoppedAt = undefined;
  harness = await startHarness({ guarded: true, realNow: () => stoppedAt ?? Date.now() });
});
afterEach(() => harness[Symbol.asyncDispose]());

const mia = () => harness.as("mia");
const arrived = (operation?: OperationName) =>
  harness.service.requests.filter((request) => operation === undefined || request.operation === operation)
    .length;
const suggestItems = (typed: string) =>
  mia().suggest("order create", {}, { name: "items", value: typed }).then(valuesOf);
const suggestPosts = (typed: string) =>
  harness.as("theo").suggest("post-delete", { post: typed }, { name: "post", value: typed }).then(valuesOf);
const valuesOf = (choices: readonly { readonly value: unknown }[]) =>
  choices.map(({ value }) => String(value));
const failing = { kind: "status", status: 503, times: 1_000 } as const;

describe("a cached answer", () => {
  test("is shown without a request, with its age once that is more than a minute", async () => {
    const first = textOf(await mia().run("calendar"));
    expect(first).not.toMatch(/as of/i);
    harness.clock.advance(30_000);
    expect(textOf(await mia().run("calendar"))).not.toMatch(/as of/i);
    harness.clock.advance(60_000);
    expect(textOf(await mia().run("calendar"))).toMatch(/as of/i);
    expect(arrived("getCalendar")).toBe(1);
  });

  test("is bypassed by Reload", async () => {
    const list = shown(await mia().run("posts"));
    const [post] = harness.service.state.posts.values();
    if (post === undefined) throw new Error("there are no posts");
    post.title = "Written just now";
    expect(textOf(await mia().run("posts"))).not.toContain("Written just now");
    await mia().press(list, "Reload");
    expect(presentText(mia(), list)).toContain("Written just now");
    expect(arrived("listPosts")).toBe(2);
  });

  test("is what repeated presses of Reload show, except for one read every few seconds", async () => {
    const list = shown(await mia().run("posts"));
    for (let press = 0; press < 5; press += 1) await mia().press(list, "Reload");
    expect(arrived("listPosts")).toBe(2);
    harness.clock.advance(3_000);
    await mia().press(list, "Reload");
    expect(arrived("listPosts")).toBe(3);
    expect(presentText(mia(), list)).toContain("posts, featured first");
  });

  test("is shown with a sentence when the service fails; without one there is only a sentence", async () => {
    expect(textOf(await mia().run("posts"))).toContain("posts, featured first");
    harness.clock.advance(4 * 60_000);
    harness.service.faults.add(failing);
    const older = textOf(await mia().run("posts"));
    expect(older).toMatch(/The workspace service is having problems with posts\. Last read: <t:\d+:R>\./);
    expect(older).toContain("posts, featured first");
    const failed = shown(await mia().run("taskboard show"));
    expect(failed.text).toMatch(/^The workspace service is having problems\./);
    expect(failed.embeds).toEqual([]);
  });

  test("of a calendar is shown with a sentence, and without the posts that can't be read", async () => {
    harness.service.faults.add({ ...failing, operation: "listPosts" });
    const missing = "🔹 I can't show new posts: the workspace service is having trouble.";
    expect(textOf(await mia().run("calendar"))).toContain(missing);
    harness.clock.advance(4 * 60_000);
    harness.service.faults.add(failing);
    const older = textOf(await mia().run("calendar"));
    expect(older).toMatch(/^The workspace service is having problems with posts\. Last read: <t:\d+:R>\.\n/);
    expect(older).toContain("🔹 I can't show new posts: ");
    expect(older).not.toMatch(/as of/i);
  });

  test("of orders is dropped when one is logged, so that a search shows it at once", async () => {
    const search = async () => textOf(await mia().run("order search", { item: "lavender" }));
    expect(await search()).not.toContain("Lavender mocha");
    const preview = shown(await mia().run("order create", { items: "Lavender mocha" }));
    await mia().press(preview, "Log order");
    expect(await search()).toContain("Lavender mocha");
    expect(await suggestItems("lavender")).toEqual(["Lavender mocha"]);
  });

  test("of posts is dropped when one is deleted, in lists and suggestions", async () => {
    const [postId = ""] = await suggestPosts("winter menu");
    const question = shown(await harness.as("theo").run("post-delete", { post: postId }));
    await harness.as("theo").press(question, "Delete post");
    expect(textOf(await mia().run("posts"))).not.toContain("Winter menu is here");
    expect(await suggestPosts("winter menu")).not.toContain(postId);
  });

  test("is deleted with the link, and with its key", async () => {
    await mia().run("posts");
    const key = harness.service.issueToken();
    const form = await harness.as("ada").run("link set");
    if (form.kind !== "form") throw new Error(`no form: ${form.kind}`);
    const values = { "workspace-id": harness.service.workspaceId, key };
    expect(textOf(await harness.as("ada").submit(form.form, values))).toContain("Harbour Café");
    // What the new key may read was tried.
    const before = arrived("listPosts");
    await mia().run("posts");
    expect(arrived("listPosts")).toBe(before + 1);
  });
});

test.each(["Remove link", "Delete everything"])("“%s” deletes what was read through it", async (button) => {
  await mia().run("posts");
  const [link] = await harness.app.ctx.store.guildLinks.list(playgroundIds.guildId);
  const { workspaceId } = harness.service;
  const scope = `${playgroundIds.guildId}/${link?.linkKey}`;
  const recalled = () =>
    harness.app.ctx.service.readStale(scope, "listPosts", { params: { workspaceId } }, 0);
  expect(await recalled()).toBeDefined();
  const ada = harness.as("ada");
  const question = button === "Remove link" ? await pressOnLink(ada, "Remove…") : await askToDeleteAll(ada);
  await ada.press(question, button);
  expect(await recalled()).toBeUndefined();
});

describe("suggestions", () => {
  test("wait for the first answer, and after that cost no request while someone types", async () => {
    expect((await suggestPosts("")).length).toBeGreaterThan(0);
    for (const typed of ["w", "wi", "win", "wint"]) expect(await suggestPosts(typed)).not.toEqual([]);
    expect(arrived("listPosts")).toBe(1);
  });

  test("come from the cache, as fast as ever, while the service is silent", async () => {
    using _ = harness.losePatience("bot");
    await mia().run("posts");
    const suggest = async () => expect(await suggestPosts("winter")).not.toEqual([]);
    const usualMs = await fastestMs(suggest);
    harness.clock.advance(10 * 60_000);
    harness.service.faults.add({ kind: "silent", times: 100 });
    // Waiting for the service would take a thousand times as long.
    expect((await fastestMs(suggest)) / usualMs).toBeLessThan(100);
    expect(arrived("listPosts")).toBe(2);
  });

  test("from a silent service are an empty list before Discord gives up", async () => {
    using _ = harness.losePatience("bot", "discord");
    harness.service.faults.add({ kind: "silent", times: 100 });
    expect(await suggestPosts("winter")).toEqual([]);
    expect(arrived("listPosts")).toBeLessThanOrEqual(1);
  });
});

/** Links the bakery's guild to the workspace of the café. */
async function linkBakery(): Promise<void> {
  const { store, vault, now } = harness.app.ctx;
  const { workspaceId, token } = harness.service;
  const { guildId } = bakeryIds;
  await store.guildLinks.save(
    {
      guildId,
      linkKey: "cafe",
      workspaceId,
      name: "Harbour Café",
      sealedToken: vault.seal(token, createLinkSealContext(guildId, workspaceId)),
      linkedByDiscordUserId: playgroundIds.ada,
      linkedAt: now(),
      createdAt: now(),
    },
    10,
  );
}

describe("the requests a minute", () => {
  test("are shared by two guilds with one key, and so is what they read", async () => {
    harness.service.setRateLimit(5);
    await linkBakery();
    await mia().run("posts");
    await harness.inBakery("ada").run("posts");
    expect(arrived("listPosts")).toBe(1);

    for (let left = 4; left > 0; left--) await useOneUp(left);
    const told = textOf(await harness.inBakery("ada").run("taskboard show"));
    expect(told).toMatch(/requests for this minute are used up\. Try again in \d+ seconds/);
    expect(arrived("getTaskboard")).toBe(0);
  });

  test("that are used up are reported at once, without a request", async () => {
    harness.service.setRateLimit(3);
    await mia().run("posts");
    for (let left = 2; left > 0; left--) await useOneUp(left);
    const before = arrived();
    // It didn't wait for the next minute.
    expect(textOf(await mia().run("taskboard show"))).toMatch(/Try again in (?:[3-6]\d) seconds/);
    expect(arrived()).toBe(before);
    harness.clock.advance(61_000);
    expect(textOf(await mia().run("taskboard show"))).toContain("Task board");
  });

  test("that are used up are named as the reason, with older data, not as an outage", async () => {
    harness.service.setRateLimit(3);
    await mia().run("posts");
    harness.clock.advance(4 * 60_000);
    for (let left = 3; left > 0; left--) await useOneUp(left);
    const older = textOf(await mia().run("posts"));
    expect(older).toMatch(/are used up\. Last read: <t:\d+:R>\. Try again in \d+ seconds\./);
    expect(older).not.toContain("responding");
    expect(older).toContain("posts, featured first");
  });

  test("aren't used up by autocomplete, so that people keep theirs", async () => {
    harness.service.setRateLimit(10);
    await mia().run("posts");
    const { workspaceId } = harness.service;
    const { service, store } = harness.app.ctx;
    const [link] = await store.guildLinks.list(playgroundIds.guildId);
    const scope = `${playgroundIds.guildId}/${link?.linkKey}`;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        service.readStale(scope, "listBanComments", { params: { workspaceId, banId: `ban-${n}` } }, 500),
      ),
    );
    expect(arrived("listBanComments")).toBeGreaterThan(0);
    expect(arrived()).toBeLessThanOrEqual(6);
    expect(textOf(await mia().run("taskboard show"))).toContain("Task board");
  });
});

/** A read of which nothing is known yet. */
async function useOneUp(n: number): Promise<void> {
  const { workspaceId, token } = harness.service;
  const api = harness.app.ctx.connect({ scope: `another-${n}`, workspaceId, token });
  await api.getCalendar({ params: { workspaceId }, query: { week: n } });
}

test.each([
  ["order search", "searchOrders", "orders"],
  ["posts", "listPosts", "posts"],
  ["calendar", "getCalendar", "the calendar"],
] as const)(
  "what /%s knew is shown with its age while nothing of the answers can be read",
  async (command, operation, what) => {
    const whole = textOf(await mia().run(command));
    harness.clock.advance(11 * 60_000);
    harness.service.faults.add({ kind: "wrong-records", operation, count: 10_000, times: 9 });
    const older = textOf(await mia().run(command));
    expect(older).toMatch(
      new RegExp(`^I can't read what the workspace service sent about ${what}\\. Last read: <t:\\d+:R>`),
    );
    expect(older.length).toBeGreaterThan(whole.length / 2);
  },
);

test("one operation that fails costs only what needs it, and is named", async () => {
  harness.service.faults.add({ kind: "status", status: 500, operation: "getTaskboard", times: 10_000 });
  for (let round = 0; round < 6; round += 1)
    expect(textOf(await mia().run("taskboard show"))).toContain(
      "The workspace service is having problems with the task board.",
    );
  expect(arrived("getTaskboard")).toBe(5);
  for (const path of ["posts", "calendar", "order search"])
    expect(textOf(await mia().run(path)), path).not.toMatch(/having problems|can't be reached|responding/);
  expect(textOf(await harness.as("ada").run("link status"))).toContain("✅ Working");
});

describe("a service that is down", () => {
  test("gets few requests however many people ask, is reported, and its recovery is noticed", async () => {
    harness.service.faults.add({ kind: "status", status: 503, times: 10_000 });
    stoppedAt = Date.now();
    const before = arrived();
    // Three requests and two: the fifth failure opens the circuit breaker.
    for (const path of ["posts", "taskboard show"])
      expect(textOf(await mia().run(path))).toContain("The workspace service is having problems");
    for (let round = 0; round < 10; round++)
      await Promise.all(
        ["posts", "calendar", "taskboard show", "order search"].map(async (path) =>
          expect(textOf(await mia().run(path))).toContain("The workspace service can't be reached right now"),
        ),
      );
    expect(arrived() - before).toBe(5);

    expect(textOf(await mia().run("calendar"))).toMatch(
      /can't be reached right now\. Try again in \d+ (?:seconds|minutes)\.$/,
    );
    const status = textOf(await harness.as("ada").run("link status"));
    expect(status).toMatch(/This workspace isn't responding: it reports errors[^\n]*Since: <t:\d+:R>/);
    expect(status).toMatch(/I'll try again in \d+ seconds/);

    harness.service.faults.clear();
    harness.clock.advance(61_000);
    expect(textOf(await mia().run("posts"))).toContain("posts, featured first");
    const well = textOf(await harness.as("ada").run("link status"));
    expect(well).toContain("✅ Working");
    // Replicas share the number, and none of them sees all of it.
    expect(/\d+ of 100 requests used this minute/.test(well)).toBe(!onPostgres);
    expect(
      harness.logs.filter((line) => line.includes("the circuit breaker of a workspace changed")),
    ).not.toEqual([]);
  });

  test("is tried by one request at a time", async () => {
    harness.service.faults.add({ kind: "cut", times: 10_000 });
    await until("the way is closed", async () => {
      await mia().run("posts");
      await mia().run("taskboard show");
      return harness.app.ctx.service.status(harness.service.workspaceId).state === "open";
    });
    harness.clock.advance(61_000);
    const before = arrived();
    const paths = ["posts", "order search", "taskboard show"];
    const texts = await Promise.all(paths.map(async (path) => textOf(await mia().run(path))));
    expect(arrived() - before).toBe(1);
    const saying = (words: string) => texts.filter((text) => text.includes(words));
    expect(saying("The connection to the workspace service was lost before it answered")).toHaveLength(1);
    expect(saying("The workspace service can't be reached right now")).toHaveLength(2);
  });
});

test("a clock that is set back makes nothing look new, and blocks no requests", async () => {
  const anHour = 60 * 60_000;
  const list = shown(await mia().run("posts"));
  harness.clock.advance(-anHour);
  await mia().run("posts");
  expect(arrived("listPosts")).toBe(1);
  harness.clock.advance(2 * 60_000);
  const again = shown(await mia().run("posts"));
  expect(again.text).toContain("posts, featured first");
  expect(arrived("listPosts")).toBe(2);
  expect(again.text).not.toMatch(/as of/i);

  harness.service.faults.add({ kind: "status", status: 503, times: 10_000 });
  await until("the way is closed", async () => {
    await mia().run("calendar");
    await mia().run("taskboard show");
    return harness.app.ctx.service.status(harness.service.workspaceId).state === "open";
  });
  harness.clock.advance(-anHour);
  const status = harness.app.ctx.service.status(harness.service.workspaceId);
  if (status.state === "closed") throw new Error("the way is open");
  expect(status.retryAt - harness.clock.now()).toBeLessThan(61_000);
  harness.service.faults.clear();
  harness.clock.advance(61_000);
  await mia().press(list, "Reload");
  expect(presentText(mia(), list)).toContain("posts, featured first");
  expect(textOf(await mia().run("calendar"))).not.toContain("responding");
});

test("each request to the service is logged with its operation, status and duration", async () => {
  await mia().run("posts");
  const told = harness.logs.filter((line) => line.includes("a request to the workspace service"));
  expect(told.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: "debug",
      operation: "listPosts",
      path: contract.listPosts.path,
      status: 200,
      bytes: expect.any(Number),
    }),
  ]);
});

test("a stop doesn't wait for background reads", async () => {
  using _ = harness.losePatience("bot");
  harness.service.faults.add({ kind: "silent", times: 100 });
  expect(await suggestPosts("winter")).toEqual([]);
  const { workspaceId, token } = harness.service;
  const api = harness.app.ctx.connect({ scope: "another", workspaceId, token });
  // It shares that read, which ends when it finds no connection anymore, not when its time is up.
  const shared = api.listPosts({ params: { workspaceId } }, { timeoutMs: 9_000 });
  const read = expect(shared).rejects.toMatchObject({ failure: "unreachable" });
  await harness.app.stop();
  await read;
  expect(arrived("listPosts")).toBe(1);
});

test("every read has a lifetime, and every write declares what it changes", () => {
  for (const [name, row] of Object.entries(contract))
    expect([name, "cacheMs" in row !== "invalidates" in row]).toEqual([name, true]);
});
