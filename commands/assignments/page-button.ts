import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { readId } from "./read-button.ts";
import { renderAssignments } from "./render.ts";

const id = defineCustomId("assignments.page", { userId: z.string().refine(isServiceId), page: PageIndex });

export const assignmentsPageButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: ({ userId, page }, ctx) => showAssignments(userId, page, ctx),
});

/** Of the button that opens somebody's assignments. */
export const firstPageId = (userId: string): string => id.encode({ userId, page: 0 });

/** @throws UserError when the caller may see their own assignments only */
export async function showAssignments(userId: string, page: number, ctx: LinkedContext): Promise<Answer> {
  await ctx.admitAbout(userId);
  const assignments = await ctx.api.getAssignments({
    params: { workspaceId: ctx.workspaceId, staffId: userId },
  });
  const names = await namesOf([userId], ctx);
  const customIdOf = (index: number) => id.encode({ userId, page: index });
  const readIdOf = (index: number) => readId(userId, index);
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return renderAssignments({ userId, names, assignments, page, customIdOf, readIdOf }, now);
}
