import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortNewestFirst } from "../../commands/kit/counted.ts";
import {
  type FilteredOrder,
  filterOrders,
  findOrders,
  sortOrdersNewestFirst,
} from "../../commands/order/filter.ts";
import {
  completeItem,
  countItems,
  countOrdered,
  getItemNames,
  sortItemsByUse,
  formatItems,
  parseLinesToItems,
  parseItems,
} from "../../commands/order/items.ts";
import { createItemNames } from "../../commands/order/words.ts";
import { createIndex } from "../../src/domain/search.ts";
import { cleanTyped } from "../../src/typed-text.ts";
import {
  parseOrderRule,
  parseOrderMs,
  isStuck,
  getOrderLife,
  computeOrderRule,
} from "../../commands/order/status.ts";
import { paginate } from "../../src/domain/lists.ts";

const order = (parts: Partial<FilteredOrder>): FilteredOrder => ({ items: [], ...parts });
const judge = (one: FilteredOrder) => getOrderLife(one, { endsAt: "handed_to", oldAfterMs: 86_400_000 }, 0);

describe("items as typed", () => {
  it.each([
    ["Latte", ["Latte"]],
    [" Latte ,, Oat  flat white;\nCroissant\r\n", ["Latte", "Oat flat white", "Croissant"]],
    ["🥐, 🥐", ["🥐", "🥐"]],
  ])("%j become a list", (text, items) => {
    expect(parseItems(text)).toEqual({ kind: "items", items });
  });

  it.each(["", " ", ",,;\n", "\u200b, \u2066"])("%j contain no item", (text) => {
    expect(parseItems(text)).toEqual({ kind: "none" });
  });

  it("are at most a hundred of at most 200 characters", () => {
    expect(parseItems(Array(100).fill("a".repeat(200)).join(",")).kind).toBe("items");
    expect(parseItems(Array(200).fill("a").join(","))).toEqual({ kind: "too-many", count: 200 });
    expect(parseItems(`a,${"b".repeat(5_000)}`)).toEqual({ kind: "too-long", position: 2, length: 5_000 });
  });

  it("are counted at their first place", () => {
    expect(countItems(["b", "a", "b"])).toEqual([
      { item: "b", count: 2 },
      { item: "a", count: 1 },
    ]);
  });
});

