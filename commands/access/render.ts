import {
  type APIInteractionDataResolvedGuildMember,
  type APIInteractionGuildMember,
  type GuildMember,
  PermissionFlagsBits,
  PermissionsBitField,
} from "discord.js";
import type { OperationName } from "../../src/api/contract/index.ts";
import {
  type Access,
  canUse,
  canUseForOthers,
  type MemberTier,
  type Tier,
  type MemberRights,
} from "../../src/interactions/access.ts";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ListedCommand } from "../kit/command-list.ts";
import { receipt } from "../../src/ui/receipt.ts";

/** A role's possible tiers, weakest first. */
export const tiers = ["none", "staff", "manager", "admin"] as const;
export type RoleTierChoice = (typeof tiers)[number];

/** A change to one role. */
interface RoleChange {
  readonly roleId: string;
  readonly before: RoleTierChoice;
  readonly after: RoleTierChoice;
}

export function getTier(roleId: string, mapped: readonly AccessRole[]): RoleTierChoice {
  return mapped.find((role) => role.roleId === roleId)?.tier ?? "none";
}

/** All roles as they will be after a change. */
export function applyChange(
  mapped: readonly AccessRole[],
  { roleId, after }: RoleChange,
): readonly AccessRole[] {
  const others = mapped.filter((role) => role.roleId !== roleId);
  return after === "none" ? others : [...others, { roleId, tier: after }];
}

/** The tiers that a change gives or removes, strongest last; a tier includes all those below it. */
function listTiersBetween(lower: RoleTierChoice, higher: RoleTierChoice): readonly RoleTier[] {
  return tiers.slice(tiers.indexOf(lower) + 1, tiers.indexOf(higher) + 1).filter((rank) => rank !== "none");
}

function hasAdmins(mapped: readonly AccessRole[]): boolean {
  return mapped.some(({ tier }) => tier === "admin");
}

type Member = GuildMember | APIInteractionGuildMember | APIInteractionDataResolvedGuildMember;

/** A member as Discord describes them: the caller, or one chosen in an option. */
export function getRights({ roles, permissions }: Member): MemberRights {
  const bits = typeof permissions === "string" ? BigInt(permissions) : permissions;
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: canManageServer(bits),
  };
}

/** Whether these permissions include Manage Server; administrators have all. */
export function canManageServer(permissions: PermissionsBitField | bigint): boolean {
  return new PermissionsBitField(permissions).has(PermissionFlagsBits.ManageGuild);
}

/** Something a tier can do, to follow "can", and the read without which nobody can. */
type Grant = string | { readonly text: string; readonly dependsOn: OperationName };

/** What a tier can do beyond the one below it. */
const grants: Readonly<Record<RoleTier, readonly Grant[]>> = {
  staff: [
    "log and find orders",
    "see the calendar, posts and the leaderboard",
    { text: "see the task board", dependsOn: "getTaskboard" },
    "see their own activity, assignments and profile",
    "get reminders",
    "ask for time and to be connected",
  ],
  manager: [
    "see the team board and other people's activity, assignments and profiles",
    "manage schedules",
    "gift activity",
    "delete posts",
    { text: "delete ban comments", dependsOn: "listBanComments" },
    "create session servers",
    { text: "change the task board", dependsOn: "getTaskboard" },
    "approve connection requests and requests for time",
  ],
  admin: [
    "connect a whole team at once",
    "create roles in the workspace and change its settings",
    "change this server's links, tiers and settings",
    "read the audit log",
  ],
};

/** As in "has no tier" or "has the staff tier". */
export const rankTexts: Readonly<Record<RoleTierChoice, string>> = {
  none: "no tier",
  staff: "the staff tier",
  manager: "the manager tier",
  admin: "the admin tier",
};

const beingTexts: Readonly<Record<RoleTier, string>> = {
  staff: "staff",
  manager: "a manager",
  admin: "an admin",
};

function formatRoleMentions(roleIds: readonly string[], maxAmount = 20): string {
  const mentions = roleIds.slice(0, maxAmount).map((roleId) => `<@&${roleId}>`);
  const more = roleIds.length > maxAmount ? [`and ${roleIds.length - maxAmount} more`] : [];
  return [...mentions, ...more].join(" ");
}

interface MemberCheck {
  readonly discordUserId: string;
  readonly memberTier: MemberTier;
  /** The member's roles with this tier. */
  readonly tierRoleIds: readonly string[];
  readonly account: Account | undefined;
  /** All commands. */
  readonly entries: readonly ListedCommand[];
  /** The id of the menu that shows the commands. */
  readonly menuId: string;
  /** What was chosen in it. */
  readonly detail?: string | undefined;
}

