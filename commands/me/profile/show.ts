import { renderContext } from "../../../src/ui/render-context.ts";
import { z } from "zod";
import { isServiceId } from "../../../src/domain/service-ids.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { toReloadId, defineCustomId } from "../../../src/interactions/custom-id.ts";
import { defineSubcommand, defineUserMenu } from "../../../src/interactions/define.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { activityPages } from "../../activity/view.ts";
import { assignmentPages, readOn } from "../../assignments/index.ts";
import { person } from "../../kit/person-option.ts";
import { nothingShown, resolveTarget } from "../../kit/resolve-person.ts";
import { readProfile } from "./read.ts";
import { withPicture } from "../../../src/pictures/attach.ts";
import { drawProfilePicture } from "./picture.ts";
import { renderProfile } from "./render.ts";

const id = defineCustomId("user.show", { userId: z.string().refine(isServiceId) });

/** The custom id of the button that opens someone's profile. */
const createProfileId = (userId: string): string => id.encode({ userId });

const profileButton = defineButton({
  id,
  access: "self-or-manager",
  needs: "link",
  ack: "update",
  run: ({ userId }, ctx) => showProfile(userId, ctx),
});

/** @throws UserError if the caller may see only their own profile */
export async function showProfile(userId: string, ctx: LinkedContext): Promise<Reply> {
  await ctx.admitAbout(userId);
  const profile = await readProfile(userId, ctx);
  const { file, record } = await drawProfilePicture(profile, ctx);
  const card = renderProfile(profile, { isDrawn: file !== undefined, record }, renderContext(ctx));
  return {
    ...(file === undefined ? card : withPicture(card, file)),
    // Two rows, since with the button that shows it in the channel they are wider than a phone.
    components: [
      ...createButtonRow(
        createButton({ customId: activityPages.createCustomId({ userId, page: 0 }), label: "Activity" }),
        createButton({ customId: assignmentPages.createCustomId({ userId, page: 0 }), label: "Assignments" }),
      ),
      ...createButtonRow(createButton({ customId: toReloadId(createProfileId(userId)), label: "Reload" })),
    ],
  };
}

/** What a command that shows a profile reaches. */
export const profileReach = {
  operations: ["getUser", "getActivity", "getAssignments", "searchOrders"],
  components: [profileButton, ...activityPages.components, ...assignmentPages.components, readOn.button],
} as const;

/** The profile of the chosen member. */
export const profileMenu = defineUserMenu({
  name: "Profile",
  description: "See a member's profile: activity, assignments and open orders",
  access: "self-or-manager",
  purpose: "see profiles",
  needs: "link",
  ack: "ephemeral",
  ...profileReach,
  run: async ({ targetUser }, ctx) => showProfile(await resolveTarget(targetUser, ctx, nothingShown), ctx),
});

export const show = defineSubcommand({
  name: "show",
  description: "See someone's profile: activity, assignments and open orders",
  options: { person: person("Who: a name, a mention or a user id (you by default)", createProfileId) },
  access: "self-or-manager",
  purpose: "see profiles",
  needs: "link",
  ack: "ephemeral",
  ...profileReach,
  run: ({ options }, ctx) => showProfile(options.person, ctx),
});
