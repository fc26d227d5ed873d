import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { MemberTier } from "../../src/interactions/access.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { applyChange, hasAdmins, type RoleTierChoice, type RoleChange, listTiersBetween } from "./rights.ts";
import { grantTexts, rankTexts } from "./render.ts";

export interface ChangePreview {
  readonly change: RoleChange;
  readonly mapped: readonly AccessRole[];
  /** The role belongs to an app, to boosting or to a subscription. */
  readonly givenByDiscord: boolean;
  /** The caller's, before and after the change. */
  readonly memberTier: MemberTier;
  readonly tierAfter: MemberTier;
}

export function renderChangePreview(preview: ChangePreview): Reply {
  const { change } = preview;
  const warnings = listWarnings(preview);
  return {
    embeds: [
      createEmbed({
        title: "Change what this role can do?",
        description: joinParts(
          [
            describeStep(change),
            describeGain(change),
            describeLoss(change),
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

function describeGain({ before, after }: RoleChange): string | undefined {
  const gained = describeList(before, after);
  return gained && `Members with it will be able to ${gained}.`;
}

function describeLoss({ before, after }: RoleChange): string | undefined {
  const lost = describeList(after, before);
  return lost && `Members with it will no longer be able to ${lost}.`;
}

function describeList(lower: RoleTierChoice, higher: RoleTierChoice): string {
  return listTiersBetween(lower, higher)
    .map((tier) => grantTexts[tier])
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
