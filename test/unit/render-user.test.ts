import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServicePerson } from "../../commands/kit/service-person.ts";
import type { PartialResult, Profile } from "../../commands/me/profile/read.ts";
import { computeDays } from "../../commands/me/profile/picture.ts";
import { renderProfile } from "../../commands/me/profile/render.ts";
import { ActivityEntry, UserActivity } from "../../src/api/contract/activity.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { Order } from "../../src/api/contract/orders.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  accountOf,
  anyAccount,
  someMember,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const partOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<PartialResult<T>> =>
  fc.oneof(
    value.map((each) => ({ value: each })),
    fc.constant({ reason: "the workspace service took too long" }),
  );
const anyAssignments = fc.record({
  assigned: fc.array(
    fc.record({
      active: fc.boolean(),
      _id: anyId,
      target: anyNumber,
      target_type: fc.oneof(fc.constantFrom("minutes", "checkbox"), hostileText),
      createdAt: moment,
      updatedAt: moment,
      name: hostileText,
      description: maybe(hostileText),
      completed: anyNumber,
      due: moment,
    }),
    { maxLength: 30 },
  ),
  history: fc.constant<StaffAssignments["history"]>([]),
});
const anyOrders = fc.array(
  fc
    .record({
      _id: anyId,
      order_number: maybe(anyNumber),
      items: fc.array(hostileText, { maxLength: 5 }),
      status: maybe(hostileText),
      createdAt: maybe(moment),
    })
    .map((order) => Order.parse(order)),
  { maxLength: 30 },
);
const anyProfile: fc.Arbitrary<Profile> = fc.record({
  userId: fc.constant("4711"),
  account: maybe(anyAccount),
  person: partOf<ServicePerson>(anyAccount),
  activity: partOf(
    fc.record({
      totals: fc.record({
        minutes: maybe(anyNumber),
        messages: maybe(anyNumber),
        period: maybe(hostileText),
      }),
      last_25: fc.constant([]),
      week_starts_on: maybe(hostileText),
    }),
  ),
  assignments: partOf(anyAssignments),
  orders: partOf(anyOrders),
});

const profile = (parts: Partial<Profile> = {}): Profile => ({
  userId: "4711",
  account: accountOf(),
  person: { value: { userId: "4711", displayName: "Mia", username: "mia_brews" } },
  activity: {
    value: {
      totals: { minutes: 84, messages: 3 },
      last_25: [],
      week_starts_on: undefined,
    },
  },
  assignments: { value: StaffAssignments.parse({ assigned: [], history: [] }) },
  orders: { value: [] },
  ...parts,
});
/** As someone else asks for it. */
const forManager = () => ({ ...someContext(), by: "110000000000000077" });
const textOf = (of: Profile, isDrawn = false): string =>
  renderProfile(of, { isDrawn, record: undefined }, forManager()).embeds?.[0]?.description ?? "";
const fieldOf = (parts: Partial<Profile>, name: string): string | undefined =>
  renderProfile(
    profile(parts),
    { isDrawn: false, record: undefined },
    forManager(),
  ).embeds?.[0]?.fields?.find((field) => field.name === name)?.value;

