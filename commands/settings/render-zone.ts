import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { clockIn } from "../shared/zone-time.ts";

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export type WeekStart = "monday" | "sunday";

export function renderZone(zone: string | undefined, { now, commandMention }: Words): Answer {
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
  words: Words,
): Answer {
  return receipt(
    "Zone chosen",
    [
      `Times in schedules are meant in *${zone}* from now on, where it is ${clockIn(zone, words.now())} now.`,
      elsewhere > 0 &&
        `${counted(elsewhere, "schedule")} made in another zone ${elsewhere === 1 ? "keeps it" : "keep it"}; ${words.commandMention("schedule edit")} changes that.`,
      `Next: ${words.commandMention("schedule add")}.`,
    ],
    words,
  );
}

export function renderWeekStart(day: WeekStart | undefined, { commandMention }: Words): Answer {
  return {
    content:
      day === undefined
        ? `No first day of the week is chosen for this server, so weeks begin on Monday where the workspace does not say. Choose one with ${commandMention("settings week-start")} and its option \`day\`.`
        : `Weeks begin on ${dayWords[day]} here where the workspace does not say.`,
  };
}

export function renderWeekStartChosen(day: WeekStart, words: Words): Answer {
  return receipt(
    "First day of the week chosen",
    [
      `Weeks begin on ${dayWords[day]} from now on where the workspace does not say.`,
      "What is remembered of the present week goes on to its end as it began.",
    ],
    words,
  );
}

export const dayWords: Readonly<Record<WeekStart, string>> = { monday: "Monday", sunday: "Sunday" };

function receipt(title: string, lines: readonly (string | false)[], { caller, now }: Words): Answer {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = smallPrint(`Changed by <@${caller.discordUserId}> · ${at}`);
  return { embeds: [embed({ title, description: joined([...lines, who], "\n"), tone: "done" })] };
}
