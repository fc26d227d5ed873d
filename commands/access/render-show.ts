import type { Answer } from "../../src/interactions/answer.ts";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import { embed } from "../../src/text/embed.ts";
import { hasAdmins } from "./ranks.ts";
import { grantWords, roleMentions } from "./render-words.ts";

const titles: readonly (readonly [RoleTier, string])[] = [
  ["staff", "Staff"],
  ["manager", "Managers"],
  ["admin", "Admins"],
];

/** The roles of each tier, and what the tier may do. */
export function renderRoles(mapped: readonly AccessRole[], commandMention: (path: string) => string): Answer {
  return {
    embeds: [
      embed({
        title: "Who may do what here",
        description: `${manageServerWords(mapped)}\nChange it with ${commandMention("access set")}, look at one member with ${commandMention("access check")}.`,
        tone: mapped.length === 0 ? "waiting" : "information",
        fields: titles.map(([tier, name]) => ({ name, value: tierValue(tier, mapped) })),
      }),
    ],
  };
}

function tierValue(tier: RoleTier, mapped: readonly AccessRole[]): string {
  const roleIds = mapped.filter((role) => role.tier === tier).map(({ roleId }) => roleId);
  const also = tier === "staff" ? "May" : "May also";
  return `${roleIds.length === 0 ? "No role" : roleMentions(roleIds)}\n${also} ${grantWords[tier]}.`;
}

function manageServerWords(mapped: readonly AccessRole[]): string {
  return hasAdmins(mapped)
    ? "*Manage Server* makes nobody an admin here, since a role does. Members who have it can still change who may do what."
    : "No role is for admins yet, so every member with *Manage Server* is one.";
}
