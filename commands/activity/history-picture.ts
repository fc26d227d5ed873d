import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { maxProfileWeeks, type ProfilePicture } from "../../src/pictures/profile.ts";
import type { Week } from "../../src/store/weeks.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { portraitsOf } from "../../src/ui/portraits.ts";
import { weeksInPicture } from "../../src/weeks/weeks-in-picture.ts";

/** The newest saved weeks of someone as a picture. @param weeks the newest first, at least one */
export async function historyPicture(
  userId: string,
  weeks: readonly Week[],
  { guildId, link, store, now }: LinkedContext,
): Promise<ProfilePicture> {
  const portraits = await portraitsOf([userId], { guildId, linkKey: link.linkKey, store });
  const shown = weeks.slice(0, maxProfileWeeks);
  const minutes = shown.reduce((sum, week) => sum + (week.minutes ?? 0), 0);
  return {
    kind: "profile",
    person: portraits.get(userId) ?? { name: "" },
    summary: `${formatNumber(minutes)} min in ${pluralize(shown.length, "week")}`,
    days: [],
    ...weeksInPicture(shown, now()),
    zone: "",
  };
}
