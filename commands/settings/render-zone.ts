import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { clockIn } from "../../src/ui/time.ts";

export type WeekStart = "monday" | "sunday";

export function renderZone(zone: string | undefined, { now, commandMention }: RenderContext): Reply {
  return {
    content:
      zone === undefined
        ? `This server has no time zone yet, so each schedule needs its own. Choose one with ${commandMention("settings zone")} and its \`zone\` option.`
        : `This server's time zone is *${zone}*, where it's now ${clockIn(zone, now.epochMilliseconds)}.`,
  };
}

/** @param chosen.elsewhere schedules in another time zone */
export function renderZoneChosen(
  { zone, elsewhere }: { readonly zone: string; readonly elsewhere: number },
  ctx: RenderContext,
): Reply {
  const { now, commandMention } = ctx;
  return receipt(
    {
      title: "Time zone chosen",
      verb: "Changed",
      lines: [
        `New schedules use *${zone}*, where it's now ${clockIn(zone, now.epochMilliseconds)}.`,
        elsewhere > 0 &&
          `${pluralize(elsewhere, "schedule")} in another time zone ${elsewhere === 1 ? "keeps it" : "keep it"}; ${commandMention("schedule edit")} changes that.`,
        `Next: ${commandMention("schedule add")}.`,
      ],
    },
    ctx,
  );
}

export function renderWeekStart(day: WeekStart | undefined, { commandMention }: RenderContext): Reply {
  return {
    content:
      day === undefined
        ? `This server has no first day of the week, so weeks begin on Monday if the workspace doesn't say. Choose one with ${commandMention("settings week-start")} and its \`day\` option.`
        : `Weeks begin on ${dayTexts[day]} here if the workspace doesn't say.`,
  };
}

export function renderWeekStartChosen(day: WeekStart, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "First day of the week chosen",
      verb: "Changed",
      lines: [
        `Weeks now begin on ${dayTexts[day]} if the workspace doesn't say.`,
        "The present week ends as it began.",
      ],
    },
    ctx,
  );
}

export const dayTexts: Readonly<Record<WeekStart, string>> = { monday: "Monday", sunday: "Sunday" };
