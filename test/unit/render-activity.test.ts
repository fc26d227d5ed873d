import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { someContext } from "../support/render-context.ts";
import { renderGiftPreview, renderGiftReceipt } from "../../commands/activity/render-gift.ts";
import { createPastWeeksButton } from "../../commands/activity/history.ts";
import { renderActivity } from "../../commands/activity/render-view.ts";
import {
  ActivityEntry,
  type ActivityTotals,
  GiftedActivity,
  UserActivity,
} from "../../src/api/contract/activity.ts";
import { type DurationUnit, durationUnits } from "../../commands/activity/format.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfMachines,
  namesOfOne,
  someMember,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
  userId,
} from "../support/arbitraries.ts";

const start = maybe(fc.oneof(moment, hostileText));
const anyEntry: fc.Arbitrary<ActivityEntry> = fc.record({
  _id: maybe(hostileText),
  start,
  end: start,
  ended: maybe(fc.boolean()),
  game: maybe(hostileText),
  tracked_idle: maybe(anyNumber),
  friends: fc.array(hostileText, { maxLength: 3 }),
  consolidation_state: maybe(hostileText),
  error: maybe(hostileText),
  duration: maybe(anyNumber),
  gifted_by: maybe(hostileText),
  messages_sent: maybe(anyNumber),
  manual_punch: maybe(fc.boolean()),
  job_id: maybe(hostileText),
  game_details: maybe(
    fc.record({
      id: maybe(hostileText),
      name: maybe(hostileText),
      thumbnail: maybe(hostileText),
      url: maybe(hostileText),
      dominant: maybe(hostileText),
      brightness: maybe(anyNumber),
    }),
  ),
  events: fc.constant([]),
});
const anyTotals: fc.Arbitrary<ActivityTotals> = fc.record({
  minutes: maybe(anyNumber),
  messages: maybe(anyNumber),
  period: maybe(hostileText),
});
const anyActivity: fc.Arbitrary<UserActivity> = fc.record({
  totals: anyTotals,
  last_25: fc.array(anyEntry, { maxLength: 25 }),
  week_starts_on: maybe(hostileText),
});
const weekSettings = { zone: "UTC", startsOn: undefined };
const pastWeeksButton = createPastWeeksButton("9".repeat(20));
const createCustomId = (page: number): string => `activity.view.page:${"9".repeat(20)}:${page}`;

const entry = (parts: object): ActivityEntry => ActivityEntry.parse(parts);
const stay = (parts: object = {}) =>
  entry({
    _id: "66aa",
    start: "2026-11-18T09:00:00Z",
    end: "2026-11-18T10:24:00Z",
    ended: true,
    game: "7",
    ...parts,
  });

function cardOf(entries: readonly ActivityEntry[], discordUserId = someMember, chosenUnit?: DurationUnit) {
  const activity = {
    totals: { minutes: 84, messages: 3 },
    last_25: [...entries],
    week_starts_on: "monday",
  };
  const view = {
    userId: "4711",
    activity,
    weekSettings,
    savedWeeks: [],
    ownGifts: new Map(),
    chosenUnit,
    workspaceName: "Harbour *Café*",
    page: 0,
    createCustomId,
    openId: "activity.view.open",
    pastWeeksButton,
  };
  return renderActivity(view, someContext(new Map([...namesOfMachines, ...namesOfOne({ discordUserId })])))
    .embeds?.[0];
}
const descriptionOf = (entries: readonly ActivityEntry[]): string => cardOf(entries)?.description ?? "";

const giftReceiptOf = (minutesAfter: number) =>
  renderGiftReceipt(
    {
      activity: GiftedActivity.parse({ _id: "abc" }),
      totals: { minutes: minutesAfter, messages: 0 },
    },
    { userId: "4711", gift: { duration: 84 }, minutes: 84, minutesBefore: 100, toOneself: false },
    someContext(namesOfOne()),
  ).embeds?.[0];

describe("whatever the service sends", () => {
  it("a person's activity fits in a message", () => {
    fc.assert(
      fc.property(anyActivity, anyNames, fc.integer({ min: -1, max: 4 }), (activity, names, page) => {
        UserActivity.parse(activity);
        const view = {
          userId: "4711",
          activity,
          weekSettings,
          savedWeeks: [],
          ownGifts: new Map(),
          chosenUnit: undefined,
          workspaceName: "Café",
          page,
          createCustomId,
          openId: "activity.view.open",
          pastWeeksButton,
        };
        expectWithinLimits(renderActivity(view, someContext(names)), [someMember]);
      }),
    );
  });

  it("the preview of a gift and its receipt fit in a message", () => {
    const anyGift = fc.record({
      duration: maybe(fc.double({ min: 0.01, max: 604_800_000, noNaN: true })),
      messages_sent: maybe(fc.integer({ min: 1, max: 100_000 })),
      game: maybe(hostileText),
      gifted_by: maybe(userId),
    });
    const anyReceipt = fc.record({
      activity: anyId.map((_id) => GiftedActivity.parse({ _id })),
      totals: anyTotals,
      names: anyNames,
    });
    const units = maybe(fc.constantFrom(...durationUnits));
    fc.assert(
      fc.property(anyGift, units, anyReceipt, maybe(anyNumber), (gift, unit, receipt, minutesBefore) => {
        const draft = {
          userId: "4711",
          gift,
          minutes: gift.duration,
          unit,
          minutesBefore,
          messagesBefore: minutesBefore,
          toOneself: true,
        };
        const ctx = someContext(receipt.names);
        expectWithinLimits(renderGiftPreview(draft, true, ctx), [someMember]);
        expectWithinLimits(renderGiftReceipt(receipt, draft, ctx), [someMember]);
      }),
    );
  });
});

