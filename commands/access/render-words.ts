import type { RoleTier } from "../../src/store/access-roles.ts";
import type { Rank } from "./ranks.ts";

/** What a tier may do beyond the one below it, to stand after "may". */
export const grantWords: Readonly<Record<RoleTier, string>> = {
  staff:
    "log and find orders; see the calendar, posts, the task board and the leaderboard; see their own activity, assignments and profile, and be reminded",
  manager:
    "see the team board and other people's activity, assignments and profiles; choose what is posted on a schedule; gift activity; delete posts and ban comments; create session servers; change the task board; approve who is connected to whom",
  admin:
    "create roles in the workspace and change its settings; choose what this server is linked to, who may do what and where managers are asked; read the record of who did what",
};

/** As in "has no tier", "has the staff tier". */
export const rankWords: Readonly<Record<Rank, string>> = {
  none: "no tier",
  staff: "the staff tier",
  manager: "the manager tier",
  admin: "the admin tier",
};

export function roleMentions(roleIds: readonly string[], most = 20): string {
  const mentions = roleIds.slice(0, most).map((roleId) => `<@&${roleId}>`);
  const more = roleIds.length > most ? [`and ${roleIds.length - most} more`] : [];
  return [...mentions, ...more].join(" ");
}
