import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOrderControls } from "../../commands/order/board/controls.ts";
import { describeBehind, describePassedSoFar } from "../../commands/weeks/text.ts";
import { someContext } from "../support/render-context.ts";
import {
  renderTeamBoard,
  summarizeTeam,
  type TeamRowInFull,
} from "../../commands/team-board/render-board.ts";
import {
  compareFinal,
  type FinalRow,
  renderFinalStandings,
} from "../../commands/team-board/standings/render.ts";
import { renderCalendarBoard } from "../../commands/calendar/board/text.ts";
import { ordersDrawing } from "../../commands/order/board/draw.ts";
import { createOrdersPicture } from "../../commands/order/board/picture.ts";
import { createStandingsPicture } from "../../commands/team-board/standings/board.ts";
import { renderOrdersBoard } from "../../commands/order/board/render.ts";
import { renderOrderChange } from "../../commands/order/alerts/send.ts";
import { renderPostsBoard } from "../../commands/posts/render.ts";
import { Order } from "../../src/api/contract/orders.ts";
import { Post } from "../../src/api/contract/posts.ts";
import { Calendar } from "../../src/api/contract/sessions.ts";
import { boardKinds } from "../../commands/schedule/kinds.ts";
import type { StaleReason } from "../../src/api/errors.ts";
import { withAsOf, type AsOf } from "../../commands/boards/define.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  accountOf,
  anyAccount,
  anyNames,
  someMember,
  aboutNow,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
  userId,
} from "../support/arbitraries.ts";
import { usualDateStyle, toFormatsForOthers } from "../../src/ui/formats.ts";

const room = 3_600;
const now = aboutNow.epochMilliseconds;
const sunday = Temporal.Instant.from("2026-11-22T23:59:59.999Z").epochMilliseconds;
const week = { resetsAt: sunday + 1, now };
const ended = { endsAt: sunday - 7 * 24 * 60 * 60_000, now };
const outage: StaleReason = { rateLimitedUntil: undefined };
const asOfNow = (stale?: StaleReason) => ({
  asOf: aboutNow.epochMilliseconds,
  stale,
  nextRefreshAt: aboutNow.epochMilliseconds + 120_000,
  workspaceName: undefined,
});
const textOf = ({ embeds = [], content = "" }: Reply): string =>
  [content, ...embeds.flatMap(({ title, description }) => [title, description])].join("\n");
const fits = (message: Reply): void => {
  expectWithinLimits(withAsOf(message, asOfNow(), someContext()), [someMember]);
  expectWithinLimits(withAsOf(message, asOfNow(outage), someContext()), [someMember]);
};

const anyMissing = fc.record({
  name: hostileText,
  achieved: anyNumber,
  target: anyNumber,
  targetType: hostileText,
  passed: fc.boolean(),
  timeoff: fc.boolean(),
});
const anyRow: fc.Arbitrary<TeamRowInFull> = fc.record({
  account: anyAccount,
  summary: fc.record({
    outcome: fc.constantFrom("behind", "on-track", "passed", "excused", "nothing", "unknown"),
    passed: fc.nat(6),
    counted: fc.nat(6),
    missing: fc.array(anyMissing, { maxLength: 6 }),
    behind: fc.array(anyMissing, { maxLength: 2 }),
  }),
  assignments: fc.array(anyMissing, { maxLength: 6 }),
});
const anyOrder = fc
  .record({
    _id: anyId,
    order_number: maybe(fc.integer()),
    items: fc.array(hostileText, { maxLength: 8 }),
    status: maybe(hostileText),
    prepared_by: maybe(userId),
    createdAt: maybe(moment),
    updatedAt: maybe(moment),
  })
  .map((order) => Order.parse(order));
const anyPost = fc
  .record({
    _id: anyId,
    image_url: maybe(fc.oneof(hostileText, fc.constant("https://example.com/a.png"))),
    title: maybe(hostileText),
    category: maybe(hostileText),
    body: maybe(hostileText),
    published_by: maybe(userId),
    type: maybe(fc.oneof(hostileText, fc.constant("featured"))),
    createdAt: maybe(moment),
  })
  .map((post) => Post.parse(post));
