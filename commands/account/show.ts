import { UserError } from "../../src/errors.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { thisIsMeRow } from "../kit/this-is-me.ts";
import { ownAccount } from "../kit/resolve-person.ts";
import { assertMember, accountMemberOption } from "./member-option.ts";
import { renderWaiting } from "./render-request.ts";
import { renderAccount } from "./render-account.ts";
import { withdrawButton, withdrawRow } from "./withdraw-button.ts";

export const show = defineSubcommand({
  name: "show",
  description: "See which workspace user you or a member is connected to",
  options: { member: accountMemberOption("For managers: whose account (yours by default)") },
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [withdrawButton],
  async run({ options }, ctx) {
    const discordUserId = options.member?.discordUserId ?? ctx.invoker.discordUserId;
    assertMember(discordUserId, ctx);
    const isOwn = discordUserId === ctx.invoker.discordUserId;
    const account = isOwn
      ? await ownAccount(ctx)
      : await ctx.store.accounts.ofMember(ctx.guildId, discordUserId);
    return account === undefined ? showRequest(discordUserId, isOwn, ctx) : renderAccount(account);
  },
});

async function showRequest(
  discordUserId: string,
  isOwn: boolean,
  { store, guildId, commandMention }: GuildContext,
): Promise<Reply> {
  const request = await store.connectionRequests.openOf(guildId, discordUserId);
  if (request !== undefined)
    return { ...renderWaiting(request), ...(isOwn && { components: withdrawRow(request.id) }) };
  const connect = commandMention("account connect");
  throw new UserError(
    isOwn
      ? `You aren't connected to a workspace user, so there's nothing to show. Connect yourself with ${connect}.`
      : `<@${discordUserId}> isn't connected to a workspace user, so there's nothing to show. You can connect them with ${connect} and its \`member\` option.`,
    { components: isOwn ? thisIsMeRow() : [] },
  );
}
