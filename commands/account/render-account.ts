import type { Answer } from "../../src/interactions/answer.ts";
import type { Account } from "../../src/store/accounts.ts";
import { embed } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { smallPrint } from "../shared/lines.ts";
import { accountWords, displayWords } from "../shared/people.ts";
import type { ServicePerson } from "../shared/service-person.ts";
import { type MemberWords, memberField, personFields } from "./render-person.ts";

/** Before a manager connects somebody. */
export function renderConnectQuestion(person: ServicePerson, member: MemberWords): Answer {
  return {
    embeds: [
      embed({
        title: "Connect these two?",
        description:
          "This member's own week, assignments and orders here are those of this user then. It can be undone at any time.",
        thumbnailUrl: person.avatarUrl,
        fields: [memberField(member), ...personFields(person)],
      }),
    ],
  };
}

export function renderConnected(account: Account, profileMention: string): Answer {
  return {
    embeds: [
      embed({
        title: "Account connected",
        tone: "done",
        description: [
          `✅ ${accountWords(account)} is connected now, by <@${account.connectedByDiscordUserId}>.`,
          smallPrint(`User id ${code(account.userId)}`),
          smallPrint(`See how their week goes with ${profileMention}`),
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
        at: Temporal.Instant.fromEpochMilliseconds(account.connectedAt),
      }),
    ],
    share: {},
  };
}

export function renderAccount(account: Account): Answer {
  return {
    embeds: [
      embed({
        title: `Account of ${displayWords(account)}`,
        description: smallPrint(`Connected by <@${account.connectedByDiscordUserId}> ${since(account)}`),
        thumbnailUrl: account.avatarUrl,
        fields: [memberField(account), ...personFields(account)],
      }),
    ],
    share: {},
  };
}

export function renderDisconnectQuestion(account: Account, forgets: boolean): Answer {
  return {
    embeds: [
      embed({
        title: "Disconnect this account?",
        description: [
          `${accountWords(account)} ${code(account.userId)}, connected ${since(account)}.`,
          "Their name no longer finds them here, and commands about themselves stop working for them. In the workspace nothing changes, and they can be connected again.",
          ...(forgets
            ? [
                "**The weeks that are remembered of them here are deleted too.** The workspace does not keep them, so they cannot be brought back. Their names go from decided requests, drafts and the audit log; ids stay there.",
              ]
            : []),
        ].join("\n"),
        thumbnailUrl: account.avatarUrl,
      }),
    ],
  };
}

export interface Disconnected {
  readonly account: Account;
  /** How many of their weeks were deleted, when that was asked for. */
  readonly weeks?: number | undefined;
  /** Discord id of who did it. */
  readonly by: string;
  readonly at: Temporal.Instant;
  readonly connectMention: string;
}

export function renderDisconnected({ account, weeks, by, at, connectMention }: Disconnected): Answer {
  return {
    embeds: [
      embed({
        title: "Account disconnected",
        tone: "done",
        description: [
          `✅ ${accountWords(account)} is not connected any more, by <@${by}>.`,
          ...(weeks === undefined
            ? []
            : [`${counted(weeks, "week")} of theirs ${weeks === 1 ? "was" : "were"} deleted here.`]),
          smallPrint(`User id ${code(account.userId)}`),
          smallPrint(`Connect again with ${connectMention}`),
        ].join("\n"),
        at,
      }),
    ],
  };
}

function since({ connectedAt }: Account): string {
  return nearAndExact(Temporal.Instant.fromEpochMilliseconds(connectedAt));
}
