import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Ack, Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "./store.ts";
import { createButton, createButtonRow, type ButtonOptions } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { editComponents, openEditPanel } from "./confirm-edit.ts";
import { pauseSchedule, resumeSchedule } from "./pause.ts";
import { previewOperations, previewSchedule } from "./preview.ts";
import { promptRemove, removeConfirmation } from "./remove.ts";
import { renderSchedule, renderSchedules } from "./render-list.ts";
import { promptRun, runConfirmation } from "./run-now.ts";
import { readChannelNames } from "./options.ts";

/** Of an opened schedule: its button, which does what the command of that name does. */
function defineStep(
  name: string,
  ack: Extract<Ack, "update" | "ephemeral">,
  label: string,
  run: (schedule: Schedule, ctx: GuildContext) => Promise<Reply>,
): {
  readonly component: Component;
  readonly buttonFor: (id: string, style?: ButtonOptions["style"]) => Button;
} {
  const customId = defineCustomId(`schedule.${name}`, { id: z.string().min(1) });
  return {
    component: defineButton({
      id: customId,
      access: "manager",
      needs: "guild",
      ack,
      run: async ({ id }, ctx) => run(await findSchedule(id, ctx), ctx),
    }),
    buttonFor: (id, style = "secondary") => createButton({ customId: customId.encode({ id }), label, style }),
  };
}
type Button = ReturnType<typeof createButton>;

const steps = {
  pause: defineStep("open-pause", "update", "Pause", pauseSchedule),
  resume: defineStep("open-resume", "update", "Resume", resumeSchedule),
  preview: defineStep("open-preview", "ephemeral", "Preview", previewSchedule),
  edit: defineStep("open-edit", "ephemeral", "Edit…", openEditPanel),
  run: defineStep("open-run", "ephemeral", "Post now…", promptRun),
  remove: defineStep("open-remove", "ephemeral", "Remove…", promptRemove),
};

/** What can be done with a schedule that was just added. A live one is being posted. */
export function createNextSteps(id: string, mode: Schedule["mode"]): readonly Button[] {
  return [
    ...(mode === "live" ? [] : [steps.run.buttonFor(id)]),
    steps.edit.buttonFor(id),
    createButton({ customId: scheduleList.createCustomId({ page: 0 }), label: "All schedules" }),
  ];
}

/** What the menu under the list of schedules reaches. */
const openReach = {
  operations: previewOperations,
  components: [
    ...Object.values(steps).map(({ component }) => component),
    ...editComponents,
    ...runConfirmation.components,
    ...removeConfirmation.components,
  ],
} as const;

/** One schedule, with what can be done with it. @throws UserError if it was removed */
async function openSchedule(scheduleId: string, ctx: GuildContext): Promise<Reply> {
  const schedule = await findSchedule(scheduleId, ctx);
  const { id, state } = schedule;
  const links = await ctx.store.guildLinks.list(ctx.guildId);
  const isPaused = state === "paused";
  return {
    ...renderSchedule(schedule, links, renderContext(ctx)),
    components: createButtonRow(
      ...(isPaused
        ? [steps.resume.buttonFor(id, "primary")]
        : [steps.run.buttonFor(id), steps.pause.buttonFor(id)]),
      steps.preview.buttonFor(id),
      steps.edit.buttonFor(id),
      steps.remove.buttonFor(id),
    ),
  };
}

async function findSchedule(id: string, { store, guildId, commandMention }: GuildContext): Promise<Schedule> {
  const schedule = await store.schedules.find(guildId, id);
  if (schedule !== undefined) return schedule;
  throw new UserError(
    `This schedule was removed, so nothing was done. See the current ones with ${commandMention("schedule list")}.`,
  );
}

const scheduleList = definePagedList({
  name: "schedule",
  about: {},
  access: "manager",
  needs: "guild",
  open: (scheduleId, _asked, ctx) => openSchedule(scheduleId, ctx),
  async show({ page }, ctx, ids) {
    const { store, guildId } = ctx;
    const [schedules, links, channelNames] = await Promise.all([
      store.schedules.list(guildId),
      store.guildLinks.list(guildId),
      readChannelNames(ctx),
    ]);
    return renderSchedules({ schedules, links, channelNames, page, ...ids }, renderContext(ctx));
  },
});

/** What the list, or a button that opens it, reaches. */
export const listReach = {
  operations: openReach.operations,
  components: [...scheduleList.components, ...openReach.components],
} as const;

export const list = defineSubcommand({
  name: "list",
  description: "See all schedules, when each posts next, and how its last post went",
  access: "manager",
  purpose: "see the schedules",
  needs: "guild",
  ack: "ephemeral",
  ...listReach,
  run: (_asked, ctx) => scheduleList.show({ page: 0 }, ctx),
});
