import { type RoleObstacle, formatObstacleLine } from "../../src/ui/role-obstacle-text.ts";
import { rewardReasons, type RewardReason, type RewardRoles, type RewardPlan } from "./plan.ts";
import type { Reward } from "./store.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pluralizeText } from "../../src/ui/numbers.ts";
import { describeWeek } from "../../src/ui/time.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";

const reasonTexts: Readonly<Record<RewardReason, string>> = {
  passed: "✅ Passed",
  top: "🏆 Top three by minutes",
  excused: "🌿 Excused",
};

/** `✅ Passed: @Star`, a line for each reason. */
export function formatRewardLines(roles: RewardRoles): readonly string[] {
  return rewardReasons.map((reason) => {
    const roleId = roles[reason];
    return `${reasonTexts[reason]}: ${roleId === undefined ? "no role" : `<@&${roleId}>`}`;
  });
}

const maxChanges = 1_600;

/** Who would get and lose which role; nobody does before it is confirmed. */
export function renderRewardsPreview(roles: RewardRoles, plan: RewardPlan, ctx: RenderContext): Reply {
  const isOff = rewardReasons.every((reason) => roles[reason] === undefined);
  return {
    embeds: [
      createEmbed({
        title: isOff ? "Turn rewards off?" : "Give these roles for a week?",
        description: joinParts(
          [
            isOff ? "" : formatRewardLines(roles).join("\n"),
            isOff
              ? ""
              : "Each role is given once the workspace has marked a week, and taken back once it has marked the next. I only take back roles I gave; every change is in the audit log.",
          ],
          "\n\n",
        ),
        fields: [
          ...(isOff
            ? []
            : [
                {
                  name: `Would get it now, ${describeWeekOf(plan, ctx)}`,
                  value: formatChanges(plan.toGive) || describeNobody(plan),
                },
              ]),
          { name: "Would lose it now", value: formatChanges(plan.toTake) || "Nobody." },
        ],
        footer: "Nobody's roles change until you confirm.",
      }),
    ],
  };
}

function describeWeekOf({ week }: RewardPlan, dates: RenderContext): string {
  return week === undefined ? "no week marked yet" : `for the ${describeWeek(week.weekStart, dates)}`;
}

function describeNobody({ week }: RewardPlan): string {
  return week === undefined
    ? "Nobody: the workspace hasn't marked a week yet for anyone connected here."
    : "Nobody.";
}

/** `@Star: @Mia, @Theo`, a line for each role. */
function formatChanges(changes: readonly Pick<Reward, "discordUserId" | "roleId">[]): string {
  const lines = [...Map.groupBy(changes, ({ roleId }) => roleId)].map(([roleId, those]) => {
    const shown = those.slice(0, 15).map(({ discordUserId }) => `<@${discordUserId}>`);
    const more = those.length - shown.length;
    return `<@&${roleId}>: ${joinParts([shown.join(", "), more > 0 && `${more} more`], " and ")}`;
  });
  return fitLines(lines, 1_000);
}

interface RewardsView {
  /** `undefined` when rewards are off. */
  readonly roles: RewardRoles | undefined;
  /** Their workspace was unlinked. */
  readonly isStopped: boolean;
  readonly rows: readonly Reward[];
  readonly plan: RewardPlan;
  /** `undefined` when Discord didn't say. */
  readonly obstacles: ReadonlyMap<string, RoleObstacle> | undefined;
}

/** As it is now. */
export function renderRewards(view: RewardsView, ctx: RenderContext): Reply {
  const { roles, isStopped, rows, plan, obstacles } = view;
  const held = rows.filter(({ state }) => state === "given");
  const trouble = [...(obstacles ?? [])].map(([roleId, obstacle]) => formatObstacleLine(roleId, obstacle));
  const change = "You'll see who would get or lose a role before anything changes.";
  const pending = plan.toGive.length + plan.toTake.length;
  return {
    embeds: [
      createEmbed({
        title: isStopped
          ? "Rewards have stopped"
          : roles === undefined
            ? "Rewards are off"
            : "Rewards are on",
        tone: trouble.length > 0 || isStopped ? "waiting" : roles === undefined ? "over" : "information",
        description: joinParts(
          [
            isStopped && "⚠️ Their workspace was unlinked, so no roles are given. Choose the roles again.",
            roles === undefined ? "No roles are given for a week here." : formatRewardLines(roles).join("\n"),
            fitLines(trouble, maxChanges),
            roles !== undefined &&
              obstacles === undefined &&
              "🔹 I couldn't check whether these roles can be given.",
            joinParts(
              [
                held.length > 0 &&
                  pluralizeText(held.length, {
                    one: `1 role is given, ${describeWeekOf(plan, ctx)}.`,
                    other: `{count} roles are given, ${describeWeekOf(plan, ctx)}.`,
                  }),
                plan.isWaiting && "The workspace hasn't marked everyone yet for the week that ended last.",
                pending > 0 &&
                  pluralizeText(pending, {
                    one: "1 change is on its way.",
                    other: "{count} changes are on their way.",
                  }),
              ],
              " ",
            ),
            !isStopped && change,
          ],
          "\n\n",
        ),
        fields: held.length === 0 ? [] : [{ name: "Who has them", value: formatChanges(held) }],
      }),
    ],
  };
}

export function renderRewardsReceipt(roles: RewardRoles, ctx: RenderContext): Reply {
  const isOff = rewardReasons.every((reason) => roles[reason] === undefined);
  return receipt(
    {
      title: isOff ? "Rewards turned off" : "Rewards changed",
      verb: "Changed",
      lines: [
        ...(isOff ? [] : formatRewardLines(roles)),
        isOff
          ? "I'll take back the roles I gave within a few minutes."
          : "I'll give and take back roles within a few minutes, and again each time a week is marked.",
        `Every change is in ${ctx.commandMention("audit")}.`,
      ],
    },
    ctx,
  );
}
