import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { choice } from "../kit/options.ts";
import { dayTexts, renderWeekStart, renderWeekStartChosen, type WeekStart } from "./render-zone.ts";

const Day = z.enum(["monday", "sunday"]);

/** As stored; `undefined` for anything else. */
export function readWeekStart(day: string | undefined): WeekStart | undefined {
  return Day.safeParse(day).data;
}

export const weekStart = defineSubcommand({
  name: "week-start",
  description: "Choose the first day of the week, if the workspace doesn't say",
  options: {
    day: choice(
      "The first day of the week; leave empty to see the current one",
      Day.options.map((day) => ({ name: dayTexts[day], value: day })),
    ),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options: { day: after } }, ctx) {
    const { store, guildId } = ctx;
    const before = readWeekStart(await store.guildSettings.get(guildId, "week-start"));
    if (after === undefined) return renderWeekStart(before, renderContext(ctx));
    if (after === before)
      return { content: `Weeks already begin on ${dayTexts[after]} here. Nothing was changed.` };
    await store.guildSettings.set(guildId, "week-start", after);
    const detail = { before, after };
    await recordAudit({ action: "settings.week-start", outcome: "done", target: after, detail }, ctx);
    return renderWeekStartChosen(after, renderContext(ctx));
  },
});
