import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { ownAccount } from "../shared/own-account.ts";
import { admitMember, memberOption, readMember } from "./member-option.ts";
import { renderWaiting } from "./render-claim.ts";
import { renderAccount } from "./render-account.ts";
import { withdrawButton, withdrawRow } from "./withdraw-button.ts";

export const show = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("show")
    .setDescription("See which user of the workspace you are connected to, or a member is")
    .addUserOption(memberOption("For managers: whose account; yours when left out")),
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: [withdrawButton],
  async run(interaction, ctx) {
    const discordUserId = readMember(interaction)?.discordUserId ?? ctx.caller.discordUserId;
    admitMember(discordUserId, ctx);
    const isOwn = discordUserId === ctx.caller.discordUserId;
    const account = isOwn
      ? await ownAccount(ctx)
      : await ctx.store.accounts.ofMember(ctx.guildId, discordUserId);
    return account === undefined ? showClaim(discordUserId, isOwn, ctx) : renderAccount(account);
  },
});

async function showClaim(
  discordUserId: string,
  isOwn: boolean,
  { store, guildId, commandMention }: GuildContext,
): Promise<Answer> {
  const claim = await store.accountClaims.openOf(guildId, discordUserId);
  if (claim !== undefined)
    return { ...renderWaiting(claim), ...(isOwn && { components: withdrawRow(claim.id) }) };
  const connect = commandMention("account connect");
  throw new UserError(
    isOwn
      ? `You are not connected to a user of the workspace, so there is nothing to show. Connect yourself with ${connect} and your user id.`
      : `<@${discordUserId}> is not connected to a user of the workspace, so there is nothing to show. You can connect them with ${connect} and its option \`member\`.`,
  );
}
