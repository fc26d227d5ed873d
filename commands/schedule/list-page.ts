import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { renderSchedules } from "./render-list.ts";

const id = defineCustomId("schedule.page", { page: PageIndex });

export const listPageButton = defineButton({
  id,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ page }, ctx) => showSchedules(page, ctx),
});

export async function showSchedules(page: number, ctx: GuildContext): Promise<Answer> {
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
