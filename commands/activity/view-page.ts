import { z } from "zod";
import type { Answer } from "../../src/interactions/answer.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { weekCounting } from "../../src/domain/guild-week.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
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
export async function showActivity(userId: string, page: number, ctx: LinkedContext): Promise<Answer> {
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
  const { zone, startsOn } = weekCounting(settings);
  const counting = { zone, startsOn: settings.has("week-start") ? startsOn : undefined };
  const customIdOf = (index: number) => id.encode({ userId, page: index });
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderActivity({ userId, names, activity, counting, ownGifts, page, customIdOf }, now);
}
