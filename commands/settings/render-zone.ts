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
        ? `No zone is chosen for this server, so each schedule has to name its own. Choose one with ${commandMention("settings zone")} and its option \`zone\`.`
        : `The zone of this server is *${zone}*, where it is ${clockIn(zone, now.epochMilliseconds)} now.`,
  };
}

/** @param chosen.elsewhere schedules that go by another zone */
export function renderZoneChosen(
  { zone, elsewhere }: { readonly zone: string; readonly elsewhere: number },
  ctx: RenderContext,
): Reply {
  const { now, commandMention } = ctx;
  return receipt(
    {
      title: "Zone chosen",
      verb: "Changed",
      lines: [
        `Times in schedules are meant in *${zone}* from now on, where it is ${clockIn(zone, now.epochMilliseconds)} now.`,
        elsewhere > 0 &&
          `${pluralize(elsewhere, "schedule")} made in another zone ${elsewhere === 1 ? "keeps it" : "keep it"}; ${commandMention("schedule edit")} changes that.`,
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
        ? `No first day of the week is chosen for this server, so weeks begin on Monday where the workspace does not say. Choose one with ${commandMention("settings week-start")} and its option \`day\`.`
        : `Weeks begin on ${dayTexts[day]} here where the workspace does not say.`,
  };
}

export function renderWeekStartChosen(day: WeekStart, ctx: RenderContext): Reply {
  return receipt(
    {
      title: "First day of the week chosen",
      verb: "Changed",
      lines: [
        `Weeks begin on ${dayTexts[day]} from now on where the workspace does not say.`,
        "The present week ends as it began.",
      ],
    },
    ctx,
  );
}

export const dayTexts: Readonly<Record<WeekStart, string>> = { monday: "Monday", sunday: "Sunday" };
