import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { historyCsvId } from "./history-csv.ts";
import { WeekCount } from "./week-count.ts";
import { renderHistory } from "./render-history.ts";

export const usualWeeks = 12;

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
export const historyPageId = (asked: Asked): string => id.encode(asked);

export const historyPageButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: (asked, ctx) => showHistory(asked, ctx),
});

/** @throws UserError when the caller may see their own weeks only */
export async function showHistory({ userId, weeks, page }: Asked, ctx: LinkedContext): Promise<Answer> {
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
    csvId: historyCsvId({ userId, weeks }),
  });
}
