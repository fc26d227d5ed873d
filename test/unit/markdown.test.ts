import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../playground/page/markdown/blocks.ts";
import { parseInline } from "../../playground/page/markdown/inline.ts";
import type { Block, Inline } from "../../playground/page/markdown/tree.ts";
import { anyCharacter } from "../support/any-character.ts";
import { anyWebAddress } from "../support/any-web-address.ts";

/** Writes a tree as short tagged text, so that expectations can be read. */
function sketch(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case "text":
        case "everyone":
          return node.text;
        case "code":
          return `<code ${node.text}>`;
        case "link":
          return `<link ${node.href} ${sketch(node.children)}>`;
        case "user":
        case "role":
        case "channel":
          return `<${node.kind} ${node.id}>`;
        case "command":
          return `<command ${node.name}>`;
        case "emoji":
          return `<emoji ${node.name}>`;
        case "time":
          return `<time ${String(node.unixSeconds)} ${node.style}>`;
        case "strong":
        case "emphasis":
        case "underline":
        case "strike":
        case "spoiler":
          return `<${node.kind} ${sketch(node.children)}>`;
        default:
          return node satisfies never;
      }
    })
    .join("");
}

function sketchBlocks(blocks: readonly Block[]): readonly string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case "paragraph":
        return sketch(block.children);
      case "subtext":
        return `small: ${sketch(block.children)}`;
      case "heading":
        return `h${String(block.level)}: ${sketch(block.children)}`;
      case "code-block":
        return `code ${block.language}: ${block.text}`;
      case "quote":
        return `quote: ${sketchBlocks(block.children).join(" / ")}`;
      case "list":
        return block.items
          .map(
            ({ depth, number, children }) =>
              `${"-".repeat(depth + 1)}${String(number ?? "")} ${sketch(children)}`,
          )
          .join(" / ");
      default:
        return block satisfies never;
    }
  });
}

function textOf(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => ("children" in node ? textOf(node.children) : "text" in node ? node.text : ""))
    .join("");
}

function depthOf(nodes: readonly Inline[]): number {
  return Math.max(0, ...nodes.map((node) => ("children" in node ? 1 + depthOf(node.children) : 1)));
}

