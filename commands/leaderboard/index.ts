import { rank } from "../../src/domain/lists.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { csvAnswer } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { namesOf, personPlain } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { choice } from "../kit/options.ts";
import { ownAccount } from "../kit/resolve-person.ts";
import { findWeek, weekOption, WeekStart } from "../kit/week-option.ts";
import { Measure, measures } from "./measure.ts";
import { renderLeaderboard } from "./render.ts";

const csvButtonId = defineCustomId("leaderboard.csv", { what: Measure, week: WeekStart });

/** Of the button that gives a ranking as a file. */
const leaderboardCsvId = (asked: { readonly what: Measure; readonly week: string }): string =>
  csvButtonId.encode(asked);

const leaderboardCsvButton = defineButton({
  id: csvButtonId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  async run({ what, week }, ctx) {
    const weeks = await ctx.store.weeks.ofWeek(ctx.guildId, ctx.workspaceId, week);
    const ranked = rank(weeks, measures[what].valueOf);
    const names = await namesOf(
      ranked.map(({ entry }) => entry.userId),
      ctx,
    );
    return csvAnswer({
      name: `most-${what}-${week}`,
      words: `${pluralize(ranked.length, "person", "people")} by place, as a table.`,
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

const id = defineCustomId("leaderboard.page", { what: Measure, week: WeekStart, page: PageIndex });

const leaderboardPageButton = defineButton({
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

async function showLeaderboard({ what, week, page }: Asked, ctx: LinkedContext): Promise<Reply> {
  const { store, guildId, workspaceId } = ctx;
  const { weekStart } = week;
  const [weeks, own] = await Promise.all([
    store.weeks.ofWeek(guildId, workspaceId, weekStart),
    ownAccount(ctx),
  ]);
  const ranked = rank(
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

export const leaderboard: Command = defineCommand({
  name: "leaderboard",
  description: "See who did most in a week, and your own place",
  options: {
    what: choice(
      "What counts; minutes when left out",
      Measure.options.map((value) => ({ name: measures[value].choice, value })),
    ),
    week: weekOption(),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [leaderboardPageButton, leaderboardCsvButton],
  run: ({ options: { what = "minutes", week } }, ctx) => showLeaderboard({ what, week, page: 0 }, ctx),
});
