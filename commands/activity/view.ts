import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { person } from "../kit/person-option.ts";
import { createPastWeeksButton, pastWeeksComponents } from "./history.ts";
import { readOwnGifts } from "./own-gifts.ts";
import { renderActivity } from "./render-view.ts";

export const activityPages = definePagedList({
  name: "activity.view",
  about: { userId: z.string().refine(isServiceId) },
  access: "self-or-manager",
  needs: "link",
  async show({ userId, page }, ctx, { createCustomId }) {
    await ctx.admitAbout(userId);
    const activity = await ctx.api.getActivity({
      params: { workspaceId: ctx.workspaceId, userId },
      query: { game: true },
    });
    const [names, settings, savedWeeks, ownGifts] = await Promise.all([
      readNames([userId, ...activity.last_25.map(({ gifted_by }) => gifted_by)], ctx),
      ctx.store.guildSettings.all(ctx.guildId),
      ctx.store.weeks.known(ctx.guildId, ctx.workspaceId, 2),
      readOwnGifts(ctx),
    ]);
    const { zone, startsOn } = parseWeekSettings(settings);
    const counting = { zone, startsOn: settings.has("week-start") ? startsOn : undefined };
    const { name: workspaceName } = ctx.link;
    const pastWeeksButton = createPastWeeksButton(userId);
    const shown = { userId, activity, weekSettings: counting, savedWeeks, ownGifts, workspaceName, page };
    return renderActivity({ ...shown, createCustomId, pastWeeksButton }, renderContext(ctx, names));
  },
});

export const view = defineSubcommand({
  name: "view",
  description: "See this week's minutes and messages, and the last 25 visits",
  options: {
    person: person("Whose: a name, a mention or a user id (yours by default)", (userId) =>
      activityPages.createCustomId({ userId, page: 0 }),
    ),
  },
  access: "self-or-manager",
  purpose: "see who was in the game",
  needs: "link",
  ack: "ephemeral",
  operations: ["getActivity"],
  components: [...activityPages.components, ...pastWeeksComponents],
  run: ({ options }, ctx) => activityPages.show({ userId: options.person, page: 0 }, ctx),
});