describe("items with a count", () => {
  it.each([
    ["2 x Latte", ["Latte", "Latte"]],
    ["2×Latte, Tea", ["Latte", "Latte", "Tea"]],
    ["Latte x3", ["Latte", "Latte", "Latte"]],
    ["Box of 4", ["Box of 4"]],
    ["0 x Latte", ["0 x Latte"]],
    ["Mix x", ["Mix x"]],
    ["2 Latte", ["Latte", "Latte"]],
    ["3  Oat flat whites", ["Oat flat white", "Oat flat white", "Oat flat white"]],
    ["1 Latte", ["Latte"]],
    ["0 Latte", ["0 Latte"]],
    ["1000 Island dressing", ["1000 Island dressing"]],
    ["1 x 101 Dalmatians", ["101 Dalmatians"]],
    ["12 oz Latte", ["12 oz Latte"]],
    ["5 € voucher", ["5 € voucher"]],
    ["3.5 Latte", ["3.5 Latte"]],
    ["7up", ["7up"]],
    ["2 Xmas cookies", ["Xmas cookies", "Xmas cookies"]],
    ["Lunch box 3", ["Lunch box 3"]],
    ["1 x 7 Up", ["7 Up"]],
    ["2 x 7 Up", ["7 Up", "7 Up"]],
  ])("%j are that many", (text, items) => {
    expect(parseItems(text)).toEqual({ kind: "items", items });
  });

  it.each([
    ['12" pizza', ['12" pizza']],
    ["12” pizza, 12'' calzone, 12″ focaccia", ["12” pizza", "12'' calzone", "12″ focaccia"]],
    ["12 inch pizza", ["12 inch pizza"]],
    ["4x4 Burger", ["4x4 Burger"]],
    ["4×4 Burger", ["4×4 Burger"]],
    ["0,5 l Cola", ["0,5 l Cola"]],
    ["0,5l Cola, 1,5 l Water", ["0,5l Cola", "1,5 l Water"]],
    ["Latte,0,5 l Cola,Tea", ["Latte", "0,5 l Cola", "Tea"]],
    ["330ml Cola", ["330ml Cola"]],
    ["3.5 % milk", ["3.5 % milk"]],
  ])("%j keep the numbers of their names", (text, items) => {
    expect(parseItems(text)).toEqual({ kind: "items", items });
  });

  it.each([
    ['2 12" pizza', ['12" pizza', '12" pizza']],
    ['2 x 12" pizza', ['12" pizza', '12" pizza']],
    ["2 0,5 l Cola", ["0,5 l Cola", "0,5 l Cola"]],
    ["2x0,5 l Cola", ["0,5 l Cola", "0,5 l Cola"]],
    ["2 4x4 Burger", ["4x4 Burger", "4x4 Burger"]],
    ["２ Latte，١ Tea；Scone", ["Latte", "Latte", "Tea", "Scone"]],
    ["2\u00a0Latte", ["Latte", "Latte"]],
    ["2✕Latte, Latte * 2", ["Latte", "Latte", "Latte", "Latte"]],
    ["Latte 2x, Tea 1 x", ["Latte", "Latte", "Tea 1 x"]],
    ["1,000 Island dressing", ["1,000 Island dressing"]],
  ])("%j count what has a number of its own, as phones type it", (text, items) => {
    expect(parseItems(text)).toEqual({ kind: "items", items });
  });

  const known = createItemNames(["Latte", "Bun", "7 Up", "Fish and chips", "lattes"]);
  it.each([
    ["2 lattes", ["Latte", "Latte"]],
    ["latte, LATTES", ["Latte", "Latte"]],
    ["7 up", ["7 Up"]],
    ["2 7 ups", ["7 Up", "7 Up"]],
    ["2 lattes and a bun", ["Latte", "Latte", "Bun"]],
    ["two buns", ["Bun", "Bun"]],
    ["fish and chips", ["Fish and chips"]],
    ["latte and cake", ["latte and cake"]],
    ["a la carte menu", ["a la carte menu"]],
    ["2 lattes und ein bun", ["Latte", "Latte", "Bun"]],
    ["2 Stück Bun, bun 2 Stk", ["Bun", "Bun", "Bun", "Bun"]],
    ["latte e cake", ["latte e cake"]],
    ["1 chai and 2 scones", ["chai", "scone", "scone"]],
    ["1 x chai and 2 scones", ["chai and 2 scones"]],
    ["Bacon and 2 eggs", ["Bacon and 2 eggs"]],
    ["2 hams y quesos", ["hams y queso", "hams y queso"]],
    ["コーヒー2つとケーキ1個", ["コーヒー", "コーヒー", "ケーキ"]],
    ["latte: 2 without sugar", ["latte without sugar", "latte without sugar"]],
    ["Bun: 1 with 2 sugars; tea: 2 with milk", ["Bun with 2 sugars", "tea: 2 with milk"]],
  ])("%j are spelled as the workspace does", (text, items) => {
    expect(parseItems(text, known)).toEqual({ kind: "items", items });
  });

  it("are the same with a bare count, an x or a multiplication sign", () => {
    const name = fc
      .stringMatching(/^[A-Z][a-z]{1,20}( [a-z]{1,20})?$/)
      // A measure is part of a name.
      .filter((each) => !/ x$|^([a-z]{1,3}|inch|inches|lit(er|re)s?|pieces?|packs?)( |$)/i.test(each))
      // Of several, the singular is logged.
      .filter((each) => !each.endsWith("s") && !/^\w+s of /i.test(each));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), name, (count, item) => {
        const items = Array.from({ length: count }, () => item);
        for (const typed of [
          `${count} ${item}`,
          `${count}x ${item}`,
          `${count} x ${item}`,
          `${count}×${item}`,
        ])
          expect(parseItems(typed)).toEqual({ kind: "items", items });
      }),
    );
  });

  it("are read back the same after they were written out, counted or not", () => {
    const piece = fc.constantFrom("Latte", "7 Up", "2 x", "x", "3 × Tea", "12 oz", " ", "5", "é", "Mix x2");
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 9 }), fc.constantFrom(0, 4_000), (typed, maxLength) => {
        const parsed = parseItems(typed.join("\n"));
        if (parsed.kind !== "items") return;
        expect(parseItems(formatItems(parsed.items, maxLength))).toEqual(parsed);
      }),
    );
  });

  it("are read back the same after they were written out, whatever their names are and whichever are known", () => {
    const piece = fc.constantFrom(
      ...'Latte|latte|Tea|Buns|bun|and|und|a|for|x|×|*|2|2x|0,5|l|12"|"|""|“|”|„|«|\'|,|;|、|, |\n|\t|\u200b|?|ケーキ|2つ|👩\u200d'.split(
        "|",
      ),
    );
    const name = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(" ")),
      fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join("")),
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    const names = fc.array(name, { maxLength: 6 });
    fc.assert(
      fc.property(names, names, fc.boolean(), (ordered, others, isKnown) => {
        const items = ordered
          .map((item) => cleanTyped(item).replace(/\s+/g, " ").trim())
          .filter((item) => /[^\p{C}\p{Z}]/u.test(item));
        const knownNames = createItemNames([...others, ...(isKnown ? items : []), "Latte", "Tea", "Bun"]);
        const read = items.length === 0 ? { kind: "none" } : { kind: "items", items };
        for (const maxLength of [0, 4_000]) {
          const written = formatItems(ordered, maxLength, knownNames);
          expect(parseItems(written, knownNames), written).toEqual(read);
          expect(parseItems(written), written).toEqual(read);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['"Cheese, ham toastie"', ["Cheese, ham toastie"]],
    ['2 x "Tea; milk", a bun', ["Tea; milk", "Tea; milk", "a bun"]],
    ["“Cheese, ham toastie” x2 and 1 bun", ["Cheese, ham toastie", "Cheese, ham toastie", "bun"]],
    ['"12"" pizza, hot"', ['12" pizza, hot']],
    ['12" pizza, 10" calzone', ['12" pizza', '10" calzone']],
    ['the "large, hot" tea', ['the "large, hot" tea']],
    ['"Latte, Tea', ['"Latte', "Tea"]],
  ])("%j are one item where they are in quotes", (text, items) => {
    expect(parseItems(text)).toEqual({ kind: "items", items });
  });

  const joined = createItemNames([
    "Cheese, ham toastie",
    "Tea; milk",
    "A, B, C",
    "Latte",
    "Bun",
    "Latte, Bun",
  ]);
  it.each([
    ["cheese, ham toastie", ["Cheese, ham toastie"]],
    [
      "2 lattes, 2x cheese, ham toastie, tea; milk",
      ["Latte", "Latte", "Cheese, ham toastie", "Cheese, ham toastie", "Tea; milk"],
    ],
    ["A, B, C", ["A, B, C"]],
    ["A, B", ["A", "B"]],
    ["latte, bun", ["Latte", "Bun"]],
    ["cheese\nham toastie", ["cheese", "ham toastie"]],
  ])("%j are cut around known names with separators", (text, items) => {
    expect(parseItems(text, joined)).toEqual({ kind: "items", items });
  });

  it("are written out one per line, and counted only where that would be too long", () => {
    expect(formatItems(["Tea", "Tea", "7 Up"], 4_000)).toBe("Tea\nTea\n1 x 7 Up");
    expect(formatItems(["Tea", "Tea", "7 Up", "Tea"], 10)).toBe("2 x Tea\n1 x 7 Up\nTea");
    expect(formatItems(["Tea, milk", "Tea, milk", ""], 10)).toBe('2 x "Tea, milk"');
  });

  it("count towards the limit", () => {
    expect(parseItems("60 x Latte, 60 x Tea")).toEqual({ kind: "too-many", count: 120 });
    for (const typed of ["1000 lattes", "1000 x latte", "latte x1000", "1000×latte"])
      expect(parseItems(typed), typed).toEqual({ kind: "too-many", count: 1_000 });
    expect(parseItems("1000 latte", createItemNames(["Latte"]))).toEqual({ kind: "too-many", count: 1_000 });
  });
});

