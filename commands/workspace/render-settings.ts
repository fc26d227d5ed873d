import type { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";

export function renderQuestion(settings: WorkspaceSettings): Answer {
  return {
    embeds: [
      embed({
        title: "Change the workspace's settings?",
        description: [
          "Everybody in the workspace sees the change. What is not listed here stays as it is.",
          smallPrint(
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

export function renderReceipt(settings: WorkspaceSettings, facts: ReceiptFacts): Answer {
  const { workspaceId, nameHere, discordUserId, at, renameMention } = facts;
  const namesDiffer = settings.name !== undefined && settings.name !== nameHere;
  return {
    embeds: [
      embed({
        title: "Settings changed",
        tone: "done",
        description: joined(
          [
            "The workspace took the change. It shows nothing back, so this is what was sent.",
            namesDiffer &&
              `In this server the workspace is still called **${inert(nameHere)}**; change that with ${renameMention}.`,
            smallPrint(`Changed by <@${discordUserId}> ${nearAndExact(at)} · Id ${code(workspaceId)}`),
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
    value === undefined ? [] : [{ name: `${mark} ${label}`, value: inert(value), inline: true }],
  );
}
