// Depends on: transport, cache.
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, newestText, shown, textOf } from "../support/replies.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const postCalled = (title: string): string => {
  const post = [...harness.service.state.posts.values()].find((candidate) => candidate.title === title);
  if (post === undefined) throw new Error(`the emulator has no post called ${title}`);
  return post._id;
};
const ask = async (title: string) =>
  shown(await harness.as("theo").run("post-delete", { post: postCalled(title) }));
const suggestTo = (name: "theo" | "mia", typed: string) =>
  harness.as(name).suggest("post-delete", { post: typed }, { name: "post", value: typed });
const deletions = () => harness.service.requests.filter(({ operation }) => operation === "deletePost");
const audit = () => harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, { limit: 10 });

test("a post whose id is too long for a suggestion is left out, and the others are suggested", async () => {
  const { posts } = harness.service.state;
  const [one] = posts.values();
  if (one === undefined) throw new Error("there are no posts");
  const _id = "f".repeat(101);
  posts.set(_id, { ...one, _id });
  const suggested = await suggestTo("theo", "");
  expect(suggested.map(({ value }) => value)).toContain(one._id);
  expect(suggested.every(({ value }) => String(value).length <= 100)).toBe(true);
});

test("a post is suggested by its title, shown in full, deleted once confirmed, and audited", async () => {
  const suggested = await suggestTo("theo", "WINTER");
  expect(suggested.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Winter menu is here · featured · News/),
  ]);

  const postId = String(suggested[0]?.value);
  const question = shown(await harness.as("theo").run("post-delete", { post: postId }));
  expect(question.private).toBe(true);
  expect(question.text).toContain("Delete this post?");
  expect(question.text).toContain("can't be restored");
  expect(question.embeds[0]?.image?.url).toBe(`${harness.service.baseUrl}/pictures/winter-menu.png`);
  expect(question.buttons.map(({ label }) => label)).toEqual(["Keep it", "Delete post"]);
  expect(deletions()).toEqual([]);

  const receipt = shown(await harness.as("theo").press(question, "Delete post"));
  expect(receipt.id).toBe(question.id);
  expect(receipt.text).toContain("Post deleted");
  expect(labelsOf(receipt)).toEqual(["Show in channel"]);
  expect(receipt.text).toMatch(/<\/posts:\d+>/);
  expect(harness.service.state.posts.has(postId)).toBe(false);
  expect(await audit()).toMatchObject([
    {
      action: "post.delete",
      target: postId,
      outcome: "done",
      detail: { postId, before: "Winter menu is here" },
    },
  ]);
});

test("a suggestion has the post's date in the server's time zone", async () => {
  const { posts } = harness.service.state;
  const _id = postCalled("Shift swaps");
  posts.set(_id, { _id, title: "Shift swaps", body: "", createdAt: "2026-11-10T23:30:00Z" });
  for (const [zone, date] of [
    ["Europe/Berlin", "2026-11-11"],
    ["America/New_York", "2026-11-10"],
  ] as const) {
    await harness.app.ctx.store.guildSettings.set(playgroundIds.guildId, "zone", zone);
    const [suggested] = await suggestTo("theo", "shift swaps");
    expect(suggested?.name).toMatch(new RegExp(`^Shift swaps .*${date}$`));
  }
});

test("with nothing typed, featured posts are suggested first", async () => {
  const names = (await suggestTo("theo", "")).map(({ name }) => name);
  expect(names).toHaveLength(7);
  expect(names.slice(0, 3).every((name) => name.includes("featured"))).toBe(true);
});

test("a typed title is enough when one post has it", async () => {
  const question = shown(await harness.as("theo").run("post-delete", { post: "shift swaps" }));
  expect(question.text).toContain("Shift swaps");
});

test.each(["../..", "a/b", "🙂 🙂", "000000000000000000000000"])(
  "the id %j is no post, and nothing is deleted",
  async (id) => {
    const message = shown(await harness.as("theo").run("post-delete", { post: id }));
    expect(message.text).toContain("a post with that title or id, so nothing was deleted");
  },
);

