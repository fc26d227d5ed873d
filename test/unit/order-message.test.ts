import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createItemNames } from "../../commands/order/words.ts";
import { type OrderMessage, readOrderMessage } from "../../commands/order/message.ts";
import { cleanTyped } from "../../src/typed-text.ts";
import { looseNumbers, numberWords } from "../../commands/order/languages.ts";
import { anyCharacter } from "../support/any-character.ts";

const menu = [
  "Latte",
  "Cinnamon bun",
  "Bun",
  "Tea",
  "Tea for two",
  "Fish and chips",
  "7 Up",
  "Crème brûlée",
  "Blueberry",
  "Loaf",
  "Slice of cake",
  "Cookies",
  "Dr. Pepper",
  "🥐",
];
const known = createItemNames(menu);
const none = createItemNames([]);

/** `2 Latte, 1 Bun` */
const itemsOf = ({ items }: OrderMessage) => items.map(({ name, count }) => `${count} ${name}`).join(", ");

describe("an order in a message", () => {
  it.each([
    ["2 lattes and a bun for Maria", "2 Latte, 1 Bun", "Maria"],
    [
      "Hi! Can I get two lattes, a cinnamon bun & one tea for Maria please?",
      "2 Latte, 1 Cinnamon bun, 1 Tea",
      "Maria",
    ],
    ["latte", "1 Latte", undefined],
    ["latte x2", "2 Latte", undefined],
    ["latte ×2", "2 Latte", undefined],
    ["latte 2x, bun 3x", "2 Latte, 3 Bun", undefined],
    ["x3 latte", "3 Latte", undefined],
    ["2x latte, 3 x buns\n4× tea", "2 Latte, 3 Bun, 4 Tea", undefined],
    ["2×latte", "2 Latte", undefined],
    ["2 lattes 1 bun", "2 Latte, 1 Bun", undefined],
    ["latte and latte", "2 Latte", undefined],
    ["a dozen buns and half a dozen teas", "12 Bun, 6 Tea", undefined],
    ["a couple of lattes", "2 Latte", undefined],
    ["CREME BRULEE", "1 Crème brûlée", undefined],
    [
      "3 blueberries, 2 loaves, 2 slices of cake and a cookie",
      "3 Blueberry, 2 Loaf, 2 Slice of cake, 1 Cookies",
      undefined,
    ],
    ["2 fish and chips", "2 Fish and chips", undefined],
    ["a tea for two for Noor", "1 Tea for two", "Noor"],
    ["a 7 Up and 2 7 ups", "3 7 Up", undefined],
    ["a Dr. Pepper", "1 Dr. Pepper", undefined],
    ["for Maria: 2 lattes", "2 Latte", "Maria"],
    ["for Maria\n- 2 lattes\n- bun", "2 Latte, 1 Bun", "Maria"],
    ["for Maria and 2 lattes", "2 Latte", "Maria"],
    ["2 lattes for <@123456789012345678>", "2 Latte", "<@123456789012345678>"],
    ["2 lattes for me, thanks", "2 Latte", "me"],
    ["2 lattes for cool_guy", "2 Latte", "cool_guy"],
    ["☕ 2 lattes ☕", "2 Latte", undefined],
    ["🥐, 🥐", "2 🥐", undefined],
    ["**2 x Latte**", "2 Latte", undefined],
    ["3 pumpkin bagels", "3 pumpkin bagel", undefined],
    ["- Pumpkin bagel\n1. Scone", "1 Pumpkin bagel, 1 Scone", undefined],
    // Lists with the number behind.
    ["latte (2), bun (1)", "2 Latte, 1 Bun", undefined],
    ["Latte(x2)", "2 Latte", undefined],
    ["latte: 2\nbun: 1", "2 Latte, 1 Bun", undefined],
    ["- latte - 2\n- bun = 3", "2 Latte, 3 Bun", undefined],
    ["latte 2, bun 1", "2 Latte, 1 Bun", undefined],
    ["latte x2 bun x3", "2 Latte, 3 Bun", undefined],
    ["latte*2 bun*1", "2 Latte, 1 Bun", undefined],
    ["2lattes 1bun", "2 Latte, 1 Bun", undefined],
    ["2 lattes/1 bun", "2 Latte, 1 Bun", undefined],
    ["2 latte's", "2 Latte", undefined],
    // What belongs to a name.
    ["a latte with 2 sugars and 1 bun", "1 latte with 2 sugars, 1 Bun", undefined],
    ["latte w/ oat milk", "1 latte w/ oat milk", undefined],
    ["2 lattes without sugar", "2 latte without sugar", undefined],
    ["2 extra lattes, 3 lattes extra hot", "2 extra latte, 3 latte extra hot", undefined],
    ["2 lattes (oat milk)", "2 latte (oat milk)", undefined],
    ["Latte x2 (no sugar)", "2 Latte (no sugar)", undefined],
    ["latte: 2 without sugar", "2 latte without sugar", undefined],
    [
      "Latte: 1 with 2 sugars, bun - 2 (warm)\ntea = 1",
      "1 Latte with 2 sugars, 2 bun (warm), 1 Tea",
      undefined,
    ],
    ["latte: 2 with oat milk for Maria", "2 latte with oat milk", "Maria"],
    ["2 lattes with a bun", "2 Latte, 1 Bun", undefined],
    // Counts in other words.
    ["a couple lattes and another bun", "2 Latte, 1 Bun", undefined],
    ["one more latte, 2 more buns", "1 Latte, 2 Bun", undefined],
    ["2 lattes asap", "2 Latte", undefined],
    ["I'd like to order: a latte then a bun plus a tea n latte", "2 Latte, 1 Bun, 1 Tea", undefined],
    // Forms that people copy.
    ["Customer: Maria B\nOrder: 2 lattes, 1 bun", "2 Latte, 1 Bun", "Maria B"],
    ["**Name:** Maria | **Order:** 2 lattes", "2 Latte", "Maria"],
    ["2 lattes\nFor: Maria", "2 Latte", "Maria"],
    ["für: Maria\n2 lattes", "2 Latte", "Maria"],
    ["2 lattes (for Maria)", "2 Latte", "Maria"],
    ["2 lattes - for Maria", "2 Latte", "Maria"],
    // A number in Italian, and a name.
    ["2 lattes for Otto", "2 Latte", "Otto"],
    ["a latte for Maria, a bun for maria", "1 Latte, 1 Bun", "Maria"],
  ])("%j", (text, items, customer) => {
    const read = readOrderMessage(text, known);
    expect([itemsOf(read), read.customer, read.unread]).toEqual([items, customer, []]);
  });

  it.each([
    ["2 lattes, table by the window", "2 Latte", ["table by the window"]],
    ["Maria wants 2 lattes", "2 Latte", ["Maria wants"]],
    ["hello everyone", "", ["everyone"]],
    ["a tea towel", "1 tea towel", []],
    ["tea towel", "", ["tea towel"]],
    ["0 lattes and 101 buns", "101 Bun", ["0 lattes"]],
    ["60 lattes, 60 buns", "60 Latte, 60 Bun", []],
    ["999999 lattes", "999999 Latte", []],
    ["1,000 lattes, 2.000 buns", "1000 Latte, 2000 Bun", []],
    ["2026 will be a good year", "", ["2026 will be a good year"]],
    ["9999999 lattes", "", ["9999999 lattes"]],
    ["2 latte x3", "", ["2 latte x3"]],
    ["a ham and cheese toastie", "", ["a ham and cheese toastie"]],
    ["a latte for Maria and a bun for Noor", "1 Latte, 1 Bun", ["for Maria", "for Noor"]],
    ["a latte for", "1 Latte", ["for"]],
    ["<@123456789012345678> 2 lattes", "2 Latte", ["<@123456789012345678>"]],
    ["see you at 10", "", ["see you at 10"]],
    ["#12 is ready", "", ["#12 is ready"]],
    ["table: 5 with kids", "", ["table:", "5 with kids"]],
    ["latte 2 (no sugar)", "1 Latte", ["2 (no sugar)"]],
    ["2 lattes to go", "2 lattes to go", []],
    ["a few buns", "", ["a few buns"]],
    ["2 lattes - Maria", "2 Latte", ["Maria"]],
    ["2 lattes @ $5 each", "2 Latte", ["$5 each"]],
    ["2 lattes at 17:00 for Maria", "2 Latte", ["at 17:00"]],
    ["2 lattes in 10 minutes", "2 Latte", ["in 10 minutes"]],
    ["lattes for 3 people", "1 Latte", ["for 3 people"]],
    ["a latte for here", "1 Latte", ["for here"]],
    ["latte for two", "1 Latte", ["for two"]],
    ["2 lattes, one with oat milk", "2 Latte", ["one with oat milk"]],
    ["latte 2 bun 1", "1 Latte", ["2 bun 1"]],
    ["lattes: 3 - Maria", "1 Latte", ["3 - Maria"]],
    ["Table: 4", "", ["Table: 4"]],
  ])("%j, with what isn't understood", (text, items, unread) => {
    const read = readOrderMessage(text, known);
    expect([itemsOf(read), read.unread]).toEqual([items, unread]);
  });

  it.each([
    ['a 12" pizza and 2 4x4 Burgers', '1 12" pizza, 2 4x4 Burger'],
    ["12” pizza", "1 12” pizza"],
    ["0,5 l Cola, 2 lattes", "1 0,5 l Cola, 2 Latte"],
    ["4×4 Burger", "1 4×4 Burger"],
    ["2 0,5 l Cola", "2 0,5 l Cola"],
    ["２\u00a0lattes\u200b，1 bun", "2 Latte, 1 Bun"],
  ])("keeps the numbers of names, as a list does: %j", (text, items) => {
    const read = readOrderMessage(text, known);
    expect([itemsOf(read), read.unread]).toEqual([items, []]);
  });

  it("is every part if no item is known", () => {
    const read = readOrderMessage("- Latte\n* **2 x Tea**\nCrème brûlée, 3 Scone for Mia", none);
    expect(itemsOf(read)).toBe("1 Latte, 2 Tea, 1 Crème brûlée, 3 Scone");
    expect([read.customer, read.unread]).toEqual(["Mia", []]);
  });
});

