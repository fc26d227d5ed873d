import { renderContext } from "../../../src/ui/render-context.ts";
import { rank } from "../../../src/domain/lists.ts";
import { UserError } from "../../../src/errors.ts";
import { defineCommand } from "../../../src/interactions/define.ts";
import type { Command } from "../../../src/interactions/handler.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { readNames, formatPlainPerson } from "../../../src/ui/people.ts";
import { definePagedList } from "../../kit/paged-list.ts";
import { choice } from "../../kit/options.ts";
import { readOwnAccount } from "../../kit/resolve-person.ts";
import { findOldestRead, findWeek, refreshWeeksSoon, weekOption, WeekStart } from "../../weeks/index.ts";
import { Measure, measures } from "../measures.ts";
import { drawInto } from "../../../src/pictures/attach.ts";
import { readPictureTheme } from "../../boards/index.ts";
import { createLeaderboardPicture } from "./board.ts";
import { renderLeaderboard, renderPlaces } from "./render.ts";

const rankingPages = definePagedList({
  name: "leaderboard",
  about: { what: Measure, week: WeekStart },
  access: "staff",
  needs: "link",
  async show({ what, week: weekStart, page }, ctx, ids) {
    const week = await findWeek(weekStart, ctx);
    const isRunning = week.endsAt > ctx.now();
    const failure = page === 0 && isRunning ? await refreshWeeksSoon(ctx) : undefined;
    const own = await readOwnAccount(ctx);
    const { ranked, names } = await readRanking(what, weekStart, ctx);
    const counted = ranked.map(({ entry }) => entry);
    const readAt = isRunning ? await findOldestRead(counted, { ctx, link: ctx.link }) : undefined;
    const view = {
      what,
      week,
      ranked,
      ownUserId: own?.userId,
      page,
      failure,
      readAt,
      isDrawn: false,
      ...ids,
    };
    const context = renderContext(ctx, names);
    const message = renderLeaderboard(view, context);
    if (page > 0 || ranked.length === 0) return message;
    const theme = await readPictureTheme(ctx.guildId, ctx.store);
    if (theme === undefined) return message;
    const picture = { ...(await createLeaderboardPicture(view, ctx, context)), theme };
    return drawInto(
      { message, beside: renderLeaderboard({ ...view, isDrawn: true }, context), picture },
      ctx,
    );
  },
  async open(userId, { week: weekStart }, ctx) {
    const rankings = await Promise.all(
      Measure.options.map(async (what) => ({ what, ...(await readRanking(what, weekStart, ctx)) })),
    );
    const places = rankings.flatMap(({ what, ranked }) => {
      const found = ranked.find(({ entry }) => entry.userId === userId);
      return found === undefined ? [] : [{ what, place: found.place, value: found.value, of: ranked.length }];
    });
    if (places.length === 0)
      throw new UserError(
        `This person has no place in that week. See the current places with ${ctx.commandMention("leaderboard")}.`,
      );
    const week = await findWeek(weekStart, ctx);
    // Not everyone has a place in each of them.
    const names = new Map(rankings.flatMap((ranking) => [...ranking.names]));
    return renderPlaces({ userId, week, places }, renderContext(ctx, names));
  },
  async csv({ what, week }, ctx) {
    const { ranked, names } = await readRanking(what, week, ctx);
    return {
      name: `most-${what}-${week}`,
      summary: `${pluralize(ranked.length, "person", "people")} by place, as a table.`,
      head: ["Place", "Name", "User id", "Week from", measures[what].choice],
      lines: ranked.map(({ entry: { userId }, value, place }) => [
        place,
        formatPlainPerson(userId, names),
        userId,
        week,
        value,
      ]),
    };
  },
});

async function readRanking(what: Measure, week: string, ctx: LinkedContext) {
  const weeks = await ctx.store.weeks.ofWeek(ctx.guildId, ctx.workspaceId, week);
  const byId = weeks.toSorted((a, b) => a.userId.localeCompare(b.userId));
  const ranked = rank(byId, measures[what].getValue);
  const names = await readNames(
    ranked.map(({ entry }) => entry.userId),
    ctx,
  );
  return { ranked, names };
}

export const leaderboard: Command = defineCommand({
  name: "leaderboard",
  description: "This week's ranking, and your place",
  options: {
    what: choice(
      "What to rank by (minutes by default)",
      Measure.options.map((value) => ({ name: measures[value].choice, value })),
    ),
    week: weekOption(),
  },
  access: "staff",
  purpose: "see the leaderboard",
  needs: "link",
  ack: "ephemeral",
  operations: ["getAssignments", "getActivity"],
  components: rankingPages.components,
  run: ({ options: { what = "minutes", week } }, ctx) =>
    rankingPages.show({ what, week: week.weekStart, page: 0 }, ctx),
});
