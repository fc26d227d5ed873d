// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, playgroundIds } from "../../playground/discord/index.ts";
import type { SeenMessage } from "../../playground/discord/member-types.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, newestText, presentText, textOf, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.service.faults.clear();
  harness.service.resetRateLimit();
});

const mia = () => harness.as("mia");
const theo = () => harness.as("theo");
/** Opens the post with this title from the menu under a list. */
async function open(person: Person, list: SeenMessage, title: string): Promise<SeenMessage> {
  const [menu] = list.selects;
  const choice = menu?.options.find(({ label }) => label === title);
  return shown(await person.choose(list, String(menu?.customId), [String(choice?.value)]));
}

test("posts are listed featured first, and one is opened with its picture", async () => {
  const first = shown(await mia().run("posts"));
  expect(first.private).toBe(true);
  expect(first.text).toMatch(/📌 \*\*Winter menu is here\*\* · \d+\u00a0\w+\n[\s\S]*🔹 \*\*Welcome aboard/);
  expect(first.text).toContain("7 posts, featured first");
  expect(labelsOf(first)).toEqual(["Show in channel", "Reload"]);

  await harness.restart();
  const opened = await open(mia(), first, "Winter menu is here");
  expect(opened).toMatchObject({ private: true });
  expect(opened.text).toContain("\n📌 featured · News\nby ");
  expect(opened.embeds[0]?.image?.url).toBe(`${harness.service.baseUrl}/pictures/winter-menu.png`);
  expect(labelsOf(opened)).toEqual(["Show in channel"]);
});

test("a category is suggested, and kept across pages", async () => {
  const typed = { name: "category", value: "sta" };
  expect(await mia().suggest("posts", { category: "sta" }, typed)).toEqual([
    { name: "Staff", value: "Staff" },
  ]);
  const list = shown(await mia().run("posts", { category: "staff" }));
  expect(list.text).toMatch(/3 posts, featured first[\s\S]*category Staff/);
  expect(shown(await mia().press(list, "Reload")).text).not.toContain("Winter menu");
});

test("an unknown category gets a list of the known ones", async () => {
  expect(textOf(await mia().run("posts", { category: "Weather" }))).toMatch(
    /No category matches “Weather”.*- Events\n- Handbook/s,
  );
});

test("a list is shown in the channel without its buttons", async () => {
  const list = shown(await theo().run("posts"));
  const shared = shown(await theo().press(list, "Show in channel"));
  expect(shared.private).toBe(false);
  expect(shared.text).toContain(`Shown by <@${playgroundIds.theo}>`);
  expect(shared.text).toContain("Winter menu is here");
  expect(shared.buttons).toEqual([]);
});

test("managers delete a post that they opened", async () => {
  const list = shown(await theo().run("posts", { category: "Handbook" }));
  const post = await open(theo(), list, "How to close the till");
  const question = shown(await theo().press(post, "Delete…"));
  expect(question.text).toContain("How to close the till");
  expect(presentText(theo(), post)).toContain("How to close the till");
  expect(textOf(await theo().press(question, "Delete post"))).toContain("Post deleted");

  await theo().press(post, "Delete…");
  expect(newestText(theo())).toContain("This post is already gone, so nothing was deleted");
  expect((await open(theo(), list, "How to close the till")).text).toContain("This post is gone");
  expect(textOf(await theo().press(list, "Reload"))).toContain("No posts in this category anymore.");
});

test("staff have no button to delete, and a forged one is refused", async () => {
  const list = shown(await mia().run("posts"));
  const opened = await open(mia(), list, "Winter menu is here");
  expect(labelsOf(opened).join()).not.toContain("Delete");
  const [post] = harness.service.state.posts.keys();
  expect(textOf(await mia().forge.press(list, `posts.delete:${post}`))).toContain(
    "Only managers can use this here",
  );
});

test("a post's whole text opens in parts, beside the list, until the post is gone", async () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`);
  const body = words.join(" ");
  const _id = "d".repeat(24);
  const { posts } = harness.service.state;
  const [sample] = posts.values();
  if (sample === undefined) throw new Error("the emulator has no post");
  posts.set(_id, { ...sample, _id, title: "Long read", category: "Long", type: "small", body });
  await harness.forgetRead();

  const list = shown(await mia().run("posts", { category: "Long" }));
  expect(list.text).not.toContain("word899");
  const first = await open(mia(), list, "Long read");
  expect(first.private).toBe(true);
  expect(first.text).toContain("Long read");
  const second = shown(await mia().press(first, "Read on"));
  const third = shown(await mia().press(second, "Read on"));
  expect(labelsOf(third)).toEqual([]);
  expect([first, second, third].flatMap(({ text }) => text.match(/word\d+/g) ?? [])).toEqual(words);
  expect(presentText(mia(), list)).toContain("Long read");

  posts.delete(_id);
  await harness.forgetRead();
  await mia().press(first, "Read on");
  expect(newestText(mia())).toContain("This post is gone, so there's nothing more to read");
});

test("posts that read alike are told apart where one is chosen, and none is deleted by their title", async () => {
  const { posts } = harness.service.state;
  const [sample] = posts.values();
  if (sample === undefined) throw new Error("the emulator has no post");
  const ids = ["a", "b"].map((letter) => letter.repeat(24));
  for (const _id of ids) posts.set(_id, { ...sample, _id, title: "Rota", category: "Twins" });
  await harness.forgetRead();

  const [menu] = shown(await theo().run("posts", { category: "Twins" })).selects;
  expect(menu?.options).toMatchObject(
    ids.map((value) => ({
      label: "Rota",
      value,
      description: expect.stringMatching(new RegExp(`^Twins · .* · ${value}$`)),
    })),
  );
  const suggested = await theo().suggest("post-delete", { post: "Rota" }, { name: "post", value: "Rota" });
  expect(suggested).toEqual(
    ids.map((value) => ({ name: expect.stringMatching(new RegExp(`^Rota · .* · ${value}$`)), value })),
  );
  expect(textOf(await theo().run("post-delete", { post: "Rota" }))).toContain(
    "Several posts match that title, so nothing was deleted.",
  );
  for (const id of ids) posts.delete(id);
});

test("a stranger gets a clear sentence", async () => {
  expect(textOf(await harness.as("sam").run("posts"))).toContain("You don't have a staff role yet");
});
