import { ranking } from "../../src/domain/ranking.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { counted } from "../../src/text/numbers.ts";
import { csvAnswer } from "../shared/csv-file.ts";
import { namesOf, personPlain } from "../shared/people.ts";
import { WeekStart } from "../shared/week-option.ts";
import { Measure, measures } from "./measure.ts";

const id = defineCustomId("leaderboard.csv", { what: Measure, week: WeekStart });

/** Of the button that gives a ranking as a file. */
export const leaderboardCsvId = (asked: { readonly what: Measure; readonly week: string }): string =>
  id.encode(asked);

export const leaderboardCsvButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  async run({ what, week }, ctx) {
    const weeks = await ctx.store.weeks.ofWeek(ctx.guildId, ctx.workspaceId, week);
    const ranked = ranking(weeks, measures[what].valueOf);
    const names = await namesOf(
      ranked.map(({ entry }) => entry.userId),
      ctx,
    );
    return csvAnswer({
      name: `most-${what}-${week}`,
      words: `${counted(ranked.length, "person", "people")} by place, as a table.`,
      head: ["Place", "Name", "User id", "Week from", measures[what].choice],
      lines: ranked.map(({ entry: { userId }, value, place }) => [
        place,
        personPlain(userId, names),
        userId,
        week,
        value,
      ]),
    });
  },
});
