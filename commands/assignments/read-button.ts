import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { namesOf } from "../../src/ui/people.ts";
import { renderDescriptions } from "./render.ts";

const id = defineCustomId("assignments.on", {
  userId: z.string().refine(isServiceId),
  page: PageIndex,
  part: PageIndex,
});

/** Of the button that opens the whole descriptions of a page. */
export const readId = (userId: string, page: number): string => id.encode({ userId, page, part: 0 });

/** What the assignments of a page ask for, a part for each press; the list stays. */
export const readButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  async run({ userId, page, part }, ctx) {
    await ctx.admitAbout(userId);
    const params = { workspaceId: ctx.workspaceId, staffId: userId };
    const { assigned } = await ctx.api.getAssignments({ params });
    const names = await namesOf([userId], ctx);
    const customIdOf = (next: number) => id.encode({ userId, page, part: next });
    const answer = renderDescriptions({ userId, names, assigned, page, part, customIdOf });
    if (answer !== undefined) return answer;
    throw new UserError(
      `These descriptions are gone, so there is nothing more to read. See what is there with ${ctx.commandMention("assignments")}.`,
    );
  },
});