describe("items in a message", () => {
  it("are its lines, without list marks, quotes and formatting", () => {
    expect(parseLinesToItems("- Latte\n* **2 x Tea**\n1. Crème brûlée\n> `Scone`\n\n• Toast")).toEqual([
      "Latte",
      "2 x Tea",
      "Crème brûlée",
      "Scone",
      "Toast",
    ]);
  });

  it("are none where there is no text", () => {
    expect(parseLinesToItems(" \n\u200b")).toEqual([]);
  });
});

describe("ordered items", () => {
  const count = (...items: readonly string[]) =>
    countOrdered([items], getItemNames([order({ items })])).map(({ name, count: times }) => [name, times]);

  it.each([
    [
      "singular and plural",
      ["Latte", "Lattes", "Lattes", "Bun"],
      [
        ["Lattes", 3],
        ["Bun", 1],
      ],
    ],
    [
      "plurals of other forms",
      ["Brownies", "Brownie", "Brownie", "Sandwich", "Sandwiches", "Sandwiches"],
      [
        ["Brownie", 3],
        ["Sandwiches", 3],
      ],
    ],
    ["plurals inside a name", ["Slice of cake", "Slices of cake", "Slice of cake"], [["Slice of cake", 3]]],
    ["case, accents and spaces", ["Crème  brûlée", "creme brulee", "Crème brûlée"], [["Crème brûlée", 3]]],
    ["quotation marks", ["Mia’s mix", "Mia's mix", "Mia's mix"], [["Mia's mix", 3]]],
    ["nothing", [" ", "", "Tea"], [["Tea", 1]]],
  ])("are counted together, spelled as most often: %s", (_what, items, counted) => {
    expect(count(...items)).toEqual(counted);
  });

  it("that are other things in the plural are counted apart", () => {
    expect(count("Chip", "Chips", "Chips")).toEqual([
      ["Chips", 2],
      ["Chip", 1],
    ]);
  });

  it("are counted whatever their names are", () => {
    const long = "a b c d e f g h i";
    expect(count(long, long)).toEqual([[long, 2]]);
    expect(countOrdered([["Latte", "latte"], ["Latte"]], createItemNames([]))).toEqual([
      { name: "Latte", count: 3 },
    ]);
  });
});

