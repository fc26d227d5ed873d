// Depends on: transport, cache.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, newestText, textOf, shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.service.setForbidden([]);
  harness.service.resetRateLimit();
  await harness.forgetRead();
});

const theo = () => harness.as("theo");
const theBan = () => {
  const [entry] = harness.service.state.banComments;
  if (entry === undefined) throw new Error("the emulator has no ban");
  const [banId, comments] = entry;
  return { banId, comments };
};
const read = async (ban = theBan().banId) => shown(await theo().run("bans", { ban }));
/** The preview of deleting the comment that begins so. */
const askToDelete = async (banId: string, start: string) =>
  shown(await theo().press(await open(await read(banId), start), "Delete…"));
const deletions = () => harness.service.requests.filter(({ operation }) => operation === "deleteBanComment");
const newestEntry = async () => {
  const page = { limit: 1 };
  return (await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, page))[0];
};
const put = (body: string) => {
  const { banId, comments } = theBan();
  const _id = `${comments.length}`.padStart(24, "c");
  comments.push({ _id, ban: banId, author: "104872391", body, createdAt: "2030-01-01T00:00:00Z" });
  return { banId, _id };
};

/** Opens the comment that the menu under a list describes so. */
async function open(list: SeenMessage, start: string): Promise<SeenMessage> {
  const [menu] = list.selects;
  const option = menu?.options.find(({ description }) => description?.startsWith(start));
  return shown(await theo().choose(list, String(menu?.customId), [String(option?.value)]));
}

test("a ban's comments are listed oldest first, with links and names, over pages", async () => {
  const { banId, comments } = theBan();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.noor,
    userId: String(comments[0]?.author),
    displayName: "Noor Vale",
    memberName: "Noor",
  });
  const list = await read(`https://example.com/${harness.service.workspaceId}/bans/${banId}`);
  expect(list.private).toBe(true);
  expect(list.text).toMatch(new RegExp(`^<@${playgroundIds.noor}> · .+\\n> Threw cups at other guests`, "m"));
  expect(list.text).toContain("4 comments on this ban");
  expect(labelsOf(list)).not.toContain("Show in channel");
  await harness.restart();
  const comment = await open(list, "Threw cups");
  expect(comment.private).toBe(true);
  expect(comment.text).toContain("Threw cups at other guests");
  expect(comment.text).toContain("🎬 [Video 1](https://example.com/videos/terrace-evening) · example.com");
});

test.each([
  ["America/Los_Angeles", /31\sDec\s2029/],
  ["Asia/Tokyo", /1\sJan\s2030/],
])("the day of a comment is the server's, as in %s", async (zone, day) => {
  const { guildSettings } = harness.app.ctx.store;
  const { banId, _id } = put("Around midnight");
  const before = await guildSettings.get(playgroundIds.guildId, "zone");
  await guildSettings.set(playgroundIds.guildId, "zone", zone);
  const list = await read(banId);
  if (before === undefined) await guildSettings.remove(playgroundIds.guildId, "zone");
  else await guildSettings.set(playgroundIds.guildId, "zone", before);
  theBan().comments.pop();
  expect(list.text).toMatch(day);
  const [menu] = list.selects;
  expect(menu?.options.find(({ value }) => value === _id)?.label).toMatch(day);
});

test("a comment is listed by author and text, and deleted once; the audit log keeps none of its text", async () => {
  const { banId, _id } = put("Something that has to go");
  const [menu] = (await read(banId)).selects;
  expect(menu?.options).toContainEqual(
    expect.objectContaining({ value: _id, description: "Something that has to go" }),
  );
  const question = await askToDelete(banId, "Something");
  expect(question.text).toContain("> Something that has to go");
  expect(labelsOf(question)).toEqual(["Keep it", "Delete comment"]);

  await Promise.all([1, 2, 3].map(() => theo().press(question, "Delete comment")));
  expect(deletions()).toHaveLength(1);
  expect(theBan().comments.some((comment) => comment._id === _id)).toBe(false);
  const entry = await newestEntry();
  expect(entry).toMatchObject({ action: "bans.delete", target: _id, outcome: "done" });
  expect(JSON.stringify(entry)).not.toContain("has to go");
});

test("a comment is deleted from the list", async () => {
  const { banId } = put("Out of the list");
  const comment = await open(await read(banId), "Out of the list");
  const question = shown(await theo().press(comment, "Delete…"));
  expect(question.text).toContain("Out of the list");
  expect(textOf(await theo().press(question, "Delete comment"))).toContain("Comment deleted");
  await theo().press(comment, "Delete…");
  expect(newestText(theo())).toContain("no comment with that id, so nothing was deleted");
});