describe("the last visits", () => {
  it.each([
    ["milliseconds", 5_040_000],
    ["seconds", 5_040],
    ["minutes", 84],
  ])("show as 1 h 24 min when the durations are in %s, and mention no units", (_unit, duration) => {
    const text = descriptionOf([stay({ duration })]);
    expect(text).toContain("1 h 24 min");
    expect(text).not.toMatch(/unit|seconds/);
  });

  it("add up to the week's whole minutes, since seconds carry over", () => {
    const [monday, tuesday] = [
      { start: "2026-11-16T09:00:00Z", end: "2026-11-16T10:12:40Z", duration: 4_360_000 },
      { start: "2026-11-17T09:00:00Z", end: "2026-11-17T09:07:50Z", duration: 470_000 },
    ];
    const text = descriptionOf([stay(tuesday), stay(monday)]);
    expect(text).toMatch(/\*\*8 min\*\*.*\n.*\*\*1 h 12 min\*\*/);
    const seconds = { start: "2026-11-17T09:00:00Z", end: "2026-11-17T09:00:40Z", duration: 40_000 };
    expect(descriptionOf([stay(seconds)])).toContain("**40 s**");
  });

  it("show the bare number when the unit is unknown", () => {
    const text = descriptionOf([entry({ duration: 84, start: "yesterday" })]);
    expect(text).toContain("84 (unit unknown)");
    expect(text).toMatch(/^I don't know which unit these durations are in.*\/settings\.$/m);
  });

  it.each([
    ["without ends", { end: undefined }, "minutes", "1 h 24 min", "Lengths read as minutes"],
    [
      "that tell another unit",
      {},
      "seconds",
      "1 min",
      "⚠️ Lengths read as seconds, but their times say minutes",
    ],
  ] as const)(
    "are shown in the unit that an admin chose, which is named: visits %s",
    (_, parts, unit, said, note) => {
      const card = cardOf([stay({ duration: 84, ...parts })], someMember, unit);
      expect(card?.description).toContain(`**${said}**`);
      expect(card?.description).not.toContain("unit");
      expect(card?.footer?.text).toContain(note);
      expect(cardOf([stay({ duration: 84 })])?.footer?.text).not.toContain("Lengths");
    },
  );

  it("say since when a visit is in progress", () => {
    const text = descriptionOf([entry({ start: "2026-11-18T11:30:00Z", ended: false, end: "" })]);
    expect(text).toMatch(/▶️ \*\*In the game\*\* · joined: <t:\d+:R>/);
  });

  it("say whose they are", () => {
    expect(cardOf([])?.title).toBe("Your week: 84\u00a0min in game");
    expect(cardOf([], "4242")?.title).toBe("Mia's week: 84\u00a0min in game");
  });

  it("name the giver of a gift, and the game by its name", () => {
    const gifted = stay({ duration: 84, gifted_by: "2", game_details: { name: "Harbour *Café*" } });
    expect(descriptionOf([gifted])).toContain("🎁 **84 (unit unknown)** · Wed 09:00 · gifted by Kiosk");
  });

  it("of an earlier week are listed separately, under this week's totals", () => {
    // Monday 16 November 2026 began an hour after the first of these ended.
    const earlier = stay({ start: "2026-11-15T22:00:00Z", end: "2026-11-15T23:00:00Z", duration: 3_600_000 });
    const overMidnight = stay({ start: "2026-11-15T23:30:00Z", end: "2026-11-16T00:30:00Z", game: "8" });
    expect(descriptionOf([earlier, overMidnight]).split("\n")).toEqual([
      "Week ends: <t:1795391999:R> · 3 messages",
      "",
      "⏱️ **Length unknown** in Game 8 · Sun 23:30",
      "",
      "**Before this week**",
      "⏱️ **1 h** in Game 7 · 15 Nov",
    ]);
    expect(descriptionOf([earlier])).toContain("No visits this week yet.\n\n**Before this week**\n⏱️");
  });

  it("say why they may not count: idle time, an error, an unusual status", () => {
    const odd = {
      duration: 5_040_000,
      tracked_idle: 720_000,
      error: "no *start*",
      consolidation_state: "rejected",
    };
    expect(descriptionOf([stay(odd)])).toContain(
      "**1 h 24 min** in Game 7 · Wed 09:00 · 12 min idle · ⚠️ may not count: “no \\*start\\*” · state “rejected”",
    );
    for (const nothing of ["none", " None ", "null", "0", "", "-", "No errors", "NO_ERROR"]) {
      const written = { error: nothing, consolidation_state: nothing };
      expect(descriptionOf([stay({ duration: 5_040_000, ...written })]), nothing).not.toMatch(
        /may not|state/,
      );
    }
    expect(descriptionOf([stay({ duration: 5_040_000, error: "nonexistent" })])).toContain("may not count");
    const fine = { duration: 5_040_000, consolidation_state: "consolidated", tracked_idle: 23_000 };
    expect(descriptionOf([stay(fine)])).not.toMatch(/state|idle/);
  });

  it("are gifts when they were given from here, whatever the workspace says, and reveal no unit", () => {
    const ownGifts = new Map([["g1", "4242"]]);
    const activity = UserActivity.parse({
      totals: {},
      last_25: [stay({ _id: "g1", duration: 84 })],
      week_starts_on: "monday",
    });
    const view = {
      userId: "4711",
      activity,
      weekSettings,
      savedWeeks: [],
      ownGifts,
      chosenUnit: undefined,
      workspaceName: "Café",
      page: 0,
      createCustomId,
      openId: "activity.view.open",
      pastWeeksButton,
    };
    expect(renderActivity(view, someContext(namesOfOne())).embeds?.[0]?.description).toMatch(
      /🎁 \*\*84 \(unit unknown\)\*\* in Game 7 · .* · gifted by <@4242>/,
    );
  });

  it("say why none of them can be opened, if they have no ids", () => {
    const why = "These visits can't be opened, because the workspace sends no ids with them.";
    const without = [stay({ _id: undefined }), stay({ _id: undefined, start: "2026-11-17T09:00:00Z" })];
    expect(descriptionOf(without).split("\n").at(-1)).toBe(why);
    expect(descriptionOf([...without, stay()])).not.toContain("can't be opened");
    expect(descriptionOf([])).not.toContain("can't be opened");
  });

  it("say why there are none", () => {
    expect(descriptionOf([])).toContain("Nothing yet this week");
  });
});

describe("a gift's receipt", () => {
  it("is plain when the week's total grew by the given minutes", () => {
    expect(giftReceiptOf(184)?.description).not.toContain("another unit");
  });

  it("warns when the total grew by something else", () => {
    expect(giftReceiptOf(101.4)?.description).toContain("changed by 1.4 min, not by 84");
  });
});

it("a week begins where the service says, else where the server chose, else nothing is said", () => {
  const startOf = (said: string | undefined, startsOn: "monday" | "sunday" | undefined) => {
    const activity = UserActivity.parse({ totals: {}, last_25: [], week_starts_on: said });
    const view = {
      userId: "4711",
      activity,
      weekSettings: { ...weekSettings, startsOn },
      savedWeeks: [],
      ownGifts: new Map(),
      chosenUnit: undefined,
      workspaceName: "Café",
      page: 0,
      createCustomId,
      openId: "activity.view.open",
      pastWeeksButton,
    };
    return renderActivity(view, someContext(namesOfOne())).embeds?.[0];
  };
  expect(startOf("monday", "sunday")?.description).toContain("Week ends: <t:1795391999:R>");
  expect(startOf(" ", "sunday")?.description).toContain("Week ends: <t:1795305599:R>");
  expect(startOf(undefined, undefined)?.title).toContain("as of 18\u00a0November");
});

it("a visit before the service's week is from before, though the server's zone already had the new day", () => {
  const visit = (from: string, end: string) => ({
    _id: from,
    start: from,
    end,
    ended: true,
    duration: 600_000,
  });
  const view = {
    userId: "4711",
    activity: UserActivity.parse({
      totals: {},
      last_25: [
        visit("2026-11-16T00:10:00Z", "2026-11-16T00:20:00Z"),
        visit("2026-11-15T23:10:00Z", "2026-11-15T23:20:00Z"),
      ],
      week_starts_on: "monday",
    }),
    weekSettings: { zone: "Europe/Berlin", startsOn: undefined },
    savedWeeks: [{ weekStart: "2026-11-16", endsAt: Date.parse("2026-11-23T00:00:00Z") }],
    ownGifts: new Map(),
    chosenUnit: undefined,
    workspaceName: "Café",
    page: 0,
    createCustomId,
    openId: "activity.view.open",
    pastWeeksButton,
  };
  const [card] = renderActivity(view, someContext(namesOfOne())).embeds ?? [];
  expect(card?.description).toContain("Week ends: <t:1795391999:R>");
  expect(card?.description).toMatch(/01:10\n\n\*\*Before this week\*\*\n.* 16 Nov$/);
});
