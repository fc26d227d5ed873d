import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderPublicReminder, renderReminder } from "../../commands/remind/message.ts";
import { renderNotice, renderPublicNotice } from "../../commands/remind/notice/message.ts";
import { renderReminderOn } from "../../commands/remind/render-state.ts";
import { palette } from "../../src/ui/embed.ts";
import type { Week, WeekAssignment } from "../../commands/weeks/store.ts";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { someMember, aboutNow, hostileText } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const anyAssignment: fc.Arbitrary<Assignment> = fc
  .record({
    name: hostileText,
    target_type: hostileText,
    target: fc.double({ noNaN: true, min: 1, max: 1e12 }),
    completed: fc.double({ noNaN: true, min: 0, max: 1e12 }),
  })
  .map((parts) => ({
    _id: "1",
    active: true,
    createdAt: aboutNow.toString(),
    updatedAt: aboutNow.toString(),
    description: undefined,
    due: aboutNow.toString(),
    ...parts,
  }));

test("whatever is missing, a reminder fits in a message and pings only its person", () => {
  fc.assert(
    fc.property(fc.array(anyAssignment, { minLength: 1, maxLength: 60 }), hostileText, (missing, name) => {
      const view = {
        guildId: "1".repeat(20),
        discordUserId: someMember,
        workspaceName: name,
        missing,
        leftOut: [{ noun: "assignment", unreadable: 2, beyond: 1 }],
        resetsAt: aboutNow,
      };
      expectWithinLimits(renderReminder(view), [someMember]);
      const { pings, ...inPublic } = renderPublicReminder(view);
      expect(pings).toEqual([someMember]);
      expectWithinLimits(inPublic, [someMember]);
    }),
  );
});

test("newly connected people learn that the time is determined automatically", () => {
  const reminder = {
    guildId: "1",
    discordUserId: someMember,
    kind: "week" as const,
    linkKey: "cafe",
    channelId: "2",
    hours: 24,
    setAt: 0,
    remindedWeek: undefined,
  };
  expect(
    renderReminderOn({ reminder, wasOn: false, week: undefined, place: { channelId: "2" } }, someContext())
      .embeds?.[0]?.description,
  ).toContain("I don't know yet when your week ends. I'll find out within a few hours");
});

test("whatever happened, a notice fits in a message and names only its person", () => {
  const place = { guildId: "1".repeat(20), discordUserId: someMember, noticedAt: aboutNow.epochMilliseconds };
  fc.assert(
    fc.property(
      fc.array(anyAssignment, { minLength: 1, maxLength: 60 }),
      fc.array(hostileText, { minLength: 1, maxLength: 60 }),
      hostileText,
      (assignments, items, workspaceName) => {
        const marked = assignments.map(({ name, target, target_type: targetType, completed: achieved }) => ({
          name,
          target,
          targetType,
          achieved,
          passed: false,
          timeoff: false,
        }));
        const week = { guildId: "1", workspaceId: "w", userId: "7", weekStart: "2026-11-16", endsAt: 1 };
        const numbers = { snapshotAt: 0, minutes: 1, messages: 1, orders: 1, state: "final" as const };
        const order = { _id: "1", order_number: 1, items, status: "waiting_for_pickup" };
        const contents = [
          { kind: "assignment", assignments } as const,
          { kind: "order", orders: Array.from({ length: 60 }, () => ({ ...anyOrder, ...order })) } as const,
          { kind: "marked", weeks: [{ ...week, ...numbers, assignments: marked }] } as const,
        ];
        for (const content of contents) {
          const here = { ...place, workspaceName, kind: content.kind };
          expectWithinLimits(renderNotice(content, here, someContext()), [someMember]);
          const { pings, ...inPublic } = renderPublicNotice(here);
          expect(pings).toEqual([someMember]);
          expectWithinLimits(inPublic, [someMember]);
        }
      },
    ),
  );
});

test("the notice of a week's result says it in its title, and in its colour", () => {
  const headOf = (...marks: readonly Partial<WeekAssignment>[]) => {
    const weeks = marks.map((mark, index): Week => {
      const goal = { name: "Minutes", targetType: "minutes", target: 120, achieved: 60 };
      const assignments = [{ ...goal, passed: false, timeoff: false, ...mark }];
      const whose = {
        guildId: "1",
        workspaceId: "w",
        userId: "7",
        weekStart: `2026-11-0${index + 1}`,
        endsAt: 1,
      };
      return { ...whose, assignments, snapshotAt: 2, minutes: 1, messages: 1, orders: 1, state: "final" };
    });
    const place = { guildId: "1", discordUserId: someMember, workspaceName: "Café", noticedAt: 1 };
    const content = { kind: "marked", weeks } as const;
    const [card] = renderNotice(content, { ...place, kind: "marked" }, someContext()).embeds ?? [];
    return [card?.title, card?.color];
  };
  const [passed, excused] = [{ achieved: 120, passed: true }, { timeoff: true }];
  expect(headOf(passed)).toEqual(["You passed your week", palette.done]);
  expect(headOf({})).toEqual(["You didn't pass your week", palette.harmful]);
  expect(headOf(excused)).toEqual(["You were excused for a week", palette.over]);
  expect(headOf({ target: 0 })).toEqual(["Your week is over", palette.over]);
  expect(headOf(passed, {}, passed)).toEqual(["Your weeks: 2\u00a0passed, 1\u00a0failed", palette.harmful]);
});

const anyOrder = {
  submitted_by: undefined,
  customer: undefined,
  prepared_by: undefined,
  picked_up_by: undefined,
  game_id: undefined,
  job_id: undefined,
  createdAt: undefined,
  updatedAt: undefined,
};