test("a comment edited after the preview isn't deleted, but shown as it is now", async () => {
  const { banId, _id } = put("Threw a chair");
  const question = await askToDelete(banId, "Threw a chair");
  const { comments } = theBan();
  comments.splice(
    0,
    comments.length,
    ...comments.map((each) => (each._id === _id ? { ...each, body: "Threw nothing after all" } : each)),
  );
  const again = shown(await theo().press(question, "Delete comment"));
  expect(again.text).toContain("Someone changed this comment after the preview, so nothing was deleted");
  expect(again.text).toContain("Threw nothing after all");
  expect(comments.some((each) => each._id === _id)).toBe(true);
  expect(textOf(await theo().press(again, "Delete comment"))).toContain("Comment deleted");
});

test("a comment that the workspace refused to delete is distinguished from one already gone", async () => {
  const { banId } = put("Twice");
  const ask = () => askToDelete(banId, "Twice");
  const first = await ask();
  const second = await ask();
  harness.service.faults.add({ kind: "unsuccessful", operation: "deleteBanComment" });
  await theo().press(first, "Delete comment");
  expect(newestText(theo())).toContain("didn't delete the comment");
  await theo().press(first, "Delete comment");
  expect(textOf(await theo().press(second, "Delete comment"))).toContain("I deleted nothing");
});

test("a key that may read comments but not delete them isn't said to be without access to bans", async () => {
  const { banId } = put("To stay");
  const question = await askToDelete(banId, "To stay");
  harness.service.setForbidden(["deleteBanComment"]);
  const refused = textOf(await theo().press(question, "Delete comment"));
  expect(refused).toContain("isn't allowed to do that");
  expect(refused).not.toMatch(/no access|invitation/);
  expect(theBan().comments.some(({ body }) => body === "To stay")).toBe(true);
});

test("a deletion without a response says how to check", async () => {
  const { banId } = put("Unclear");
  const question = await askToDelete(banId, "Unclear");
  harness.service.faults.add({ kind: "cut", operation: "deleteBanComment", when: "after" });
  expect(textOf(await theo().press(question, "Delete comment"))).toMatch(/don't know.*\/bans/s);
});

test("a key without access to bans gets a sentence that access is by invitation", async () => {
  harness.service.setForbidden(["listBanComments"]);
  const refused = await read();
  expect(refused.text).toContain("offers bans by invitation only");
  expect(refused.text).not.toContain("nothing");
  // Another id would change nothing.
  expect(labelsOf(refused)).toEqual([]);
  const customId = `bans.ask:${theBan().banId}:x`;
  expect(textOf(await theo().forge.press(refused, customId))).toMatch(
    /nothing was deleted\. The service offers bans by invitation only/,
  );
});

test.each([
  ["what is no id", "../..", "must be a ban's id"],
  ["an id of no ban", "000000000000000000000000", "has no ban with the id"],
])("%s gets a sentence", async (_case, ban, sentence) => {
  expect((await read(ban)).text).toContain(sentence);
});

test("a comment's whole text opens beside the list, until the comment is gone", async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
  const { banId } = put(words.join(" "));
  await harness.forgetRead();
  const { comments } = theBan();
  const list = await read(banId);
  expect(list.text).not.toContain("word399");
  const comment = await open(list, "word0");
  expect(comment.text.match(/word\d+/g)).toEqual(words);

  comments.pop();
  await harness.forgetRead();
  await expect(open(list, "word0")).resolves.toMatchObject({
    text: expect.stringContaining("This comment is gone, so there's nothing to read"),
  });
});

test("staff are refused, whichever button they forge", async () => {
  const ban = theBan().banId;
  const mia = harness.as("mia");
  const refused = shown(await mia.run("bans", { ban }));
  expect(refused.text).toContain("Only managers can read the comments on bans here");
  await mia.forge.press(refused, `bans.ask:${ban}:${theBan().comments[0]?._id}`);
  expect(newestText(mia)).toContain("Only managers can use this here");
});

test("a comment that is newer than the list as last read is found", async () => {
  await using guarded = await startHarness({ guarded: true });
  const person = guarded.as("theo");
  const [entry] = guarded.service.state.banComments;
  const [ban = "", comments = []] = entry ?? [];
  const list = shown(await person.run("bans", { ban }));
  const add = (number: number): string => {
    guarded.clock.advance(10_000);
    const _id = `64f1c0ffee64f1c0ffee000${number}`;
    comments.push({ _id, ban, author: "104872391", body: `Just in ${number}` });
    return _id;
  };
  expect(textOf(await person.forge.press(list, `bans.ask:${ban}:${add(1)}`))).toContain("Just in 1");
  expect(textOf(await person.forge.choose(list, menuOf(list), [add(2)]))).toContain("Just in 2");
});