const abroad = createItemNames([
  "Latte",
  "Kuchen",
  "Pan y tomate",
  "Pan",
  "Fish and chips",
  "Caffè e panna",
  "Kaffe",
  "Kanelbulle",
  "Croissant",
  "Herbata",
  "Káva",
  "Пирог",
  "コーヒー",
  "ケーキ",
  "라떼",
  "拿铁",
  "Per sempre",
]);

describe("an order in another language", () => {
  it.each([
    ["Hallo, ich möchte bitte 2 Latte und drei Kuchen für Maria, danke", "2 Latte, 3 Kuchen", "Maria"],
    ["ich hätte gern einen Latte und ein Kuchen", "1 Latte, 1 Kuchen", undefined],
    ["2 Stück Kuchen und 1 Latte", "2 Kuchen, 1 Latte", undefined],
    ["Kuchen 2 Stk., Latte", "2 Kuchen, 1 Latte", undefined],
    [
      "Bonjour, je voudrais deux croissants et un latte pour Noor s'il vous plaît",
      "2 Croissant, 1 Latte",
      "Noor",
    ],
    ["Quiero dos lattes y un pan para Maria, por favor", "2 Latte, 1 Pan", "Maria"],
    ["2 pan y tomate y 1 latte", "2 Pan y tomate, 1 Latte", undefined],
    ["pan y latte", "1 Pan, 1 Latte", undefined],
    ["Vorrei due latte e tre croissant per Luca, per favore", "2 Latte, 3 Croissant", "Luca"],
    ["un caffè e panna e un latte per favore", "1 Caffè e panna, 1 Latte", undefined],
    ["Queria três lattes e uma kuchen para a Ana, obrigado", "3 Latte, 1 Kuchen", "a Ana"],
    ["Ik wil graag twee koffie en 1 latte voor Sanne alsjeblieft", "2 koffie, 1 Latte", "Sanne"],
    ["hej, jag vill ha två kaffe och en kanelbulle, tack", "2 Kaffe, 1 Kanelbulle", undefined],
    ["Hei! to kaffe og en kanelbulle til Nora, takk", "2 Kaffe, 1 Kanelbulle", "Nora"],
    ["kaffe, en kanelbulle", "1 Kaffe, 1 Kanelbulle", undefined],
    ["Poproszę dwa latte i trzy herbata dla Ani", "2 Latte, 3 Herbata", "Ani"],
    ["Dobrý den, 2 latte a 1 káva, prosím", "2 Latte, 1 Káva", undefined],
    ["kaksi latte ja yksi croissant, kiitos", "2 Latte, 1 Croissant", undefined],
    ["Привет, два пирог и 1 латте для Маши, пожалуйста", "2 Пирог, 1 латте", "Маши"],
    ["Пирог 2 шт", "2 Пирог", undefined],
    ["コーヒー2つとケーキ1個お願いします", "2 コーヒー, 1 ケーキ", undefined],
    ["コーヒーを２杯、ケーキをください", "2 コーヒー, 1 ケーキ", undefined],
    ["2つのコーヒーとケーキ", "2 コーヒー, 1 ケーキ", undefined],
    ["コーヒーふたつ ケーキ", "2 コーヒー, 1 ケーキ", undefined],
    ["라떼 3개 주세요", "3 라떼", undefined],
    ["라떼 두 잔하고 케이크 1개", "2 라떼, 1 케이크", undefined],
    ["我要2杯拿铁", "2 拿铁", undefined],
  ])("%j", (text, items, customer) => {
    const read = readOrderMessage(text, abroad);
    expect([itemsOf(read), read.customer, read.unread]).toEqual([items, customer, []]);
  });

  it.each([
    ["2 Latte und Brezel", "2 Latte", ["Brezel"]],
    ["2 cafés y churros", "", ["2 cafés y churros"]],
    ["latte y churros", "1 Latte", ["churros"]],
    ["latte a bit warm", "", ["latte a bit warm"]],
    ["latte ja bitte", "", ["latte ja"]],
    ["fire drinks", "", ["fire drinks"]],
    ["2 lattes to go", "2 lattes to go", []],
    ["2 pour overs", "2 pour over", []],
    ["3 lattes per table", "3 Latte", ["per table"]],
    ["per sempre, un latte", "1 Per sempre, 1 Latte", []],
    ["Stück", "", ["Stück"]],
    ["アイスコーヒー", "", ["アイスコーヒー"]],
    ["アイスコーヒー2つ", "2 アイスコーヒー", []],
    ["en tebirkes", "", ["en tebirkes"]],
  ])("%j isn't guessed", (text, items, unread) => {
    const read = readOrderMessage(text, abroad);
    const unfound = read.customer === undefined ? [] : [`per ${read.customer}`];
    expect([itemsOf(read), [...read.unread, ...unfound]]).toEqual([items, unread]);
  });

  it("is read with every word for `and`, `for` and `please`", () => {
    const order = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 10 }), fc.constantFrom("Latte", "Pan y tomate", "Fish and chips")),
      {
        minLength: 1,
        selector: ([, name]) => name,
      },
    );
    const and = fc.constantFrom(..."and & + e und et y en i og och ja a oraz и と".split(" "));
    const forWord = fc.constantFrom(..."for für para pour per voor för til dla для".split(" "));
    const please = fc.constantFrom(
      "",
      "please",
      "bitte",
      "por favor",
      "s'il vous plaît",
      "per favore",
      "dank je",
      "пожалуйста",
    );
    const times = fc.constantFrom("", "x ", "Stück ", "шт ");
    fc.assert(
      fc.property(order, and, forWord, please, times, (lines, joiner, forWhom, polite, sign) => {
        const text = `${lines.map(([count, name]) => `${count} ${sign}${name}`).join(` ${joiner} `)} ${forWhom} Maria ${polite}`;
        const items = lines.map(([count, name]) => ({ name, count }));
        expect(readOrderMessage(text, abroad), text).toEqual({ items, customer: "Maria", unread: [] });
      }),
    );
  });

  it("counts to ten in every language", () => {
    expect([...numberWords].filter(([word]) => !looseNumbers.has(word)).length).toBeGreaterThan(90);
    for (const [word, count] of numberWords)
      expect(itemsOf(readOrderMessage(`${word} latte`, abroad)), word).toBe(`${count} Latte`);
  });
});

