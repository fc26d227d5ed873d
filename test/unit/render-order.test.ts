import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  renderOrder,
  renderOrderDetails,
  renderOrderPreview,
  renderOrderReceipt,
} from "../../commands/order/render.ts";
import { renderOrderChange } from "../../commands/order/alerts/send.ts";
import { renderSearch } from "../../commands/order/render-search.ts";
import { countByStatus, sortOpenFirst } from "../../commands/order/search-filter.ts";
import { Order, orderStatuses } from "../../src/api/contract/orders.ts";
import { findOrders, type OrderFilter, sortOrdersNewestFirst } from "../../commands/order/filter.ts";
import { paginate } from "../../src/domain/lists.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  someMember,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
  namesOfMachines,
  userId,
} from "../support/arbitraries.ts";
import type { Names } from "../../src/ui/people.ts";
import { someContext } from "../support/render-context.ts";

const anyOrder: fc.Arbitrary<Order> = fc.record({
  _id: anyId,
  order_number: maybe(anyNumber),
  items: fc.oneof(
    fc.array(hostileText, { maxLength: 8 }),
    fc.array(fc.string({ maxLength: 20 }), { minLength: 90, maxLength: 120 }),
  ),
  submitted_by: maybe(hostileText),
  status: maybe(fc.oneof(fc.constantFrom(...orderStatuses), hostileText)),
  customer: maybe(fc.oneof(userId, hostileText)),
  workspace: maybe(hostileText),
  prepared_by: maybe(hostileText),
  picked_up_by: maybe(hostileText),
  job_id: maybe(hostileText),
  game_id: maybe(hostileText),
  createdAt: maybe(moment),
  updatedAt: maybe(moment),
});
const anyFilter = fc.record({
  status: maybe(fc.constantFrom("open", ...orderStatuses)),
  person: maybe(userId),
  item: maybe(hostileText),
  number: maybe(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
});
const createCustomId = (page: number): string => `order.search.page:${"d".repeat(22)}:${page}`;
const names = namesOfMachines;
const search = {
  createCustomId,
  csvId: "order.search.csv",
  openId: "order.search.open",
  zone: "Europe/Berlin",
  isReadOnly: false,
};

async function searched(
  orders: readonly Order[],
  filter: OrderFilter = {},
  page = 0,
  parts: {
    readonly open?: readonly Order[];
    readonly old?: readonly Order[];
    readonly names?: Names;
  } = {},
) {
  const found = await findOrders(
    sortOrdersNewestFirst(orders),
    filter,
    () => "open",
    () => Promise.resolve(),
  );
  const { open = [], old = [] } = parts;
  const shown = paginate(sortOpenFirst(found, open), page, 10);
  const countOf = countByStatus(found, open, old);
  const counts = { total: orders.length, oldCount: 0, openCount: open.length, old: new Set(old), countOf };
  return renderSearch({ ...search, filter, ...counts, page: shown }, someContext(parts.names ?? names));
}

const order = (parts: Partial<Order>): Order => ({ ...Order.parse({ _id: "a" }), ...parts });

describe("whatever the service sends", () => {
  it("is what the contract lets through", () => {
    fc.assert(
      fc.property(anyOrder, (sent) => void Order.parse(sent)),
      { numRuns: 200 },
    );
  });

  it("an order fits in a message", () => {
    fc.assert(
      fc.property(anyOrder, (sent) => {
        expectWithinLimits(renderOrder(sent, "The only match", someContext(names)));
        expectWithinLimits(renderOrderReceipt(sent, "Usually handed over in 11 min", someContext(names)), [
          someMember,
        ]);
      }),
    );
  });

  it("any page of any search fits in a message", async () => {
    const orders = fc.array(anyOrder, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(orders, anyFilter, fc.integer({ min: -1, max: 4 }), async (all, filter, page) => {
        expectWithinLimits(await searched(all, filter, page));
        expectWithinLimits(await searched(all, {}, page, { open: all }));
      }),
    );
  });

  it("any order a person may log fits in the preview", () => {
    const items = fc.array(fc.string({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(items, maybe(userId), maybe(fc.integer({ min: 1 })), (all, person, order_number) => {
        const people = { customer: person, submitted_by: person, prepared_by: person, picked_up_by: person };
        expectWithinLimits(
          renderOrderPreview(
            { items: all, order_number, ...people },
            { isNumberTaken: true },
            someContext(names),
          ),
        );
      }),
    );
  });
});

describe("an order's ids", () => {
  const ids = { _id: "6f1c", game_id: "17645908", job_id: "b7e0-41", customer: "3", submitted_by: "4711" };
  const detailsOf = (parts: Partial<Order>) =>
    renderOrderDetails(order(parts), someContext(names)).embeds?.[0]?.description?.split("\n");

  it("are those of the order, its game, its server and its people, each as far as known", () => {
    expect(detailsOf(ids)).toEqual([
      "Order `6f1c`",
      "Game `17645908`",
      "Server `b7e0-41`",
      "Mobile ordering `3`",
      "Someone `4711`",
    ]);
    expect(detailsOf({ _id: "6f1c" })).toEqual(["Order `6f1c`"]);
  });

  it("aren't on its card", () => {
    const card = renderOrder(order(ids), "The only match", someContext(names));
    expect(card.embeds?.[0]?.footer?.text).toBe("The only match");
    expect(JSON.stringify(card)).not.toMatch(/6f1c|17645908|b7e0-41|4711/);
  });
});

it("whoever left an order that someone else is wanted for isn't its preparer on its card or where it is stuck", () => {
  const shown = (status: string) => {
    const one = order({ status, prepared_by: "4711" });
    const ctx = someContext(names);
    return [renderOrder(one, "", ctx), renderOrderChange("stuck", one, ctx)].map(
      (reply) => JSON.stringify(reply).match(/prepared by|4711/gi) ?? [],
    );
  };
  expect(shown("preparing")).toEqual([["Prepared by"], ["prepared by", "4711"]]);
  expect(shown("finding_new_colleague")).toEqual([[], []]);
});

describe("a list of orders", () => {
  const orders = Array.from({ length: 12 }, (_, index) =>
    order({
      order_number: 1000 + index,
      items: ["Latte", "Latte", "Croissant"],
      status: "preparing",
      customer: "2",
      createdAt: `2026-11-18T0${index % 10}:00:00Z`,
    }),
  );

  it("says of an order that nobody has touched for long that it's old, under a heading of its own", async () => {
    const [fresh, old] = [orders.slice(0, 2), orders.slice(2, 5)];
    const done = order({
      _id: "d",
      order_number: 990,
      status: "handed_to",
      createdAt: "2026-11-18T09:30:00Z",
      items: ["Tea"],
    });
    const all = [...fresh, ...old, done];
    const reply = await searched(all, {}, 0, { open: sortOrdersNewestFirst(fresh), old });
    const headings = reply.embeds?.[0]?.description?.split("\n").filter((line) => line.startsWith("**"));
    expect(headings?.filter((line) => line.includes(" · ") && !line.includes("#"))).toEqual([
      "**🧑‍🍳 Preparing · 2**",
      "**🤝 Handed over · 1**",
      "**🧑‍🍳 Preparing, old · 3**",
    ]);
    const byStatus = await searched([...fresh, ...old], { status: "preparing" }, 0, { old });
    expect(byStatus.embeds?.[0]?.description).toContain("\n**🧑‍🍳 Preparing, old · 3**\n");
    expect(byStatus.embeds?.[0]?.description).not.toContain("Preparing · 2");
    const oldOnes = await searched(old, {}, 0, { old });
    expect(oldOnes.embeds?.[0]?.description).toMatch(/^\*\*🧑‍🍳 Preparing, old · 3\*\*\n/);
    expect(JSON.stringify(oldOnes.components)).toContain("· Preparing, old");
  });

  it("shows one line per order, newest first", async () => {
    const [list] = (await searched(orders)).embeds ?? [];
    const lines = list?.description?.split("\n") ?? [];
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 2)).toEqual([
      "**🧑‍🍳 Preparing · 10 of 12 here**",
      "**#1009** 2 × Latte, Croissant · 3\u00a0h",
    ]);
    expect(list?.title).toBe("12 orders, none open");
    expect(list?.footer?.text).toBe("Page 1 of 2 · newest first");
  });

  it("says in a status's heading how many of its orders are on the page", async () => {
    const headingOf = async (count: number, page: number) => {
      const all = Array.from({ length: count }, (_, index) =>
        order({ _id: `a${index}`, status: "preparing" }),
      );
      const [list] = (await searched(all, {}, page)).embeds ?? [];
      return list?.description?.split("\n").at(0);
    };
    expect(await headingOf(25, 1)).toBe("**🧑‍🍳 Preparing · 10 of 25 here**");
    expect(await headingOf(25, 2)).toBe("**🧑‍🍳 Preparing · 5 of 25 here**");
    expect(await headingOf(10, 0)).toBe("**🧑‍🍳 Preparing · 10**");
  });

  it("names the customer of what is ready, also in place of other items, and nobody twice who is in its title", async () => {
    const of = (status: string): Order =>
      order({
        order_number: 7,
        items: ["Earl Grey", "Cappuccino", "Latte"],
        status,
        customer: "2",
        createdAt: "2026-11-18T11:52:00Z",
      });
    const [ready, made] = [of("waiting_for_pickup"), of("completed")];
    const lines = async (filter: OrderFilter, open: readonly Order[]) =>
      (await descriptionOf([ready, made], filter, 0, { open })).match(/^\*\*#7.*$/gm);
    const readyLine = "**#7** Earl Grey\u00a0+2 · for\u00a0Kiosk";
    const madeLine = "**#7** Earl Grey, Cappuccino\u00a0+1 · 8\u00a0min";
    expect(await lines({}, [ready, made])).toEqual([readyLine, madeLine]);
    const tea = [ready, made].map((each) => ({ ...each, items: ["Tea"] }));
    const about = async (filter: OrderFilter) =>
      (await descriptionOf(tea, filter, 0, { open: tea })).match(/^\*\*#7.*$/gm);
    expect(await about({})).toEqual([
      "**#7** Tea · for\u00a0Kiosk",
      "**#7** Tea · 8\u00a0min · for\u00a0Kiosk",
    ]);
    const both = "**#7** Earl Grey\u00a0+2 · 8\u00a0min · for\u00a0Kiosk";
    expect(await descriptionOf([ready, ready], { status: "waiting_for_pickup" })).toBe(`${both}\n${both}`);
    expect(await lines({}, [made])).toContain("**#7** Earl Grey, Cappuccino\u00a0+1 · 8\u00a0min");
    expect(await lines({}, [made])).not.toContain(readyLine);
    expect(await about({ person: "2" })).toEqual(["**#7** Tea · for\u00a0Kiosk", "**#7** Tea · 8\u00a0min"]);
  });

  const descriptionOf = async (...given: Parameters<typeof searched>) =>
    (await searched(...given)).embeds?.[0]?.description ?? "";

  it("has a bold line above a page's orders of one status, unless it is a search for one status", async () => {
    const statuses = ["preparing", "preparing", "completed", "re_heating", undefined, "preparing"];
    const mixed = statuses.map((status, index) => order({ order_number: index, status, items: ["Tea"] }));
    expect(await descriptionOf(mixed)).toBe(
      [
        "**🧑‍🍳 Preparing · 3**\n**#0** Tea\n**#1** Tea\n**#5** Tea",
        "**✅ Completed · 1**\n**#2** Tea",
        "**🔹 re\\_heating · 1**\n**#3** Tea",
        "**🔹 No status · 1**\n**#4** Tea",
      ].join("\n\n"),
    );
    const ofOneStatus = await descriptionOf(mixed, { status: "preparing" });
    expect(ofOneStatus).toBe("**#0** Tea\n**#1** Tea\n**#5** Tea");
  });

  it("says of an order that is over when it ended", async () => {
    const over = ["handed_to", "cancelled"].map((status, index) =>
      order({
        order_number: index,
        status,
        items: ["Tea"],
        createdAt: "2026-11-18T10:00:00Z",
        updatedAt: "2026-11-18T10:20:00Z",
      }),
    );
    const endedAt = Date.parse("2026-11-18T10:20:00Z") / 1_000;
    expect(await descriptionOf(over)).toContain(`**#0** Tea · <t:${endedAt}:t>`);
  });

  it("has open orders first, the furthest along and oldest on top, then the rest, newest first", async () => {
    const statuses = ["handed_to", "preparing", "waiting_for_pickup", "cancelled", "preparing", "handed_to"];
    const mixed = statuses.map((status, index) => order({ order_number: index, status, items: ["Tea"] }));
    const open = [1, 2, 4].flatMap((index) => mixed[index] ?? []);
    expect(await descriptionOf(mixed, {}, 0, { open })).toBe(
      [
        "**🛎️ Ready for pickup · 1**\n**#2** Tea",
        "**🧑‍🍳 Preparing · 2**\n**#4** Tea\n**#1** Tea",
        "**🤝 Handed over · 2**\n**#0** Tea\n**#5** Tea",
        "**🚫 Cancelled · 1**\n**#3** Tea",
      ].join("\n\n"),
    );
    const footerOf = async (...shown: readonly Order[]) =>
      (await searched(mixed, {}, 0, { open: shown })).embeds?.[0]?.footer?.text;
    expect(await footerOf(...open)).toBeUndefined();
    expect(await footerOf(...mixed)).toBe("oldest first");
    expect(await footerOf()).toBe("newest first");
  });

  it("of all orders says in its title how many there are and how many are open", async () => {
    const seen = async (...open: readonly Order[]) => (await searched(orders, {}, 0, { open })).embeds?.[0];
    expect((await seen(...orders.slice(0, 3)))?.title).toBe("12 orders, 3 open");
    expect((await seen(...orders.slice(0, 1)))?.title).toBe("12 orders, 1 open");
    expect((await seen())?.title).toBe("12 orders, none open");
    expect((await seen(...orders))?.title).toBe("12 orders, all open");
    const footerOf = async (...open: readonly Order[]) => (await seen(...open))?.footer?.text;
    expect(await footerOf(...orders.slice(0, 3))).toBe("Page 1 of 2");
    expect(await footerOf()).toBe("Page 1 of 2 · newest first");
    expect(await footerOf(...orders)).toBe("Page 1 of 2 · oldest first");
  });

  it("has whole items on its line, and names who makes it only where there is room beside them", async () => {
    const known = (displayName: string): Names =>
      new Map([["7", { userId: "7", displayName, discordUserId: someMember }]]);
    const [made] = orders.map((each) => ({ ...each, items: ["Matcha latte", "Scone"], prepared_by: "7" }));
    if (made === undefined) throw new Error("there is no order");
    const lineWith = async (by: Names, items = made.items) =>
      (await descriptionOf([{ ...made, items }, order({ _id: "b" })], {}, 0, { names: by })).split("\n")[1];
    const whole = "**#1000** Matcha latte, Scone · 12\u00a0h";
    expect(await lineWith(known("Noor"))).toBe(whole);
    expect(await lineWith(new Map())).toBe(whole);
    expect(await lineWith(known("Noor"), ["Scone"])).toBe(
      `**#1000** Scone · 12\u00a0h · by\u00a0<@${someMember}>`,
    );
    expect(await lineWith(known("Maximiliane-Theodora Featherstonehaugh"), ["Scone"])).toBe(
      "**#1000** Scone · 12\u00a0h",
    );
    const long = "Iced brown sugar oat milk latte";
    expect(await lineWith(known("Noor"), [long, "Scone"])).toBe(`**#1000** ${long}\u00a0+1 · 12\u00a0h`);
  });

  it("has what was searched for first, and only that in bold", async () => {
    const found = order({ order_number: 7, items: ["Latte", "Bun", "Earl Grey tea"], status: "preparing" });
    const both = [found, { ...found, _id: "c", order_number: 8, items: ["Tea", "Tea"] }];
    const text = await descriptionOf(both, { item: "tea" });
    expect(text).toContain("#7 **Earl Grey tea**, Latte, Bun");
    expect(text).toContain("#8 **2 × Tea**");
  });

  it("has a menu with the status in words, the customer if there's a name, and all items", async () => {
    const unknown = order({ _id: "b", items: ["Latte"], status: "completed", customer: "4711" });
    const { components = [] } = await searched([...orders.slice(0, 1), unknown]);
    expect(JSON.stringify(components)).toContain(
      '"label":"🧑‍🍳 Order #1000 · Preparing","description":"For Kiosk · 2 × Latte, Croissant"',
    );
    expect(JSON.stringify(components)).toContain('"label":"✅ Order · Completed","description":"Latte"');
  });

  it("says what is filtered, and why nothing is there", async () => {
    const filter = { status: "cancelled", item: "*tea*", person: "3" };
    const [empty] = (await searched(orders, filter)).embeds ?? [];
    expect(empty?.title).toBe("No matching orders");
    expect(empty?.description).toContain("None of the 12 orders");
    expect(empty?.description).toContain("status Cancelled, person Mobile ordering, item “\\*tea\\*”");
    const [none] = (await searched([])).embeds ?? [];
    expect(none?.title).toBe("No orders yet");
    const only = orders.slice(0, 1);
    const [missed] = (await searched(only, { item: "tea" })).embeds ?? [];
    expect(missed?.description).toBe("The only order doesn't match item “tea”. Remove a filter to see it.");
    const [found] = (await searched(only, { item: "latte" })).embeds ?? [];
    expect(found?.footer?.text).toMatch(/^The only order · filter: /);
  });

  it("shows the last page when the requested one is gone", async () => {
    const [list] = (await searched(orders, {}, 7)).embeds ?? [];
    expect(list?.footer?.text).toBe("Page 2 of 2 · newest first");
  });
});
