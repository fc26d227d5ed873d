import { readGuildZone } from "../kit/zone-option.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { leaderboard } from "./leaderboard/leaderboard.ts";
import { fewMessage } from "./on-now/few.ts";
import { createPresences, removePresences } from "./on-now/store.ts";
import { replaceIn } from "../../src/store/store.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { boardCsvId, boardPersonId, everyoneChoice, reportCsvId } from "./controls.ts";
import { readReportTable } from "./report/board.ts";
import { renderCsvReply, type CsvTable } from "../../src/ui/csv-file.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatPlainPerson } from "../../src/ui/people.ts";
import {
  findOldestRead,
  listWeekCells,
  refreshWeeksSoon,
  weekHead,
  findWeek,
  weekOption,
  WeekStart,
} from "../weeks/index.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { profileReach, showProfile } from "../me/index.ts";
import { withPicture } from "../../src/pictures/attach.ts";
import { describePace, showsProgress } from "./draw.ts";
import { readPictureTheme } from "../boards/index.ts";
import { describeMissingResults, renderTeamWeek } from "./render.ts";
import { onNowComponents, onNowId } from "./on-now/board.ts";
import { createTeamWeekPicture, readTeamWeek } from "./team-week.ts";

const teamPages = definePagedList({
  name: "board",
  about: { week: WeekStart },
  access: "manager",
  needs: "link",
  async show({ week: weekStart, page }, ctx, ids) {
    const week = await findWeek(weekStart, ctx);
    const isRunning = week.endsAt > ctx.now();
    const failure = page === 0 && isRunning ? await refreshWeeksSoon(ctx) : undefined;
    const { members, names } = await readTeamWeek(week, ctx);
    const saved = members.flatMap((member) => member.week ?? []);
    const readAt = isRunning ? await findOldestRead(saved, { ctx, link: ctx.link }) : undefined;
    const theme =
      page === 0 && members.length > 0 ? await readPictureTheme(ctx.guildId, ctx.store) : undefined;
    const picture = theme && (await createTeamWeekPicture(week, members, ctx));
    const asker = { guildId: ctx.guildId, isAwaited: true };
    const file =
      picture && showsProgress(picture) ? await ctx.pictures.draw({ ...picture, theme }, asker) : undefined;
    const view = {
      week,
      members,
      page,
      failure,
      readAt,
      isDrawn: file !== undefined,
      pace: picture && describePace(picture),
      onNowId: onNowId.encode({}),
      ...ids,
    };
    const reply = renderTeamWeek(view, renderContext(ctx, names));
    return file === undefined ? reply : withPicture(reply, file);
  },
  csv: ({ week }, ctx) => createWeekTable(week, ctx),
  open: (userId, _asked, ctx) => showProfile(userId, ctx),
});

/** @throws UserError if the week isn't saved */
async function createWeekTable(weekStart: string, ctx: LinkedContext): Promise<CsvTable> {
  const week = await findWeek(weekStart, ctx);
  const { members, names } = await readTeamWeek(week, ctx);
  const count = `${pluralize(members.length, "person", "people")} in one week, as a table.`;
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  return {
    name: `week-${weekStart}`,
    summary: joinParts([count, describeMissingResults(week, members, ctx.now())], " "),
    zone: { of: "Times", name: zone },
    head: ["Name", "User id", ...weekHead],
    lines: members.map(({ userId, week: own }) => [
      formatPlainPerson(userId, names),
      userId,
      ...(own === undefined ? createUnsavedCells(weekStart) : listWeekCells(own, { now: ctx.now(), zone })),
    ]),
  };
}

/** Of someone whose week isn't saved yet: only which week it is. */
function createUnsavedCells(weekStart: string): readonly (string | undefined)[] {
  return weekHead.map((_, column) => (column === 0 ? weekStart : undefined));
}

const underPost = { access: "manager", needs: "link", ack: "ephemeral" } as const;

/** Below the team board, the standings and the report in a channel. */
const postControls = [
  defineSelect({
    id: boardPersonId,
    ...underPost,
    async run(_fields, ctx, { values: [chosen = ""] }) {
      const everyone = everyoneChoice.decode(chosen);
      if (everyone === undefined) return showProfile(chosen, ctx);
      const { weekStart } = await findWeek(everyone.week || undefined, ctx);
      return teamPages.show({ week: weekStart, page: everyone.page }, ctx);
    },
  }),
  defineButton({
    id: boardCsvId,
    ...underPost,
    run: async ({ week }, ctx, { locale }) => renderCsvReply(await createWeekTable(week, ctx), locale),
  }),
  defineButton({
    id: reportCsvId,
    ...underPost,
    run: async ({ week, zone }, ctx, { locale }) =>
      renderCsvReply(await readReportTable(Temporal.PlainDate.from(week), zone, ctx), locale),
  }),
];

const board: Command = defineCommand({
  name: "board",
  description: "See everyone's results for a week",
  options: { week: weekOption() },
  access: "manager",
  purpose: "see everyone's results",
  needs: "link",
  ack: "ephemeral",
  // The file of a report counts posts.
  operations: [...profileReach.operations, "listPosts"],
  components: [...teamPages.components, ...onNowComponents, ...postControls, ...profileReach.components],
  run: ({ options }, ctx) => teamPages.show({ week: options.week.weekStart, page: 0 }, ctx),
});

/** Nobody asked for that long: no board shows it. */
const presenceTtlMs = dayMs;

export const teamFeature = defineFeature({
  commands: [board, leaderboard],
  createStores({ db, aloneInGuild, eraseAfter }) {
    const own = createPresences(db, aloneInGuild);
    return {
      presences: replaceIn(own, {
        setHidden: (guildId, discordUserId, hiddenAt) =>
          eraseAfter(own.setHidden(guildId, discordUserId, hiddenAt)),
      }),
    };
  },
  whenDisconnected: removePresences,
  purposes: [fewMessage],
  removals: [({ store, now }) => store.presences.removeBefore(now() - presenceTtlMs)],
});
