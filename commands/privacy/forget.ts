import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { UserError } from "../../src/errors.ts";
import type { Access } from "../../src/interactions/access.ts";
import {
  findDraftGuildId,
  requireOwnDraft,
  unwrapPayload,
} from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { ButtonHandler, Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Forgotten } from "./forget-store.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineGuildButton, readServerName } from "../kit/guild-button.ts";
import { sortByRank } from "./render-kept.ts";
import { renderForgetPreview, renderForgotten } from "./render-forget.ts";

const Forgetting = z.object({
  /** Someone else's user id in the workspace, connected or not; omitted for oneself. */
  userId: z.string().optional(),
  disconnects: z.boolean(),
  /** What is deleted, in words, for the audit log. */
  before: z.string(),
});
type Forgetting = z.output<typeof Forgetting>;

const forgetting = {
  needs: "guild",
  anywhere: true,
  payload: Forgetting,
  cancel: { label: "Keep it", sentence: "Nothing was deleted." },
  unknownOutcomeText:
    "I couldn't finish deleting, so I don't know whether it's gone. Run `/privacy` to see what I still keep.",
  execute: forgetNow,
  outcome: {
    target: ({ account }: ForgottenNow, { userId }: Forgetting) => userId ?? account?.userId,
    duplicateText: () => "This was already deleted. Nothing was done twice.",
  },
  receipt: (forgotten: ForgottenNow, payload: Forgetting, ctx: GuildContext) =>
    renderForgotten({ ...payload, ...forgotten }, renderContext(ctx)),
} as const;

/** What is kept of oneself doesn't depend on what someone may do here. */
const ofOneself = { kind: "privacy.forget", access: "everyone" } as const;
const ofOthers = { kind: "privacy.forget-person", access: "admin" } as const;

const forgetConfirmation = defineConfirmation<Forgetting, ForgottenNow, "guild">({
  ...forgetting,
  ...ofOneself,
  confirm: { label: "Forget me", destructive: true },
});

const forgetPersonConfirmation = defineConfirmation<Forgetting, ForgottenNow, "guild">({
  ...forgetting,
  ...ofOthers,
  confirm: { label: "Forget them", destructive: true },
});

interface ForgottenNow {
  readonly account: Forgotten["account"];
  /** What was deleted, and what couldn't be done yet. */
  readonly counted: readonly string[];
  readonly notDoneYet: readonly string[];
}

async function forgetNow({ userId, disconnects }: Forgetting, ctx: GuildContext): Promise<ForgottenNow> {
  const { store, guildId, invoker } = ctx;
  const discordUserId = userId === undefined ? invoker.discordUserId : undefined;
  const { account, gone } = await store.forgetPerson({ guildId, userId, discordUserId, disconnects });
  const { tables } = store.personalData;
  const counted = tables.map(([name, table]) => gone.has(name) && table.counted?.(gone.get(name)));
  const notDoneYet: (string | false | undefined)[] = [];
  for (const [name, table] of tables)
    if (gone.has(name)) notDoneYet.push(await table.afterwards?.(gone.get(name), ctx));
  return { account, counted: counted.filter(isText), notDoneYet: notDoneYet.filter(isText) };
}

const isText = (text: string | false | undefined): text is string => typeof text === "string";

const DraftId = { draftId: z.string().min(1) };
const ownConnectionId = defineCustomId("privacy.forget.connection", DraftId);
const othersConnectionId = defineCustomId("privacy.forget-person.connection", DraftId);

/** In a preview: asks again with the connection ended, too, or kept. */
function defineConnectionButton(
  id: typeof ownConnectionId,
  { kind, access }: { readonly kind: string; readonly access: Access },
): ButtonHandler {
  return defineButton({
    id,
    access,
    needs: "guild",
    ack: "update",
    findGuildId: findDraftGuildId,
    async run({ draftId }, ctx) {
      const draft = await requireOwnDraft(draftId, kind, ctx);
      const { userId, disconnects } = unwrapPayload(draft.payload, Forgetting, undefined);
      if (await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.invoker.discordUserId))
        return askToForget(userId, !disconnects, ctx);
      throw new UserError("This preview was already used, so nothing was changed. Run `/privacy` again.");
    },
  });
}

/** @param userId someone else's in the workspace, connected or not; `undefined` for oneself */
export async function askToForget(
  userId: string | undefined,
  disconnects: boolean,
  ctx: GuildContext,
): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const account = userId === undefined ? await ctx.self() : await store.accounts.ofUser(guildId, userId);
  const userIds =
    userId === undefined ? await store.accounts.listUserIds(guildId, invoker.discordUserId) : [userId];
  const [saved, names] = await Promise.all([
    store.weeks.findHistory(guildId, userIds),
    readNames(userIds, ctx),
  ]);
  const discordUserId = userId === undefined ? invoker.discordUserId : account?.discordUserId;
  const person = { guildId, discordUserId, userIds, isOwn: userId === undefined };
  const deleted: (string | false | undefined)[] = [];
  for (const [, table] of sortByRank(store.personalData.tables))
    deleted.push(await table.preview?.(person, ctx));
  const serverName = await readServerName(ctx);
  const before = saved === undefined ? "names" : pluralize(saved.weeks, "week");
  const preview = {
    userId,
    account,
    names,
    disconnects,
    deleted: deleted.filter(isText),
    serverName,
  };
  const [confirmation, connectionId] =
    userId === undefined
      ? [forgetConfirmation, ownConnectionId]
      : [forgetPersonConfirmation, othersConnectionId];
  const label = disconnects ? "Stay connected" : "Disconnect too";
  return confirmation.prompt(
    { disconnects, before, ...(userId !== undefined && { userId }) },
    renderForgetPreview(preview),
    ctx,
    (draftId) =>
      account === undefined ? [] : [createButton({ customId: connectionId.encode({ draftId }), label })],
  );
}

/** Asks before it deletes; in a message of its own. */
export const forgetButton = defineGuildButton({
  name: "privacy.ask",
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  run: (ctx) => askToForget(undefined, false, ctx),
});

export const forgetComponents: readonly Component[] = [
  forgetButton.component,
  ...forgetConfirmation.components,
  defineConnectionButton(ownConnectionId, ofOneself),
];

export const forgetPersonComponents: readonly Component[] = [
  ...forgetPersonConfirmation.components,
  defineConnectionButton(othersConnectionId, ofOthers),
];
