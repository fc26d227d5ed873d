import { z } from "zod";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type DateStyle, dateStyles } from "../../src/ui/formats.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatClockOf, formatShortDate } from "../../src/ui/time.ts";
import { choice } from "../kit/options.ts";

const Clock = z.enum(["24-day", "24-month", "12-day", "12-month"]);
type Clock = z.output<typeof Clock>;

const sampleDay = Temporal.PlainDate.from("2026-11-29");
const sampleTime = Temporal.PlainTime.from("18:05");

/** `18:05 and 29 Nov`. */
export function describeClock(style: DateStyle): string {
  const now = sampleDay.toZonedDateTime("UTC").toInstant();
  const day = formatShortDate(sampleDay, { now, dateStyle: style });
  return joinParts([formatClockOf(sampleTime, style), day], " and ");
}

export const clockChoices = Clock.options.map((value) => ({ name: describeClock(dateStyles[value]), value }));

/** As stored; the usual one for anything else. */
export function readClock(settings: ReadonlyMap<string, string>): Clock {
  return Clock.safeParse(settings.get("clock")).data ?? "24-day";
}

export const clock = defineSubcommand({
  name: "clock",
  description: "Choose how times and dates are written in posts and pictures",
  options: {
    clock: choice("How times and dates read; leave empty to see the current setting", clockChoices),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  run: ({ options }, ctx) => chooseClock(options.clock, ctx),
});

/** Without a choice, it shows the current one. */
export async function chooseClock(typed: string | undefined, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = readClock(await store.guildSettings.all(guildId));
  const after = Clock.safeParse(typed).data;
  const words = describeClock(dateStyles[after ?? before]);
  if (after === undefined)
    return { content: `Posts and pictures say ${words} here. Change this with the \`clock\` option.` };
  if (after === before)
    return { content: `Posts and pictures already say ${words} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "clock", after);
  const detail = { before: describeClock(dateStyles[before]), after: words };
  await recordAudit({ action: "settings.clock", outcome: "done", detail }, ctx);
  return receipt(
    {
      title: "Clock chosen",
      verb: "Changed",
      lines: [
        `Posts and pictures say **${words}** from now on; live messages do at their next update. Earlier posts stay as they are.`,
      ],
    },
    renderContext(ctx),
  );
}
