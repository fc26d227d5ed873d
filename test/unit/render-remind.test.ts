import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderPublicReminder, renderReminder } from "../../src/jobs/reminder-message.ts";
import { renderReminderOn } from "../../commands/remind/render-state.ts";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { someMember } from "../support/people-data.ts";
import { aboutNow, hostileText } from "../support/service-data.ts";
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

test("whatever is missing, a reminder fits into a message and pings its person at most", () => {
  fc.assert(
    fc.property(fc.array(anyAssignment, { minLength: 1, maxLength: 60 }), hostileText, (missing, name) => {
      const view = {
        guildId: "1".repeat(20),
        discordUserId: someMember,
        workspaceName: name,
        missing,
        resetsAt: aboutNow,
      };
      expectWithinLimits(renderReminder(view), [someMember]);
      const { pings, ...inPublic } = renderPublicReminder(view);
      expect(pings).toEqual([someMember]);
      expectWithinLimits(inPublic, [someMember]);
    }),
  );
});

test("newly connected people read that the moment is found out without them", () => {
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
  expect(renderReminderOn(reminder, undefined, someContext()).embeds?.[0]?.description).toContain(
    "I don't know yet when your week resets. I'll find out within a few hours",
  );
});
