import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { timestamp } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { clockIn } from "../../src/ui/zone-time.ts";

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export type WeekStart = "monday" | "sunday";

export function renderZone(zone: string | undefined, { now, commandMention }: RenderContext): Reply {
  return {
    content:
      zone === undefined
        ? `No zone is chosen for this server, so each schedule has to name its own. Choose one with ${commandMention("settings zone")} and its option \`zone\`.`
        : `The zone of this server is *${zone}*, where it is ${clockIn(zone, now())} now.`,
  };
}

/** @param chosen.elsewhere schedules that go by another zone */
export function renderZoneChosen(
  { zone, elsewhere }: { readonly zone: string; readonly elsewhere: number },
  words: RenderContext,
): Reply {
  return receipt(
    "Zone chosen",
    [
      `Times in schedules are meant in *${zone}* from now on, where it is ${clockIn(zone, words.now())} now.`,
      elsewhere > 0 &&
        `${pluralize(elsewhere, "schedule")} made in another zone ${elsewhere === 1 ? "keeps it" : "keep it"}; ${words.commandMention("schedule edit")} changes that.`,
      `Next: ${words.commandMention("schedule add")}.`,
    ],
    words,
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

export function renderWeekStartChosen(day: WeekStart, words: RenderContext): Reply {
  return receipt(
    "First day of the week chosen",
    [
      `Weeks begin on ${dayTexts[day]} from now on where the workspace does not say.`,
      "What is remembered of the present week goes on to its end as it began.",
    ],
    words,
  );
}

export const dayTexts: Readonly<Record<WeekStart, string>> = { monday: "Monday", sunday: "Sunday" };

function receipt(title: string, lines: readonly (string | false)[], { invoker, now }: RenderContext): Reply {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = subtext(`Changed by <@${invoker.discordUserId}> · ${at}`);
  return { embeds: [embed({ title, description: joinParts([...lines, who], "\n"), tone: "done" })] };
}
