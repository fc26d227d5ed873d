import type { PersonalTable } from "../../src/personal-data.ts";
import type { KeptData } from "./store.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";

interface KeptView {
  readonly kept: KeptData;
  readonly tables: readonly (readonly [name: string, table: PersonalTable])[];
  /** The server's. */
  readonly settings: ReadonlyMap<string, string>;
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

export function renderKept({ kept, tables, settings, serverName }: KeptView): Reply {
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const rows = new Map<string, unknown>(Object.entries(kept));
  const lines = sortByRank(tables).flatMap(([table, { shown }]) =>
    shown === undefined ? [] : [{ text: shown.describe(rows.get(table), settings), name: shown.name }],
  );
  const listNames = (isKept: boolean) =>
    new Set(lines.flatMap(({ text, name }) => ((text !== false) === isKept ? (name ?? []) : [])));
  const missing = listNames(false).difference(listNames(true));
  return {
    embeds: [
      createEmbed({
        title: `What I keep about you${where}`,
        description: joinParts(
          [
            describeConnection(kept),
            ...lines.map(({ text }) => text !== false && `- ${text}`),
            missing.size > 0 && subtext(`No ${orList.format(missing)}.`),
          ],
          "\n",
        ),
        footer: formatIdFooter({ "User id": kept.accounts?.userId }),
      }),
    ],
  };
}

/** Most wanted first. */
export function sortByRank<Table extends KeptView["tables"][number]>(
  tables: readonly Table[],
): readonly Table[] {
  return tables.toSorted(([, a], [, b]) => (a.shown?.rank ?? 13) - (b.shown?.rank ?? 13));
}

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });

function describeConnection({ accounts: account, formerAccounts, forgottenUsers: [last] }: KeptData): string {
  if (account === undefined)
    return formerAccounts.length === 0
      ? "You aren't connected."
      : "You aren't connected. I still know which workspace user you were, so you can delete what's kept of that user.";
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(account.connectedAt), "D");
  const user =
    account.forgottenAt === undefined
      ? `**${describeDisplay(account)}** in the workspace`
      : "a workspace user";
  const connected = `Connected to ${user} since ${since}.`;
  if (last === undefined) return connected;
  const forgottenOn = timestamp(Temporal.Instant.fromEpochMilliseconds(last.forgottenAt), "D");
  return `${connected} You were forgotten on ${forgottenOn}, so weeks from before aren't saved again.`;
}
