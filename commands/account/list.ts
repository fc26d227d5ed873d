import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { accountsAPage, renderAccounts } from "./render-list.ts";

const id = defineCustomId("account.list.page", { page: PageIndex });
const maxRequestsShown = 5;

const listPageButton = defineButton({
  id,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ page }, ctx) => showAccounts(page, ctx),
});

async function showAccounts(asked: number, ctx: GuildContext): Promise<Reply> {
  const { store, guildId, commandMention } = ctx;
  const total = await store.accounts.count(guildId);
  const count = Math.max(1, Math.ceil(total / accountsAPage));
  const index = Math.min(Math.max(0, asked), count - 1);
  const [entries, waiting] = await Promise.all([
    store.accounts.list(guildId, { limit: accountsAPage, offset: index * accountsAPage }),
    store.connectionRequests.listOpen(guildId, maxRequestsShown + 1),
  ]);
  return renderAccounts({
    page: { entries, index, count, total },
    waiting: waiting.slice(0, maxRequestsShown),
    moreWait: waiting.length > maxRequestsShown,
    connectMention: commandMention("account connect"),
    customIdOf: (page) => id.encode({ page }),
  });
}

export const list = defineSubcommand({
  name: "list",
  description: "See who is connected to which user of the workspace, and who waits for it",
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [listPageButton],
  run: (_interaction, ctx) => showAccounts(0, ctx),
});
