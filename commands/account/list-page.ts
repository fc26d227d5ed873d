import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { accountsAPage, renderAccounts } from "./render-list.ts";

const id = defineCustomId("account.list.page", { page: PageIndex });
const claimsShown = 5;

export const listPageButton = defineButton({
  id,
  access: "manager",
  needs: "guild",
  ack: "update",
  run: ({ page }, ctx) => showAccounts(page, ctx),
});

export async function showAccounts(asked: number, ctx: GuildContext): Promise<Answer> {
  const { store, guildId, commandMention } = ctx;
  const total = await store.accounts.count(guildId);
  const count = Math.max(1, Math.ceil(total / accountsAPage));
  const index = Math.min(Math.max(0, asked), count - 1);
  const [entries, waiting] = await Promise.all([
    store.accounts.list(guildId, { limit: accountsAPage, offset: index * accountsAPage }),
    store.accountClaims.listOpen(guildId, claimsShown + 1),
  ]);
  return renderAccounts({
    page: { entries, index, count, total },
    waiting: waiting.slice(0, claimsShown),
    moreWait: waiting.length > claimsShown,
    connectMention: commandMention("account connect"),
    customIdOf: (page) => id.encode({ page }),
  });
}
