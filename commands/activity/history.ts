import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { csvAnswer } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { namesOf, personPlain } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { weekCells, weekHead } from "../../src/ui/week-text.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { integer } from "../kit/options.ts";
import { person } from "../kit/person-option.ts";
import { renderHistory } from "./render-history.ts";

/** How many weeks are shown, in a custom id. */
const WeekCount = z.coerce.number().int().min(1).max(104);

const historyCsvId = defineCustomId("activity.history.csv", {
  userId: z.string().refine(isServiceId),
  weeks: WeekCount,
});

/** Of the button that gives somebody's weeks as a file. */
const historyCsvCustomId = (asked: { readonly userId: string; readonly weeks: number }): string =>
  historyCsvId.encode(asked);

const historyCsvButton = defineButton({
  id: historyCsvId,
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  async run({ userId, weeks }, ctx) {
    await ctx.admitAbout(userId);
    const remembered = await ctx.store.weeks.ofUser(ctx.guildId, ctx.workspaceId, userId, weeks);
    const name = personPlain(userId, await namesOf([userId], ctx));
    return csvAnswer({
      name: `weeks-of-${userId}`,
      words: `${pluralize(remembered.length, "week")} of one person, newest first, as a table.`,
      head: ["Name", "User id", ...weekHead],
      lines: remembered.map((week) => [name, userId, ...weekCells(week, ctx.now())]),
    });
  },
});

const usualWeeks = 12;

const id = defineCustomId("activity.history.page", {
  userId: z.string().refine(isServiceId),
  weeks: WeekCount,
  page: PageIndex,
});

interface Asked {
  readonly userId: string;
  readonly weeks: number;
  readonly page: number;
}

/** Of the button that opens somebody's weeks. */
const historyPageId = (asked: Asked): string => id.encode(asked);

const historyPageButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: (asked, ctx) => showHistory(asked, ctx),
});

/** @throws UserError when the caller may see their own weeks only */
async function showHistory({ userId, weeks, page }: Asked, ctx: LinkedContext): Promise<Reply> {
  await ctx.admitAbout(userId);
  const { store, guildId, workspaceId } = ctx;
  const [remembered, names] = await Promise.all([
    store.weeks.ofUser(guildId, workspaceId, userId, weeks),
    namesOf([userId], ctx),
  ]);
  return renderHistory({
    userId,
    names,
    weeks: remembered,
    page,
    now: ctx.now(),
    customIdOf: (index) => id.encode({ userId, weeks, page: index }),
    csvId: historyCsvCustomId({ userId, weeks }),
  });
}

/** What is kept. */
const maxWeeks = 104;

export const history = defineSubcommand({
  name: "history",
  description: "See somebody's last weeks: minutes, messages, orders and how they were marked",
  options: {
    person: person("Whose: a name, a mention or a user id; yours when left out", (userId, { options }) =>
      historyPageId({ userId, weeks: options.getInteger("weeks") ?? usualWeeks, page: 0 }),
    ),
    weeks: integer("How many weeks back; 12 when left out").min(1).max(maxWeeks),
  },
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [historyPageButton, historyCsvButton],
  run: ({ options: { person: userId, weeks = usualWeeks } }, ctx) =>
    showHistory({ userId, weeks, page: 0 }, ctx),
});
