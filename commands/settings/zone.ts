import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { readGuildZone, zoneOption } from "../kit/zone-option.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatClockIn } from "../../src/ui/time.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import {
  renderZone,
  renderZoneChosen,
  dayTexts,
  renderWeekStart,
  renderWeekStartChosen,
  type WeekStart,
} from "./render-change.ts";
import { choice } from "../kit/options.ts";

export const zone = defineSubcommand({
  name: "zone",
  description: "Choose this server's time zone for scheduled posts",
  options: {
    zone: zoneOption("A city or time zone, for example Berlin; leave empty to see the current one"),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options: { zone: after } }, ctx) {
    const before = await readGuildZone(ctx);
    if (after === undefined) return renderZone(before, renderContext(ctx));
    if (after === before)
      return {
        content: `The time zone is already *${after}*, where it's now ${formatClockIn(after, ctx.now(), ctx.dateStyle)}. Nothing was changed.`,
      };
    await chooseZone(after, before, ctx);
    const schedules = await ctx.store.schedules.list(ctx.guildId);
    const elsewhere = schedules.filter((schedule) => schedule.zone !== after).length;
    return renderZoneChosen({ zone: after, elsewhere }, renderContext(ctx));
  },
});

/** Stores and records it. */
export async function chooseZone(
  after: string,
  before: string | undefined,
  ctx: GuildContext,
): Promise<void> {
  if (after === before) return;
  await ctx.store.guildSettings.set(ctx.guildId, "zone", after);
  const detail = { before, after };
  await recordAudit({ action: "settings.zone", outcome: "done", target: after, detail }, ctx);
}

const Day = z.enum(["monday", "sunday"]);

/** As stored; `undefined` for anything else. */
export function readWeekStart(day: string | undefined): WeekStart | undefined {
  return Day.safeParse(day).data;
}

export const dayChoices = Day.options.map((day) => ({ name: dayTexts[day], value: day }));

export const weekStart = defineSubcommand({
  name: "week-start",
  description: "Choose the first day of the week, if the workspace doesn't say",
  options: {
    day: choice("The first day of the week; leave empty to see the current one", dayChoices),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  run: ({ options: { day } }, ctx) => chooseWeekStart(day, ctx),
});

/** Without a choice, it shows the current one. */
export async function chooseWeekStart(after: WeekStart | undefined, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = readWeekStart(await store.guildSettings.get(guildId, "week-start"));
  if (after === undefined) return renderWeekStart(before, renderContext(ctx));
  if (after === before)
    return { content: `Weeks already begin on ${dayTexts[after]} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "week-start", after);
  const detail = { before, after };
  await recordAudit({ action: "settings.week-start", outcome: "done", target: after, detail }, ctx);
  return renderWeekStartChosen(after, renderContext(ctx));
}
