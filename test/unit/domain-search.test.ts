import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIndex, foldText, memoizeWeak } from "../../src/domain/search.ts";

const entriesOf = (...texts: readonly string[]) => texts.map((text, at) => ({ text, value: `id-${at}` }));
const found = (texts: readonly string[], typed: string, limit = 25): readonly string[] =>
  createIndex(entriesOf(...texts))
    .find(typed, limit)
    .map(({ text }) => text);

describe("a search", () => {
  test("lists prefixes first, then word prefixes, then the rest, then all words in any order", () => {
    const texts = ["Big unmenued list", "Menu (menu of spring)", "The winter menu", "menu"];
    expect(found(texts, " MENU ")).toEqual(["Menu (menu of spring)", "menu", "The winter menu", texts[0]]);
    expect(found(texts, "menu winter")).toEqual(["The winter menu"]);
    expect(found(["submenu of the (menu)", "unmenu"], "menu")).toEqual(["submenu of the (menu)", "unmenu"]);
  });

  test("ignores case and accents", () => {
    expect(found(["Crème brûlée", "Café"], "CREME BRULEE")).toEqual(["Crème brûlée"]);
    expect(found(["Café"], "é")).toEqual(["Café"]);
    for (const sharp of ["ß", "ẞ", "ss", "SS"])
      expect(found(["Straße", "STRAẞE"], `stra${sharp}e`)).toHaveLength(2);
    expect(found(["Σοφός", "ΣΟΦΟΣ"], "σοφοσ")).toHaveLength(2);
    expect(found(["Καφές"], "καφεσ")).toHaveLength(1);
  });

  test("finds what is written without its spaces and hyphens, or with others", () => {
    const names = createIndex(entriesOf("Anna-Lena Maria", "Flat white", "Joe Bean"));
    for (const [typed, text] of [
      ["annalena", "Anna-Lena Maria"],
      ["anna lenamaria", "Anna-Lena Maria"],
      ["flatwhite", "Flat white"],
      ["flat-white", "Flat white"],
    ] as const)
      expect(names.find(typed, 25).map((each) => each.text)).toEqual([text]);
    // Letters that meet by chance.
    expect(names.find("oeb", 25)).toEqual([]);
  });

  test("puts an exact id first", () => {
    expect(createIndex(entriesOf("id-1 is not me", "but I am")).find("id-1", 25)).toMatchObject([
      { text: "but I am" },
      { text: "id-1 is not me" },
    ]);
  });

  test("keeps the order of equal matches, and returns no more than was asked for", () => {
    expect(found(["b", "a", "c"], "")).toEqual(["b", "a", "c"]);
    expect(found(["xa", "a2", "a1", "a3"], "a", 2)).toEqual(["a2", "a1"]);
  });

  test("finds each entry by any part of it, and nothing that lacks a word of it", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom("Latte", "Iced latte", "☕"),
    );
    const joined = (written: string) => foldText(written).replace(/[^\p{L}\p{N}]+/gu, "");
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), text, fc.nat(12), (texts, typed, from) => {
        for (const each of found(texts, typed)) {
          const isJoined = joined(typed).length >= 4 && joined(each).includes(joined(typed));
          const words = isJoined ? [] : foldText(typed.trim()).split(/\s+/);
          for (const word of words) expect(foldText(each)).toContain(word);
        }
        for (const each of texts) {
          const part = foldText(each)
            .slice(from, from + 3)
            .trim();
          expect(found(texts, part)).toContain(each);
        }
      }),
    );
  });
});

test("a value computed for an object isn't computed again for the same one", () => {
  let made = 0;
  const make = memoizeWeak((_key: object) => (made += 1));
  const key = {};
  expect([make(key), make(key), make({})]).toEqual([1, 1, 2]);
});