test("Keep it deletes nothing", async () => {
  const kept = shown(await harness.as("theo").press(await ask("Shift swaps"), "Keep it"));
  expect(kept.text).toContain("Nothing was deleted");
  expect(deletions()).toEqual([]);
});

test("ten presses of Delete post send one request", async () => {
  const question = await ask("Shift swaps");
  const presses = Array.from({ length: 10 }, () => harness.as("theo").press(question, "Delete post"));
  await Promise.all(presses);
  expect(deletions()).toHaveLength(1);
});

test("a post deleted meanwhile is said to be gone already", async () => {
  const question = await ask("Shift swaps");
  harness.service.state.posts.delete(postCalled("Shift swaps"));
  const receipt = shown(await harness.as("theo").press(question, "Delete post"));
  expect(receipt.text).toContain("was already gone");
  expect(receipt.text).toContain("I deleted nothing");
  expect(await audit()).toMatchObject([{ action: "post.delete", outcome: "refused" }]);
});

test("a post edited after the preview isn't deleted, but shown as it is now, and deleted once that is confirmed", async () => {
  const question = await ask("Shift swaps");
  const { posts } = harness.service.state;
  const postId = postCalled("Shift swaps");
  const post = posts.get(postId);
  if (post === undefined) throw new Error("there is no such post");
  posts.set(postId, { ...post, body: "Swaps for Christmas are open now." });
  const again = shown(await harness.as("theo").press(question, "Delete post"));
  expect(again.id).toBe(question.id);
  expect(again.text).toContain("Someone changed this post after the preview, so nothing was deleted");
  expect(again.text).toContain("Swaps for Christmas are open now");
  expect(labelsOf(again)).toEqual(["Keep it", "Delete post"]);
  // An earlier press that comes late says nothing of what is shown now.
  const [, confirm] = question.buttons;
  await harness.as("theo").forge.press(again, String(confirm?.customId));
  expect(deletions()).toEqual([]);
  const receipt = shown(await harness.as("theo").press(again, "Delete post"));
  expect(receipt.text).toContain("Post deleted");
  expect(receipt.text).not.toContain("nothing was deleted");
  expect(posts.has(postId)).toBe(false);
});

test("a post whose picture has another address by then is deleted", async () => {
  const question = await ask("Winter menu is here");
  const { posts } = harness.service.state;
  const postId = postCalled("Winter menu is here");
  const post = posts.get(postId);
  if (post === undefined) throw new Error("there is no such post");
  posts.set(postId, { ...post, image_url: "https://example.com/winter-menu.png?signed=again" });
  expect(shown(await harness.as("theo").press(question, "Delete post")).text).toContain("Post deleted");
});

test("nothing is deleted while posts can't be read, and the preview stays open", async () => {
  const question = await ask("Shift swaps");
  harness.service.setForbidden(["listPosts"]);
  const refused = shown(await harness.as("theo").press(question, "Delete post")).text;
  expect(refused).toContain("key isn't allowed to do that in the workspace, so nothing was deleted");
  harness.service.setForbidden([]);
  harness.service.faults.add({ kind: "status", status: 503, operation: "listPosts", times: 3 });
  const failed = shown(await harness.as("theo").press(question, "Delete post"));
  expect(failed.text).toContain("The preview is still open");
  expect(deletions()).toEqual([]);
  harness.service.faults.clear();
  expect(shown(await harness.as("theo").press(failed, "Try again")).text).toContain("Post deleted");
});

test("a deletion without a response isn't repeated, and the person learns how to check", async () => {
  const question = await ask("Shift swaps");
  harness.service.faults.add({ kind: "cut", operation: "deletePost", when: "after" });
  const reply = shown(await harness.as("theo").press(question, "Delete post"));
  expect(reply.text).toContain("I don't know whether it's gone");
  expect(deletions()).toHaveLength(1);
  expect(await audit()).toMatchObject([{ action: "post.delete", outcome: "unknown" }]);
});

