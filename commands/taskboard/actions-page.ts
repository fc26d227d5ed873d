import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../shared/people.ts";
import { definePageButton, type EncodePage } from "./page-button.ts";
import { readActions } from "./read-actions.ts";
import { renderActions } from "./render-actions.ts";

export const actionsPage = definePageButton("taskboard.actions", showActions);

export async function showActions(page: number, ctx: LinkedContext, encode: EncodePage): Promise<Answer> {
  const actions = await readActions(ctx);
  const names = await namesOf(
    actions.map(({ created_by: maker }) => maker),
    ctx,
  );
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderActions({ actions, names, page, now }, encode);
}
