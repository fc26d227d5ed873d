import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "./store.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeKind } from "./boards/index.ts";
import { describeChanges } from "./format.ts";
import { readAnnouncements, takeDown } from "./posted-message.ts";
import { type ScheduleRemoval, renderScheduleRemoved, renderRemovePreview } from "./render-state.ts";
import { scheduleOption } from "./options.ts";
import { toSettings } from "./settings.ts";

const Payload = z.object({
  id: z.string(),
  /** What is removed, in words, for the audit log. */
  before: z.string(),
  kind: z.string(),
  channelId: z.string(),
});

export const removeConfirmation = defineConfirmation<z.output<typeof Payload>, ScheduleRemoval, "guild">({
  kind: "schedule.remove",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Remove schedule", destructive: true },
  cancel: { label: "Keep it", sentence: "Nothing was removed." },
  unknownOutcomeText:
    "I couldn't finish removing the schedule, so I don't know whether it's gone. Check `/schedule list` before you try again.",
  async execute({ id }, ctx) {
    const { store, guildId } = ctx;
    const present = await store.schedules.find(guildId, id);
    const announcements = present === undefined ? [] : await readAnnouncements(present, ctx);
    if (present === undefined || !(await store.schedules.remove(guildId, id))) return "already-gone";
    return (await takeDown(present, announcements, ctx)) ? "removed" : "removed-message-left";
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "The schedule was already removed. Nothing was done twice.",
    auditOutcome: (result) => (result === "already-gone" ? "refused" : "done"),
  },
  receipt: (result, payload, ctx) => renderScheduleRemoved(result, payload, renderContext(ctx)),
});

export function promptRemove(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const { id, kind, channelId } = schedule;
  const plan = toSettings(schedule);
  const before = plan === undefined ? describeKind(kind) : describeChanges(plan);
  return removeConfirmation.prompt({ id, before, kind, channelId }, renderRemovePreview(schedule, plan), ctx);
}

export const remove = defineSubcommand({
  name: "remove",
  description: "Remove a schedule permanently, after a preview",
  options: { schedule: scheduleOption() },
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: removeConfirmation.components,
  run: ({ options: { schedule } }, ctx) => promptRemove(schedule, ctx),
});
