import { expect, test } from "vitest";
import { compareWithDigest, digestReply } from "../../src/outbox/digest.ts";
import type { Reply } from "../../src/ui/reply.ts";

const reply: Reply = {
  content: "<@42> Café\n",
  embeds: [
    {
      title: " Week of 23\u00a0November",
      description: "**Mon** 08:00\n\nFlat white ☕ :bun:",
      color: 1,
      fields: [{ name: "Who", value: "Mia" }],
      footer: { text: "As of now" },
      image: { url: "attachment://calendar.png" },
    },
  ],
  components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: "posts.list:1", label: "More" }] }],
};
const digest = digestReply(reply);
const [embed = {}] = reply.embeds ?? [];
const shown = {
  content: reply.content ?? "",
  embeds: [embed],
  components: [...(reply.components ?? [])],
  flags: 0,
};
type Shown = typeof shown;

test.each<readonly [string, Partial<Shown>]>([
  ["as it was sent", {}],
  ["with its texts trimmed", { content: "<@42> Café", embeds: [{ ...embed, title: "Week of 23 November" }] }],
  ["with composed letters and another form of the mention", { content: "<@!42> Cafe\u0301" }],
  [
    "with a custom emoji that the server doesn't have",
    { embeds: [{ ...embed, description: "**Mon** 08:00\n\nFlat white ☕ <:bun:7>" }] },
  ],
  [
    "with its picture's address",
    { embeds: [{ ...embed, image: { url: "https://cdn.example/attachments/1/2/calendar.png?ex=1" } }] },
  ],
  ["with the preview of a link below it", { embeds: [embed, { title: "A page", url: "https://a.example" }] }],
])("a message is recognized %s", (_what, change) => {
  expect(compareWithDigest(digest, { ...shown, ...change })).toBe("same");
});

test.each<readonly [string, Partial<Shown>]>([
  ["another text", { content: "<@43> Café" }],
  ["another description", { embeds: [{ ...embed, description: "**Tue** 08:00" }] }],
  ["another field", { embeds: [{ ...embed, fields: [{ name: "Who", value: "Max" }] }] }],
  ["other buttons", { components: [] }],
  ["no embeds though nobody removed them", { embeds: [] }],
])("a message with %s is not", (_what, change) => {
  expect(compareWithDigest(digest, { ...shown, ...change })).toBe("other");
});

test("a message whose embeds someone removed may be it, if the rest is the same", () => {
  const bare = { ...shown, embeds: [], flags: 4 };
  expect(compareWithDigest(digest, bare)).toBe("perhaps");
  expect(compareWithDigest(digest, { ...bare, content: "Something else" })).toBe("other");
  expect(
    compareWithDigest(digestReply({ content: "Soon" }), { ...bare, content: "Soon", components: [] }),
  ).toBe("same");
});
