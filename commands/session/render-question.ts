import type { Answer } from "../../src/interactions/answer.ts";
import { idKinds } from "../../src/domain/service-ids.ts";
import { embed } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import type { LastTry } from "./last-try.ts";

export interface QuestionFacts {
  readonly eventId: string;
  /** What else could have been meant by a link. */
  readonly otherIds: readonly string[];
  readonly lastTry: LastTry | undefined;
}

export function renderQuestion({ eventId, otherIds, lastTry }: QuestionFacts): Answer {
  return {
    embeds: [
      embed({
        title: "Make a server for this event?",
        ...(lastTry !== undefined && { tone: "waiting" as const }),
        description: joined(
          [
            `The workspace makes a new server for the event ${code(eventId)}, with its groups and roles.`,
            otherIds.length > 0 &&
              `The link has more than one id in it; I took this one, and not ${otherIds
                .slice(0, 3)
                .map((id) => code(id))
                .join(", ")}.`,
            lastTry && lastTryWords(lastTry),
            "An event may have several servers: whoever does this once more makes another one. I cannot take a server back.",
            smallPrint(
              idKinds.event.usual.test(eventId)
                ? "The workspace does not let me look the event up, so check the id."
                : "The workspace does not let me look the event up, so check the id. Ids of events usually have 24 characters, digits and the letters a to f; this one does not.",
            ),
          ],
          "\n",
        ),
      }),
    ],
  };
}

function lastTryWords({ discordUserId, at, isSure }: LastTry): string {
  return isSure
    ? `⚠️ <@${discordUserId}> made a server for this event ${timeMark(at, "R")}.`
    : `⚠️ <@${discordUserId}> tried this ${timeMark(at, "R")}, and it is not known whether a server was made. Look at the event in the workspace first.`;
}
