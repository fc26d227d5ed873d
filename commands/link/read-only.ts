import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { Changes, createLinksButton, linkIds, renderLinkNote, requireLink } from "./ids.ts";
import { formatBoldName, renderReadOnlyChanged, renderReadOnlyPreview } from "./render-change.ts";

const Payload = z.object({
  linkKey: z.string(),
  workspaceId: z.string(),
  workspace: z.string(),
  after: Changes,
});

const readOnlyConfirmation = defineConfirmation<z.output<typeof Payload>, null, "guild">({
  kind: "link.read-only",
  access: "admin",
  needs: "guild",
  payload: Payload,
  confirm: {
    label: ({ after }) => (after === "read-only" ? "Make read-only" : "Allow changes"),
    destructive: false,
  },
  cancel: {
    label: "Not now",
    sentence: "Nothing was changed.",
    reply: async () => renderLinkNote("Nothing was changed."),
  },
  unknownOutcomeText: "I don't know whether that was stored. Check `/link status` before you try again.",
  async execute({ linkKey, after }, ctx) {
    if (!(await ctx.store.guildLinks.setReadOnly(ctx.guildId, linkKey, after === "read-only")))
      throw new UserError("This link was removed in the meantime, so nothing was changed.");
    return null;
  },
  outcome: {
    target: (_result, { workspaceId }) => workspaceId,
    duplicateText: () => "This was already changed. Nothing was done twice.",
  },
  receipt: (_result, payload, ctx) => ({
    ...renderReadOnlyChanged(payload, renderContext(ctx)),
    components: createButtonRow(createLinksButton()),
  }),
});

const changesButton = defineButton({
  id: linkIds.changes,
  access: "admin",
  needs: "guild",
  ack: "update",
  async run({ linkKey, after }, ctx) {
    const link = requireLink(linkKey, await ctx.store.guildLinks.list(ctx.guildId), ctx);
    if (link.isReadOnly === (after === "read-only"))
      return renderLinkNote(
        `${formatBoldName(link)} is ${link.isReadOnly ? "already read-only" : "not read-only"}. Nothing was changed.`,
      );
    const { workspaceId, name: workspace } = link;
    const payload = { linkKey, workspaceId, workspace, after };
    return readOnlyConfirmation.prompt(payload, renderReadOnlyPreview(payload), ctx);
  },
});

export const readOnlyComponents: readonly Component[] = [changesButton, ...readOnlyConfirmation.components];
