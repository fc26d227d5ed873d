import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import {
  type DateStyle,
  type DateStyleName,
  dateStyles,
  findDateStyleName,
  isDateStyleName,
} from "../../src/ui/formats.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatClockOf, formatShortDate } from "../../src/ui/time.ts";

const sampleDay = Temporal.PlainDate.from("2026-11-29");
const sampleTime = Temporal.PlainTime.from("18:05");

/** `18:05 and 29 Nov`. */
export function describeClock(style: DateStyle): string {
  const now = sampleDay.toZonedDateTime("UTC").toInstant();
  const day = formatShortDate(sampleDay, { now, dateStyle: style });
  return joinParts([formatClockOf(sampleTime, style), day], " and ");
}

export const clockChoices = Object.keys(dateStyles)
  .filter(isDateStyleName)
  .map((value) => ({ name: describeClock(dateStyles[value]), value }));

export async function chooseClock(after: DateStyleName, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = findDateStyleName(await store.guildSettings.all(guildId));
  const words = describeClock(dateStyles[after]);
  if (after === before)
    return {
      content: `In posts and pictures, times and dates already look like **${words}**. Nothing was changed.`,
    };
  await store.guildSettings.set(guildId, "clock", after);
  const detail = { before: describeClock(dateStyles[before]), after: words };
  await recordAudit({ action: "settings.clock", outcome: "done", detail }, ctx);
  return receipt(
    {
      title: "Clock chosen",
      verb: "Changed",
      lines: [
        `In posts and pictures, times and dates look like **${words}** from now on, in live messages at their next update. Earlier posts stay as they are.`,
      ],
    },
    renderContext(ctx),
  );
}
