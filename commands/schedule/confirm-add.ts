import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { runsOf } from "./next-runs.ts";
import { Plan, refreshEveryMs } from "./plan.ts";
import { renderAdded } from "./render-plan.ts";
import { refuseBeyondCaller } from "./surroundings.ts";

/** More than this nobody keeps an eye on. */
export const mostSchedules = 25;

const Payload = z.object({
  /** The plan in words, for the record. */
  after: z.string(),
  plan: Plan,
});

interface Added {
  readonly id: string;
  readonly dues: readonly number[];
}

export const addConfirmation = defineConfirmation<z.output<typeof Payload>, Added, "link">({
  kind: "schedule.add",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Add schedule", harmful: false },
  keep: { label: "Discard", sentence: "The schedule was discarded. Nothing was added." },
  unknownSentence:
    "I could not finish adding the schedule, so I cannot tell whether it exists. Check `/schedule list` before you add it again.",
  async perform({ plan }, ctx) {
    const { guildId, store } = ctx;
    await refuseBeyondCaller(plan, ctx);
    const now = ctx.now();
    const id = ctx.newId();
    const everyMs = refreshEveryMs(plan);
    const dues = runsOf(plan, now);
    const schedule: Schedule = {
      ...plan,
      mentionRoleId: plan.mentionRoleId,
      id,
      guildId,
      linkKey: ctx.link.linkKey,
      state: "active",
      pausedReason: undefined,
      makerDiscordUserId: ctx.caller.discordUserId,
      createdAt: now,
      nextDueAt: dues[0],
      refreshEveryMs: everyMs,
      nextRefreshAt: everyMs === undefined ? undefined : now + everyMs,
      lastRunAt: undefined,
      lastOutcome: undefined,
      lastReason: undefined,
      messageId: undefined,
      messageHash: undefined,
      lastTrueAt: undefined,
      lastPingedAt: undefined,
    };
    // Others may have added some since the question was asked, or add one at this very moment.
    if (!(await store.schedules.createIfRoom(schedule, mostSchedules))) throw fullError();
    if (plan.mode === "standing") await store.deliveries.add({ scheduleId: id, guildId, dueAt: now });
    return { id, dues };
  },
  outcome: {
    target: ({ id }) => id,
    alreadySentence: () => "This schedule was already added. Nothing was done twice.",
  },
  receipt: ({ id, dues }, { plan }, ctx) => renderAdded({ plan, dues }, id, ctx),
});

/** @throws UserError when the guild has as many as it may have */
export async function refuseWhenFull({ store, guildId }: GuildContext): Promise<void> {
  if ((await store.schedules.count(guildId)) >= mostSchedules) throw fullError();
}

function fullError(): UserError {
  return new UserError(
    `This server has ${mostSchedules} schedules, which is as many as it can have, so none was added. Remove one with \`/schedule remove\` first.`,
  );
}
