import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { timestamp } from "../../src/ui/time.ts";
import { fitLines, joinParts } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { describeAccount, describeDisplay } from "../../src/ui/people.ts";

export const accountsAPage = 10;

export interface AccountList {
  readonly page: Page<Account>;
  /** Open requests, oldest first. */
  readonly waiting: readonly ConnectionRequest[];
  readonly moreWait: boolean;
  readonly customIdOf: (page: number) => string;
}

export function renderAccounts(
  { page, waiting, moreWait, customIdOf }: AccountList,
  { commandMention }: RenderContext,
): Reply {
  const requests = [...waiting.map(requestLine), ...(moreWait ? ["… and more"] : [])];
  return {
    embeds: [
      embed({
        title: "Connected accounts",
        description:
          page.total === 0
            ? `Nobody is connected yet. Members ask with ${commandMention("account connect")}, and managers connect others with its option \`member\`.`
            : fitLines(page.entries.map(accountLine), 2_500),
        fields:
          requests.length === 0 ? [] : [{ name: "Waiting for a manager", value: fitLines(requests, 1_000) }],
        footer: joinParts([describePage(page), page.total > 0 && pluralize(page.total, "account")]),
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    // Open requests are for managers only.
    ...(requests.length === 0 && { share: {} }),
  };
}

function accountLine(account: Account): string {
  const { memberName, displayName, userId, connectedAt } = account;
  return joinParts([
    describeAccount(account),
    memberName !== displayName && escapeMarkdown(memberName, 40),
    inlineCode(userId),
    `since ${timestamp(Temporal.Instant.fromEpochMilliseconds(connectedAt), "D")}`,
  ]);
}

function requestLine(request: ConnectionRequest): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(request.createdAt), "R");
  return `⏳ <@${request.discordUserId}> as **${describeDisplay(request)}** ${inlineCode(request.userId)} · ${at}`;
}
