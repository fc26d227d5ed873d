import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dailyRule, type ScheduleSettings } from "../../commands/schedule/settings.ts";
import {
  renderAdded,
  renderAddPreview,
  renderEdited,
  renderEditPreview,
  renderPreview,
  renderRemovePreview,
  renderRunning,
  renderRunPreview,
  renderSchedule,
  renderScheduleRemoved,
  renderSchedules,
  type ScheduleList,
} from "../../commands/schedule/render.ts";
import type { Preflight } from "../../commands/schedule/preflight.ts";
import { pickDays, pickTime, resolveSettings, toPanelInput } from "../../commands/schedule/panel-input.ts";
import { parseRuleInput, type RuleInput } from "../../commands/boards/rule-text.ts";
import { boardKinds } from "../../commands/schedule/kinds.ts";
import { notPostedYet } from "../../commands/schedule/delivery/advance.ts";
import type { ScheduleRule } from "../../commands/boards/rule.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { deletedChannel, deletedChannelText } from "../../commands/boards/attempts.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { aboutNow, hostileText, maybe } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const now = aboutNow.epochMilliseconds;
const invoker = { discordUserId: "1100000000000000202" };
const words = {
  ...someContext(),
  now: Temporal.Instant.fromEpochMilliseconds(now),
  by: invoker.discordUserId,
};
const plan: ScheduleSettings = {
  kind: "calendar",
  channelId: "1100000000000000403",
  mode: "new",
  rule: { kind: "weekly", days: [1], time: "18:00" },
  zone: "Europe/Berlin",
  options: { week: 0 },
  mentionRoleId: undefined,
  pins: false,
  replaces: false,
  publishes: false,
};
const fine: Preflight = { isPublic: false, missingPermissions: [] };
const worst: Preflight = { isPublic: true, missingPermissions: ["PinMessages", "MentionEveryone"] };
const schedule: Schedule = {
  ...notPostedYet,
  ...plan,
  mentionRoleId: undefined,
  id: "s1",
  guildId: "1100000000000000001",
  linkKey: "cafe",
  makerDiscordUserId: invoker.discordUserId,
  createdAt: now,
  nextDueAt: now + 60_000,
  refreshEveryMs: undefined,
  nextRefreshAt: undefined,
};
/** Our own marks of channel and role, which show a name and ping nobody, made into plain text of their length. */
function expectTaken(message: Reply): void {
  const text = JSON.stringify(message).replaceAll(/<(?:#|@&)(\d+)>/g, "(#$1)");
  // It was an answer before, and nothing but words in it changed.
  expectWithinLimits(JSON.parse(text) as Reply);
}

const view = (schedules: readonly Schedule[], parts: Partial<ScheduleList> = {}): ScheduleList => ({
  schedules,
  links: [{ linkKey: "cafe", name: "Harbour Café" }],
  channelNames: new Map(),
  page: 0,
  createCustomId: (page) => `page:${page}`,
  openId: "open",
  ...parts,
});
const lineOf = (parts: Partial<Schedule>) =>
  renderSchedules(view([{ ...schedule, ...parts }]), someContext()).embeds?.[0]?.description;
const listed = (parts: Partial<Schedule>, of: Partial<ScheduleList> = {}, ctx = someContext()) =>
  renderSchedule({ ...schedule, ...parts }, of.links ?? view([]).links, ctx).embeds?.[0]?.description;

const inCalendar = "<#1100000000000000403>";
test.each([
  [{}, `🔹 **Calendar** · ${inCalendar} · Mon 18:00`],
  [{ pins: true }, `📌 **Calendar** · ${inCalendar} · Mon 18:00`],
  [{ kind: "orders", mode: "live" }, `🔹 **Open orders** · ${inCalendar} · Mon 18:00`],
  [{ state: "paused" }, `⏸️ **Calendar** · ${inCalendar} · paused`],
  [{ linkKey: "gone" }, `⚠️ **Calendar** · ${inCalendar} · not linked`],
  [{ lastOutcome: "failed", lastRunAt: now }, `⚠️ **Calendar** · ${inCalendar} · last failed`],
  [{ lastReason: "It was down." }, `⚠️ **Calendar** · ${inCalendar} · overdue`],
  [{ nextDueAt: undefined }, `⚠️ **Calendar** · ${inCalendar} · has ended`],
  [{ rule: { kind: "hourly" } }, `⚠️ **Calendar** · ${inCalendar} · unreadable`],
  [
    { rule: { kind: "weekly", days: [1, 2, 3, 4, 5], time: "09:30" } },
    `🔹 **Calendar** · ${inCalendar} · Mon–Fri 09:30`,
  ],
  [{ rule: { kind: "monthly", day: 2, time: "09:30" } }, `🔹 **Calendar** · ${inCalendar} · every 2nd 09:30`],
] satisfies readonly (readonly [Partial<Schedule>, string])[])(
  "the line of %o fits a phone",
  (parts, line) => {
    expect(lineOf(parts)).toBe(line);
  },
);

test("the list names the workspace of each schedule where there are several", () => {
  const links = [
    { linkKey: "cafe", name: "Harbour *Café*" },
    { linkKey: "bakery", name: "Bakery" },
  ];
  const list = renderSchedules(view([schedule], { links }), someContext());
  expect(list.embeds?.[0]?.description).toBe(
    `🔹 **Calendar** · ${inCalendar} · Mon 18:00 · Harbour \\*Café\\*`,
  );
  expect(JSON.stringify(list.components)).toContain('"every Monday at 18:00 · Harbour *Café*"');
});

test("the list counts its schedules in the title, and names the zone of their times", () => {
  const cardOf = (...schedules: readonly Schedule[]) =>
    renderSchedules(view(schedules), someContext()).embeds?.[0];
  expect(cardOf(schedule, schedule)?.title).toBe("2 schedules");
  const board = { kind: "orders", mode: "live", rule: dailyRule, zone: "UTC" } as const;
  expect(cardOf(schedule, { ...schedule, ...board })?.footer?.text).toBe("Berlin time");
});

test("the list tells schedules of several zones apart", () => {
  const list = renderSchedules(
    view([schedule, { ...schedule, id: "s2", zone: "America/New_York" }]),
    someContext(),
  );
  expect(list.embeds?.[0]?.description).toBe(
    [
      `🔹 **Calendar** · ${inCalendar} · Mon 18:00 · Berlin time`,
      `🔹 **Calendar** · ${inCalendar} · Mon 18:00 · New York time`,
    ].join("\n"),
  );
  expect(JSON.stringify(list.components)).toContain("every Monday at 18:00 · New York time");
});

describe("an opened schedule", () => {
  test("shows for each kind what, where, when, how, and how it went", () => {
    expect(listed({})).toBe(
      [
        "In <#1100000000000000403>",
        "Every Monday at 18:00 (Europe/Berlin)",
        "Shows this week",
        `Next: Wed\u00a018\u00a0Nov,\u00a013:01 (<t:${now / 1000 + 60}:R>)`,
        "Not posted yet",
      ].join("\n"),
    );
  });

  test.each([
    [{ lastOutcome: "sent", lastRunAt: now }, `✅ Last posted: <t:${now / 1000}:R>`],
    [
      { lastOutcome: "skipped", lastRunAt: now, lastReason: "Nothing changed since the last post." },
      "skipped: <t:1795003200:R> · Nothing changed since the last post.",
    ],
    [{ lastOutcome: "failed", lastRunAt: now, lastReason: "It broke." }, "❌ Last failed"],
    [{ lastReason: "It was down.", state: "paused" }, "⏸️ Paused by hand\nNot posted yet"],
    [{ lastReason: "The service was not answering." }, "I'm still trying: The service was not answering."],
    [
      { lastOutcome: "sent", lastRunAt: now, lastReason: "The service was not answering." },
      `✅ Last posted: <t:${now / 1000}:R>\n⚠️ Later posts are overdue; I'm still trying: The service was not answering.`,
    ],
    [{ kind: "digest", options: { kinds: ["calendar", "orders"] } }, "Includes the calendar and open orders"],
    [{ state: "paused", pausedReason: "The channel is gone." }, "⏸️ Paused: The channel is gone."],
    [{ state: "paused" }, "⏸️ Paused by hand"],
    [{ nextDueAt: undefined }, "Won't post again"],
    [{ mode: "live", lastOutcome: "sent", lastRunAt: now, lastAsOf: now }, "As of: <t:"],
    [{ kind: "orders", mode: "live" }, "One live message, checked every 2 min"],
    [{ kind: "on-now", mode: "live" }, "One live message, checked every minute"],
    [{ kind: "leaderboard", mode: "live" }, "One live message, checked every hour"],
    [{ rule: { kind: "cron", expression: "0 9 * * *" } }, "By the cron rule `0 9 * * *`"],
    [{ rule: { kind: "hourly" } }, "⚠️ I can no longer read its settings."],
    [{ linkKey: "gone" }, "⚠️ its link was removed"],
    [{ replaces: true }, "🧹 deletes the previous one"],
    [{ pins: true, mentionRoleId: "77" }, "📌 pinned · 🔔 mentions <@&77>"],
  ] satisfies readonly (readonly [Partial<Schedule>, string])[])("of %o says so", (parts, said) => {
    expect(listed(parts)).toContain(said);
  });

  test("of one whose channel was deleted names no channel, and nothing that was in it", () => {
    const gone: Partial<Schedule> = {
      mode: "live",
      state: "paused",
      lastOutcome: "sent",
      lastRunAt: now,
      lastAsOf: now,
      pausedReason: deletedChannel.reason,
      pausedCause: "deleted-channel",
    };
    const commandMention = (path: string) => `</${path}:7>`;
    const text = listed(gone, {}, { ...someContext(), commandMention });
    expect(text).toContain("In a deleted channel");
    expect(text).toContain("The channel was deleted. Choose another one with *Edit…* in </schedule list:7>.");
    expect(text).not.toContain("true as of");
    // As an earlier version stored it.
    const old = "The channel was deleted. Choose another one with `/schedule edit`.";
    expect(listed({ ...gone, pausedReason: old }, {}, { ...someContext(), commandMention })).toBe(text);
    expect(listed({ ...gone, pausedReason: deletedChannelText, pausedCause: undefined })).toContain("In <#");
    expect(listed({ ...gone, kind: "gone" })).toContain("In a deleted channel");
  });

  test("names the workspace where there are several", () => {
    const links = [
      { linkKey: "cafe", name: "Harbour *Café*" },
      { linkKey: "bake", name: "Bakery" },
    ];
    expect(listed({}, { links })).toContain("of Harbour \\*Café\\*");
    expect(listed({})).not.toContain("Harbour");
  });

  test("is within Discord's limits and pings nobody, whatever is stored", () => {
    const anySchedule: fc.Arbitrary<Schedule> = fc
      .record({
        kind: fc.oneof(fc.constantFrom(...boardKinds.map(({ name }) => name)), fc.constant("gone")),
        mode: fc.constantFrom("new", "live", "changed"),
        rule: fc.oneof(
          fc.constant({ kind: "cron", expression: "0 9 * * 1,2,3,4,5,6,7" }),
          fc.constant({ kind: "monthly", day: 30, time: "09:00" }),
          fc.jsonValue(),
        ),
        options: fc.dictionary(fc.constantFrom("week", "kinds", "part", "stuckMinutes"), fc.jsonValue()),
        linkKey: fc.constantFrom("cafe", "gone"),
        state: fc.constantFrom("active", "paused"),
        lastOutcome: maybe(fc.constantFrom("sent", "skipped", "failed")),
        lastRunAt: maybe(fc.constant(now)),
        lastReason: maybe(fc.constant("Discord had trouble taking the message. ".repeat(20))),
      })
      .map((parts) => ({ ...schedule, ...parts }));
    fc.assert(
      fc.property(
        fc.array(anySchedule, { maxLength: 8 }),
        hostileText,
        fc.nat({ max: 3 }),
        (schedules, name, page) => {
          const links = [
            { linkKey: "cafe", name },
            { linkKey: "other", name },
          ];
          expectTaken(renderSchedules(view(schedules, { links, page }), someContext()));
        },
      ),
    );
  });
});

describe("previews and receipts", () => {
  const dues = [now + 60_000, now + 120_000, now + 180_000];

  test("show the next posts on one line, by the zone's calendar; of a cron rule with their times", () => {
    const later = Temporal.Instant.fromEpochMilliseconds(now).add({ hours: 60 * 24 + 4 }).epochMilliseconds;
    const nextOf = (rule: ScheduleRule) => {
      const added = { plan: { ...plan, rule, zone: "Asia/Tokyo" }, dues: [now + 60_000, later] };
      const lines = renderAddPreview(added, fine, words).embeds?.[0]?.description?.split("\n") ?? [];
      return lines.find((line) => line.startsWith("Next: "));
    };
    expect(nextOf(plan.rule)).toBe("Next: 18\u00a0Nov, 18\u00a0Jan\u00a02027");
    expect(nextOf({ kind: "cron", expression: "0 9 * * *" })).toBe(
      "Next: Wed\u00a018\u00a0Nov,\u00a021:01 · Mon\u00a018\u00a0Jan\u00a02027,\u00a001:00",
    );
  });

  test("have what and when in their title, and leave out the obvious", () => {
    const titled = (parts: Partial<ScheduleSettings>) =>
      renderAdded({ plan: { ...plan, ...parts }, dues }, words).embeds?.[0];
    expect(titled({})?.title).toBe("Calendar: every Monday at 18:00");
    expect(titled({})?.description).not.toContain("A new message each time");
    expect(titled({ mode: "changed" })?.description).toContain("A new message when something changed");
    const live = titled({ kind: "orders", mode: "live", rule: dailyRule });
    expect(live?.title).toBe("Open orders: live, checked every 2 min");
    expect(live?.description).toMatch(/^<#\d+>\n/);
  });

  test("warn where the result differs from what people expect", () => {
    const text = (parts: Partial<ScheduleSettings>, around = worst) =>
      renderAddPreview({ plan: { ...plan, ...parts }, dues }, around, words).embeds?.[0]?.description;
    expect(text({ mentionRoleId: "77" })).toMatch(/I can't ping <@&77>.*I don't have \*Mention Everyone/);
    expect(text({ mentionRoleId: "77" }, fine)).not.toContain("I need");
    expect(text({ mentionRoleId: "77", mode: "live" })).toContain("never when it's updated");
    expect(text({ pins: true })).toContain("I can't pin messages: I need *Pin Messages*");
    expect(text({ pins: true }, fine)).not.toContain("I need");
    expect(text({ mode: "live" })).toContain("at its set times, not in between");
    expect(text({ mode: "live", kind: "orders" })).not.toContain("not in between");
  });

  test("of a change say what becomes of the live message", () => {
    const say = (before: Partial<ScheduleSettings>, changed: Partial<ScheduleSettings>, isPaused = false) => {
      const old: ScheduleSettings = { ...plan, kind: "orders", mode: "live", ...before };
      const after = { plan: { ...old, ...changed }, dues };
      const { embeds } = renderEditPreview({ before: old, after, isPaused }, fine, words);
      const lines = embeds?.[0]?.description?.split("\n") ?? [];
      return lines.filter((line) => /message (?:moves|will)|posts stay/.test(line));
    };
    expect(say({}, { pins: true })).toEqual([]);
    expect(say({}, { channelId: "9" })).toEqual([`Its message moves from ${inCalendar} to <#9>.`]);
    expect(say({}, { kind: "team" })).toEqual(["Its live message will be deleted, and another one posted."]);
    const deleted = ["Its live message will be deleted."];
    expect(say({}, { mode: "new" })).toEqual(deleted);
    expect(say({}, { mode: "new", channelId: "9" })).toEqual(deleted);
    expect(say({}, { channelId: "9" }, true)).toEqual(deleted);
    expect(say({ mode: "new" }, { channelId: "9" })).toEqual([`Earlier posts stay in ${inCalendar}.`]);
    expect(say({ mode: "new" }, { mode: "changed" })).toEqual([]);
  });

  test("say when a rule never occurs again", () => {
    const { embeds } = renderAdded({ plan, dues: [] }, words);
    expect(embeds?.[0]?.description).toContain("It won't post again.");
  });

  test("mention a message that Discord didn't allow to be deleted", () => {
    const left = renderScheduleRemoved("removed-message-left", schedule, words).embeds?.[0]?.description;
    expect(left).toContain("Please delete it yourself");
    const after = { plan, dues };
    const edited = renderEdited({ after, isPaused: true, changes: [], left: true, isFull: false }, words);
    expect(edited.embeds?.[0]?.description).toMatch(/Please delete it yourself[\s\S]*still paused/);
  });

  test("say what happens with an empty preview, and with an unchanged one", () => {
    expect(renderPreview(schedule, { empty: "There are no new posts." }).content).toBe(
      "I wouldn't post anything now. There are no new posts.",
    );
    const board = {
      message: { content: "Hello" },
      hash: "h",
      picture: undefined,
      asOf: now,
      stale: undefined,
    };
    const preview = renderPreview({ ...schedule, mode: "changed", messageHash: "h" }, board);
    expect(preview.content).toMatch(/^-# Nothing changed since .*\nHello$/s);
  });

  test("are within Discord's limits for every kind, mode and rule", () => {
    const rules: readonly ScheduleRule[] = [
      plan.rule,
      { kind: "monthly", day: 30, time: "09:00" },
      { kind: "cron", expression: "0,30 7,8,9 1-7 1,2,3,4,5,6 MON-FRI" },
    ];
    for (const { name: kind } of boardKinds)
      for (const mode of ["new", "live", "changed"] as const)
        for (const rule of rules) {
          const one: ScheduleSettings = { ...plan, kind, mode, rule, pins: true, mentionRoleId: "77" };
          const after = { plan: one, dues };
          for (const message of [
            renderAddPreview(after, worst, words),
            renderEditPreview({ before: one, after, isPaused: true }, worst, words),
            renderEditPreview({ before: undefined, after, isPaused: false }, worst, words),
            renderRunPreview({ ...schedule, kind, mode, messageId: "1" }, one, words),
            renderRemovePreview({ ...schedule, kind, mode, messageId: "1" }, undefined, words),
          ])
            expectTaken(message);
        }
  });
});

test("a removal is only said to be final where the schedule can't be added again", () => {
  const asked = (removed: Schedule, settings: ScheduleSettings | undefined) =>
    JSON.stringify(renderRemovePreview(removed, settings, words));
  const live = { ...schedule, mode: "live", messageId: "1" } as const;
  expect(asked(schedule, plan)).toContain("Its posts stay.");
  expect(asked(live, plan)).toContain("Its live message will be deleted.");
  expect(asked(schedule, plan) + asked(live, plan)).not.toContain("can't be undone");
  expect(asked(schedule, undefined)).toContain("This can't be undone. Its posts stay.");
});

describe("typed and chosen times", () => {
  const read = (typed: RuleInput) => parseRuleInput(typed, now);
  const picked = (rule: ScheduleRule, pick: (input: ReturnType<typeof toPanelInput>) => object) => {
    const input = { ...toPanelInput({ ...plan, rule }), ...pick(toPanelInput({ ...plan, rule })) };
    return resolveSettings(plan.zone, { ...input, kind: plan.kind, channelId: plan.channelId }, now).rule;
  };

  test("complete the existing rule", () => {
    const monthly: ScheduleRule = { kind: "monthly", day: 5, time: "09:00" };
    expect(picked(monthly, (input) => pickTime(input, "10"))).toEqual({ ...monthly, time: "10:00" });
    expect(picked(monthly, (input) => pickDays(input, "Sunday"))).toEqual({
      kind: "weekly",
      days: [7],
      time: "09:00",
    });
    expect(picked(plan.rule, (input) => pickDays(input, "1"))).toEqual({
      kind: "monthly",
      day: 1,
      time: "18:00",
    });
    const cron: ScheduleRule = { kind: "cron", expression: "0 9 * * *" };
    expect(picked(cron, (input) => pickTime(input, "10"))).toEqual({
      kind: "weekly",
      days: [1, 2, 3, 4, 5, 6, 7],
      time: "10:00",
    });
  });

  test("make a rule, or none when empty", () => {
    expect(read({})).toBeUndefined();
    expect(read({ dayOfMonth: 6, time: "18:00" })).toEqual({ kind: "monthly", day: 6, time: "18:00" });
    expect(read({ cron: " 0  9 * * 1 " })).toEqual({ kind: "cron", expression: "0 9 * * 1" });
  });

  test("need a time with their days", () => {
    expect(() => read({ days: "sun" })).toThrow("At what time");
  });
});

test("a post that many people have to be read for isn't promised within seconds", () => {
  const reply = renderRunning({ id: "s1", kind: "on-now", channelId: plan.channelId }, words);
  expect(reply.embeds?.[0]?.description).toContain(
    `**Who's on now** will appear in <#${plan.channelId}> once all of it is read, usually within seconds,`,
  );
});
