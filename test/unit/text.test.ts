import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DateTime } from "../../src/api/contract/fields.ts";
import { fitLines, truncate } from "../../src/ui/lines.ts";
import { createEmbed, parseWebAddress } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown, escapeLines, formatLink, plainText } from "../../src/ui/escape.ts";
import { pluralize, pluralizeText, formatNumber } from "../../src/ui/numbers.ts";
import { formatDuration, parseEpochMs, parseInstant, formatShortAge, timestamp } from "../../src/ui/time.ts";
import { parseInline } from "../../playground/page/markdown/inline.ts";
import type { Inline } from "../../playground/page/markdown/tree.ts";
import { formatTime } from "../../playground/page/time.ts";
import { anyCharacter } from "../support/any-character.ts";
import { anyWebAddress } from "../support/any-web-address.ts";
import { someContext } from "../support/render-context.ts";

function showText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => ("children" in node ? showText(node.children) : "text" in node ? node.text : "?"))
    .join("");
}

const anyText = fc.string({ unit: anyCharacter, maxLength: 5000 });

describe("truncated text", () => {
  test("never exceeds the limit nor splits a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.integer({ min: 1, max: 200 }),
        (text, max) => {
          const clipped = truncate(text.toWellFormed(), max);
          expect(clipped.length).toBeLessThanOrEqual(max);
          expect(clipped.isWellFormed()).toBe(true);
        },
      ),
    );
  });
  test("is unchanged if it fits, and marked if it was cut", () => {
    expect(truncate("coffee", 6)).toBe("coffee");
    expect(truncate("coffee beans", 8)).toBe("coffee…");
  });
  test("leaves no backslash without what it escapes", () => {
    expect(truncate(escapeMarkdown("ab*cd"), 4)).toBe("ab…");
    expect(truncate(escapeMarkdown("a\\bcd"), 4)).toBe("a\\\\…");
  });
});

test("lines that don't fit are counted once, with those that were left out anyway, whatever a line says", () => {
  const others = (count: number): string => `and ${count} others`;
  expect(fitLines(["Nora", "Mia and 2 others"], 100, others)).toBe("Nora\nMia and 2 others");
  expect(fitLines(["Nora", "Mia and 2 others"], 100, others, 3)).toBe("Nora\nMia and 2 others\nand 3 others");
  expect(fitLines(["Nora", "Mia and 2 others"], 20, others, 3)).toBe("Nora\nand 4 others");
});

describe("escaped text", () => {
  test.each([
    ["**bold**", "\\*\\*bold\\*\\*"],
    ["@everyone", "\\@everyone"],
    ["<@123>", "\\<\\@123\\>"],
    ["[a](https://x.example)", "\\[a\\]\\(https\\://x.example\\)"],
    ["# big", "\\# big"],
    ["- item", "\\- item"],
    ["12. item", "12\\. item"],
    ["two\nlines", "two lines"],
    ["turned \u202e around", "turned around"],
    ["נועה *3*", "\u2068נועה \\*3\\*\u2069"],
    ["Nora سمر", "\u2068Nora سمر\u2069"],
  ])("%j shows as literal text", (text, shown) => expect(escapeMarkdown(text)).toBe(shown));

  test.each([
    ["plain words", "latte ".repeat(2_000_000)],
    ["marks", "*_`".repeat(3_000_000)],
    ["blanks", " \n".repeat(5_000_000)],
    ["hidden characters", "\u200b".repeat(8_000_000)],
  ])("of millions of %s is truncated before it is processed", (_, text) => {
    for (const shown of [
      escapeMarkdown(text, 200),
      escapeLines(text, 200),
      plainText(text, 200),
      inlineCode(text, 200),
    ])
      expect(shown.length).toBeLessThanOrEqual(402);
  });

  test("looks the same whether or not something is hidden in it", () => {
    const piece = fc.constantFrom(
      "Mia",
      "Café",
      "2 ×",
      "1.",
      "-",
      "+",
      " ",
      "*",
      "a_b",
      "@",
      "\t",
      "\u00a0",
      "…",
      "'",
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (shown, maxLength) => {
        const hidden = `\u200b${shown}\u200b`;
        expect(escapeMarkdown(shown, maxLength)).toBe(escapeMarkdown(hidden, maxLength));
        expect(plainText(shown, maxLength)).toBe(plainText(hidden, maxLength));
      }),
    );
  });

  test("from right to left stays separate from the text beside it, and within its length", () => {
    for (const text of ["נ".repeat(300), "س".repeat(300), "𐤀".repeat(300)]) {
      const shown = escapeMarkdown(text, 40);
      expect([shown.at(0), shown.at(-1)]).toEqual(["\u2068", "\u2069"]);
      expect(shown.length).toBeLessThanOrEqual(40);
    }
  });

  test("keeps emoji made of several parts whole", () => expect(escapeMarkdown("👩‍🍳 Mia")).toBe("👩‍🍳 Mia"));

  test("leaves none of Discord's formatting characters unescaped", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const shown of [escapeMarkdown(text), escapeLines(text, 2000)]) {
          expect(shown.replace(/\\[^0-9A-Za-z\s]/gu, "")).not.toMatch(/[*_~|`<>@#[\]\\]/);
        }
      }),
    );
  });
  test("shows the same in and beside a link, however it is written", () => {
    const piece = fc.constantFrom(
      "Quiz",
      "(2)",
      "[x]",
      "*",
      "_",
      "`",
      "~~",
      "||",
      "<3",
      "<@1>",
      "<t:1:R>",
      "#1",
      "\\",
      "🎤",
      "ערב",
      "https://cafe.example",
      "@here",
      "::",
    );
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 120 }),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" ")),
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    );
    const url = "https://discord.com/events/1/2";
    fc.assert(
      fc.property(name, (text) => {
        const nodes = parseInline(formatLink(text, url, "event"));
        const links = nodes.filter((node) => node.kind === "link");
        expect(links.map(({ href }) => href)).toEqual([url]);
        const wanted = plainText(text, 100) || "Unnamed";
        const shown = showText(nodes).replaceAll(/[\u2068\u2069]/g, "");
        expect([wanted, `${wanted} · event`]).toContain(shown);
      }),
    );
  });

  test("as code can't be ended by a backtick", () => expect(inlineCode("a`b`c")).toBe("`a'b'c`"));
  test("as plain text is one line without hidden characters", () =>
    expect(plainText("a\u0000\tb\n c", 20)).toBe("a b c"));
});