describe("suggested items", () => {
  const known = sortItemsByUse([
    ["Latte", "Tea"],
    ["latte", "Iced latte"],
    ["Tea", "LATTE"],
  ]);

  it("come most often ordered first, as they are written most often, or else were last", () => {
    expect(known).toEqual(["LATTE", "Tea", "Iced latte"]);
    expect(sortItemsByUse([["Latte", "Latte", "LATTE"]])).toEqual(["Latte"]);
  });

  it("are one in singular and plural, spelled as most often", () => {
    const namesOf = (...items: readonly string[]) => createItemNames(sortItemsByUse([items])).names;
    expect(namesOf("Latte", "Latte", "Lattes")).toEqual(["Latte"]);
    expect(namesOf("Latte", "Lattes", "Lattes")).toEqual(["Lattes"]);
    expect(namesOf("Oat", "Oats")).toEqual(["Oat", "Oats"]);
  });

  it("complete the last item and keep what precedes it", () => {
    const index = createIndex(known.map((item) => ({ text: item, value: item })));
    const completed = (typed: string) => completeItem(typed, index, 25);
    expect(completed("Scone, lat")).toEqual(["Scone, LATTE", "Scone, Iced latte"]);
    expect(completed("Scone, 2 x lat")).toEqual(["Scone, 2 x LATTE", "Scone, 2 x Iced latte"]);
    expect(completed("0,5 l Cola，2 lat")).toEqual(["0,5 l Cola， 2 LATTE", "0,5 l Cola， 2 Iced latte"]);
    expect(completed("Scone, 2 lat")).toEqual(["Scone, 2 LATTE", "Scone, 2 Iced latte"]);
    expect(completed("")).toEqual(known);
    const listed = createIndex([{ text: "Cheese, ham toastie", value: "Cheese, ham toastie" }]);
    expect(completeItem("Scone, 2 chee", listed, 25)).toEqual(['Scone, 2 "Cheese, ham toastie"']);
    expect(completeItem('"Tea, milk", chee', listed, 25)).toEqual(['"Tea, milk", "Cheese, ham toastie"']);
    expect(completed("zzz")).toEqual([]);
  });
});

