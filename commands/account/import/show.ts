import { Routes } from "discord.js";
import { z } from "zod";
import { openReplyToken } from "../../../src/interactions/confirmation/drafts.ts";
import { createRequest } from "../../../src/interactions/dispatch/callbacks.ts";
import type { Import } from "./store.ts";
import { type ImportView, renderChecked, renderImportReceipt, renderProgress } from "./render.ts";
import { type Reply, toPayload } from "../../../src/ui/reply.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { defineCustomId, withLinkKey } from "../../../src/interactions/custom-id.ts";
import { finishReply } from "../../../src/ui/finish.ts";

/** Edits the message of the person who started it, for as long as Discord allows. Never rejects. */
export async function showImport(importId: string, { ctx, postRest }: JobTools): Promise<void> {
  try {
    const begun = await ctx.store.imports.find(importId);
    if (begun?.sealedReplyToken === undefined) return;
    const { applicationId, token, locale } = openReplyToken(importId, begun.sealedReplyToken, ctx.vault);
    const view = {
      begun,
      people: await ctx.store.imports.people(importId),
      commandMention: ctx.commandMention,
      showId: createFirstPageId(begun),
      undoId: createUndoId(begun),
    };
    const reply = renderFor(begun, view, locale);
    if (reply === undefined) return;
    const route = Routes.webhookMessage(applicationId, token, "@original");
    await postRest.patch(route, {
      auth: false,
      ...createRequest(toPayload(finishReply(reply, ctx.finishText))),
    });
  } catch (error) {
    // The command still shows its state.
    ctx.log.debug("the message of an import could not be edited", { error });
  }
}

function renderFor({ state }: Import, view: ImportView, locale: string): Reply | undefined {
  switch (state) {
    case "checking":
    case "connecting":
      return renderProgress(view);
    case "asking":
      return renderChecked(view);
    case "done":
      return renderImportReceipt(view, locale);
    case "cancelled":
      return undefined;
    default:
      return state satisfies never;
  }
}

/** Shows an import as it is now: its progress, its preview or its receipt. */
export const importShowId = defineCustomId("account.import.show", {
  importId: z.string().min(1),
  page: z.coerce.number().int().min(-1).max(999),
});

/** Asks whether to disconnect everyone whom it connected. */
export const undoImportId = defineCustomId("account.import.undo", { importId: z.string().min(1) });

/** The id of the button that shows it from its first page. */
export function createFirstPageId({ id, linkKey }: Pick<Import, "id" | "linkKey">): string {
  return withLinkKey(importShowId.encode({ importId: id, page: 0 }), linkKey);
}

export function createUndoId({ id, linkKey }: Pick<Import, "id" | "linkKey">): string {
  return withLinkKey(undoImportId.encode({ importId: id }), linkKey);
}