/** Who they are, which tier they have and why, and what that lets them do; a menu has the commands. */
export function renderCheck(check: MemberCheck): Reply {
  const { memberTier, menuId } = check;
  const details = describeDetails(check).filter(({ lists }) => lists.length > 0);
  const chosen = details.find(({ value }) => value === check.detail);
  return {
    embeds: [
      createEmbed({
        title: `What ${formatName(check)} can do here`,
        description: joinParts(
          [
            joinParts([describeReason(check), describeWho(check), lettingTexts[memberTier.tier]], "\n"),
            ...(chosen?.lists ?? []),
          ],
          "\n\n",
        ),
        tone: memberTier.tier === "everyone" ? "over" : "information",
      }),
    ],
    components: createMenuRow(menuId, "Show the commands", details),
  };
}

/** To follow who they are and why. */
const lettingTexts: Readonly<Record<Tier, string>> = {
  everyone: "They can only see and delete what I keep about them.",
  staff: "They can log and find orders, see the calendar and posts, and see their own week.",
  manager:
    "They can do what staff can, see everyone's week, and manage schedules, gifts, posts and more of the workspace.",
  admin: "They can do everything here, including links, tiers, settings and the audit log.",
};

function describeDetails({ memberTier, entries }: MemberCheck) {
  const may = entries.filter(({ access }) => canUse(access, memberTier));
  const aboutSelf = (access: Access) => access === "self-or-manager" && !canUseForOthers(memberTier);
  const hidden = may.filter(({ guarded }) => guarded && !memberTier.hasManageServer);
  const can = [
    formatListed(
      "Can use",
      may.filter(({ access }) => !aboutSelf(access)),
    ),
    formatListed(
      "Can use only about themselves",
      may.filter(({ access }) => aboutSelf(access)),
    ),
    formatListed("Can use, but Discord hides these from members without Manage Server", hidden),
  ];
  const cannot = needs.map(([access, audience]) =>
    formatListed(
      `Can't use (for ${audience} only)`,
      entries.filter((entry) => entry.access === access && !may.includes(entry)),
    ),
  );
  return [
    { value: "can", label: "What they can use", lists: can.filter((list) => list !== undefined) },
    { value: "cannot", label: "What they can't use", lists: cannot.filter((list) => list !== undefined) },
  ];
}

const needs: readonly (readonly [Access, string])[] = [
  ["staff", "staff"],
  ["self-or-manager", "staff about themselves, and managers"],
  ["manager", "managers"],
  ["admin", "admins"],
  ["admin-or-manage-server", "admins and members with Manage Server"],
];

/** A title shows no mentions. */
function formatName({ account }: MemberCheck): string {
  return escapeMarkdown(account?.memberName || account?.displayName || "", 60) || "this person";
}

/** `@Mia is **staff** through @Staff.` */
function describeReason({ discordUserId, memberTier, tierRoleIds }: MemberCheck): string {
  const { tier, hasManageServer } = memberTier;
  if (tier === "everyone") {
    const rest = hasManageServer
      ? " They have *Manage Server*, so they can still change who can do what."
      : "";
    return `<@${discordUserId}> has no tier, because none of their roles has one.${rest}`;
  }
  const why =
    tierRoleIds.length > 0
      ? formatRoleMentions(tierRoleIds)
      : "*Manage Server*, which counts while there's no admin role";
  return `<@${discordUserId}> is **${beingTexts[tier]}** through ${why}.`;
}

/** Nothing where their name is the same in the workspace. */
function describeWho({ account }: MemberCheck): string | undefined {
  if (account === undefined) return "They aren't connected to a workspace user.";
  const { displayName, memberName } = account;
  return displayName === memberName
    ? undefined
    : `They're ${escapeMarkdown(displayName, 60) || "unnamed"} in the workspace.`;
}

function formatListed(title: string, entries: readonly ListedCommand[]): string | undefined {
  if (entries.length === 0) return undefined;
  const names = entries.map(({ name, from }) => inlineCode(from === "slash" ? `/${name}` : name, 60));
  return `**${title}**\n${names.join(" ")}`;
}

/** Of each tier its name and what it adds to the one below. */
const tierLines: readonly (readonly [tier: RoleTier, name: string, adds: string])[] = [
  ["staff", "Staff", "Orders, calendar, posts, their own week"],
  ["manager", "Managers", "Also everyone's week, schedules, gifts"],
  ["admin", "Admins", "Also links, access, settings, the audit log"],
];

const maxRoles = 6;

/** A line for each tier: its roles, and what they can do. */
export function renderRoles(mapped: readonly AccessRole[], { commandMention }: RenderContext): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Who can do what here",
        description: joinParts(
          [
            ...tierLines.map(([tier, name, adds]) => `**${name}** · ${describeRoles(tier, mapped)}\n${adds}`),
            hasAdmins(mapped) && describeManageServer,
            subtext(`Change it with ${commandMention("access set")}.`),
          ],
          "\n",
        ),
        tone: mapped.length === 0 ? "waiting" : "information",
      }),
    ],
  };
}

