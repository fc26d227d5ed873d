import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { renderRunning } from "./render-run.ts";

const Payload = z.object({ id: z.string(), kind: z.string().optional(), channelId: z.string() });

export const runConfirmation = defineConfirmation<z.output<typeof Payload>, boolean, "guild">({
  kind: "schedule.run",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Post it now", harmful: false },
  keep: { label: "Leave it", sentence: "Nothing was posted. The schedule goes on as before." },
  unknownSentence:
    "I could not finish this, so I cannot tell whether it will be posted. Look into the channel before you try again.",
  async perform({ id }, ctx) {
    const { store, guildId, now } = ctx;
    const schedule = await store.schedules.find(guildId, id);
    if (schedule === undefined)
      throw new UserError("This schedule was removed since this question was asked, so nothing was posted.");
    if (schedule.state === "paused") throw new UserError(pausedSentence);
    await refuseUnlinked(schedule, ctx);
    return store.deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  },
  outcome: {
    target: (_result, { id }) => id,
    alreadySentence: () => "This was already handed on to be posted. Nothing was posted twice.",
  },
  receipt: (_result, payload, ctx) => renderRunning(payload, ctx),
});

/** @throws UserError when the workspace that a schedule is about is no longer linked */
export async function refuseUnlinked(
  { linkKey }: Pick<Schedule, "linkKey">,
  { store, guildId }: Pick<GuildContext, "store" | "guildId">,
): Promise<void> {
  if ((await store.guildLinks.find(guildId, linkKey)) === undefined)
    throw new UserError(
      "This server is no longer linked to the workspace that this schedule is about, so nothing was posted. Remove it with `/schedule remove`, or add it anew for another workspace with `/schedule add`.",
    );
}

export const pausedSentence =
  "This schedule is paused, so nothing was posted. Let it go on with `/schedule resume` first.";
