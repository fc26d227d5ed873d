import { expectedShare } from "../../src/domain/weeks.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { drawnInTeam, type TeamPicture } from "../../src/pictures/team.ts";
import { teamPicture } from "../../src/schedules/boards/team-picture.ts";
import type { KnownWeek } from "../../src/store/weeks.ts";
import { portraitsOf } from "../../src/ui/portraits.ts";
import type { Member } from "./team-week.ts";

/** The first page as a picture. */
export async function teamWeekPicture(
  { endsAt }: KnownWeek,
  members: readonly Member[],
  { guildId, link, store, now }: LinkedContext,
): Promise<TeamPicture> {
  const shown = drawnInTeam(members, ({ summary }) => summary.outcome).map(({ userId }) => userId);
  const portraits = await portraitsOf(shown, { guildId, linkKey: link.linkKey, store });
  const rows = members.map(({ userId, week, summary }) => ({
    person: portraits.get(userId) ?? { name: "" },
    summary,
    assignments: week?.assignments ?? [],
  }));
  const expected = endsAt > now() ? expectedShare(endsAt, now()) : 0;
  return teamPicture(rows, expected);
}