function describeRoles(tier: RoleTier, mapped: readonly AccessRole[]): string {
  const roleIds = mapped.filter((role) => role.tier === tier).map(({ roleId }) => roleId);
  if (roleIds.length > 0) return formatRoleMentions(roleIds, maxRoles);
  return tier === "admin" ? "members with *Manage Server*" : "no role";
}

const describeManageServer =
  "While a role has the admin tier, *Manage Server* alone doesn't make anyone an admin. Members who have it can still change this.";

interface ChangePreview {
  readonly change: RoleChange;
  readonly mapped: readonly AccessRole[];
  /** The role belongs to an app, to boosting or to a subscription. */
  readonly givenByDiscord: boolean;
  /** The caller's, before and after the change. */
  readonly memberTier: MemberTier;
  readonly tierAfter: MemberTier;
  /** Reads that can't be done here. */
  readonly lacking: readonly string[];
}

export function renderChangePreview(preview: ChangePreview): Reply {
  const { change, lacking } = preview;
  const warnings = listWarnings(preview);
  return {
    embeds: [
      createEmbed({
        title: "Change what this role can do?",
        description: joinParts(
          [
            describeStep(change),
            describeGain(change, lacking),
            describeLoss(change, lacking),
            ...warnings,
            subtext(
              "This takes effect with the next command. Members with several roles get the highest tier.",
            ),
          ],
          "\n",
        ),
        tone: warnings.length > 0 ? "waiting" : "information",
      }),
    ],
  };
}

/** `@Barista becomes staff`, `@Barista: staff → manager`, `@Barista is no longer staff`. */
export function describeStep({ roleId, before, after }: RoleChange): string {
  if (before === "none") return `<@&${roleId}> becomes **${after}**`;
  return after === "none"
    ? `<@&${roleId}> is no longer **${before}**`
    : `<@&${roleId}>: **${before} → ${after}**`;
}

function describeGain({ before, after }: RoleChange, lacking: readonly string[]): string | undefined {
  const gained = describeList(before, after, lacking);
  return gained && `Members with it will be able to ${gained}.`;
}

function describeLoss({ before, after }: RoleChange, lacking: readonly string[]): string | undefined {
  const lost = describeList(after, before, lacking);
  return lost && `Members with it will no longer be able to ${lost}.`;
}

function describeList(lower: RoleTierChoice, higher: RoleTierChoice, lacking: readonly string[]): string {
  return listTiersBetween(lower, higher)
    .flatMap((tier) => grants[tier])
    .map((grant) => (typeof grant === "string" ? { text: grant, dependsOn: undefined } : grant))
    .filter(({ dependsOn }) => dependsOn === undefined || !lacking.includes(dependsOn))
    .map(({ text }) => text)
    .join("; ");
}

function listWarnings({
  change,
  mapped,
  givenByDiscord,
  memberTier,
  tierAfter,
}: ChangePreview): readonly string[] {
  const after = applyChange(mapped, change);
  const first = !hasAdmins(mapped) && hasAdmins(after);
  const last = hasAdmins(mapped) && !hasAdmins(after);
  const loses = memberTier.tier === "admin" && tierAfter.tier !== "admin";
  const warnings = [
    first &&
      "This is the first admin role: *Manage Server* alone won't make someone an admin anymore. Members who have it can still change these settings.",
    last && "This leaves no admin role, so every member with *Manage Server* will be an admin again.",
    loses && `You'll lose the admin tier${describeRest(tierAfter)}`,
    givenByDiscord &&
      "Discord or an app assigns this role, so nobody here decides who has it. If it's an app's own role, no person has it.",
  ];
  return warnings.filter((warning) => warning !== false).map((warning) => `⚠️ ${warning}`);
}

function describeRest({ tier, hasManageServer }: MemberTier): string {
  const left = tier === "everyone" ? "" : ` and will have ${rankTexts[tier]}`;
  return hasManageServer
    ? `${left}. You have *Manage Server*, so you can change it back.`
    : `${left}, and you can't change it back yourself.`;
}

export function renderChanged(
  change: RoleChange & { readonly roleManagesServer: boolean },
  ctx: RenderContext,
): Reply {
  const hidden = change.after === "admin" && !change.roleManagesServer;
  return receipt(
    {
      title: "Role changed",
      verb: "Changed",
      lines: [
        describeStep(change),
        hidden &&
          "ℹ️ Discord shows the commands for admins only to members with *Manage Server*, which this role doesn't have. Allow this role there: Server Settings → Integrations. `/setup` lists them.",
        `See all roles with ${ctx.commandMention("access show")}.`,
      ],
    },
    ctx,
  );
}
