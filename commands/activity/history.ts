import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Week } from "../weeks/store.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { readPortraits, readNames, formatPlainPerson } from "../../src/ui/people.ts";
import { listWeekCells, weekHead, toWeeksInPicture } from "../weeks/saved-weeks.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { integer } from "../kit/options.ts";
import { person } from "../kit/person-option.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { maxProfileWeeks, type ProfilePicture } from "../me/profile/draw.ts";
import { readPictureTheme } from "../schedule/boards/board.ts";
import { renderHistory } from "./render-history.ts";

/** How many weeks are shown, in a custom id. */
const WeekCount = z.coerce.number().int().min(1).max(104);

const usualWeeks = 12;

const weekList = definePagedList({
  name: "activity.history",
  about: { userId: z.string().refine(isServiceId), weeks: WeekCount },
  access: "self-or-manager",
  needs: "link",
  async show({ userId, weeks, page }, ctx, ids) {
    const [saved, names] = await Promise.all([readWeeks({ userId, weeks }, ctx), readNames([userId], ctx)]);
    const reply = renderHistory({ userId, weeks: saved, page, ...ids }, renderContext(ctx, names));
    if (page > 0 || saved.length === 0) return reply;
    const theme = await readPictureTheme(ctx.guildId, ctx.store);
    return theme === undefined
      ? reply
      : drawInto(
          { message: reply, picture: { ...(await createHistoryPicture(userId, saved, ctx)), theme } },
          ctx,
        );
  },
  async csv({ userId, weeks }, ctx) {
    const saved = await readWeeks({ userId, weeks }, ctx);
    const name = formatPlainPerson(userId, await readNames([userId], ctx));
    return {
      name: `weeks-of-${userId}`,
      summary: `${pluralize(saved.length, "week")} of one person as a table, newest first.`,
      zone: { of: "Times", name: "UTC" },
      head: ["Name", "User id", ...weekHead],
      lines: saved.map((week) => [name, userId, ...listWeekCells(week, ctx.now())]),
    };
  },
});

/** The id of a button that shows someone's last weeks. */
export function createLastWeeksId(userId: string): string {
  return weekList.createCustomId({ userId, weeks: usualWeeks, page: 0 });
}

/** @throws UserError if the caller may see only their own weeks */
async function readWeeks(
  { userId, weeks }: { readonly userId: string; readonly weeks: number },
  { admitAbout, store, guildId, workspaceId }: LinkedContext,
): Promise<readonly Week[]> {
  await admitAbout(userId);
  return store.weeks.ofUser(guildId, workspaceId, userId, weeks);
}

/** The newest saved weeks of someone as a picture. @param weeks the newest first, at least one */
async function createHistoryPicture(
  userId: string,
  weeks: readonly Week[],
  ctx: LinkedContext,
): Promise<ProfilePicture> {
  const { guildId, link, store } = ctx;
  const portraits = await readPortraits([userId], { guildId, linkKey: link.linkKey, store });
  const shown = weeks.slice(0, maxProfileWeeks);
  const minutes = shown.reduce((sum, week) => sum + (week.minutes ?? 0), 0);
  return {
    kind: "profile",
    person: portraits.get(userId) ?? { name: "" },
    summary: `${formatNumber(minutes)} min in ${pluralize(shown.length, "week")}`,
    days: [],
    ...toWeeksInPicture(shown, renderContext(ctx)),
    zone: "",
  };
}

/** The most that is saved. */
const maxWeeks = 104;

export const history = defineSubcommand({
  name: "history",
  description: "See past weeks: minutes, messages, orders and assignment results",
  options: {
    person: person("Whose: a name, a mention or a user id (yours by default)", (userId, { options }) =>
      weekList.createCustomId({ userId, weeks: options.getInteger("weeks") ?? usualWeeks, page: 0 }),
    ),
    weeks: integer("How many weeks back (12 by default)").min(1).max(maxWeeks),
  },
  access: "self-or-manager",
  purpose: "see past weeks",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: weekList.components,
  run: ({ options: { person: userId, weeks = usualWeeks } }, ctx) =>
    weekList.show({ userId, weeks, page: 0 }, ctx),
});
