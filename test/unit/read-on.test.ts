import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderLongText } from "../../commands/kit/read-on.ts";
import { type Reply, toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { hostileText } from "../support/arbitraries.ts";

const partOf = (text: string, part: number, facts?: string) =>
  renderLongText({ title: "Menu", facts, text }, part, (next) => `on:${next}`);
const seenIn = ({ embeds = [] }: Reply) => embeds[0]?.description ?? "";
const hasNext = ({ components = [] }: Reply) => components.length > 0;

/** Each part, as someone reads them who presses until there is no button. */
function partsRead(text: string): readonly Reply[] {
  const parts = [partOf(text, 0)];
  while (parts.length < 1_000 && parts.every(hasNext)) parts.push(partOf(text, parts.length));
  return parts;
}

const withoutSpace = (text: string) => text.replace(/\s/g, "");
/** What of a text can be seen at all. */
const visible = (text: string) => withoutSpace(text.toWellFormed().replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, ""));

test("a short text is one part without a button", () => {
  const reply = partOf("Buns", 0, "by Mia");
  expect(reply.embeds).toMatchObject([{ title: "Menu", description: "by Mia\nBuns" }]);
  expect(reply.embeds?.[0]?.footer).toBeUndefined();
  expect(reply.components).toEqual([]);
});

test("a long text is split between words, counts its parts, and links each to the next", () => {
  const text = "word ".repeat(1_500);
  const [first, second, third, ...more] = partsRead(text);
  expect(more).toEqual([]);
  expect(first?.embeds?.[0]?.footer?.text).toBe("Part 1 of 3");
  expect(first?.components).toMatchObject([{ components: [{ label: "Read on", custom_id: "on:1" }] }]);
  for (const part of [first, second, third]) expect(seenIn(part ?? {})).toMatch(/^word( word)*$/);
});

test("a part that no longer exists is replaced by the last one", () => {
  expect(partOf("Buns", 7)).toEqual(partOf("Buns", 0));
});

test("every text arrives complete over its parts, and Discord accepts each", () => {
  const text = fc
    .array(
      fc.oneof(
        hostileText,
        fc.constantFrom("😀".repeat(3_000), "plain words ".repeat(500), "\n- a".repeat(900)),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((texts) => texts.join(""));
  fc.assert(
    fc.property(text, (whole) => {
      const parts = partsRead(whole);
      const read = parts.map((part) => seenIn(part).replace(/\\([^\p{L}\p{N}\s])/gu, "$1")).join("");
      expect(withoutSpace(read) === visible(whole)).toBe(true);
      for (const part of parts) {
        expectWithinLimits(part);
        checkMessage({ ...toPayload(part) }, { fileNames: [] });
      }
    }),
    { numRuns: 200 },
  );
});
