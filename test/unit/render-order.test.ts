import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderOrder, renderOrderPreview, renderOrderReceipt } from "../../commands/order/render-order.ts";
import { renderSearch } from "../../commands/order/render-search.ts";
import { Order, orderStatuses } from "../../src/api/contract/orders.ts";
import { findOrders, type OrderFilter } from "../../src/domain/order-filter.ts";
import { paginate } from "../../src/domain/lists.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { someMember } from "../support/people-data.ts";
import { anyId, anyNumber, hostileText, maybe, moment, userId } from "../support/service-data.ts";
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
const customIdOf = (page: number): string => `order.search.page:${"d".repeat(22)}:${page}`;
const names = new Map();
const search = { customIdOf, csvId: "order.search.csv", openId: "order.search.open" };

async function searched(orders: readonly Order[], filter: OrderFilter = {}, page = 0) {
  const found = await findOrders(
    orders,
    filter,
    () => "open",
    () => Promise.resolve(),
  );
  const shown = paginate(found, page, 10);
  return renderSearch(
    { ...search, filter, total: orders.length, oldCount: 0, page: shown },
    someContext(names),
  );
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
        expectWithinLimits(renderOrderReceipt(sent, "Usually handed over after 11 min", someContext(names)), [
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
        expectWithinLimits(await searched(all, {}, page));
      }),
    );
  });

  it("any order a person may log fits in the preview", () => {
    const items = fc.array(fc.string({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(items, maybe(userId), maybe(fc.integer({ min: 1 })), (all, person, order_number) => {
        const people = { customer: person, submitted_by: person, prepared_by: person, picked_up_by: person };
        expectWithinLimits(
          renderOrderPreview({ items: all, order_number, ...people }, true, someContext(names)),
        );
      }),
    );
  });
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

  it("shows one line per order, newest first", async () => {
    const [list] = (await searched(orders)).embeds ?? [];
    const lines = list?.description?.split("\n") ?? [];
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe("🍳 **#1009** · 3\u00a0h · 2 × Latte, Croissant");
    expect(list?.title).toBe("12 orders");
    expect(list?.footer?.text).toBe("Page 1 of 2 · newest first");
  });

  it("says in words what the marks on the page mean, unless it is a search for one status", async () => {
    const mixed = [order({ status: "re_heating" }), order({ status: "completed" }), ...orders.slice(0, 3)];
    const lastLine = async (filter: { status?: string }) =>
      (await searched(mixed, filter)).embeds?.[0]?.description?.split("\n").at(-1);
    expect(await lastLine({})).toBe("-# 🍳\u00a0preparing · ✅\u00a0completed");
    expect(await lastLine({ status: "preparing" })).not.toContain("-#");
  });

  it("has a menu with the status in words, the customer if there's a name, and all items", async () => {
    const unknown = order({ _id: "b", items: ["Latte"], status: "completed", customer: "4711" });
    const { components = [] } = await searched([...orders.slice(0, 1), unknown]);
    expect(JSON.stringify(components)).toContain(
      '"label":"🍳 Order #1000 · Preparing","description":"For Kiosk · 2 × Latte, Croissant"',
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
  });

  it("keeps an unknown status as its raw word", async () => {
    const odd = [order({ status: "re_heating" }), order({})];
    const [list] = (await searched(odd)).embeds ?? [];
    expect(list?.description).toContain("🔹 **Order** · re\\_heating · No items");
    expect(list?.description).toContain("🔹 **Order** · No status · No items");
  });

  it("shows the last page when the requested one is gone", async () => {
    const [list] = (await searched(orders, {}, 7)).embeds ?? [];
    expect(list?.footer?.text).toBe("Page 2 of 2 · newest first");
  });
});
