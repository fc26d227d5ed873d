import { ranking } from "../../src/domain/ranking.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { ownAccount } from "../shared/own-account.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { findWeek, WeekStart } from "../shared/week-option.ts";
import { leaderboardCsvId } from "./csv-button.ts";
import { Measure, measures } from "./measure.ts";
import { renderLeaderboard } from "./render.ts";

const id = defineCustomId("leaderboard.page", { what: Measure, week: WeekStart, page: PageIndex });

export const leaderboardPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: async ({ what, week, page }, ctx) =>
    showLeaderboard({ what, week: await findWeek(week, ctx), page }, ctx),
});

interface Asked {
  readonly what: Measure;
  readonly week: KnownWeek;
  readonly page: number;
}

export async function showLeaderboard({ what, week, page }: Asked, ctx: LinkedContext): Promise<Answer> {
  const { store, guildId, workspaceId } = ctx;
  const { weekStart } = week;
  const [weeks, own] = await Promise.all([
    store.weeks.ofWeek(guildId, workspaceId, weekStart),
    ownAccount(ctx),
  ]);
  const ranked = ranking(
    weeks.toSorted((a, b) => a.userId.localeCompare(b.userId)),
    measures[what].valueOf,
  );
  return renderLeaderboard({
    what,
    week,
    ranked,
    ownUserId: own?.userId,
    names: await namesOf(
      ranked.map(({ entry }) => entry.userId),
      ctx,
    ),
    page,
    now: ctx.now(),
    connectMention: ctx.commandMention("account connect"),
    customIdOf: (index) => id.encode({ what, week: weekStart, page: index }),
    csvId: leaderboardCsvId({ what, week: weekStart }),
  });
}
