import { readGuildZone } from "../kit/zone-option.ts";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { MisuseError } from "../../src/errors.ts";
import { defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import {
  type Week,
  listWeekCells,
  weekHead,
  toWeeksInPicture,
  type ProfilePicture,
  showsMinutes,
} from "../weeks/index.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { readPortraits, readNames, formatPlainPerson } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { readPictureTheme } from "../boards/index.ts";
import { renderHistory } from "./render-history.ts";

/** How many weeks are shown, in a custom id; at most as many as are saved. */
const WeekCount = z.coerce.number().int().min(1).max(104);

const usualWeeks = 12;

const UserId = z.string().refine(isServiceId);
const weeksId = defineCustomId("activity.history.weeks", { userId: UserId });

const weekList = definePagedList({
  name: "activity.history",
  about: { userId: UserId, weeks: WeekCount },
  access: "self-or-manager",
  needs: "link",
  async show({ userId, weeks, page }, ctx, ids) {
    const [saved, names] = await Promise.all([readWeeks({ userId, weeks }, ctx), readNames([userId], ctx)]);
    const weeksMenuId = weeksId.encode({ userId });
    const view = { userId, weeks: saved, asked: weeks, page, weeksMenuId, ...ids };
    const message = renderHistory(view, renderContext(ctx, names));
    const theme = page === 0 ? await readPictureTheme(ctx.guildId, ctx.store) : undefined;
    const picture = theme && (await createHistoryPicture(userId, saved, ctx));
    return drawInto({ message, picture: picture && { ...picture, theme } }, ctx);
  },
  async csv({ userId, weeks }, ctx) {
    const saved = await readWeeks({ userId, weeks }, ctx);
    const name = formatPlainPerson(userId, await readNames([userId], ctx));
    const zone = (await readGuildZone(ctx)) ?? "UTC";
    return {
      name: `weeks-of-${userId}`,
      summary: `${pluralize(saved.length, "week")} of one person as a table, newest first.`,
      zone: { of: "Times", name: zone },
      head: ["Name", "User id", ...weekHead],
      lines: saved.map((week) => [name, userId, ...listWeekCells(week, { now: ctx.now(), zone })]),
    };
  },
});

const weeksMenu = defineSelect({
  id: weeksId,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run({ userId }, ctx, { values: [chosen] }) {
    const weeks = WeekCount.safeParse(chosen);
    if (!weeks.success) throw new MisuseError(outdatedComponentText);
    return weekList.show({ userId, weeks: weeks.data, page: 0 }, ctx);
  },
});

export const pastWeeksComponents = [...weekList.components, weeksMenu];

/** Shows someone's last weeks in place of what it is below. */
export function createPastWeeksButton(userId: string) {
  const customId = weekList.createCustomId({ userId, weeks: usualWeeks, page: 0 });
  return createButton({ customId, label: "Past weeks" });
}

/** @throws UserError if the caller may see only their own weeks */
async function readWeeks(
  { userId, weeks }: { readonly userId: string; readonly weeks: number },
  { admitAbout, store, guildId, workspaceId }: LinkedContext,
): Promise<readonly Week[]> {
  await admitAbout(userId);
  return store.weeks.ofUser(guildId, workspaceId, userId, weeks);
}

/** The newest of someone's listed weeks as a picture, which counts no others; `undefined` if all are empty. */
async function createHistoryPicture(
  userId: string,
  listed: readonly Week[],
  ctx: LinkedContext,
): Promise<ProfilePicture | undefined> {
  const { guildId, link, store } = ctx;
  const portraits = await readPortraits([userId], { guildId, linkKey: link.linkKey, store });
  const shown = toWeeksInPicture(listed, renderContext(ctx));
  const minutes = shown.weeks.reduce((sum, week) => sum + (week.minutes ?? 0), 0);
  const picture: ProfilePicture = {
    kind: "profile",
    person: portraits.get(userId) ?? { name: "" },
    summary: `${formatNumber(minutes)} min in ${pluralize(shown.weeks.length, "week")}`,
    days: [],
    ...shown,
    zone: "",
  };
  return showsMinutes(picture) ? picture : undefined;
}
