import { type Access, canUse, canUseForOthers, type MemberTier } from "../../src/interactions/access.ts";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ListedCommand } from "../kit/command-list.ts";
import { hasAdmins, type RoleTierChoice } from "./tiers.ts";

/** What a tier may do beyond the one below it, to stand after "may". */
export const grantTexts: Readonly<Record<RoleTier, string>> = {
  staff:
    "log and find orders; see the calendar, posts, the task board and the leaderboard; see their own activity, assignments and profile, and be reminded",
  manager:
    "see the team board and other people's activity, assignments and profiles; choose what is posted on a schedule; gift activity; delete posts and ban comments; create session servers; change the task board; approve who is connected to whom",
  admin:
    "create roles in the workspace and change its settings; choose what this server is linked to, who may do what and where managers are asked; read the record of who did what",
};

/** As in "has no tier", "has the staff tier". */
export const rankTexts: Readonly<Record<RoleTierChoice, string>> = {
  none: "no tier",
  staff: "the staff tier",
  manager: "the manager tier",
  admin: "the admin tier",
};

function roleMentions(roleIds: readonly string[], maxAmount = 20): string {
  const mentions = roleIds.slice(0, maxAmount).map((roleId) => `<@&${roleId}>`);
  const more = roleIds.length > maxAmount ? [`and ${roleIds.length - maxAmount} more`] : [];
  return [...mentions, ...more].join(" ");
}

interface MemberCheck {
  readonly discordUserId: string;
  readonly memberTier: MemberTier;
  /** The member's roles that give the tier. */
  readonly tierRoleIds: readonly string[];
  readonly account: Account | undefined;
  /** All there is to start. */
  readonly entries: readonly ListedCommand[];
}

export function renderCheck(check: MemberCheck): Reply {
  const { memberTier, entries } = check;
  const may = entries.filter(({ access }) => canUse(access, memberTier));
  const aboutSelf = (access: Access) => access === "self-or-manager" && !canUseForOthers(memberTier);
  const hidden = may.filter(({ guarded }) => guarded && !memberTier.hasManageServer);
  const lists = [
    listed(
      "May use",
      may.filter(({ access }) => !aboutSelf(access)),
    ),
    listed(
      "May use about themselves only",
      may.filter(({ access }) => aboutSelf(access)),
    ),
    ...needs.map(([access, words]) =>
      listed(
        `May not use, since it is for ${words}`,
        entries.filter((entry) => entry.access === access && !may.includes(entry)),
      ),
    ),
    listed("May use, but Discord hides it from who lacks Manage Server", hidden),
  ];
  return {
    embeds: [
      embed({
        title: "What this member may do here",
        description: joinParts([joinParts([reason(check), accountLine(check)], "\n"), ...lists], "\n\n"),
        tone: memberTier.tier === "everyone" ? "over" : "information",
      }),
    ],
  };
}

const needs: readonly (readonly [Access, string])[] = [
  ["staff", "staff"],
  ["self-or-manager", "staff about themselves, and managers"],
  ["manager", "managers"],
  ["admin", "admins"],
  ["keeper", "admins and members with Manage Server"],
];

function reason({ discordUserId, memberTier, tierRoleIds }: MemberCheck): string {
  const { tier, hasManageServer } = memberTier;
  const who = `<@${discordUserId}>`;
  if (tier === "everyone") {
    const rest = hasManageServer
      ? " They have *Manage Server*, so they can still change who may do what."
      : "";
    return `${who} has no tier, because none of their roles has one.${rest}`;
  }
  const why =
    tierRoleIds.length > 0
      ? roleMentions(tierRoleIds)
      : "*Manage Server*, which counts as long as no role is for admins";
  return `${who} has **${rankTexts[tier]}**, because of ${why}.`;
}

function accountLine({ account, memberTier }: MemberCheck): string | undefined {
  if (account !== undefined)
    return `In the workspace they are ${escapeMarkdown(account.displayName, 60)} ${inlineCode(account.userId, 64)}.`;
  return memberTier.tier === "everyone"
    ? undefined
    : "They are not connected to a user of the workspace, so commands do not know who they are there.";
}

function listed(title: string, entries: readonly ListedCommand[]): string | undefined {
  if (entries.length === 0) return undefined;
  const names = entries.map(({ name, from }) => inlineCode(from === "slash" ? `/${name}` : name, 60));
  return `**${title}**\n${names.join(" ")}`;
}

const titles: readonly (readonly [RoleTier, string])[] = [
  ["staff", "Staff"],
  ["manager", "Managers"],
  ["admin", "Admins"],
];

/** The roles of each tier, and what the tier may do. */
export function renderRoles(mapped: readonly AccessRole[], commandMention: (path: string) => string): Reply {
  return {
    embeds: [
      embed({
        title: "Who may do what here",
        description: `${describeManageServer(mapped)}\nChange it with ${commandMention("access set")}, look at one member with ${commandMention("access check")}.`,
        tone: mapped.length === 0 ? "waiting" : "information",
        fields: titles.map(([tier, name]) => ({ name, value: tierValue(tier, mapped) })),
      }),
    ],
  };
}

function tierValue(tier: RoleTier, mapped: readonly AccessRole[]): string {
  const roleIds = mapped.filter((role) => role.tier === tier).map(({ roleId }) => roleId);
  const also = tier === "staff" ? "May" : "May also";
  return `${roleIds.length === 0 ? "No role" : roleMentions(roleIds)}\n${also} ${grantTexts[tier]}.`;
}

function describeManageServer(mapped: readonly AccessRole[]): string {
  return hasAdmins(mapped)
    ? "*Manage Server* makes nobody an admin here, since a role does. Members who have it can still change who may do what."
    : "No role is for admins yet, so every member with *Manage Server* is one.";
}
