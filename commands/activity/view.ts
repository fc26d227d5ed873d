import { z } from "zod";
import { canAskAbout, createAskAboutVisitButton } from "./ask-about.ts";
import { UserError } from "../../src/errors.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { formatShortLines } from "../weeks/index.ts";
import { findListed } from "../kit/find-listed.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { person } from "../kit/person-option.ts";
import { createPastWeeksButton, pastWeeksComponents } from "./history.ts";
import { readOwnGifts, isGift, isRunning, parseChosenUnit } from "./format.ts";
import {
  arrangeVisits,
  listVisitPeople,
  measureUncounted,
  renderActivity,
  renderVisit,
} from "./render-view.ts";

export const activityPages = definePagedList({
  name: "activity.view",
  about: { userId: z.string().refine(isServiceId) },
  access: "self-or-manager",
  needs: "link",
  async show({ userId, page }, ctx, { createCustomId, openId }) {
    const read = await readVisits(userId, ctx);
    const givers = read.activity.last_25.map(({ gifted_by }) => gifted_by);
    const names = await readNames([userId, ...givers], ctx);
    const { name: workspaceName } = ctx.link;
    const pastWeeksButton = createPastWeeksButton(userId);
    return renderActivity(
      { ...read, workspaceName, page, createCustomId, openId, pastWeeksButton },
      renderContext(ctx, names),
    );
  },
  open: async (visitId, { userId }, ctx) => openVisit(visitId, userId, ctx),
});

/**
 * @param visitId one that is wanted
 * @throws UserError for other people's, unless the caller is a manager
 */
async function readVisits(userId: string, ctx: LinkedContext, visitId?: string) {
  await ctx.admitAbout(userId);
  const asked = { params: { workspaceId: ctx.workspaceId, userId }, query: { game: true } };
  const { list: activity } = await findListed(
    (options) => ctx.api.getActivity(asked, options),
    ({ last_25: visits }) => (visitId === undefined ? visits : visits.find(({ _id }) => _id === visitId)),
    ctx,
  );
  const [settings, savedWeeks, ownGifts] = await Promise.all([
    ctx.store.guildSettings.all(ctx.guildId),
    ctx.store.weeks.known(ctx.guildId, ctx.workspaceId, 2),
    readOwnGifts(ctx),
  ]);
  const { zone, startsOn } = parseWeekSettings(settings);
  const weekSettings = { zone, startsOn: settings.has("week-start") ? startsOn : undefined };
  const mayAsk = settings.has("time-requests-channel");
  const chosenUnit = parseChosenUnit(settings);
  return { userId, activity, weekSettings, savedWeeks, ownGifts, chosenUnit, mayAsk };
}

/** @throws UserError if it is no longer among the last visits */
async function openVisit(visitId: string, userId: string, ctx: LinkedContext): Promise<Reply> {
  const read = await readVisits(userId, ctx, visitId);
  const entry = read.activity.last_25.find(({ _id }) => _id === visitId);
  if (entry === undefined)
    throw new UserError(
      `This visit is no longer among the last 25. See the current ones with ${ctx.commandMention("activity view")}.`,
    );
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  const { earlier, unit, lengths } = arrangeVisits(read, now);
  const isEarlier = earlier.includes(entry);
  const [names, own, assignments] = await Promise.all([
    readNames([userId, ...listVisitPeople(entry)], ctx),
    ctx.self(),
    // The visit is worth showing without them.
    isEarlier
      ? undefined
      : ctx.api
          .getAssignments({ params: { workspaceId: ctx.workspaceId, staffId: userId } })
          .catch(() => undefined),
  ]);
  const startMs = parseInstant(entry.start)?.epochMilliseconds;
  const lengthMs = lengths.get(entry);
  const isAskable =
    read.mayAsk &&
    own?.userId === userId &&
    !isRunning(entry) &&
    !isGift(entry, read.ownGifts) &&
    startMs !== undefined &&
    canAskAbout(startMs, read.weekSettings.zone, ctx);
  return renderVisit(
    {
      userId,
      entry,
      unit,
      chosenUnit: read.chosenUnit,
      lengthMs,
      ownGifts: read.ownGifts,
      zone: read.weekSettings.zone,
      goals: isEarlier ? undefined : assignments === undefined ? [] : formatShortLines(assignments, now),
      components: isAskable
        ? createButtonRow(createAskAboutVisitButton(startMs, measureUncounted(entry, unit, lengthMs)))
        : [],
    },
    renderContext(ctx, names),
  );
}

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
  dependsOn: ["getActivity"],
  operations: ["getActivity", "getAssignments"],
  components: [...activityPages.components, ...pastWeeksComponents],
  run: ({ options }, ctx) => activityPages.show({ userId: options.person, page: 0 }, ctx),
});
