import type { Page } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { AccountClaim } from "../../src/store/account-claims.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { accountWords, displayWords } from "../shared/people.ts";

export const accountsAPage = 10;

export interface AccountList {
  readonly page: Page<Account>;
  /** Requests that nobody decided yet, oldest first. */
  readonly waiting: readonly AccountClaim[];
  readonly moreWait: boolean;
  readonly connectMention: string;
  readonly customIdOf: (page: number) => string;
}

export function renderAccounts({ page, waiting, moreWait, connectMention, customIdOf }: AccountList): Answer {
  const requests = [...waiting.map(claimLine), ...(moreWait ? ["… and more"] : [])];
  return {
    embeds: [
      embed({
        title: "Connected accounts",
        description:
          page.total === 0
            ? `Nobody is connected yet. Members ask with ${connectMention}, and managers connect others with its option \`member\`.`
            : fitLines(page.entries.map(accountLine), 2_500),
        fields:
          requests.length === 0 ? [] : [{ name: "Waiting for a manager", value: fitLines(requests, 1_000) }],
        footer: joined([pageWords(page), page.total > 0 && counted(page.total, "account")]),
      }),
    ],
    components: pageButtons(page, { before: "Back", after: "More" }, customIdOf),
    // Who asks to be whom is for managers alone, until one of them has decided.
    ...(requests.length === 0 && { share: {} }),
  };
}

function accountLine(account: Account): string {
  const { memberName, displayName, userId, connectedAt } = account;
  return joined([
    accountWords(account),
    memberName !== displayName && inert(memberName, 40),
    code(userId),
    `since ${timeMark(Temporal.Instant.fromEpochMilliseconds(connectedAt), "D")}`,
  ]);
}

function claimLine(claim: AccountClaim): string {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(claim.createdAt), "R");
  return `⏳ <@${claim.discordUserId}> as **${displayWords(claim)}** ${code(claim.userId)} · ${at}`;
}
