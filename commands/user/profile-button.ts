import { z } from "zod";
import { isServiceId } from "../../src/domain/service-ids.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { asReload, defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { firstPageId as activityId } from "../activity/view-page.ts";
import { firstPageId as assignmentsId } from "../assignments/page-button.ts";
import { readProfile } from "./profile.ts";
import { renderProfile } from "./render-profile.ts";

const id = defineCustomId("user.show", { userId: z.string().refine(isServiceId) });

/** Of the button that opens somebody's profile. */
export const profileId = (userId: string): string => id.encode({ userId });

export const profileButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: ({ userId }, ctx) => showProfile(userId, ctx),
});

/** @throws UserError when the caller may see their own profile only */
export async function showProfile(userId: string, ctx: LinkedContext): Promise<Answer> {
  await ctx.admitAbout(userId);
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.now());
  return {
    ...renderProfile(await readProfile(userId, ctx), now),
    components: buttonRow(
      button({ customId: activityId(userId), label: "Activity" }),
      button({ customId: assignmentsId(userId), label: "Assignments" }),
      button({ customId: asReload(profileId(userId)), label: "Reload" }),
    ),
  };
}