describe("an embed", () => {
  test("keeps Discord's limits, whatever its parts are", () => {
    const field = fc.record({ name: anyText, value: anyText, inline: fc.boolean() });
    const parts = fc.record({
      title: anyText,
      description: fc.string({ maxLength: 9000 }),
      author: fc.record({ name: anyText, iconUrl: fc.option(fc.string(), { nil: undefined }) }),
      footer: anyText,
      fields: fc.array(field, { maxLength: 40 }),
      imageUrl: fc.option(fc.oneof(fc.string(), anyWebAddress), { nil: undefined }),
    });
    fc.assert(
      fc.property(parts, (given) => {
        const made = createEmbed(given);
        const texts = [made.title, made.description, made.footer?.text, made.author?.name];
        const all = [...texts, ...(made.fields ?? []).flatMap(({ name, value }) => [name, value])];
        expect(all.reduce((sum, text) => sum + (text?.length ?? 0), 0)).toBeLessThanOrEqual(6_000);
        expect(made.title?.length ?? 1).toBeLessThanOrEqual(256);
        expect(made.description?.length ?? 1).toBeLessThanOrEqual(4_096);
        expect(made.fields?.length ?? 1).toBeLessThanOrEqual(25);
        for (const { name, value } of made.fields ?? []) {
          expect(name.length).toBeGreaterThan(0);
          expect(name.length).toBeLessThanOrEqual(256);
          expect(value.length).toBeGreaterThan(0);
          expect(value.length).toBeLessThanOrEqual(1_024);
        }
        for (const text of all) if (text !== undefined) expect(text.trim()).not.toBe("");
      }),
    );
  });
  test("uses all the room of each part, except 120 characters for the workspace's name", () => {
    const long = "x".repeat(9_000);
    expect(createEmbed({ title: long }).title).toHaveLength(256);
    expect(createEmbed({ author: { name: long } }).author?.name).toHaveLength(256);
    expect(createEmbed({ description: long }).description).toHaveLength(4_096);
    expect(createEmbed({ footer: long }).footer?.text).toHaveLength(2_048 - 120);
    const short = { name: "x", value: "x" };
    expect(createEmbed({ fields: Array.from({ length: 30 }, () => short) }).fields).toHaveLength(25);
    const [field] = createEmbed({ fields: [{ name: "x".repeat(300), value: long }] }).fields ?? [];
    expect([field?.name.length, field?.value.length]).toEqual([256, 1_024]);
    const { footer, description } = createEmbed({ footer: long, description: long });
    expect((footer?.text.length ?? 0) + (description?.length ?? 0)).toBe(6_000 - 120);
  });
  test.each([
    "javascript:alert(1)",
    "not an address",
    "//x.example/a.png",
    "ftp://x.example",
    `https://x.example/${"a".repeat(2100)}`,
  ])("rejects %s as a picture", (address) => expect(parseWebAddress(address)).toBeUndefined());
  test("accepts a web address as a picture", () =>
    expect(parseWebAddress("https://x.example/a b.png")).toBe("https://x.example/a%20b.png"));
});

