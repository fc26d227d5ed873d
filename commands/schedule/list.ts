import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { renderSchedules } from "./render-list.ts";

const id = defineCustomId("schedule.page", { page: PageIndex });

const listPageButton = defineButton({
  id,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ page }, ctx) => showSchedules(page, ctx),
});

async function showSchedules(page: number, ctx: GuildContext): Promise<Reply> {
  const { store, guildId, commandMention } = ctx;
  const [schedules, links, zone] = await Promise.all([
    store.schedules.list(guildId),
    store.guildLinks.list(guildId),
    store.guildSettings.get(guildId, "zone"),
  ]);
  return renderSchedules(
    { schedules, links, zone, page, customIdOf: (index) => id.encode({ page: index }), commandMention },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}

export const list = defineSubcommand({
  name: "list",
  description: "See all schedules, when each is due next, and how its last run went",
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [listPageButton],
  run: (_interaction, ctx) => showSchedules(0, ctx),
});
