import type { Standing } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import { embed } from "../../src/text/embed.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { changed, hasAdmins, type Rank, type RoleChange, tiersBetween } from "./ranks.ts";
import { grantWords, rankWords } from "./render-words.ts";

export interface ChangeQuestion {
  readonly change: RoleChange;
  readonly mapped: readonly AccessRole[];
  /** The role belongs to an app, to boosting or to a subscription. */
  readonly givenByDiscord: boolean;
  /** Of who asks, before the change and after it. */
  readonly standing: Standing;
  readonly standingAfter: Standing;
}

export function renderChangeQuestion(question: ChangeQuestion): Answer {
  const { change } = question;
  const warnings = warningsOf(question);
  return {
    embeds: [
      embed({
        title: "Change what this role may do?",
        description: joined(
          [
            stepWords(change),
            gainWords(change),
            lossWords(change),
            ...warnings,
            smallPrint(
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

function stepWords({ roleId, before, after }: RoleChange): string {
  return `<@&${roleId}>: ${rankWords[before]} → **${rankWords[after]}**`;
}

function gainWords({ before, after }: RoleChange): string | undefined {
  const gained = listWords(before, after);
  return gained && `Members with it may then ${gained}.`;
}

function lossWords({ before, after }: RoleChange): string | undefined {
  const lost = listWords(after, before);
  return lost && `Members with it may no longer ${lost}.`;
}

function listWords(lower: Rank, higher: Rank): string {
  return tiersBetween(lower, higher)
    .map((tier) => grantWords[tier])
    .join("; ");
}

function warningsOf({
  change,
  mapped,
  givenByDiscord,
  standing,
  standingAfter,
}: ChangeQuestion): readonly string[] {
  const after = changed(mapped, change);
  const first = !hasAdmins(mapped) && hasAdmins(after);
  const last = hasAdmins(mapped) && !hasAdmins(after);
  const loses = standing.tier === "admin" && standingAfter.tier !== "admin";
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

function restOf({ tier, managesServer }: Standing): string {
  const left = tier === "everyone" ? "" : ` and have ${rankWords[tier]} then`;
  return managesServer
    ? `${left}. You have *Manage Server*, so you can change it back.`
    : `${left}, and you cannot change it back yourself.`;
}

interface Changed extends RoleChange {
  readonly roleManagesServer: boolean;
}
interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderChanged(change: Changed, { caller, now, commandMention }: Words): Answer {
  const hidden = change.after === "admin" && !change.roleManagesServer;
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  return {
    embeds: [
      embed({
        title: "Role changed",
        description: joined(
          [
            stepWords(change),
            hidden &&
              "ℹ️ Discord shows `/access` and `/link` only to members with *Manage Server*, which this role does not give. Whoever runs this server can show them to the role in Server Settings, Integrations.",
            `See all roles with ${commandMention("access show")}.`,
            smallPrint(`Changed by <@${caller.discordUserId}> · ${at}`),
          ],
          "\n",
        ),
        tone: "done",
      }),
    ],
  };
}