describe("an unknown item", () => {
  it.each([
    ["2 chai lattes and 3 sandwiches", "2 chai latte, 3 sandwich"],
    ["2 slices of cake, 2 tomatoes, 2 quiches", "2 slice of cake, 2 tomato, 2 quiche"],
    ["2 fries, 2 cookies, 2 olives, 2 glass", "2 fries, 2 cookies, 2 olives, 2 glass"],
    ["a bag of nuts, 1 swiss rolls", "1 bag of nuts, 1 swiss rolls"],
  ])("is in the singular where that is certain: %j", (text, items) => {
    expect(itemsOf(readOrderMessage(text, none))).toBe(items);
  });
});

describe("whatever the message says", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...menu,
      "lattes",
      "buns",
      "and",
      "&",
      "for",
      "a",
      "two",
      "dozen",
      "half a",
      "x",
      "x2",
      "2x",
      "×",
    ),
    fc.constantFrom(
      ",",
      ";",
      "\n",
      ".",
      "!",
      ":",
      "-",
      "1.",
      "**",
      "<@123>",
      "<:latte:1>",
      "</order create:1>",
      "<",
    ),
    fc.constantFrom(
      "please",
      "thanks",
      "can I get",
      "oz",
      "12",
      "0",
      "100",
      "101",
      "9999",
      "☕",
      "👩‍🍳",
      "\u200b",
      "\ud800",
    ),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
  );
  const message = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" "));
  const names = fc.constantFrom(known, none);

  it("every item is a known one or words of the message", () => {
    fc.assert(
      fc.property(fc.oneof(message, fc.string({ unit: anyCharacter })), names, (text, items) => {
        const bare = (written: string) =>
          cleanTyped(written)
            .replace(/\*+|__|~~|`|\|\||\s/g, "")
            .replace(/[×✕✖]/g, "x");
        for (const { name } of readOrderMessage(text, items).items) {
          if (items === known && menu.includes(name)) continue;
          expect(bare(text)).toContain(bare(name));
        }
      }),
    );
  });

  it("a known item appeared by its first word, or by its plural", () => {
    fc.assert(
      fc.property(message, (text) => {
        const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
        const written = plain.replace(/[×✕✖] ?/g, "x");
        for (const { name } of readOrderMessage(text, known).items) {
          const [first = ""] = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(" ");
          expect(written).toContain(first.slice(0, 3));
        }
      }),
    );
  });

  const joined = createItemNames(["Cheese, ham toastie", "Tea; milk", "Latte", "Bun", "Latte, Bun"]);
  it.each([
    ["cheese, ham toastie", "1 Cheese, ham toastie", undefined],
    [
      "2 lattes, 3 x cheese, ham toasties, tea; milk and a bun for Maria",
      "2 Latte, 3 Cheese, ham toastie, 1 Tea; milk, 1 Bun",
      "Maria",
    ],
    ["- Cheese, ham toastie\n- latte", "1 Cheese, ham toastie, 1 Latte", undefined],
    ["latte, bun", "1 Latte, 1 Bun", undefined],
    ["2 cheese ham toasties, latte", "2 Cheese, ham toastie, 1 Latte", undefined],
  ])("%j is cut around known names with separators", (text, items, customer) => {
    const read = readOrderMessage(text, joined);
    expect({ items: itemsOf(read), customer: read.customer, unread: read.unread }).toEqual({
      items,
      customer,
      unread: [],
    });
  });

  it("a name with separators isn't one where they are elsewhere, or where it isn't known", () => {
    expect(readOrderMessage("1 cheese ham, 1 toastie", joined)).toMatchObject({
      items: [
        { name: "cheese ham", count: 1 },
        { name: "toastie", count: 1 },
      ],
    });
    expect(itemsOf(readOrderMessage("1 cheese, 1 ham toastie", known))).toBe("1 cheese, 1 ham toastie");
  });

  it("an order has at least one of each item, each of at most 200 characters", () => {
    fc.assert(
      fc.property(message, names, (text, items) => {
        const read = readOrderMessage(text, items).items;
        for (const { name, count } of read) {
          expect(count).toBeGreaterThanOrEqual(1);
          expect(name.trim()).not.toBe("");
          expect(name.length).toBeLessThanOrEqual(200);
        }
        expect(new Set(read.map(({ name }) => name)).size).toBe(read.length);
      }),
    );
  });

  it("an order that was written out is read back unchanged", () => {
    const line = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.constantFrom(...menu));
    fc.assert(
      fc.property(fc.uniqueArray(line, { minLength: 1, selector: ([, name]) => name }), (order) => {
        const written = order.map(([count, name]) => `${count} x ${name}`);
        const items = order.map(([count, name]) => ({ name, count }));
        for (const text of [written.join("\n"), written.join(", "), written.join(" and ")])
          expect(readOrderMessage(`${text} for Maria`, known)).toEqual({
            items,
            customer: "Maria",
            unread: [],
          });
      }),
    );
  });

  it.each([
    ["one word", "a".repeat(100_000)],
    ["counts", "2 ".repeat(50_000)],
    ["articles", "a ".repeat(50_000)],
    ["plurals", "buns ".repeat(20_000)],
    ["ands", "and ".repeat(25_000)],
    ["fors", "for ".repeat(25_000)],
    ["marks", "*".repeat(100_000)],
    ["punctuation", "!".repeat(99_999) + "a"],
    ["brackets", "<@".repeat(50_000)],
    ["mentions", "<@1> ".repeat(20_000)],
    ["spaces", " ".repeat(100_000)],
    ["breaks", "\n".repeat(100_000)],
    ["signs", "×1".repeat(50_000)],
    ["numbers and letters", "1xx".repeat(33_333)],
    ["emoji", "👩‍🍳".repeat(20_000)],
    ["accents", `e${"\u0301".repeat(99_999)}`],
    ["counters", "コーヒー2つ".repeat(16_666)],
    ["names without spaces", "コーヒーとケーキ".repeat(12_500)],
    ["courtesies", "s'il vous ".repeat(10_000)],
  ])("100,000 characters of %s are read in less than a second", (_what, text) => {
    for (const items of [known, abroad, joined, none]) {
      const { user } = process.threadCpuUsage();
      readOrderMessage(text, items);
      expect(process.threadCpuUsage().user - user).toBeLessThan(1_000_000);
    }
  });
});
