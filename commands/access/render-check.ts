import { type Access, mayUse, mayUseAboutOthers, type Standing } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import type { ListedCommand } from "../shared/command-list.ts";
import { joined } from "../shared/lines.ts";
import { rankWords, roleMentions } from "./render-words.ts";

export interface MemberCheck {
  readonly discordUserId: string;
  readonly standing: Standing;
  /** The member's roles that give the tier. */
  readonly tierRoleIds: readonly string[];
  readonly account: Account | undefined;
  /** All there is to start. */
  readonly entries: readonly ListedCommand[];
}

export function renderCheck(check: MemberCheck): Answer {
  const { standing, entries } = check;
  const may = entries.filter(({ access }) => mayUse(access, standing));
  const aboutSelf = (access: Access) => access === "self-or-manager" && !mayUseAboutOthers(standing);
  const hidden = may.filter(({ guarded }) => guarded && !standing.managesServer);
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
        description: joined([joined([reason(check), accountLine(check)], "\n"), ...lists], "\n\n"),
        tone: standing.tier === "everyone" ? "over" : "information",
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

function reason({ discordUserId, standing, tierRoleIds }: MemberCheck): string {
  const { tier, managesServer } = standing;
  const who = `<@${discordUserId}>`;
  if (tier === "everyone") {
    const rest = managesServer ? " They have *Manage Server*, so they can still change who may do what." : "";
    return `${who} has no tier, because none of their roles has one.${rest}`;
  }
  const why =
    tierRoleIds.length > 0
      ? roleMentions(tierRoleIds)
      : "*Manage Server*, which counts as long as no role is for admins";
  return `${who} has **${rankWords[tier]}**, because of ${why}.`;
}

function accountLine({ account, standing }: MemberCheck): string | undefined {
  if (account !== undefined)
    return `In the workspace they are ${inert(account.displayName, 60)} ${code(account.userId, 64)}.`;
  return standing.tier === "everyone"
    ? undefined
    : "They are not connected to a user of the workspace, so commands do not know who they are there.";
}

function listed(title: string, entries: readonly ListedCommand[]): string | undefined {
  if (entries.length === 0) return undefined;
  const names = entries.map(({ name, from }) => code(from === "slash" ? `/${name}` : name, 60));
  return `**${title}**\n${names.join(" ")}`;
}
