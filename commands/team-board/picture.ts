import { expectedShare } from "../../src/domain/weeks.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { drawnInTeam, type TeamPicture } from "../../src/pictures/team.ts";
import { teamPicture } from "../../src/schedules/boards/team-picture.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { weekdayAndClockIn } from "../../src/ui/time.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { portraitsOf } from "../../src/ui/portraits.ts";
import { guildZone } from "../kit/zone-option.ts";
import type { Member } from "./team-week.ts";

/** The first page as a picture. */
export async function teamWeekPicture(
  { endsAt }: KnownWeek,
  members: readonly Member[],
  ctx: LinkedContext,
): Promise<TeamPicture> {
  const { guildId, link, store, now } = ctx;
  const shown = drawnInTeam(members, ({ summary }) => summary.outcome).map(({ userId }) => userId);
  const portraits = await portraitsOf(shown, { guildId, linkKey: link.linkKey, store });
  const rows = members.map(({ userId, week, summary }) => ({
    person: portraits.get(userId) ?? { name: "" },
    summary,
    assignments: week?.assignments ?? [],
  }));
  if (endsAt <= now()) return teamPicture(rows, 0);
  const zone = await guildZone(ctx);
  // Others may get to see it later.
  const by = joinParts([weekdayAndClockIn(zone ?? "UTC", now()), zone === undefined && "UTC"], " ");
  return teamPicture(rows, expectedShare(endsAt, now()), by);
}
