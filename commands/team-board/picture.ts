import { computeExpectedShare } from "../../src/domain/week-boundaries.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { selectDrawn, type TeamPicture } from "../../src/pictures/team.ts";
import { createTeamPicture } from "../../src/schedules/boards/team-picture.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatWeekdayAndClockIn } from "../../src/ui/time.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { readPortraits } from "../../src/ui/people.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import type { Member } from "./team-week.ts";

/** The first page as a picture. */
export async function createTeamWeekPicture(
  { endsAt }: KnownWeek,
  members: readonly Member[],
  ctx: LinkedContext,
): Promise<TeamPicture> {
  const { guildId, link, store, now } = ctx;
  const shown = selectDrawn(members, ({ summary }) => summary.outcome).map(({ userId }) => userId);
  const portraits = await readPortraits(shown, { guildId, linkKey: link.linkKey, store });
  const rows = members.map(({ userId, week, summary }) => ({
    person: portraits.get(userId) ?? { name: "" },
    summary,
    assignments: week?.assignments ?? [],
  }));
  if (endsAt <= now()) return createTeamPicture(rows, 0);
  const zone = await readGuildZone(ctx);
  // Others may get to see it later.
  const by = joinParts([formatWeekdayAndClockIn(zone ?? "UTC", now()), zone === undefined && "UTC"], " ");
  return createTeamPicture(rows, computeExpectedShare(endsAt, now()), by);
}
