import { notPostedYet } from "../../commands/schedule/delivery/advance.ts";
import type { Schedule } from "../../commands/boards/store.ts";

const farAheadMs = 300 * 24 * 60 * 60_000;

/** Posts the calendar, and is not due while a test runs. */
export function sampleSchedule(
  parts: Pick<Schedule, "id" | "guildId" | "linkKey" | "channelId" | "makerDiscordUserId" | "createdAt">,
): Schedule {
  return {
    ...notPostedYet,
    ...parts,
    kind: "calendar",
    mode: "new",
    rule: { kind: "cron", expression: "0 0 1 1 *" },
    zone: "Europe/Berlin",
    options: { week: 0 },
    mentionRoleId: undefined,
    pins: false,
    replaces: false,
    publishes: false,
    nextDueAt: parts.createdAt + farAheadMs,
    refreshEveryMs: undefined,
    nextRefreshAt: undefined,
  };
}
