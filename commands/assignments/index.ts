import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { person } from "../kit/person-option.ts";
import { readButton, readId } from "./read-button.ts";
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
async function showAssignments(userId: string, page: number, ctx: LinkedContext): Promise<Reply> {
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

export const assignments: Command = defineCommand({
  name: "assignments",
  description: "See what somebody has to reach this week, and how the last weeks were marked",
  options: { person: person("Whose: a name, a mention or a user id; yours when left out", firstPageId) },
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["getAssignments"],
  components: [assignmentsPageButton, readButton],
  run: ({ options }, ctx) => showAssignments(options.person, 0, ctx),
});
