import { z } from "zod";
import { ApiError } from "../../../src/api/errors.ts";
import { foldName } from "../../../src/domain/search.ts";
import { isServiceId } from "../../../src/domain/service-ids.ts";
import { describeFailure } from "../../../src/error-text.ts";
import { UserError } from "../../../src/errors.ts";
import { canUseForOthers } from "../../../src/interactions/access.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { toReloadId, defineCustomId } from "../../../src/interactions/custom-id.ts";
import { defineCommand, defineUserMenu } from "../../../src/interactions/define.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { withPicture } from "../../../src/pictures/attach.ts";
import { createButton, createButtonRow } from "../../../src/ui/buttons.ts";
import { renderContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import {
  connectFormComponents,
  createConnectUserButtons,
  createDisconnectButtons,
  disconnectComponents,
  createNotConnectedError,
  renderAccount,
  connection,
} from "../../account/index.ts";
import {
  createGiftButtons,
  giftComponents,
  createPastWeeksButton,
  pastWeeksComponents,
  activityPages,
} from "../../activity/index.ts";
import { assignmentPages, readOn } from "../../assignments/index.ts";
import { typedSelfOrPerson } from "../../kit/person-option.ts";
import { findMentioned, nothingShown, readOwnAccount, resolvePerson } from "../../kit/resolve-person.ts";
import { readProfile } from "./read.ts";
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
  const { account } = profile;
  const { file, record } = await drawProfilePicture(profile, ctx);
  const card = renderProfile(profile, { isDrawn: file !== undefined, record }, renderContext(ctx));
  return {
    ...(file === undefined ? card : withPicture(card, file)),
    // Two rows, since with the button that shows it in the channel they are wider than a phone.
    components: [
      ...createButtonRow(
        createButton({ customId: assignmentPages.createCustomId({ userId, page: 0 }), label: "Assignments" }),
        createButton({ customId: activityPages.createCustomId({ userId, page: 0 }), label: "Visits" }),
        createPastWeeksButton(userId),
      ),
      ...createButtonRow(
        ...createGiftButtons(userId, ctx),
        ...(account === undefined ? createConnectUserButtons(userId, ctx) : []),
        createReloadButton(userId),
        // Harmful, so the last of all.
        ...(account === undefined ? [] : createDisconnectButtons(account.discordUserId, ctx)),
      ),
    ],
  };
}

function createReloadButton(userId: string) {
  return createButton({ customId: toReloadId(createProfileId(userId)), label: "Reload" });
}

/** The same; while the workspace tells nothing about someone, who they are connected to. */
async function openProfile(userId: string, ctx: LinkedContext): Promise<Reply> {
  try {
    return await showProfile(userId, ctx);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const account = await ctx.store.accounts.ofUser(ctx.guildId, userId);
    if (account === undefined) throw error;
    const { discordUserId } = account;
    return {
      content: `⚠️ ${describeFailure(error, "I can't show this week", true)}`,
      ...renderAccount(account, discordUserId === ctx.invoker.discordUserId),
      components: createButtonRow(createReloadButton(userId), ...createDisconnectButtons(discordUserId, ctx)),
    };
  }
}

/** @throws UserError if the member isn't connected */
async function openProfileOf(discordUserId: string, ctx: LinkedContext, instead = ""): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const account =
    discordUserId === invoker.discordUserId
      ? await readOwnAccount(ctx)
      : await store.accounts.ofMember(guildId, discordUserId);
  if (account === undefined) throw await createNotConnectedError(discordUserId, ctx, nothingShown, instead);
  return openProfile(account.userId, ctx);
}

/** What a command that shows a profile reaches. */
export const profileReach = {
  operations: ["getUser", "getActivity", "giftActivity", "getAssignments", "searchOrders"],
  components: [
    profileButton,
    ...activityPages.components,
    ...pastWeeksComponents,
    ...assignmentPages.components,
    readOn.button,
    ...giftComponents,
    ...connectFormComponents,
    ...disconnectComponents,
    connection.withdrawButton,
  ],
} as const;

const declaration = {
  access: "self-or-manager",
  purpose: "see profiles",
  needs: "link",
  ack: "ephemeral",
  ...profileReach,
} as const;

/** The profile of the chosen member. */
export const profileMenu = defineUserMenu({
  name: "Profile",
  description: "See a person's week, and gift, connect or disconnect from there",
  ...declaration,
  async run({ targetUser: { id: discordUserId, bot } }, ctx) {
    if (bot) throw new UserError(`<@${discordUserId}> is a bot, not a person.`);
    return openProfileOf(discordUserId, ctx);
  },
});

export const profile = defineCommand({
  name: "profile",
  description: "See someone's week, orders and connection",
  options: { person: typedSelfOrPerson("Who: a name, a mention or a user id (you by default)") },
  ...declaration,
  async run({ options: { person: typed = "" } }, ctx) {
    const { invoker } = ctx;
    const others = canUseForOthers(invoker) ? ", or choose someone in `person`" : "";
    if (["", "me"].includes(foldName(typed))) return openProfileOf(invoker.discordUserId, ctx, others);
    const mentioned = findMentioned(typed.trim());
    if (mentioned !== undefined) return openProfileOf(mentioned, ctx);
    const lookup = { field: "person", which: createProfileId, notDone: nothingShown };
    return openProfile(await resolvePerson(typed, ctx, lookup), ctx);
  },
});