test("a key without permission to delete leaves the preview open", async () => {
  const question = await ask("Shift swaps");
  harness.service.setForbidden(["deletePost"]);
  expect(shown(await harness.as("theo").press(question, "Delete post")).text).toContain(
    "key isn't allowed to do that",
  );
  harness.service.setForbidden([]);
  expect(shown(await harness.as("theo").press(question, "Delete post")).text).toContain("Post deleted");
});

test("a preview survives a restart of the bot", async () => {
  const question = await ask("Shift swaps");
  await harness.restart();
  expect(shown(await harness.as("theo").press(question, "Delete post")).text).toContain("Post deleted");
});

test("a post that the workspace didn't delete is still there, and can be tried again", async () => {
  const question = await ask("Shift swaps");
  harness.service.faults.add({ kind: "unsuccessful", operation: "deletePost" });
  await harness.as("theo").press(question, "Delete post");
  expect(newestText(harness.as("theo"))).toContain("didn't delete the post");
  expect(shown(await harness.as("theo").press(question, "Delete post")).text).toContain("Post deleted");
});

test("the author is named when connected", async () => {
  const userId = harness.service.state.posts.get(postCalled("Shift swaps"))?.published_by ?? "";
  const { noor } = playgroundIds;
  await connectAccount(harness.app.ctx, {
    discordUserId: noor,
    userId,
    displayName: "Noor Vale",
    memberName: "Noor",
  });
  expect((await ask("Shift swaps")).text).toContain(`by <@${noor}>`);
});

test("staff get a clear sentence, and no suggestions", async () => {
  const reply = shown(await harness.as("mia").run("post-delete", { post: postCalled("Shift swaps") }));
  expect(reply.text).toContain("Only managers can use this here. You're staff");
  expect(await suggestTo("mia", "")).toEqual([]);
  expect(harness.service.requests).toEqual([]);
});

test("a post that is newer than the list as last read is found, and one that isn't there is asked for once", async () => {
  await using guarded = await startHarness({ guarded: true });
  const theo = guarded.as("theo");
  const { state, faults, requests } = guarded.service;
  const listed = () => requests.filter(({ operation }) => operation === "listPosts").length;
  const list = shown(await theo.run("posts"));
  /** One that the workspace gets after the list was read. */
  const add = (number: number, category?: string): string => {
    guarded.clock.advance(10_000);
    const _id = `64f1c0ffee64f1c0ffee000${number}`;
    state.posts.set(_id, { _id, title: `Just in ${number}`, body: "", ...(category && { category }) });
    return _id;
  };
  const askFor = async (post: string) => textOf(await theo.run("post-delete", { post }));
  expect(await askFor(`https://example.com/workspace/posts/${add(1)}`)).toContain("Delete this post?");
  add(2);
  expect(await askFor("just in 2")).toContain("Delete this post?");
  expect(textOf(await theo.forge.press(list, `posts.delete:${add(3)}`))).toContain("Delete this post?");
  expect(textOf(await theo.forge.choose(list, menuOf(list), [add(4)]))).toContain("Just in 4");
  add(5, "Flash");
  expect(textOf(await theo.run("posts", { category: "flash" }))).toContain("Just in 5");

  guarded.clock.advance(10_000);
  const before = listed();
  expect(await askFor("64f1c0ffee64f1c0ffee0009")).toContain("can't find a post with that title or id");
  expect(await askFor("64f1c0ffee64f1c0ffee0009")).toContain("can't find a post with that title or id");
  expect(listed()).toBe(before + 1);
  guarded.clock.advance(10_000);
  faults.add({ kind: "status", status: 503, operation: "listPosts", times: 99 });
  const unknown = await askFor("64f1c0ffee64f1c0ffee0009");
  expect(unknown).not.toContain("can't find");
  expect(unknown).toContain("is having problems with posts");
});