describe("order filters", () => {
  const latte = order({ items: ["Crème Latte"], status: "submitted", customer: "7", order_number: 1 });
  const tea = order({ items: ["Tea"], status: "handed_to", prepared_by: "7", order_number: 2 });
  const odd = order({ status: "reheating", submitted_by: "8" });
  const orders = [latte, tea, odd];

  it.each([
    ["nothing", {}, [latte, tea, odd]],
    ["a status", { status: "handed_to" }, [tea]],
    ["what is open, unknown statuses included", { status: "open" }, [latte, odd]],
    ["a person in any role", { person: "7" }, [latte, tea]],
    ["part of an item, whatever its case and accents", { item: " CREME " }, [latte]],
    ["a number", { number: 2 }, [tea]],
    ["an item in the plural", { item: "Lattes" }, [latte]],
    ["an item without its space", { item: "cremelatte" }, [latte]],
    ["an item with a hyphen", { item: "crème-lattes" }, [latte]],
    ["an item's words in another order", { item: "latte creme" }, [latte]],
    ["an item with a typo", { item: "creme lattte" }, [latte]],
    ["another item", { item: "creme tea" }, []],
    ["many pieces of an item", { item: "cups of tea" }, []],
    ["all that is given", { person: "7", item: "tea", number: 1 }, []],
  ])("by %s", (_case, filter, found) => {
    expect(filterOrders(orders, filter, judge)).toEqual(found);
  });

  it("put the newest first and undated orders last, in the order they came", () => {
    const sorted = sortNewestFirst(
      [
        { at: undefined, name: "x" },
        { at: 1, name: "old" },
        { at: undefined, name: "y" },
        { at: 2, name: "new" },
      ],
      ({ at }) => at,
    );
    expect(sorted.map(({ name }) => name)).toEqual(["new", "old", "x", "y"]);
  });
});

