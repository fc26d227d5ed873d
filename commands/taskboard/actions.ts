import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { definePageButton, type EncodePage } from "./page-button.ts";
import { readActions } from "./read-actions.ts";
import { renderActions } from "./render-actions.ts";

const actionsPage = definePageButton("taskboard.actions", showActions);

async function showActions(page: number, ctx: LinkedContext, encode: EncodePage): Promise<Reply> {
  const actions = await readActions(ctx);
  const names = await namesOf(
    actions.map(({ created_by: maker }) => maker),
    ctx,
  );
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderActions({ actions, names, page, now }, encode);
}

export const actions = defineSubcommand({
  name: "actions",
  description: "List what the task board does by itself, and what triggers it",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions"],
  components: [actionsPage.control],
  run: (_interaction, ctx) => showActions(0, ctx, actionsPage.encode),
});
