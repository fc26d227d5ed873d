import { MisuseError, UserError } from "../../src/errors.ts";
import type { Row, Reply } from "../../src/ui/reply.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { updateCard } from "./request/news.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { createThisIsMeRow, readOwnAccount } from "../kit/resolve-person.ts";
import { withdrawId } from "./request/ask.ts";
import { assertMember, accountMemberOption } from "./member-option.ts";
import { renderWaiting } from "./request/render.ts";
import { renderAccount } from "./render.ts";
import { connect } from "./connect.ts";
import { disconnect } from "./disconnect.ts";
import { importPeople } from "./import/command.ts";
import { list } from "./list.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { connectMenu } from "./connect-menu.ts";
import { imports } from "./import/job.ts";
import { connectionCard, connectionNews, connectionRequestTtlMs, expireRequests } from "./request/news.ts";

function createWithdrawRow(requestId: string): readonly Row[] {
  return createButtonRow(
    createButton({ customId: withdrawId.encode({ requestId }), label: "Withdraw request" }),
  );
}

const withdrawButton = defineButton({
  id: withdrawId,
  access: "staff",
  needs: "guild",
  ack: "update",
  async run({ requestId }, ctx) {
    const asked = await ctx.store.connectionRequests.find(requestId);
    if (asked === undefined) throw new UserError(outdatedComponentText);
    if (asked.guildId !== ctx.guildId || asked.discordUserId !== ctx.invoker.discordUserId)
      throw new MisuseError(outdatedComponentText);
    const by = { decidedByDiscordUserId: ctx.invoker.discordUserId, decidedAt: ctx.now(), reason: undefined };
    const { connectionRequests } = ctx.store;
    const withdrawn = await connectionRequests.decide({ ...asked, ...by, state: "withdrawn" });
    if (withdrawn === undefined) {
      const { state = "deleted" } = (await connectionRequests.find(requestId)) ?? {};
      throw new UserError(`This request was already ${state}. Nothing was done.`);
    }
    await updateCard(withdrawn, ctx);
    await recordAudit({ action: "account.withdraw", outcome: "done", target: withdrawn.userId }, ctx);
    return {
      content: `Your request was withdrawn and nothing was changed. You can ask again with ${ctx.commandMention("account connect")}.`,
    };
  },
});

const show = defineSubcommand({
  name: "show",
  description: "See which workspace user you or a member is connected to",
  options: { member: accountMemberOption("For managers: whose account (yours by default)") },
  access: "staff",
  purpose: "see their account",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [withdrawButton],
  async run({ options }, ctx) {
    const discordUserId = options.member?.discordUserId ?? ctx.invoker.discordUserId;
    assertMember(discordUserId, ctx);
    const isOwn = discordUserId === ctx.invoker.discordUserId;
    const account = isOwn
      ? await readOwnAccount(ctx)
      : await ctx.store.accounts.ofMember(ctx.guildId, discordUserId);
    return account === undefined ? showRequest(discordUserId, isOwn, ctx) : renderAccount(account, isOwn);
  },
});

async function showRequest(
  discordUserId: string,
  isOwn: boolean,
  { store, guildId, commandMention }: GuildContext,
): Promise<Reply> {
  const request = await store.connectionRequests.findOpen(guildId, discordUserId);
  if (request !== undefined)
    return { ...renderWaiting(request), ...(isOwn && { components: createWithdrawRow(request.id) }) };
  const command = commandMention("account connect");
  throw new UserError(
    isOwn
      ? `You aren't connected to a workspace user, so there's nothing to show. Connect yourself with ${command}.`
      : `<@${discordUserId}> isn't connected to a workspace user, so there's nothing to show. You can connect them with ${command} and its \`member\` option.`,
    { components: isOwn ? createThisIsMeRow() : [] },
  );
}

export const account: Command = defineCommandGroup({
  name: "account",
  description: "Connect server members to workspace users",
  subcommands: [connect, importPeople, show, list, disconnect],
});

/** A finished import, and its file of people who weren't connected. */
const importTtlMs = 7 * dayMs;

export const accountFeature = defineFeature({
  commands: [account, connectMenu],
  jobs: [imports],
  purposes: [connectionCard, connectionNews],
  removals: [
    ({ store, now }) => store.connectionRequests.removeBefore(now() - connectionRequestTtlMs),
    ({ store, now }) => store.imports.removeBefore(now() - importTtlMs),
  ],
  expiries: [expireRequests],
  whenStartedAlone: ({ store, now }) => store.imports.resumeAll(now()),
  whenClockSetBack: ({ ctx: { store } }, { now }) => store.imports.resumeAll(now),
});
