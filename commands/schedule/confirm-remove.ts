import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { renderRemoved } from "./render-remove.ts";
import { takeDown } from "./posted-message.ts";

const Payload = z.object({
  id: z.string(),
  /** What goes, in words, for the record. */
  before: z.string(),
  kind: z.string(),
  channelId: z.string(),
});

export type Removed = "removed" | "removed-message-left" | "already-gone";

export const removeConfirmation = defineConfirmation<z.output<typeof Payload>, Removed, "guild">({
  kind: "schedule.remove",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Remove schedule", harmful: true },
  keep: { label: "Keep it", sentence: "The schedule stays as it is. Nothing was removed." },
  unknownSentence:
    "I could not finish removing the schedule, so I cannot tell whether it is gone. Check `/schedule list` before you try again.",
  async perform({ id }, ctx) {
    const { store, guildId } = ctx;
    const present = await store.schedules.find(guildId, id);
    if (present === undefined || !(await store.schedules.remove(guildId, id))) return "already-gone";
    return (await takeDown(present, ctx)) ? "removed" : "removed-message-left";
  },
  outcome: {
    target: (_result, { id }) => id,
    alreadySentence: () => "The schedule was already removed. Nothing was done twice.",
    record: (result) => (result === "already-gone" ? "refused" : "done"),
  },
  receipt: renderRemoved,
});
