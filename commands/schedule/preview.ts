import { findKind } from "../../src/schedules/boards/index.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { renderPreview } from "./render-state.ts";
import { scheduleOption } from "./schedule-option.ts";

export const preview = defineSubcommand({
  name: "preview",
  description: "See what a schedule would post now (only you can see it)",
  options: { schedule: scheduleOption() },
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: ["getCalendar", "getAssignments", "searchOrders", "listPosts"],
  async run({ options: { schedule } }, ctx) {
    const kind = findKind(schedule.kind);
    if (kind === undefined)
      throw new UserError("I no longer support this kind of post, so there's nothing to show.");
    const { guildId, channelId, linkKey } = schedule;
    // A schedule stays with its workspace, whichever one this channel uses.
    const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
    const board = await kind.make({ ctx, schedule, link, api, now: ctx.now() });
    const answer = renderPreview(schedule, board);
    return "picture" in board ? drawInto(answer, board.picture, ctx.pictures) : answer;
  },
});
