import { z } from "zod";
import { findPage } from "../../src/domain/lists.ts";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, defineModal, outdatedComponentText } from "../../src/interactions/components.ts";
import { createDraft, requireOwnDraft } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { postAtOnce } from "../../src/outbox/send-once.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { createChannelField, readChannel } from "../kit/fields.ts";
import { refuseBeyondCaller, tryPostChannel } from "../kit/post-channel.ts";
import { isRefused } from "../../src/discord/bot-messages.ts";
import { createThisIsMeRow } from "../kit/resolve-person.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { approveComponents, requestsButton, requestsId } from "./connection-request/decide.ts";
import { readCoverage, accountsAPage, renderAccounts } from "./render-list.ts";
import { createDisconnectButtons, disconnectComponents } from "./disconnect.ts";
import { renderAccount } from "./render.ts";

const askId = defineCustomId("account.ask", {});
const askFormId = defineCustomId("account.ask.form", { once: z.string().min(1) });
const channelInput = "channel";

/** Opens the form that posts a message in which members press a button and say who they are. */
export const createAskButton = (style: "primary" | "secondary") =>
  createButton({ customId: askId.encode({}), label: "Ask them to connect…", style });

const askButton = defineButton({
  id: askId,
  access: "manager",
  needs: "guild",
  ack: "modal",
  async run(_fields, ctx) {
    if ((await ctx.store.guildSettings.get(ctx.guildId, "managers-channel")) === undefined)
      throw new UserError(
        `This server has no managers' channel yet, so nobody could approve requests. Nothing was posted. An admin can choose one in ${ctx.commandMention("settings")}.`,
      );
    return {
      custom_id: askFormId.encode({ once: ctx.newId() }),
      title: "Ask them to connect",
      components: [
        createChannelField({
          id: channelInput,
          label: "Channel",
          description: "I'll post one message there, with a button for members to say who they are.",
          required: true,
        }),
      ],
    };
  },
});

const askModal = defineModal({
  id: askFormId,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  async run({ once }, ctx, { fields }) {
    const channelId = readChannel(fields, channelInput);
    if (channelId === undefined)
      throw new UserError("No channel was chosen, so nothing was posted. Press the button again.");
    await Promise.all([tryPostChannel(channelId, ctx), refuseBeyondCaller({ channelId }, ctx)]);
    await ctx.timeliness.ensureInTime();
    if (!(await ctx.store.idempotencyKeys.claim(`form:${once}`, ctx.now())))
      throw new UserError("This form was already submitted. Nothing was posted twice.");
    const message = {
      content:
        "**Are you on the team?** Press the button and say who you are in the workspace: your name there, your user id or a link to your profile. A manager then connects you, and you'll see your own week, assignments and orders here.",
      components: createThisIsMeRow(),
    };
    const messageId = await postAtOnce(message, { key: `form ${once}`, channelId }, ctx).catch(
      (error: unknown) => {
        ctx.log.warn("couldn't ask members to connect", { guildId: ctx.guildId, channelId, error });
        throw new UserError(
          isRefused(error)
            ? `Discord didn't let me post in <#${channelId}>, so nobody was asked. Choose another channel, or try again later.`
            : `I got no clear answer from Discord, so I don't know whether anybody was asked. Look in <#${channelId}> before you try again.`,
          { cause: error },
        );
      },
    );
    await recordAudit({ action: "account.ask", outcome: "done", target: channelId }, ctx);
    const draftId = await createDraft({ kind: askDraftKind, payload: { channelId, messageId } }, ctx);
    return {
      content: `Posted in <#${channelId}>. Requests come to the managers' channel; approve several at once with ${ctx.commandMention("account list")}.`,
      components: createButtonRow(createButton({ customId: undoAskId.encode({ draftId }), label: "Undo" })),
    };
  },
});

/** Keeps where the message is: an id proves nothing, and this deletes a message. */
const askDraftKind = "account.ask";
const AskedIn = z.object({ channelId: z.string(), messageId: z.string() });
const undoAskId = defineCustomId("account.undo-ask", { draftId: z.string().min(1) });

const undoAskButton = defineButton({
  id: undoAskId,
  access: "manager",
  needs: "guild",
  ack: "update",
  async run({ draftId }, ctx) {
    const tooOld = "That was too long ago to undo it here. Delete the message in its channel instead.";
    const { payload } = await requireOwnDraft(draftId, askDraftKind, ctx, tooOld);
    const asked = AskedIn.safeParse(payload);
    if (!asked.success) throw new UserError(outdatedComponentText);
    const { channelId, messageId } = asked.data;
    await ctx.messenger.delete(channelId, messageId).catch((error: unknown) => {
      ctx.log.warn("couldn't delete what asked members to connect", {
        guildId: ctx.guildId,
        channelId,
        error,
      });
      throw new UserError(
        isRefused(error)
          ? `Discord didn't let me delete the message in <#${channelId}>, so it's still there. Delete it in the channel yourself.`
          : `I got no clear answer from Discord about the message in <#${channelId}>, so it may still be there. Press *Undo* again in a minute.`,
        { cause: error },
      );
    });
    await recordAudit({ action: "account.undo-ask", outcome: "done", target: channelId }, ctx);
    return { content: `I deleted the message in <#${channelId}>. Requests that came from it stay.` };
  },
});

const maxRequestsShown = 5;

const accounts = definePagedList({
  name: "account.list",
  about: {},
  access: "manager",
  needs: "guild",
  async open(discordUserId, _asked, ctx) {
    const account = await ctx.store.accounts.ofMember(ctx.guildId, discordUserId);
    if (account === undefined)
      throw new UserError(
        `<@${discordUserId}> isn't connected anymore. See who's connected with ${ctx.commandMention("account list")}.`,
      );
    return {
      ...renderAccount(account, account.discordUserId === ctx.invoker.discordUserId),
      components: createButtonRow(...createDisconnectButtons(discordUserId, ctx)),
    };
  },
  async show({ page: asked }, ctx, { createCustomId, openId }) {
    const { store, guildId } = ctx;
    const page = findPage(await store.accounts.count(guildId), asked, accountsAPage);
    const [entries, waiting, allWaiting, coverage] = await Promise.all([
      store.accounts.list(guildId, { limit: accountsAPage, offset: page.index * accountsAPage }),
      store.connectionRequests.listUndecided(guildId, maxRequestsShown),
      store.connectionRequests.countUndecided(guildId),
      readCoverage(ctx),
    ]);
    return renderAccounts(
      {
        page: { entries, ...page },
        waiting,
        allWaiting,
        coverage,
        createCustomId,
        openId,
        askButton: createAskButton("secondary"),
        requestsId: requestsId.encode({}),
      },
      renderContext(ctx),
    );
  },
});

export const list = defineSubcommand({
  name: "list",
  description: "See who is connected to which workspace user, and open requests",
  access: "manager",
  purpose: "see who is connected",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [
    ...accounts.components,
    ...disconnectComponents,
    requestsButton,
    ...approveComponents,
    askButton,
    askModal,
    undoAskButton,
  ],
  run: (_asked, ctx) => accounts.show({ page: 0 }, ctx),
});
