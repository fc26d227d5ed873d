import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatAttachmentLines,
  type CommentList,
  renderComment,
  renderComments,
  renderWholeComment,
  commentDeletionFacts,
  renderCommentDeletionPreview,
} from "../../commands/bans/render-comments.ts";
import { renderDeletion } from "../../commands/kit/deletion.ts";
import { BanComment } from "../../src/api/contract/bans.ts";
import { renderLongText } from "../../commands/kit/read-on.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfOne,
  someMember,
  anyId,
  hostileText,
  maybe,
  moment,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";
import { anyWebAddress } from "../support/any-web-address.ts";

const view = (parts: Partial<CommentList>): CommentList => ({
  banId: "b1",
  comments: [],
  page: 0,
  zone: "UTC",
  createCustomId: (page) => `page:${page}`,
  openId: "open",
  ...parts,
});
const lines = (files: readonly string[], videos: readonly string[] = []) =>
  formatAttachmentLines({ files: [...files], videos: [...videos] }, 700).split("\n");

test("a comment shows its author, day, text, files and videos", () => {
  const comment = BanComment.parse({
    _id: "c1",
    author: "4711",
    body: "Threw *cups*\n@everyone",
    files: ["https://example.com/a.png"],
    videos: ["https://example.com/v"],
    createdAt: "2026-11-18T09:00:00Z",
    updatedAt: "2026-11-18T10:00:00Z",
  });
  const list = renderComments(view({ comments: [comment] }), someContext(namesOfOne()));
  expect(list.embeds?.[0]?.description).toBe(
    `<@${someMember}> · 18\u00a0Nov · 📎 2\n> Threw \\*cups\\*\n> \\@everyone`,
  );
  expect(list.embeds?.[0]?.footer?.text).toBe("Ban\u00a0b1");
  expect(list.components?.[0]?.components).toMatchObject([{ options: [{ label: "Mia · 18 Nov" }] }]);
  const { embeds } = renderCommentDeletionPreview("b1", comment, someContext(namesOfOne()));
  expect(embeds?.[0]?.description?.split("\n").slice(0, 5)).toEqual([
    `**<@${someMember}>** · <t:1794992400:R> · changed: <t:1794996000:R>`,
    "> Threw \\*cups\\*",
    "> \\@everyone",
    "📎 [File 1](https://example.com/a.png) · example.com",
    "🎬 [Video 1](https://example.com/v) · example.com",
  ]);
  expect(embeds?.[0]?.footer?.text).toBe("Ban\u00a0b1 · Mia (id\u00a04711) · Comment\u00a0c1");
});

test("up to five comments show in full, more of them show how each begins", () => {
  const body = `First line\n${"word ".repeat(60)}end`;
  const textOf = (count: number) => {
    const comments = Array.from({ length: count }, (_, index) =>
      BanComment.parse({ _id: `c${index}`, body }),
    );
    return renderComments(view({ comments }), someContext()).embeds?.[0]?.description?.split("\n") ?? [];
  };
  expect(textOf(5).slice(0, 3)).toEqual(["someone", "> First line", `> ${"word ".repeat(60)}end`]);
  expect(textOf(6).slice(0, 3)).toEqual(["someone", `> First line${" word".repeat(21)}…`, "someone"]);
});

test("a link never leads elsewhere than it says", () => {
  expect(lines(["https://example.com/a)[b](https://evil.example/"])).toEqual([
    "📎 [File 1](https://example.com/a%29%5Bb%5D%28https://evil.example/) · example.com",
  ]);
  for (const address of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://example.com@evil.example/",
    "",
  ])
    expect(lines([address])).toEqual(["📎 File 1 · not a web address I can show"]);
});

test("addresses without room are counted, and none is truncated", () => {
  const long = `https://example.com/${"a".repeat(250)}`;
  expect(lines([long, long, long], [long]).at(-1)).toBe("… and 2 more addresses");
});

test("an opened comment offers to read on where its text is long, and to delete it", () => {
  const ids = { createReadId: (part: number) => `read:${part}`, deleteId: "delete" };
  const labels = (body: string) =>
    renderComment(BanComment.parse({ _id: "c1", body }), ids, someContext()).components?.flatMap(
      ({ components }) => components.map((each) => ("label" in each ? each.label : "")),
    );
  expect(labels("a".repeat(3_000))).toEqual(["Delete…"]);
  expect(labels("a ".repeat(3_000))).toEqual(["Read on", "Delete…"]);
});

test("addresses without room can each be read on the next pages", () => {
  const files = Array.from({ length: 9 }, (_, index) => `https://example.com/${index}/${"(".repeat(600)}`);
  const comment = BanComment.parse({ _id: "c1", body: "See", files });
  const read: string[] = [];
  for (let part = 0; ; part += 1) {
    const reply = renderLongText(renderWholeComment(comment, new Map()), part, (next) => `on:${next}`);
    expectWithinLimits(reply, [someMember]);
    read.push(reply.embeds?.[0]?.description ?? "");
    if (reply.components?.length === 0) break;
  }
  expect(read[0]).toContain("See");
  for (let index = 1; index <= 9; index += 1)
    expect(
      read.filter((text) => text.includes(`📎 [File ${index}](https://example.com/${index - 1}/`)),
    ).toHaveLength(1);
});

test("a ban without comments says so", () => {
  const [heading] = renderComments(view({}), someContext()).embeds ?? [];
  expect(heading?.description).toContain("No comments yet");
});

test("whatever the service sends, Discord accepts the list, the preview and the receipt", () => {
  const text = maybe(hostileText);
  const address = fc.oneof(anyWebAddress, hostileText);
  const anyComment = fc.record({
    _id: anyId,
    author: maybe(fc.oneof(hostileText, fc.constant("4711"))),
    body: text,
    files: fc.array(address, { maxLength: 12 }),
    videos: fc.array(address, { maxLength: 12 }),
    createdAt: maybe(moment),
    updatedAt: maybe(moment),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyComment, { minLength: 1, maxLength: 7, selector: ({ _id }) => _id }),
      anyNames,
      (raw, names) => {
        const comments = raw.map((each) => BanComment.parse(each));
        const banId = comments[0]?._id ?? "";
        const replies = [
          renderComments(view({ banId, comments }), someContext(names)),
          ...comments.map((comment) => renderComment(comment, undefined, someContext(names))),
          ...comments
            .slice(0, 1)
            .map((comment) => renderCommentDeletionPreview(banId, comment, someContext(names))),
          renderDeletion("deleted", commentDeletionFacts, someContext()),
        ];
        for (const reply of replies) {
          expectWithinLimits(reply, [someMember]);
          checkMessage({ ...toPayload(reply) }, { fileNames: [] });
        }
      },
    ),
    { numRuns: 200 },
  );
});
