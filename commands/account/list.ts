import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { approveComponents, requestsButton, requestsId } from "./approve-several.ts";
import { askButton, askId, askModal } from "./ask-members.ts";
import { readCoverage } from "./coverage.ts";
import { renderAccount } from "./render-account.ts";
import { accountsAPage, renderAccounts } from "./render-list.ts";

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
        `<@${discordUserId}> isn't connected any more, so there's nothing to show. See who is with ${ctx.commandMention("account list")}.`,
      );
    return renderAccount(account);
  },
  async show({ page: asked }, ctx, { customIdOf, openId }) {
    const { store, guildId } = ctx;
    const total = await store.accounts.count(guildId);
    const count = Math.max(1, Math.ceil(total / accountsAPage));
    const index = Math.min(Math.max(0, asked), count - 1);
    const [entries, waiting, coverage] = await Promise.all([
      store.accounts.list(guildId, { limit: accountsAPage, offset: index * accountsAPage }),
      store.connectionRequests.listOpen(guildId, maxRequestsShown + 1),
      readCoverage(ctx),
    ]);
    return renderAccounts(
      {
        page: { entries, index, count, total },
        waiting: waiting.slice(0, maxRequestsShown),
        moreWait: waiting.length > maxRequestsShown,
        coverage,
        customIdOf,
        openId,
        askId: askId.encode({}),
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
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [...accounts.components, requestsButton, ...approveComponents, askButton, askModal],
  run: (_asked, ctx) => accounts.show({ page: 0 }, ctx),
});