describe("a profile", () => {
  it("fits in a message whatever the service sends, and whatever of it is missing", () => {
    fc.assert(
      fc.property(anyProfile, (any) => {
        for (const isDrawn of [false, true])
          expectWithinLimits(renderProfile(any, { isDrawn, record: undefined }, forManager()), [someMember]);
      }),
    );
  });

  it("says why an empty part is empty", () => {
    expect(textOf(profile())).toMatch(/^<@.*\n\*\*No assignments\*\*\n.* in the game/);
    expect(fieldOf({}, "Open orders")).toBeUndefined();
  });

  it("has the colour of the worst goal, and the id of a person without an account, whose pages say that of others", () => {
    const goal = {
      active: true,
      _id: "1",
      target: 120,
      target_type: "minutes",
      name: "Minutes",
      completed: 1,
    };
    const due = new Date(someContext().now.epochMilliseconds + 3_600_000).toISOString();
    const assignments = StaffAssignments.parse({ assigned: [{ ...goal, due }], history: [] });
    const cardOf = (parts: Partial<Profile>) =>
      renderProfile(
        profile({ assignments: { value: assignments }, ...parts }),
        { isDrawn: false, record: undefined },
        forManager(),
      ).embeds?.[0];
    expect(cardOf({})?.color).toBe(0xf08c00);
    expect(cardOf({})?.description).toMatch(/^-# .* · mia\\_brews$/m);
    expect(cardOf({ account: undefined })?.description).toMatch(/^-# .* · mia\\_brews · User\s4711$/m);
  });

  it("begins with who it is, then the assignments left and passed, also beside a picture", () => {
    const due = new Date(someContext().now.epochMilliseconds + 3_600_000).toISOString();
    const goal = { active: true, target: 120, target_type: "minutes", due };
    const assigned = [
      { ...goal, _id: "2", name: "Chat", completed: 120 },
      { ...goal, _id: "3", name: "Talk", completed: 3, target: 3 },
      { ...goal, _id: "1", name: "Minutes", completed: 1 },
    ];
    const value = StaffAssignments.parse({ assigned, history: [] });
    const of = profile({ assignments: { value } });
    for (const isDrawn of [false, true])
      expect(textOf(of, isDrawn).split("\n")).toEqual([
        `<@${someMember}> · 2 of 3 done`,
        "Week ends: <t:1795006799:R>",
        "🟧 **Minutes** 1 of 120 · 102\u00a0min\u00a0behind",
        "✅ **Chat** 120 of 120\u00a0min",
        "✅ **Talk** 3 of 3\u00a0min",
        "-# 3 messages · mia\\_brews",
      ]);
  });

  it("says when someone was last in the game, or since when they are, by visits and not by gifts", () => {
    const line = (...entries: readonly object[]): string | undefined => {
      const last_25 = entries.map((entry) => ActivityEntry.parse(entry));
      const value = { totals: { minutes: 84, messages: 3 }, last_25, week_starts_on: undefined };
      return textOf(profile({ activity: { value } }))
        .split("\n")
        .at(-1);
    };
    const visit = { start: "2026-11-18T08:00:00Z", end: "2026-11-18T09:00:00Z", ended: true };
    const gift = { ...visit, end: "2026-11-18T10:00:00Z", gifted_by: "1" };
    expect(line(gift, visit)).toBe(
      "-# **1 h 24 min** in the game · 3 messages · last visit: <t:1794992400:R> · mia\\_brews",
    );
    expect(line(visit, { start: "2026-11-18T09:30:00Z", ended: false })).toMatch(
      / · in the game since <t:1794994200:t> · mia\\_brews$/,
    );
    // As on the board of who's on now.
    expect(line(visit, { ended: false })).toMatch(/3 messages · in the game · mia\\_brews$/);
    expect(line(gift)).toBe("-# **1 h 24 min** in the game · 3 messages · mia\\_brews");
  });

  it("speaks to the only reader where it is theirs, and names them in what others see", () => {
    const order = Order.parse({ _id: "a", order_number: 7, items: ["Tea"], status: "preparing" });
    const own = renderProfile(
      profile({ orders: { value: [order] } }),
      { isDrawn: false, record: undefined },
      someContext(),
    );
    const read = (reply: typeof own | undefined) => {
      const { title, description, fields } = reply?.embeds?.[0] ?? {};
      return [
        title,
        description?.includes(`<@${someMember}>`),
        fields?.[0]?.name,
        description?.endsWith(" · mia\\_brews"),
      ];
    };
    expect(read(own)).toEqual(["Your week", false, "Your open orders", true]);
    expect(read(own.share?.renderForOthers?.())).toEqual([
      "Mia's week",
      true,
      "Their open orders, with the time of order",
      true,
    ]);
  });

  it("uses the stored name when the service doesn't send one", () => {
    const [card] =
      renderProfile(
        profile({ person: { reason: "the connection was lost" } }),
        { isDrawn: false, record: undefined },
        forManager(),
      ).embeds ?? [];
    expect(card?.title).toBe("Mia's week");
    expect(card?.description).toContain("🔹 I can't show the name: the connection was lost.");
  });

  it("shows five orders and counts the rest", () => {
    const orders = Array.from({ length: 8 }, (_, index) =>
      Order.parse({ _id: `o${index}`, order_number: index, items: ["Tea"], status: "preparing" }),
    );
    expect(fieldOf({ orders: { value: orders } }, "Their open orders")).toMatch(
      /^🧑‍🍳 \*\*#0\*\* Tea · preparing\n(?:.*\n){3}🧑‍🍳 \*\*#4\*\* Tea · preparing\n-# … and 3 more$/,
    );
  });

  it("lists orders that the person makes apart from those they placed", () => {
    const order = (number: number, maker: string) =>
      Order.parse({ _id: `o${number}`, order_number: number, status: "preparing", prepared_by: maker });
    const orders = { value: [order(1, profile({}).userId), order(2, "somebody-else")] };
    expect(fieldOf({ orders }, "Working on")).toBe("🧑‍🍳 **#1** No items · preparing");
    expect(fieldOf({ orders }, "Their open orders")).toBe("🧑‍🍳 **#2** No items · preparing");
  });

  it("lists orders with their statuses, those furthest along first, the oldest first in each", () => {
    const order = (number: number, status: string) =>
      Order.parse({
        _id: `o${number}`,
        order_number: number,
        items: ["Tea"],
        status,
        createdAt: new Date(Date.UTC(2026, 10, 18, 8, number)).toISOString(),
      });
    const preparing = [4, 2, 3].map((number) => order(number, "preparing"));
    const value = [order(6, "on the *moon*"), ...preparing, order(5, "waiting_for_pickup")];
    expect(
      fieldOf({ orders: { value } }, "Their open orders")?.replaceAll("\u00a0", " ").split("\n"),
    ).toEqual([
      "🛎️ **#5** Tea · 4 h · ready",
      "🧑‍🍳 **#2** Tea · 4 h · preparing",
      "🧑‍🍳 **#3** Tea · 4 h · preparing",
      "🧑‍🍳 **#4** Tea · 4 h · preparing",
      "🔹 **#6** Tea · 4 h · on the \\*moon\\*",
    ]);
  });
});

describe("the days of a week that doesn't begin at midnight", () => {
  const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
  const week = {
    first: Temporal.PlainDate.from("2026-11-16"),
    startsAt: ms("2026-11-16T00:00:00Z"),
    endsAt: ms("2026-11-23T00:00:00Z"),
    now: ms("2026-11-23T00:00:00Z") - 1,
    chosenUnit: undefined,
  };
  const minutesIn = (zone: string, visits: readonly (readonly [string, string])[]) => {
    const last_25 = visits.map(([start, end]) => ({ start, end, ended: true }));
    const days = computeDays(UserActivity.parse({ totals: {}, last_25 }), {
      ...week,
      zone,
      ownGifts: new Map(),
    });
    return days.map(({ label, minutes = 0 }) => [label, minutes]).filter(([, minutes]) => minutes !== 0);
  };
  const aroundItsStart = ["2026-11-15T23:15:00Z", "2026-11-16T00:20:00Z"] as const;
  const atItsEnd = ["2026-11-22T23:15:00Z", "2026-11-22T23:45:00Z"] as const;

  it.each([
    ["an hour after it", "Europe/Berlin"],
    ["hours before it", "America/New_York"],
    ["hours after it", "Australia/Sydney"],
  ])("add up to what counts in it: %s", (_case, zone) => {
    expect(minutesIn(zone, [aroundItsStart, atItsEnd])).toEqual([
      ["Mon", 20],
      ["Sun", 30],
    ]);
  });

  it("are not drawn while only one of them has minutes", () => {
    expect(minutesIn("Europe/Berlin", [atItsEnd])).toEqual([]);
    expect(minutesIn("Europe/Berlin", [atItsEnd, aroundItsStart])).toHaveLength(2);
  });

  it("show which of their minutes were a gift, also the only ones in a week", () => {
    const tracked = { start: "2026-11-12T10:00:00Z", end: "2026-11-12T11:00:00Z", duration: 3_600_000 };
    const gift = { start: "2026-11-18T09:00:00Z", end: "2026-11-18T09:00:00Z", gifted_by: "4712" };
    const daysOf = (...entries: readonly object[]) =>
      computeDays(
        UserActivity.parse({ totals: {}, last_25: entries.map((each) => ({ ...each, ended: true })) }),
        {
          ...week,
          zone: "UTC",
          ownGifts: new Map(),
        },
      ).flatMap(({ label, minutes = 0, gifted }) => (minutes > 0 ? [[label, minutes, gifted]] : []));
    const given = { ...gift, duration: 45 * 60_000 };
    expect(daysOf(tracked, given)).toEqual([["Wed", 45, 45]]);
    const visit = { start: "2026-11-18T10:00:00Z", end: "2026-11-18T10:20:00Z", duration: 20 * 60_000 };
    expect(daysOf(tracked, visit, given)).toEqual([["Wed", 65, 45]]);
    expect(daysOf(tracked, { ...given, gifted_by: undefined, manual_punch: true }, visit)).toEqual([]);
  });

  it("add up to its whole minutes, whatever seconds each has", () => {
    const visits = [
      ["2026-11-16T12:00:00Z", "2026-11-16T13:12:40Z"],
      ["2026-11-19T12:00:00Z", "2026-11-19T12:07:50Z"],
    ] as const;
    expect(minutesIn("Europe/Berlin", visits)).toEqual([
      ["Mon", 72],
      ["Thu", 8],
    ]);
    // Part of each is idle, and they last past midnight: their shares are no whole milliseconds.
    const last_25 = [
      { start: "2026-11-19T23:45:00Z", end: "2026-11-20T02:50:00Z", ended: true, duration: 165 },
      { start: "2026-11-20T21:25:00Z", end: "2026-11-21T00:55:00Z", ended: true, duration: 174 },
    ];
    const activity = UserActivity.parse({ totals: { minutes: 339 }, last_25 });
    const days = computeDays(activity, { ...week, zone: "UTC", ownGifts: new Map() });
    expect(days.reduce((sum, { minutes = 0 }) => sum + minutes, 0)).toBe(339);
  });

  it.each([
    ["that the service marks", { gifted_by: "4712" }],
    ["that only the audit log knows", { _id: "gift" }],
    ["entered by hand", { manual_punch: true }],
  ])("hold time given, %s, on its day, and are as long as the list says", (_case, given) => {
    const visit = (day: number, hours: number, more: object) => ({
      start: `2026-11-${day}T10:00:00Z`,
      end: `2026-11-${day}T${10 + hours}:00:00Z`,
      ended: true,
      ...more,
    });
    const minutesOf = (...entries: readonly object[]) =>
      computeDays(UserActivity.parse({ totals: { minutes: 361 }, last_25: entries }), {
        ...week,
        zone: "UTC",
        ownGifts: new Map([["gift", "1"]]),
      }).map(({ minutes }) => minutes);
    // The service counts less than the time between start and end.
    const tracked = [
      visit(17, 3, { duration: 175 * 60_000, tracked_idle: 5 * 60_000 }),
      visit(19, 3, { duration: 141 * 60_000 }),
    ];
    const gift = { start: "2026-11-18T09:00:00Z", end: "2026-11-18T09:00:00Z", ended: true };
    const withGift = minutesOf(...tracked, { ...gift, ...given, duration: 45 * 60_000 });
    expect(withGift).toEqual([0, 175, 45, 141, 0, 0, 0]);
    expect(minutesOf(...tracked, { ...gift, ...given })).toEqual([0, 175, 0, 141, 0, 0, 0]);
    // Nobody knows on which day it was.
    expect(minutesOf(...tracked, { ...given, duration: 45 * 60_000 })).toEqual([]);
    // Nothing tells what is taken away again from which day's visits, nor in which unit.
    expect(minutesOf(...tracked, { ...gift, ...given, duration: -15 * 60_000 })).toEqual([]);
    expect(minutesOf(visit(17, 3, {}), visit(19, 3, {}), { ...gift, ...given, duration: 45 })).toEqual([]);
  });
});
