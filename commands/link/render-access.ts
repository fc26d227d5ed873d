import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { joined } from "../shared/lines.ts";

/** A role mention takes 25 characters and a field holds 1,024. */
const maxRolesShown = 30;

interface Change {
  readonly roleId: string;
  /** False when it already was so. */
  readonly changed: boolean;
}

export interface AccessReport {
  readonly roleIds: readonly string[];
  readonly add: Change | undefined;
  readonly remove: Change | undefined;
}

export function renderAccess({ roleIds, add, remove }: AccessReport, accessMention: string): Answer {
  const sentences = [
    add &&
      (add.changed
        ? `✅ Members with ${mention(add.roleId)} may now use the staff commands.`
        : `${mention(add.roleId)} was already named; nothing changed for it.`),
    remove &&
      (remove.changed
        ? `✅ ${mention(remove.roleId)} no longer counts as staff.`
        : `${mention(remove.roleId)} was not named; nothing changed for it.`),
    roleIds.length === 0 &&
      `No role counts as staff, so only members with *Manage Server* can use the bot. Name a role with ${accessMention}.`,
  ];
  return {
    embeds: [
      embed({
        title: "Who may use the staff commands",
        description: joined(sentences, "\n"),
        tone: add?.changed || remove?.changed ? "done" : "information",
        fields:
          roleIds.length === 0
            ? []
            : [{ name: "Staff roles", value: `${roleMentions(roleIds)}\nand everyone with *Manage Server*` }],
      }),
    ],
  };
}

export function roleMentions(roleIds: readonly string[]): string {
  const shown = roleIds.slice(0, maxRolesShown).map(mention).join(" ");
  const more = roleIds.length - maxRolesShown;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function mention(roleId: string): string {
  return `<@&${roleId}>`;
}
