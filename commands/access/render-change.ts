import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { MemberTier } from "../../src/interactions/access.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import { embed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { changed, hasAdmins, type RoleTierChoice, type RoleChange, tiersBetween } from "./tiers.ts";
import { grantTexts, rankTexts } from "./render.ts";

export interface ChangeQuestion {
  readonly change: RoleChange;
  readonly mapped: readonly AccessRole[];
  /** The role belongs to an app, to boosting or to a subscription. */
  readonly givenByDiscord: boolean;
  /** Of who asks, before the change and after it. */
  readonly memberTier: MemberTier;
  readonly standingAfter: MemberTier;
}

export function renderChangeQuestion(question: ChangeQuestion): Reply {
  const { change } = question;
  const warnings = warningsOf(question);
  return {
    embeds: [
      embed({
        title: "Change what this role may do?",
        description: joinParts(
          [
            describeStep(change),
            describeGain(change),
            describeLoss(change),
            ...warnings,
            subtext(
              "It counts from the next command on. Somebody with several of these roles has the highest of their tiers.",
            ),
          ],
          "\n",
        ),
        tone: warnings.length > 0 ? "waiting" : "information",
      }),
    ],
  };
}

function describeStep({ roleId, before, after }: RoleChange): string {
  return `<@&${roleId}>: ${rankTexts[before]} → **${rankTexts[after]}**`;
}

function describeGain({ before, after }: RoleChange): string | undefined {
  const gained = describeList(before, after);
  return gained && `Members with it may then ${gained}.`;
}

function describeLoss({ before, after }: RoleChange): string | undefined {
  const lost = describeList(after, before);
  return lost && `Members with it may no longer ${lost}.`;
}

function describeList(lower: RoleTierChoice, higher: RoleTierChoice): string {
  return tiersBetween(lower, higher)
    .map((tier) => grantTexts[tier])
    .join("; ");
}

function warningsOf({
  change,
  mapped,
  givenByDiscord,
  memberTier,
  standingAfter,
}: ChangeQuestion): readonly string[] {
  const after = changed(mapped, change);
  const first = !hasAdmins(mapped) && hasAdmins(after);
  const last = hasAdmins(mapped) && !hasAdmins(after);
  const loses = memberTier.tier === "admin" && standingAfter.tier !== "admin";
  const warnings = [
    first &&
      "This is the first role for admins: from then on *Manage Server* alone makes nobody an admin. Members who have it can still change who may do what.",
    last && "No role is left for admins then, so every member with *Manage Server* is an admin again.",
    loses && `You lose the admin tier with this${restOf(standingAfter)}`,
    givenByDiscord &&
      "Discord or an app hands this role out by itself, so nobody here decides who has it. When it is the role of an app, no person has it at all.",
  ];
  return warnings.filter((warning) => warning !== false).map((warning) => `⚠️ ${warning}`);
}

function restOf({ tier, hasManageServer }: MemberTier): string {
  const left = tier === "everyone" ? "" : ` and have ${rankTexts[tier]} then`;
  return hasManageServer
    ? `${left}. You have *Manage Server*, so you can change it back.`
    : `${left}, and you cannot change it back yourself.`;
}

interface Changed extends RoleChange {
  readonly roleManagesServer: boolean;
}
export function renderChanged(change: Changed, ctx: RenderContext): Reply {
  const hidden = change.after === "admin" && !change.roleManagesServer;
  return receipt(
    {
      title: "Role changed",
      verb: "Changed",
      lines: [
        describeStep(change),
        hidden &&
          "ℹ️ Discord shows `/access` and `/link` only to members with *Manage Server*, which this role does not give. Whoever runs this server can show them to the role in Server Settings, Integrations.",
        `See all roles with ${ctx.commandMention("access show")}.`,
      ],
    },
    ctx,
  );
}
