import type { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

export function renderQuestion(settings: WorkspaceSettings): Reply {
  return {
    embeds: [
      embed({
        title: "Change the workspace's settings?",
        description: [
          "Everybody in the workspace sees the change. What is not listed here stays as it is.",
          subtext(
            "The workspace does not tell how its settings stand now, so I cannot show or bring them back.",
          ),
        ].join("\n"),
        fields: settingFields(settings, "New"),
      }),
    ],
  };
}

export interface ReceiptFacts {
  readonly workspaceId: string;
  /** What people here call the workspace. */
  readonly nameHere: string;
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Clickable name of the command that renames it here. */
  readonly renameMention: string;
}

export function renderReceipt(settings: WorkspaceSettings, facts: ReceiptFacts): Reply {
  const { workspaceId, nameHere, discordUserId, at, renameMention } = facts;
  const namesDiffer = settings.name !== undefined && settings.name !== nameHere;
  return {
    embeds: [
      embed({
        title: "Settings changed",
        tone: "done",
        description: joinParts(
          [
            "The workspace took the change. It shows nothing back, so this is what was sent.",
            namesDiffer &&
              `In this server the workspace is still called **${escapeMarkdown(nameHere)}**; change that with ${renameMention}.`,
            subtext(`Changed by <@${discordUserId}> ${relativeAndExact(at)} · Id ${inlineCode(workspaceId)}`),
          ],
          "\n",
        ),
        fields: settingFields(settings, "Sent"),
      }),
    ],
    share: {},
  };
}

function settingFields({ name, theme }: WorkspaceSettings, mark: string): readonly EmbedFieldParts[] {
  const fields = [
    ["name", name],
    ["theme", theme],
  ] as const;
  return fields.flatMap(([label, value]) =>
    value === undefined ? [] : [{ name: `${mark} ${label}`, value: escapeMarkdown(value), inline: true }],
  );
}
