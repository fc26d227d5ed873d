import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { weekSettings } from "../../src/domain/weeks.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { person } from "../kit/person-option.ts";
import { readOwnGifts } from "./own-gifts.ts";
import { renderActivity } from "./render-view.ts";

const id = defineCustomId("activity.view.page", { userId: z.string().refine(isServiceId), page: PageIndex });

export const viewPageButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: ({ userId, page }, ctx) => showActivity(userId, page, ctx),
});

/** Of the button that opens somebody's activity. */
export const firstPageId = (userId: string): string => id.encode({ userId, page: 0 });

/** @throws UserError when the caller may see their own activity only */
async function showActivity(userId: string, page: number, ctx: LinkedContext): Promise<Reply> {
  await ctx.admitAbout(userId);
  const activity = await ctx.api.getActivity({
    params: { workspaceId: ctx.workspaceId, userId },
    query: { game: true },
  });
  const [names, settings, ownGifts] = await Promise.all([
    namesOf([userId, ...activity.last_25.map(({ gifted_by }) => gifted_by)], ctx),
    ctx.store.guildSettings.all(ctx.guildId),
    readOwnGifts(ctx),
  ]);
  const { zone, startsOn } = weekSettings(settings);
  const counting = { zone, startsOn: settings.has("week-start") ? startsOn : undefined };
  const customIdOf = (index: number) => id.encode({ userId, page: index });
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderActivity({ userId, names, activity, counting, ownGifts, page, customIdOf }, now);
}

export const view = defineSubcommand({
  name: "view",
  description: "See somebody's minutes and messages of this week, and their last 25 visits",
  options: { person: person("Whose: a name, a mention or a user id; you when left out", firstPageId) },
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["getActivity"],
  components: [viewPageButton],
  run: ({ options }, ctx) => showActivity(options.person, 0, ctx),
});
