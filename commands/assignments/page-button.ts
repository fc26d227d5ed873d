import { z } from "zod";
import { isUserId } from "../../src/domain/user-ids.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { renderAssignments } from "./render.ts";

const id = defineCustomId("assignments.page", { userId: z.string().refine(isUserId), page: PageIndex });

export const assignmentsPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  run: ({ userId, page }, ctx) => showAssignments(userId, page, ctx),
});

export async function showAssignments(userId: string, page: number, ctx: LinkedContext): Promise<Answer> {
  const assignments = await ctx.api.getAssignments({
    params: { workspaceId: ctx.workspaceId, staffId: userId },
  });
  const customIdOf = (index: number) => id.encode({ userId, page: index });
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderAssignments({ userId, assignments, page, customIdOf }, now);
}
