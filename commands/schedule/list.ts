import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Ack } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { definePagedList } from "../kit/paged-list.ts";
import {
  createStep,
  pauseSchedule,
  previewOperations,
  previewSchedule,
  promptRemove,
  promptRun,
  removeConfirmation,
  resumeSchedule,
  runConfirmation,
  steps,
} from "./actions.ts";
import { editComponents, openEditPanel } from "./edit.ts";
import { renderSchedule, renderSchedules } from "./render-list.ts";
import type { Schedule } from "../boards/index.ts";

const defineAction = (
  step: keyof typeof steps,
  ack: Extract<Ack, "update" | "ephemeral">,
  run: (schedule: Schedule, ctx: GuildContext) => Promise<Reply>,
) =>
  defineButton({
    id: steps[step].id,
    access: "manager",
    needs: "guild",
    ack,
    run: async ({ id }, ctx) => run(await findSchedule(id, ctx), ctx),
  });

/** What can be done with a schedule that was just added. A live one is being posted. */
export function createNextSteps(
  id: string,
  mode: Schedule["mode"],
): readonly ReturnType<typeof createStep>[] {
  return [
    ...(mode === "live" ? [] : [createStep("run", id)]),
    createStep("edit", id),
    createButton({ customId: scheduleList.createCustomId({ page: 0 }), label: "All schedules" }),
  ];
}

/** What the menu under the list of schedules reaches. */
const openReach = {
  operations: previewOperations,
  components: [
    defineAction("pause", "update", pauseSchedule),
    defineAction("resume", "update", resumeSchedule),
    defineAction("preview", "ephemeral", previewSchedule),
    defineAction("edit", "ephemeral", openEditPanel),
    defineAction("run", "ephemeral", promptRun),
    defineAction("remove", "ephemeral", promptRemove),
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
        ? [createStep("resume", id, "primary")]
        : [createStep("run", id), createStep("pause", id)]),
      createStep("preview", id),
      createStep("edit", id),
      createStep("remove", id),
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

/** By id; none if Discord doesn't say: even without them, people see what is posted and when. */
async function readChannelNames({
  guildId,
  messenger,
  log,
}: GuildContext): Promise<ReadonlyMap<string, string>> {
  try {
    return await messenger.channelNames(guildId);
  } catch (error) {
    log.info("couldn't read the channels' names", { guildId, error });
    return new Map();
  }
}

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