describe("an order's life", () => {
  const nowMs = Date.parse("2026-11-18T12:00:00Z");
  const hourMs = 3_600_000;
  const hoursAgo = (hours: number) => new Date(nowMs - hours * hourMs).toISOString();
  const ordersAt = (status: string, hours = 1, count = 3) =>
    Array.from({ length: count }, () => ({ status, updatedAt: hoursAgo(hours) }));
  const learnedFrom = (orders: readonly object[]) =>
    computeOrderRule(orders, parseOrderRule(new Map()), nowMs);

  it.each([
    // Where orders end when they are handed over, at the pickup, when they are completed.
    ["submitted", "open", "open", "open"],
    ["completed", "open", "open", "ended"],
    ["waiting_for_pickup", "open", "ended", "ended"],
    ["handed_to", "ended", "ended", "ended"],
    ["cancelled", "ended", "ended", "ended"],
    [undefined, "open", "open", "open"],
    ["constructor", "open", "open", "open"],
  ])("with the status %s is %s, %s or %s, by the final status", (status, ...lives) => {
    const ends = ["handed_to", "waiting_for_pickup", "completed"] as const;
    expect(ends.map((endsAt) => getOrderLife({ status }, { endsAt, oldAfterMs: hourMs }, nowMs))).toEqual(
      lives,
    );
  });

  it.each(["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])("isn't told by a change in %s", (updatedAt) => {
    const changed = { status: "preparing", createdAt: hoursAgo(1), updatedAt };
    expect(getOrderLife(changed, { endsAt: "handed_to", oldAfterMs: 24 * hourMs }, nowMs)).toBe("open");
  });

  it.each(["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])(
    "was made at an unknown time if in %s",
    (createdAt) => {
      const undated = [order({ createdAt })];
      expect(filterOrders(undated, { before: nowMs }, undefined)).toEqual([]);
      expect(parseOrderMs(createdAt)).toBeUndefined();
    },
  );

  it.each([
    ["handed over, if any were", [...ordersAt("completed", 99), ...ordersAt("handed_to", 1, 1)], "handed_to"],
    ["completed, where none continue from there", ordersAt("completed"), "completed"],
    ["handed over, where hardly any is known", ordersAt("completed", 99, 2), "handed_to"],
    ["handed over, where pickups wait for hours", ordersAt("waiting_for_pickup", 23), "handed_to"],
    [
      "at the pickup, where several have waited for days",
      [...ordersAt("completed"), ...ordersAt("waiting_for_pickup", 25)],
      "waiting_for_pickup",
    ],
    [
      "at the pickup, where one was handed over long ago, and several have waited for days since",
      [...ordersAt("handed_to", 60 * 24, 1), ...ordersAt("waiting_for_pickup", 25)],
      "waiting_for_pickup",
    ],
    [
      "completed, where one was handed over long ago, and several have stayed there since",
      [...ordersAt("handed_to", 60 * 24, 1), ...ordersAt("completed", 25)],
      "completed",
    ],
    [
      "handed over, where that was long ago, and few or only older ones have stayed elsewhere",
      [
        ...ordersAt("handed_to", 60 * 24, 1),
        ...ordersAt("waiting_for_pickup", 61 * 24),
        ...ordersAt("completed", 25, 2),
      ],
      "handed_to",
    ],
    [
      "handed over, where some still wait from the evening before a closed weekend",
      [...ordersAt("handed_to", 60, 1), ...ordersAt("waiting_for_pickup", 59)],
      "handed_to",
    ],
    [
      "handed over, where nobody knows when that was",
      [{ status: "handed_to" }, ...ordersAt("waiting_for_pickup", 25)],
      "handed_to",
    ],
    ["handed over, where there are no orders", [], "handed_to"],
  ])("is learned to end when %s", (_case, orders, endsAt) => {
    expect(learnedFrom(orders).endsAt).toBe(endsAt);
  });

  it("follows the server's choice, or the default where that can't be read", () => {
    const chosen = new Map([
      ["orders-end", "completed"],
      ["orders-old-after", "48"],
    ]);
    expect(computeOrderRule(ordersAt("handed_to"), parseOrderRule(chosen), nowMs)).toEqual({
      endsAt: "completed",
      oldAfterMs: 48 * hourMs,
    });
    const damaged = new Map([
      ["orders-end", "cancelled"],
      ["orders-old-after", "-1"],
    ]);
    expect(parseOrderRule(damaged)).toEqual({ endsAt: undefined, oldAfterMs: 24 * hourMs });
  });

  it("is stuck after its limit, and old instead of stuck after a day", () => {
    const rule = learnedFrom([]);
    const at = (hours: number, status = "preparing") => ({ status, createdAt: hoursAgo(hours) });
    const stuck = (one: object) => isStuck(one, hourMs / 2, rule, nowMs);
    expect([0.4, 0.6, 23, 25].map((hours) => stuck(at(hours)))).toEqual([false, true, true, false]);
    expect([23, 25].map((hours) => getOrderLife(at(hours), rule, nowMs))).toEqual(["open", "old"]);
    expect(stuck(at(2, "handed_to"))).toBe(false);
    expect(stuck({ status: "preparing", createdAt: "soon" })).toBe(false);
    expect(stuck({ ...at(25), updatedAt: hoursAgo(0.1) })).toBe(false);
  });
});

describe("a page of a list", () => {
  it.each([
    ["the first", 25, 0, 0, 3, 10],
    ["the last", 25, 2, 2, 3, 5],
    ["one beyond the end shows the last", 25, 9, 2, 3, 5],
    ["one before the start shows the first", 25, -1, 0, 3, 10],
    ["of nothing is one empty page", 0, 4, 0, 1, 0],
  ])("%s", (_case, total, asked, index, count, length) => {
    const page = paginate(Array.from({ length: total }), asked, 10);
    expect([page.index, page.count, page.entries.length]).toEqual([index, count, length]);
  });
});

describe("a search through thousands of orders", () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    order({
      order_number: index,
      items: [index % 7 === 0 ? "Crème Latte" : "Tea"],
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    }),
  );

  it("finds what fits, newest first, and yields to others at least every 250", async () => {
    let pauses = 0;
    const sorted = sortOrdersNewestFirst(many);
    const found = await findOrders(sorted, { item: "creme" }, judge, async () => void (pauses += 1));
    expect(found).toHaveLength(Math.ceil(10_000 / 7));
    expect(found.slice(0, 2).map(({ order_number }) => order_number)).toEqual([9996, 9989]);
    expect(pauses).toBeGreaterThanOrEqual(39);
  });

  it("puts a list in order once, however often it is searched", () => {
    expect(sortOrdersNewestFirst(many)).toBe(sortOrdersNewestFirst(many));
  });
});