describe("inline formatting", () => {
  test.each([
    ["**bold** and *slanted* and _too_", "<strong bold> and <emphasis slanted> and <emphasis too>"],
    ["***both***", "<strong <emphasis both>>"],
    ["**a *b* c**", "<strong a <emphasis b> c>"],
    ["*a **b***", "<emphasis a <strong b>>"],
    ["__under__ ~~gone~~ ||secret||", "<underline under> <strike gone> <spoiler secret>"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["**never closed", "**never closed"],
    ["**a *b** c*", "<strong a *b> c*"],
    ["`code **not bold**` ``with ` inside``", "<code code **not bold**> <code with ` inside>"],
    ["`no end", "`no end"],
    ["\\*not slanted\\* \\<@1>", "*not slanted* <@1>"],
    ["<@1> <@!2> <@&3> <#4>", "<user 1> <user 2> <role 3> <channel 4>"],
    ["</order create:123>", "<command order create>"],
    ["<:cup:5> <a:steam:6>", "<emoji cup> <emoji steam>"],
    ["<t:1700000000> <t:1700000000:R>", "<time 1700000000 f> <time 1700000000 R>"],
    ["@everyone @here @else", "@everyone @here @else"],
    ["[menu](https://cafe.example/a_b_(c))!", "<link https://cafe.example/a_b_(c) menu>!"],
    ['[**menu**](<https://cafe.example> "today")', "<link https://cafe.example/ <strong menu>>"],
    ["[run](javascript:alert(1))", "[run](javascript:alert(1))"],
    ["[Quiz \\(round 2\\)](https://a.example)", "<link https://a.example/ Quiz \\(round 2\\)>"],
    ["[\\*live\\*](https://a.example) \\*live\\*", "<link https://a.example/ \\*live\\*> *live*"],
    ["[Quiz *live*](https://a.example)", "<link https://a.example/ Quiz <emphasis live>>"],
    ["[for @everyone](https://a.example)", "[for @everyone](<link https://a.example/ https://a.example>)"],
    ["[with <@1>](https://a.example)", "[with <user 1>](<link https://a.example/ https://a.example>)"],
    ["[🎤 Quiz](https://a.example)", "[🎤 Quiz](<link https://a.example/ https://a.example>)"],
    [
      "[at https://cafe.example](https://a.example)",
      "[at <link https://cafe.example/ https://cafe.example>](<link https://a.example/ https://a.example>)",
    ],
    [
      "see https://cafe.example/a_b_c, please",
      "see <link https://cafe.example/a_b_c https://cafe.example/a_b_c>, please",
    ],
    ["**https://cafe.example**", "<strong <link https://cafe.example/ https://cafe.example>>"],
    ["<https://cafe.example>", "<link https://cafe.example/ https://cafe.example>"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["<t:99999999999999999999:R>", "<t:99999999999999999999:R>"],
  ])("%s", (text, expected) => {
    expect(sketch(parseInline(text))).toBe(expected);
  });
});

test("an emoji in a link's label is taken in an embed", () => {
  const [block] = parseMarkdown("> [🎤 Quiz](https://a.example)", undefined, "embed");
  expect(sketchBlocks(block === undefined ? [] : [block])).toEqual([
    "quote: <link https://a.example/ 🎤 Quiz>",
  ]);
});

describe("blocks", () => {
  test.each([
    ["# One\n## Two\n### Three\n#### four", ["h1: One", "h2: Two", "h3: Three", "#### four"]],
    ["text\nmore\n-# small print", ["text\nmore", "small: small print"]],
    ["> one\n> **two**\nafter", ["quote: one\n<strong two>", "after"]],
    [">>> # one\ntwo\n> three", ["quote: h1: one / two\n> three"]],
    ["- a\n  - b\n- c", ["- a / -- b / - c"]],
    ["3. three\n4. four", ["-3 three / -4 four"]],
    ["before ```ts\nconst a = 1;\n``` after", ["before", "code ts: const a = 1;", "after"]],
    ["```only one", ["```only one"]],
    ["a\n\n\nb\n", ["a\n\n\nb"]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(sketchBlocks(parseMarkdown(text))).toEqual(expected);
  });
});

describe("hostile text", () => {
  const hostile: readonly (readonly [string, string])[] = [
    ["4,000 asterisks", "*".repeat(4_000)],
    ["100,000 letters", "a".repeat(100_000)],
    ["spaced asterisks", "* a".repeat(33_000)],
    ["alternating marks", "*a_b~~c||d__e**".repeat(7_000)],
    [
      "backticks of many lengths",
      Array.from({ length: 400 }, (_, index) => `${"`".repeat(index + 1)} `).join(""),
    ],
    ["opening brackets", "[".repeat(100_000)],
    ["labels without targets", "[a](".repeat(25_000)],
    ["link after link", "http://".repeat(14_000)],
    ["titles that never end", '[a](http://a "'.repeat(7_000)],
    ["pointed brackets", "<@<#</<t:<:".repeat(9_000)],
    ["fence after fence", "```a```".repeat(14_000)],
    ["half fences", "``` ".repeat(25_000)],
    ["quotes", "> ".repeat(50_000)],
    ["quote lines", "> a\n".repeat(25_000)],
    ["deep list", `${" ".repeat(50_000)}- a`],
    ["heading of spaces", `#${" ".repeat(100_000)}`],
    ["right-to-left overrides", "\u202e\u2066".repeat(50_000)],
    ["backslashes", "\\".repeat(100_000)],
  ];

  test.each(hostile)("%s is read in linear time and without deep nesting", (_, text) => {
    const meter = { steps: 0 };
    const blocks = parseMarkdown(text, meter);
    expect(meter.steps).toBeLessThanOrEqual(12 * text.length + 100);
    for (const block of blocks)
      if (block.kind === "paragraph") expect(depthOf(block.children)).toBeLessThan(12);
  });

  const pieces = fc.constantFrom(
    ..."* ** *** _ __ ~~ || ` `` ``` [ ]( ) < > <@1> <t:1:R> \\ # -# - 1. > >>> http://a.b \n a é 👩‍🍳 \u202e".split(
      " ",
    ),
    " ",
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join("")),
    fc.string({ unit: anyCharacter }),
  );

  test("any text is read in steps proportional to its length", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const meter = { steps: 0 };
        parseMarkdown(text, meter);
        expect(meter.steps).toBeLessThanOrEqual(12 * text.length + 100);
      }),
    );
  });

  test("a link never leads anywhere but to http or https", () => {
    const check = (nodes: readonly Inline[]): void => {
      for (const node of nodes) {
        if (node.kind === "link") expect(node.href).toMatch(/^https?:\/\//);
        if ("children" in node) check(node.children);
      }
    };
    const scheme = fc.constantFrom(
      "javascript:",
      "data:",
      "http://",
      "HTTPS://",
      "file://",
      "vbscript:",
      " ",
      "//",
    );
    fc.assert(
      fc.property(scheme, anyWebAddress, fc.string(), (start, url, rest) => {
        check(
          parseInline(`[a](${start}${url}${rest}) ${start}${rest} <${start}${rest}> [b](<${start}${rest}>)`),
        );
      }),
    );
  });

  test("text without formatting is unchanged", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."abc ÄÖ漢字🙂,;?".split("")), maxLength: 300 });
    fc.assert(
      fc.property(plain, (text) => {
        expect(textOf(parseInline(text))).toBe(text);
      }),
    );
  });

  test("escaping all formatting characters preserves the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = text.replace(/[\\`*_~|[\]()<>#@:\-+.!]/g, "\\$&").replaceAll("http", "ht\\tp");
        if (escaped.includes("\\t")) return;
        expect(textOf(parseInline(escaped))).toBe(text);
      }),
    );
  });
});
