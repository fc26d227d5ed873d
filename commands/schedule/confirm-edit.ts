import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { channelGone, channelWasGone } from "../../src/text/channel-gone.ts";
import { runsOf } from "./next-runs.ts";
import { fingerprintOf, Plan, refreshEveryMs } from "./plan.ts";
import { renderEdited } from "./render-plan.ts";
import { followPin, takeDown } from "./posted-message.ts";
import { refuseBeyondCaller } from "./surroundings.ts";

const Payload = z.object({
  /** What changes, in words, for the record. */
  before: z.string(),
  after: z.string(),
  id: z.string(),
  /** Of the schedule as it was when the question was asked. */
  seen: z.string(),
  plan: Plan,
});

interface Edited {
  readonly dues: readonly number[];
  readonly isPaused: boolean;
  /** The old standing message could not be deleted. */
  readonly left: boolean;
}

export const editConfirmation = defineConfirmation<z.output<typeof Payload>, Edited, "guild">({
  kind: "schedule.edit",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Change schedule", harmful: false },
  keep: { label: "Keep it as it is", sentence: "The schedule stays as it is. Nothing was changed." },
  unknownSentence:
    "I could not finish changing the schedule, so I cannot tell how it stands. Check `/schedule list` before you change it again.",
  async perform({ id, seen, plan }, ctx) {
    const { store, guildId } = ctx;
    const present = await store.schedules.find(guildId, id);
    if (present === undefined || fingerprintOf(present) !== seen)
      throw new UserError(
        "This schedule was changed or removed since this question was asked, so nothing was changed now. Look at `/schedule list`, then run `/schedule edit` again.",
      );
    await refuseBeyondCaller(plan, ctx);
    const now = ctx.now();
    const everyMs = refreshEveryMs(plan);
    const dues = runsOf(plan, now);
    // What stands elsewhere, or was posted in another way, is not this schedule's message any more.
    const startsAnew = present.channelId !== plan.channelId || present.mode !== plan.mode;
    await store.schedules.change(guildId, id, {
      ...plan,
      mentionRoleId: plan.mentionRoleId,
      nextDueAt: dues[0],
      refreshEveryMs: everyMs,
      nextRefreshAt: everyMs === undefined ? undefined : now + everyMs,
      ...(startsAnew && { messageId: undefined, messageHash: undefined }),
      ...(present.channelId !== plan.channelId &&
        present.pausedReason === channelGone && { pausedReason: channelWasGone }),
    });
    const isGone = !startsAnew || (await takeDown(present, ctx));
    if (!startsAnew) await followPin(present, plan.pins, ctx);
    const isPaused = present.state === "paused";
    if (plan.mode === "standing" && !isPaused)
      await store.deliveries.add({ scheduleId: id, guildId, dueAt: now });
    return { dues, isPaused, left: !isGone };
  },
  outcome: {
    target: (_result, { id }) => id,
    alreadySentence: () => "This schedule was already changed so. Nothing was done twice.",
  },
  receipt: ({ dues, isPaused, left }, { id, plan }, ctx) =>
    renderEdited({ after: { plan, dues }, isPaused }, { id, left }, ctx),
});