describe("numbers and times", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [12480, "12\u202f480"],
    [-1234.567, "-1\u202f234.57"],
    [Number.NaN, "NaN"],
  ])("%d reads as %s", (value, words) => expect(formatNumber(value)).toBe(words));

  test.each([1.7e308, -1.7e308, Number.MAX_VALUE, Infinity])("%d is never shown as infinite", (value) => {
    expect(formatNumber(value) + formatDuration(value) + formatDuration(value * 60_000)).not.toMatch(
      /Infinity|NaN/,
    );
  });
  test("one is singular", () =>
    expect([pluralize(1, "order"), pluralize(0, "order"), pluralize(2, "entry", "entries")]).toEqual([
      "1 order",
      "0 orders",
      "2 entries",
    ]));
  test("what reads as one is singular, too", () => {
    expect([60.9 - 59.9, 0.999, 1.004].map((count) => pluralize(count, "minute"))).toEqual([
      "1 minute",
      "1 minute",
      "1 minute",
    ]);
    expect([0.99, 1.01, -1].map((count) => pluralize(count, "minute"))).toEqual([
      "0.99 minutes",
      "1.01 minutes",
      "-1 minutes",
    ]);
    expect(pluralizeText(60.9 - 59.9, { one: "{count} is left", other: "{count} are left" })).toBe(
      "1 is left",
    );
  });
  test.each([
    [45_000, "45 s"],
    [59_600, "1 min"],
    [3_600_000, "1 h"],
    [5_040_000, "1 h 24 min"],
  ])("%d ms are %s", (durationMs, words) => expect(formatDuration(durationMs)).toBe(words));
  test("a time becomes a timestamp, and an invalid one nothing", () => {
    expect(timestamp(Temporal.Instant.from("2026-01-01T00:00:00.900Z"), "R")).toBe("<t:1767225600:R>");
    expect(parseInstant("yesterday")).toBeUndefined();
    expect(parseInstant(undefined)).toBeUndefined();
  });

  test("every date-time that the contract accepts sorts by its moment", () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, "0"));
    const day = fc.date({ min: new Date("0001-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
    const seconds = fc
      .tuple(two(59), fc.stringMatching(/^(\.\d{1,9})?$/))
      .map(([second, rest]) => second + rest);
    const zone = fc.oneof(
      fc.constant("Z"),
      fc.tuple(fc.constantFrom("+", "-"), two(23), two(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
    );
    fc.assert(
      fc.property(day, two(23), two(59), seconds, zone, (date, hour, minute, second, offset) => {
        const text = `${date.toISOString().slice(0, 10)}T${hour}:${minute}:${second}${offset}`;
        expect(DateTime.safeParse(text).success).toBe(true);
        expect(parseEpochMs(text)).toBe(parseInstant(text)?.epochMilliseconds);
      }),
    );
    expect(parseEpochMs(undefined)).toBeUndefined();
  });
});

test("an age is rounded as Discord rounds it, so that lists and live boards agree", () => {
  const nowMs = Date.parse("2026-11-18T10:24:00Z");
  const now = { ...someContext(), now: Temporal.Instant.fromEpochMilliseconds(nowMs) };
  const agesOf = (ageMs: number): readonly string[] => {
    const at = Temporal.Instant.fromEpochMilliseconds(nowMs - ageMs);
    const marked = formatTime(Math.floor(at.epochMilliseconds / 1_000), "R", { nowMs, locale: "en-GB" });
    return [formatShortAge(at.toString(), now) ?? "", marked].map(
      (age) => /^\d+.[mhd]/.exec(age)?.[0] ?? age,
    );
  };
  expect(agesOf(514_000)[0]).toBe("9\u00a0m");
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  for (const ageMs of [8.4 * minute, 8.6 * minute, 1.4 * hour, 1.6 * hour, 1.4 * day, 1.6 * day, 13 * day]) {
    const [own, discords] = agesOf(ageMs);
    expect(own?.replace("\u00a0", " ")).toBe(discords);
  }
});