const anyWeek = fc.record({
  _id: anyId,
  week_start: moment,
  week_end: moment,
  week_number: anyNumber,
  year: anyNumber,
  assignment: anyId,
  assignment_name: hostileText,
  marked_at: moment,
  passed: fc.boolean(),
  target: anyNumber,
  target_type: hostileText,
  achieved: anyNumber,
  timeoff: maybe(fc.boolean()),
  endMs: fc.constant(undefined),
});
const anyMark = fc.constantFrom("passed" as const, "failed" as const, "excused" as const);

it("new posts with a truncated text say where to read all of it, others don't", () => {
  const contentOf = (body: string) =>
    renderPostsBoard({ posts: [Post.parse({ _id: "a1", body })], maxLength: room }, someContext()).content;
  expect(contentOf("b".repeat(room))).toBe("-# Read the rest with /posts");
  expect(contentOf("Buns")).toBeUndefined();
});

describe("every post fits in a message whatever the service sends", () => {
  it("the team", () => {
    const rows = fc.array(anyRow, { maxLength: 120 });
    fc.assert(
      fc.property(rows, fc.nat(40), (people, waiting) => {
        const asked = Array.from({ length: waiting }, () => someMember);
        fits(
          renderTeamBoard(
            {
              title: () => "Team board",
              rows: people,
              waiting: asked,
              ...week,
              maxLength: room,
              isDrawn: people.length % 2 === 1,
            },
            someContext(),
          ),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("the final standings", () => {
    const result = maybe(
      fc.record({
        mark: anyMark,
        entries: fc.array(anyWeek, { maxLength: 5 }),
        before: maybe(anyMark),
        failedInRow: fc.nat(12),
      }),
    );
    const rows = fc.array(fc.record({ account: anyAccount, result }), { maxLength: 100 });
    fc.assert(
      fc.property(rows, (people) =>
        fits(renderFinalStandings({ rows: people, ...ended, maxLength: room }, someContext())),
      ),
      { numRuns: 40 },
    );
  });

  it("open orders", () => {
    const orders = fc.array(fc.record({ order: anyOrder, isStuck: fc.boolean(), isSlow: fc.boolean() }), {
      maxLength: 60,
    });
    const groups = fc.array(fc.record({ status: maybe(hostileText), orders }), { maxLength: 8 });
    fc.assert(
      fc.property(groups, anyNames, (those, names) =>
        fits(
          renderOrdersBoard(
            {
              groups: those,
              stuckAfterMs: 60_000,
              oldCount: 7,
              isDrawn: those.length % 2 === 1,
              maxLength: room,
            },
            someContext(names),
          ),
        ),
      ),
      { numRuns: 40 },
    );
  });

  it("an order's outcome", () => {
    fc.assert(
      fc.property(anyOrder, anyNames, fc.constantFrom("ready", "stuck"), (order, names, change) =>
        expectWithinLimits(renderOrderChange(change, order, someContext(names)), [someMember]),
      ),
    );
  });

  it("new posts", () => {
    fc.assert(
      fc.property(fc.array(anyPost, { minLength: 1, maxLength: 12 }), anyNames, (posts, names) =>
        fits(renderPostsBoard({ posts, maxLength: room }, someContext(names))),
      ),
      { numRuns: 60 },
    );
  });

  it("the calendar with what is due", () => {
    const due = fc.record({
      at: fc.constant(aboutNow),
      goals: fc.array(
        fc.record({
          name: hostileText,
          targetType: hostileText,
          target: fc.option(anyNumber, { nil: undefined }),
        }),
        { maxLength: 12 },
      ),
      people: fc.nat(),
      left: fc.nat(),
    });
    const calendar = Calendar.parse({ days: [{ date: "2026-11-16T00:00:00Z" }] });
    fc.assert(
      fc.property(fc.array(due, { maxLength: 60 }), (dues) =>
        fits(
          renderCalendarBoard(
            { calendar, week: 0, ownWeek: undefined, today: undefined, dues, maxLength: room },
            someContext(),
          ),
        ),
      ),
      { numRuns: 40 },
    );
  });
});

describe("a board", () => {
  it("says when it was updated and how often it is checked in its footer, which a pause takes away", () => {
    const asOf = { asOf: 0, stale: undefined, workspaceName: undefined };
    const board = { embeds: [{ description: "One." }, { description: "What is." }] };
    const lastOf = (parts: AsOf) => withAsOf(board, parts, someContext()).embeds;
    const time = "1970-01-01T00:00:00.000Z";
    expect(lastOf({ ...asOf, checkedEveryMs: 120_000 })).toEqual([
      { description: "One." },
      { description: "What is.", footer: { text: "Checked every 2 min" }, timestamp: time },
    ]);
    expect(lastOf(asOf)?.[1]).toMatchObject({ footer: { text: "As of" }, timestamp: time });
  });

  it("as a post says in words when it was read, in its text", () => {
    const formats = { ...toFormatsForOthers(someContext()), writtenZone: "Europe/Berlin" };
    const asOf = { asOf: aboutNow.epochMilliseconds, stale: undefined, workspaceName: "Café" };
    expect(textOf(withAsOf({ embeds: [{ description: "What is." }] }, asOf, formats))).toMatch(
      /^\n\nWhat is\.\n-# Café · As of Wed.18.Nov,.\d\d:\d\d \(Berlin time\)$/,
    );
  });

  it("says why it is old, and when it is next refreshed, while the service can't be reached", () => {
    const textWhen = (stale: StaleReason) =>
      textOf(withAsOf({ embeds: [{ description: "What is." }] }, asOfNow(stale), someContext()));
    expect(textWhen(outage)).toMatch(
      /service isn't responding\. Last read: <t:\d+:R> · next look: <t:\d+:R>/,
    );
    expect(textWhen({ rateLimitedUntil: 1 })).toMatch(
      /^⚠️ This workspace's requests .* are used up\. Last read: .*\n\nWhat is\.$/,
    );
  });

  it("still says so when its text leaves no room", () => {
    const full = { embeds: [{ description: "a".repeat(4_096) }] };
    const formats = { ...toFormatsForOthers(someContext()), writtenZone: "UTC" };
    const message = withAsOf(full, asOfNow(), formats);
    expect(message.content).toContain("As of");
    expectWithinLimits(message);
    expectWithinLimits(withAsOf(full, asOfNow(outage), someContext()));
  });

  it("counts who is behind, by how much, and who didn't fit", () => {
    const row = (
      outcome: TeamRowInFull["summary"]["outcome"],
      missing: TeamRowInFull["summary"]["missing"] = [],
    ): TeamRowInFull => ({
      account: accountOf(),
      summary: { outcome, passed: 0, counted: 1, missing, behind: missing },
      assignments: missing,
    });
    const open = { passed: false, timeoff: false };
    const minutes = { name: "Minutes in game", achieved: 84, target: 120, targetType: "minutes", ...open };
    const text = textOf(
      renderTeamBoard(
        {
          title: () => "Team board",
          rows: [
            row("behind", [minutes]),
            row("passed"),
            ...Array.from({ length: 200 }, () => row("excused")),
          ],
          waiting: ["1"],
          ...week,
          maxLength: room,
          isDrawn: false,
        },
        someContext(),
      ),
    );
    expect(text).toContain("Team board\nWeek ends: <t:");
    expect(text).toContain(
      `🟧 **1\u00a0behind**\n<@${someMember}> · 84\u00a0of\u00a0120\u00a0min\n\n✅ **1\u00a0passed** <@${someMember}>`,
    );
    expect(text).toContain(`\n🌿 **200\u00a0excused** <@${someMember}>, `);
    expect(text).toContain(", 185 more\n");
    expect(text).toContain("Waiting to be connected: <@1>");
  });

  it("says how far along those behind are, and below them who is on track", () => {
    const minutes = { name: "Minutes in game", target: 120, targetType: "minutes", passed: false };
    const row = (outcome: "behind" | "on-track", achieved: number): TeamRowInFull => {
      const missing = [{ ...minutes, achieved, timeoff: false }];
      const behind = outcome === "behind" ? missing : [];
      return {
        account: accountOf(),
        summary: { outcome, passed: 0, counted: 1, missing, behind },
        assignments: missing,
      };
    };
    const rows = [row("behind", 8), row("on-track", 90), row("on-track", 91)];
    const pace = "should be at 35 min by now";
    const board = {
      title: () => "Standings",
      rows,
      waiting: [],
      ...week,
      pace,
      maxLength: room,
      isDrawn: false,
    };
    const person = `<@${someMember}>`;
    expect(textOf(renderTeamBoard(board, someContext()))).toContain(
      `🟧 **1\u00a0behind** · should\u00a0be\u00a0at\u00a035\u00a0min\u00a0by\u00a0now\n${person} · 8\u00a0of\u00a0120\u00a0min\n\n🟦 **2\u00a0on\u00a0track** ${person}, ${person}`,
    );
    const beside = textOf(renderTeamBoard({ ...board, isDrawn: true }, someContext()));
    expect(beside).toMatch(new RegExp(`\\nWeek ends: [^\\n]*\\n🟧 \\*\\*Behind\\*\\* ${person}`));
    expect(beside).not.toMatch(/should|expected|of\u00a0120|on\u00a0track/);
  });

  it("in a digest says once that people are behind, not on each line too", () => {
    const minutes = { name: "Minutes in game", achieved: 8, target: 120, targetType: "minutes" };
    const missing = [{ ...minutes, passed: false, timeoff: false }];
    const row: TeamRowInFull = {
      account: accountOf(),
      summary: { outcome: "behind", passed: 0, counted: 1, missing, behind: missing },
      assignments: missing,
    };
    const { text, lines } = summarizeTeam([row, row], "People");
    const line = `🟧 <@${someMember}> · 8\u00a0of\u00a0120\u00a0min`;
    expect([text, ...lines]).toEqual(["2\u00a0behind", line, line]);
  });

  it("names first those behind, and on the last day those who passed", () => {
    const [some, none, all] = [
      ["passed", "behind", "behind", "on-track", "excused"],
      ["passed", "on-track", "nothing"],
      ["passed", "passed", "excused", "unknown"],
    ] as const;
    expect([some, none, all, []].map(describeBehind)).toEqual([
      "2 of\u00a04 behind",
      "nobody behind",
      "all 2 passed",
      "",
    ]);
    expect([some, none, all, []].map(describePassedSoFar)).toEqual([
      "1 of\u00a04 passed",
      "1 of\u00a02 passed",
      "2 of\u00a02 passed",
      "",
    ]);
  });

  it("lists open orders by status, stuck ones first, then the furthest along, and explains the mark", () => {
    const order = (number: number, status: string) =>
      Order.parse({
        _id: `id${number}`,
        order_number: number,
        items: ["Latte"],
        status,
        prepared_by: "4711",
      });
    const text = textOf(
      renderOrdersBoard(
        {
          groups: [
            {
              status: "submitted",
              orders: [{ order: order(9, "submitted"), isStuck: false, isSlow: false }],
            },
            {
              status: "preparing",
              orders: [
                { order: order(7, "preparing"), isStuck: true, isSlow: false },
                { order: order(8, "preparing"), isStuck: false, isSlow: false },
              ],
            },
            {
              status: "waiting_for_pickup",
              orders: [{ order: order(6, "waiting_for_pickup"), isStuck: false, isSlow: false }],
            },
            {
              status: "on the moon",
              orders: [{ order: order(5, "on the moon"), isStuck: false, isSlow: false }],
            },
          ],
          stuckAfterMs: 30 * 60_000,
          oldCount: 1,
          isDrawn: false,
          maxLength: room,
        },
        someContext(new Map([["4711", accountOf()]])),
      ),
    );
    const oldLine =
      "1 old order without recent changes isn't listed; `/order search` finds it under *Forgotten*.";
    expect(text).toContain("5\u00a0open\u00a0orders, 1\u00a0stuck\n");
    const line = (number: number) => `**#${number}** Latte · by\u00a0<@${someMember}>`;
    expect(text).toContain(
      [
        `1\u00a0stuck\n**🧑‍🍳 Preparing · 2**\n⚠️ ${line(7)}\n${line(8)}`,
        `**🛎️ Ready for pickup · 1**\n${line(6)}`,
        `**📝 Submitted · 1**\n${line(9)}`,
        `**🔹 on the moon · 1**\n${line(5)}\n${oldLine}\n-# ⚠️\u00a0stuck over 30\u00a0min`,
      ].join("\n\n"),
    );
  });

  it("of open orders names who makes an order, for whom it is once made, and no preparer who gave up", () => {
    const textWith = (status: string): string => {
      const order = Order.parse({
        _id: "a",
        order_number: 7,
        items: ["Latte"],
        status,
        prepared_by: "4711",
        customer: "4712",
      });
      const groups = [{ status, orders: [{ order, isStuck: false, isSlow: false }] }];
      const board = { groups, stuckAfterMs: 30 * 60_000, oldCount: 0, isDrawn: false, maxLength: room };
      const names = new Map([
        ["4711", accountOf()],
        ["4712", accountOf({ discordUserId: "110000000000000077" })],
      ]);
      return textOf(renderOrdersBoard(board, someContext(names)));
    };
    expect(textWith("preparing")).toContain(
      `\n**🧑‍🍳 Preparing · 1**\n**#7** Latte · by\u00a0<@${someMember}>`,
    );
    const made = "**#7** Latte · for\u00a0<@110000000000000077>";
    expect(textWith("completed")).toContain(`\n**✅ Completed · 1**\n${made}`);
    expect(textWith("waiting_for_pickup")).toContain(`\n**🛎️ Ready for pickup · 1**\n${made}`);
    expect(textWith("finding_new_colleague")).toMatch(/\*\*#7\*\* Latte$/m);
  });

  it("of open orders marks and counts late ones, and beside a picture lists only those that need someone", () => {
    const orderOf = (
      number: number,
      status: string,
      need: { isStuck?: boolean; isSlow?: boolean } = {},
      items = ["Latte"],
    ) => {
      const order = Order.parse({ _id: `id${number}`, order_number: number, items, status });
      return { order, isStuck: false, isSlow: false, ...need };
    };
    const [ready, preparing] = [orderOf(4, "waiting_for_pickup"), orderOf(1, "preparing")];
    const late = [2, 3].map((number) => orderOf(number, "preparing", { isSlow: true }));
    const stuck = orderOf(5, "preparing", { isStuck: true, isSlow: true });
    const textWith = (
      orders: readonly (typeof ready)[],
      { maxLength = room, isDrawn = false, isLateKnown = false } = {},
    ) => {
      const groups = [...Map.groupBy(orders, ({ order: { status } }) => status)];
      const board = {
        groups: groups.map(([status, those]) => ({ status, orders: those })),
        stuckAfterMs: 30 * 60_000,
        oldCount: 0,
        isLateKnown,
        isDrawn,
        maxLength,
      };
      return textOf(renderOrdersBoard(board, someContext()));
    };
    const preparingLines = "**🧑‍🍳 Preparing · 3**\n⏰ **#2** Latte\n⏰ **#3** Latte\n**#1** Latte";
    const all = [ready, preparing, ...late];
    expect(textWith(all)).toContain(
      `, 2\u00a0late\n${preparingLines}\n\n**🛎️ Ready for pickup · 1**\n**#4** Latte\n-# ⏰\u00a0late · Times: when ordered`,
    );
    expect(textWith(all, { isDrawn: true })).toBe(
      "\n4\u00a0open\u00a0orders, 2\u00a0late\n**⏰ Late**\n**#2** Latte\n**#3** Latte\n\n**🛎️ Ready for pickup · 1**\n**#4** Latte\n\n**In progress · 3**",
    );
    const readyAndStuck = orderOf(8, "waiting_for_pickup", { isStuck: true });
    const since = { ...readyAndStuck.order, updatedAt: "2026-11-18T11:40:00Z" };
    expect(textWith([{ ...readyAndStuck, order: since }, preparing], { isDrawn: true })).toContain(
      "\n**⚠️ Stuck over 30\u00a0min**\n**#8** · ready: <t:1795002000:R> · Latte",
    );
    const items = ["Earl Grey", "Cappuccino", "Cinnamon bun", "Chai latte"];
    const large = orderOf(6, "waiting_for_pickup", {}, items);
    expect(textWith([large])).toContain("\n**#6** Earl Grey, Cappuccino\u00a0+2\n");
    expect(textWith([large], { isDrawn: true })).toContain(`\n**#6** ${items.join(", ")}`);
    expect(textWith([preparing], { isDrawn: true })).toBe("\n1\u00a0open\u00a0order\n");
    expect(textWith([ready], { isLateKnown: true })).toContain("\n1\u00a0open\u00a0order, none\u00a0late\n");
    expect(textWith([stuck, ready], { isLateKnown: true })).toContain("orders, 1\u00a0stuck\n");
    // The mark of a stuck one says more.
    expect(textWith([stuck])).toContain(
      "**🧑‍🍳 Preparing · 1**\n⚠️ **#5** Latte\n-# ⚠️\u00a0stuck over 30\u00a0min · Times: when ordered",
    );
    const many = Array.from({ length: 20 }, (_, index) => orderOf(index + 10, "preparing"));
    expect(textWith(many)).toMatch(
      /\n\*\*#24\*\* Latte\n… and 5 more: `\/order search`\n-# Times: when ordered$/,
    );
    expect(textWith(many, { maxLength: 300 })).toMatch(
      /\n\*\*#\d+\*\* Latte\n… and \d+ more: `\/order search`\n-# Times: when ordered$/,
    );
  });

  it("of open orders uses one name for those made but not handed over, in text and menu", () => {
    const order = Order.parse({ _id: "a", order_number: 7, items: ["Latte"], status: "completed" });
    const groups = [{ status: "completed", orders: [{ order, isStuck: false, isSlow: false }] }];
    expect(JSON.stringify(createOrderControls([order], "key"))).toContain("✅ Order #7 · Completed");
    const board = { groups, stuckAfterMs: 30 * 60_000, oldCount: 0, isDrawn: false, maxLength: room };
    expect(textOf(renderOrdersBoard(board, someContext()))).toContain("**✅ Completed · 1**");
  });

  it("of open orders draws those in progress, who need someone first, each with its age, under a word", () => {
    const asOf = Date.parse("2026-11-18T12:00:00Z");
    const orderOf = (
      number: number,
      minutes: number,
      parts: Partial<{ isStuck: boolean; isSlow: boolean }> = {},
    ) => {
      const createdAt = new Date(asOf - minutes * 60_000).toISOString();
      const items = ["Latte", "Latte", "Bun"];
      const order = Order.parse({
        _id: `id${number}`,
        order_number: number,
        items,
        status: "preparing",
        createdAt,
      });
      return { order, isStuck: false, isSlow: false, ...parts };
    };
    const times = {
      end: "handed_to",
      total: { medianMs: 9 * 60_000, count: 12 },
      steps: new Map(),
      rush: undefined,
    } as const;
    const look = { asOf, zone: "Europe/Berlin", dateStyle: usualDateStyle };
    const ready = orderOf(4, 90);
    const orders = [
      orderOf(3, 2),
      orderOf(1, 41, { isStuck: true }),
      orderOf(2, 20, { isSlow: true }),
      { ...ready, order: { ...ready.order, status: "waiting_for_pickup" } },
    ];
    const draw = (those: typeof orders) => {
      const drawn = createOrdersPicture(those, times, look);
      if (drawn === undefined) throw new Error("no picture");
      return drawn;
    };
    const picture = draw(orders);
    expect(
      picture.groups.map(({ state, tone, count, orders: [first] }) => [
        count,
        state,
        tone,
        first?.number,
        first?.age.replace("\u00a0", " "),
      ]),
    ).toEqual([
      [1, "stuck", "failed", "#1", "41 min"],
      [1, "late", "waiting", "#2", "20 min"],
      [1, "preparing", "information", "#3", "2 min"],
    ]);
    expect(ordersDrawing.describe(picture).replaceAll("\u00a0", " ")).toBe(
      "3 orders in progress at Wed 18 Nov, 13:00. Usually handed over in 9 min. 1 stuck: #1 2 × Latte +1, 41 min. 1 late: #2 2 × Latte +1, 20 min. 1 preparing: #3 2 × Latte +1, 2 min.",
    );
    expect(createOrdersPicture(orders.slice(3), times, look)).toBeUndefined();
    const [left = orderOf(5, 3)] = orders;
    const deserted = { ...left, order: { ...left.order, status: "finding_new_colleague" } };
    expect(draw([deserted]).groups).toMatchObject([
      { state: "finding a new colleague", tone: "information" },
    ]);
    const many = draw(Array.from({ length: 30 }, (_, index) => orderOf(index, index)));
    const [group] = many.groups;
    expect([group?.orders.length, group?.count, many.total, group?.orders[0]?.number]).toEqual([
      10,
      30,
      30,
      "#29",
    ]);
    const ten = ordersDrawing.describe(
      draw(Array.from({ length: 10 }, (_, index) => orderOf(index, index / 9))),
    );
    for (let number = 0; number < 10; number += 1) expect(ten).toContain(`#${number} `);
    expect(ten.replaceAll("\u00a0", " ")).toMatch(/#9 2 × Latte \+1, 1 min; #8 2 × Latte \+1, now; /);
  });

  it("of open orders has the colour of those that are late or stuck, and none where they are only ready", () => {
    const colorOf = (status: string, { isStuck = false, isSlow = false } = {}) => {
      const order = Order.parse({ _id: "a", order_number: 7, items: ["Latte"], status });
      const groups = [{ status, orders: [{ order, isStuck, isSlow }] }];
      const board = { groups, stuckAfterMs: 30 * 60_000, oldCount: 0, isDrawn: false, maxLength: room };
      return renderOrdersBoard(board, someContext()).embeds?.[0]?.color;
    };
    expect(colorOf("preparing", { isSlow: true })).toBe(0xf08c00);
    expect(colorOf("waiting_for_pickup", { isStuck: true })).toBe(0xf08c00);
    expect(colorOf("waiting_for_pickup")).toBe(0x4c6ef5);
    expect(colorOf("preparing")).toBe(0x4c6ef5);
  });

  it("of open orders names the oldest unless it's first in the list, with a relative time only when live", () => {
    const at = ["2026-11-18T11:50:00Z", "2026-11-18T11:40:00Z"];
    const seconds = (text = "") => String(Date.parse(text) / 1000);
    const headOf = (isLive: boolean, count: number, first = "waiting_for_pickup") => {
      const groups = at.slice(0, count).map((createdAt, index) => {
        const status = index === 0 ? first : "preparing";
        const order = Order.parse({ _id: createdAt, order_number: 7, status, createdAt });
        return { status, orders: [{ order, isStuck: false, isSlow: false }] };
      });
      const board = { groups, stuckAfterMs: 30 * 60_000, oldCount: 0, isDrawn: false, maxLength: room };
      const formats = isLive ? someContext() : toFormatsForOthers(someContext());
      return renderOrdersBoard(board, formats).embeds?.[0]?.description?.split("\n")[0];
    };
    expect(headOf(true, 2)).toBe(`Oldest: **#7** · <t:${seconds(at[1])}:R>`);
    expect(headOf(false, 2)).toBe(`Oldest: **#7** · <t:${seconds(at[1])}:t>`);
    const none = "**";
    expect(headOf(true, 1)?.startsWith(none)).toBe(true);
    expect(headOf(true, 2, "preparing")?.startsWith(none)).toBe(true);
  });

  it("of final standings lists the longest streaks of failed weeks first, then those who missed most", () => {
    const minutes = { assignment_name: "Minutes", target: 120, target_type: "minutes", passed: false };
    const entry = {
      _id: "1",
      timeoff: false,
      year: 2026,
      week_number: 47,
      week_start: "",
      week_end: "",
      endMs: 0,
    };
    const failed = (name: string, achieved: number, failedInRow: number): FinalRow => ({
      account: { ...accountOf(), displayName: name },
      result: {
        mark: "failed",
        entries: [{ ...entry, ...minutes, achieved }],
        before: undefined,
        failedInRow,
      },
    });
    const rows = [failed("Leo", 90, 1), failed("Noor", 14, 1), failed("Jonas", 100, 4)];
    const inOrder = rows.toSorted(compareFinal).map(({ account }) => account.displayName);
    expect(inOrder).toEqual(["Jonas", "Noor", "Leo"]);
    const text = textOf(renderFinalStandings({ rows, ...ended, maxLength: room }, someContext()));
    expect(text).toContain(" · 100\u00a0of\u00a0120\u00a0min (4th\u00a0fail\u00a0in\u00a0a\u00a0row)");
  });

  it("of final standings names those who passed with their minutes, the best first, and counts the results before", () => {
    const entry = { year: 2026, week_number: 47, week_start: "", week_end: "", endMs: 0, timeoff: false };
    const goal = { assignment_name: "Minutes", target: 120, target_type: "minutes", passed: true };
    const best = (achieved: number, before: "passed" | "failed" | "excused"): FinalRow => ({
      account: accountOf(),
      result: {
        mark: "passed",
        entries: [{ ...entry, ...goal, achieved }],
        before,
        failedInRow: 0,
      },
    });
    const rows = [best(163, "passed"), best(155, "excused"), best(150, "failed")];
    const text = textOf(renderFinalStandings({ rows, ...ended, maxLength: room }, someContext()));
    const place = (minutes: number) => `<@${someMember}>\u00a0**${minutes}**`;
    expect(text).toContain(
      `\n✅ **3 passed** (minutes)\n${place(163)}, ${place(155)}, ${place(150)}\nBack after failing: `,
    );
    const picture = createStandingsPicture("Week of 9 November", rows, () => ({ name: "Mia" }));
    expect(picture.counts).toEqual([{ outcome: "passed", count: 3 }]);
    expect(picture.rows.map(({ note }) => note)).toEqual(["163\u00a0min", "155\u00a0min", "150\u00a0min"]);
    expect(text).toContain("\nThe week before: 1\u00a0of\u00a02\u00a0passed, 1\u00a0excused");
  });

  it("of final standings counts the week before, too", () => {
    const text = textOf(
      renderFinalStandings(
        {
          rows: [
            {
              account: accountOf(),
              result: { mark: "passed", entries: [], before: "failed", failedInRow: 0 },
            },
          ],
          ...ended,
          maxLength: room,
        },
        someContext(),
      ),
    );
    expect(text).toBe(
      [
        "\nWeek of 9\u00a0Nov: 1\u00a0passed\nFinal standings · 1 person\nThe week before: 0\u00a0of\u00a01\u00a0passed",
        `✅ **1 passed**\n<@${someMember}>\nBack after failing: <@${someMember}>`,
      ].join("\n\n"),
    );
  });
});

describe("the kinds", () => {
  it("have names and choices that commands can offer", () => {
    expect(boardKinds.map(({ name }) => name)).toEqual([
      "calendar",
      "team",
      "report",
      "leaderboard",
      "on-now",
      "orders",
      "posts",
      "digest",
    ]);
    for (const { options } of boardKinds) {
      const all = Object.entries(options);
      const fields = all.flatMap(([key, { field, usual }]) => field?.create(key, usual).component ?? []);
      // Besides how to post it, whom to mention and what is ticked.
      expect(fields.length).toBeLessThanOrEqual(2);
      expect(all.length - fields.length).toBeLessThanOrEqual(7);
      for (const field of fields)
        if ("options" in field) expect(field.options?.some((option) => option.default === true)).toBe(true);
      for (const [, { read, usual }] of all) {
        expect(read(undefined)).toEqual(usual);
        expect(read({ no: "such value" })).toEqual(usual);
        expect(read(usual)).toEqual(usual);
      }
    }
  });
});

it("a workspace's name is plain text in the small print, whatever it is", () => {
  const message = { embeds: [{ description: "Open" }] };
  const text = textOf(withAsOf(message, { ...asOfNow(), workspaceName: "**x** @everyone" }, someContext()));
  expect(text).toContain("\n-# \\*\\*x\\*\\* \\@everyone");
});
