import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { openReach, openSchedule } from "./open.ts";
import { renderSchedules } from "./render-list.ts";
import { channelNamesOf } from "./schedule-option.ts";

const scheduleList = definePagedList({
  name: "schedule",
  about: {},
  access: "manager",
  needs: "guild",
  open: (scheduleId, _asked, ctx) => openSchedule(scheduleId, ctx),
  async show({ page }, ctx, ids) {
    const { store, guildId } = ctx;
    const [schedules, links, zone, channelNames] = await Promise.all([
      store.schedules.list(guildId),
      store.guildLinks.list(guildId),
      store.guildSettings.get(guildId, "zone"),
      channelNamesOf(ctx),
    ]);
    return renderSchedules({ schedules, links, zone, channelNames, page, ...ids }, renderContext(ctx));
  },
});

export const list = defineSubcommand({
  name: "list",
  description: "See all schedules, when each posts next, and how its last post went",
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: openReach.operations,
  components: [...scheduleList.components, ...openReach.components],
  run: (_asked, ctx) => scheduleList.show({ page: 0 }, ctx),
});
