import type { GuildLink } from "../../src/store/guild-links.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { subtext } from "../../src/ui/lines.ts";

export function renderSettingsPreview(settings: WorkspaceSettings): Reply {
  return {
    embeds: [
      createEmbed({
        title: previewTitle(settings),
        description: [
          "Everyone in the workspace will see the change. Anything not listed here stays the same.",
          subtext("I can't read the current settings, so I can't undo this."),
        ].join("\n"),
        fields: createSettingFields(settings, "New"),
      }),
    ],
  };
}

/** Names the change where it's one that everyone notices. */
function previewTitle({ name, theme }: WorkspaceSettings): string {
  return name !== undefined && theme === undefined
    ? `Rename the workspace to ${escapeMarkdown(name, 100)}?`
    : "Change the workspace's settings?";
}

/** @param workspace its id, and what people here call it */
export function renderSettingsReceipt(
  settings: WorkspaceSettings,
  { name }: Pick<GuildLink, "name">,
  ctx: RenderContext,
): Reply {
  const namesDiffer = settings.name !== undefined && settings.name !== name;
  const reply = receipt(
    {
      title: "Settings changed",
      verb: "Changed",
      lines: [
        "The workspace accepted the change. It doesn't return the result, so this is what was sent.",
        namesDiffer &&
          `In this server the workspace is still called **${escapeMarkdown(name)}**; change that in ${ctx.commandMention("link status")}.`,
      ],
      fields: createSettingFields(settings, "Sent"),
    },
    ctx,
  );
  return { ...reply, share: {} };
}

function createSettingFields({ name, theme }: WorkspaceSettings, mark: string): readonly EmbedFieldParts[] {
  const fields = [
    ["name", name],
    ["theme", theme],
  ] as const;
  return fields.flatMap(([label, value]) =>
    value === undefined ? [] : [{ name: `${mark} ${label}`, value: escapeMarkdown(value), inline: true }],
  );
}
