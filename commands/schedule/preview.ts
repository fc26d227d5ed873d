import { findKind } from "./boards/index.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "./store.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { renderPreview } from "./render-state.ts";
import { scheduleOption } from "./options.ts";

/** With those of *My week* below a calendar. */
export const previewOperations = [
  "getCalendar",
  "getAssignments",
  "searchOrders",
  "listPosts",
  "getActivity",
] as const;

export async function previewSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const kind = findKind(schedule.kind);
  if (kind === undefined)
    throw new UserError("I no longer support this kind of post, so there's nothing to show.");
  const { guildId, channelId, linkKey } = schedule;
  // A schedule stays with its workspace, whichever one this channel uses.
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
  const board = await kind.make({ ctx, schedule, link, api, now: ctx.now() });
  const message = renderPreview(schedule, board);
  if ("empty" in board) return message;
  const { picture, beside } = board;
  return drawInto(
    { message, beside: beside && renderPreview(schedule, { ...board, message: beside }), picture },
    ctx,
  );
}

export const preview = defineSubcommand({
  name: "preview",
  description: "See what a schedule would post now (only you can see it)",
  options: { schedule: scheduleOption() },
  access: "manager",
  purpose: "see what a schedule would post",
  needs: "guild",
  ack: "ephemeral",
  operations: previewOperations,
  run: ({ options: { schedule } }, ctx) => previewSchedule(schedule, ctx),
});
