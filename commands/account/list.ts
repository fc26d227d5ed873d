import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { approveComponents, requestsButton, requestsId } from "./approve-several.ts";
import { askButton, askId, askModal } from "./ask-members.ts";
import { readCoverage } from "./coverage.ts";
import { accountsAPage, renderAccounts } from "./render-list.ts";

const maxRequestsShown = 5;

const accounts = definePagedList({
  name: "account.list",
  about: {},
  access: "manager",
  needs: "guild",
  async show({ page: asked }, ctx, { customIdOf }) {
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
