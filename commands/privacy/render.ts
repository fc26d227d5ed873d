import type { StoredSettings } from "../../src/store/guild-settings.ts";
import type { PersonalTable } from "../../src/personal-data.ts";
import type { KeptData } from "../../src/store/personal-data.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay, type Names, describePerson } from "../../src/ui/people.ts";
import { formatIdFooter, receipt } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";

interface KeptView {
  readonly kept: KeptData;
  readonly tables: readonly (readonly [name: string, table: PersonalTable])[];
  /** The server's. */
  readonly settings: StoredSettings;
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

/** What each table has to say, most wanted first. */
function describeTables({ kept, tables, settings }: Omit<KeptView, "serverName">, isOwn: boolean) {
  const rows = new Map<string, unknown>(Object.entries(kept));
  return sortByRank(tables).flatMap(([table, { shown }]) =>
    shown === undefined ? [] : [{ text: shown.describe(rows.get(table), settings, isOwn), name: shown.name }],
  );
}

/** The lines of `/privacy` about someone else. */
export function describeKeptOfOther(view: Omit<KeptView, "serverName">): readonly string[] {
  return describeTables(view, false).flatMap(({ text }) => (text === false ? [] : [text]));
}

export function renderKept({ serverName, ...view }: KeptView): Reply {
  const { kept } = view;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const lines = describeTables(view, true);
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
            missing.size > 0 && `No ${orList.format(missing)}.`,
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

interface ForgetPreview {
  readonly isOwn: boolean;
  /** Someone else's user id, or in its place the Discord id of someone who isn't connected. */
  readonly userId: string | undefined;
  readonly member: string | undefined;
  readonly account: Account | undefined;
  readonly names: Names;
  readonly disconnects: boolean;
  /** Whether a user id of theirs is known: it stays, with the date. */
  readonly hasUserId: boolean;
  /** What is kept of someone else, as they see it of themselves. */
  readonly kept: readonly string[];
  /** What the tables say would be deleted. */
  readonly deleted: readonly string[];
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

export function renderForgetPreview(preview: ForgetPreview): Reply {
  const { isOwn, userId, member = "", account, names, disconnects, hasUserId, serverName } = preview;
  const who = isOwn ? "you" : userId === undefined ? `<@${member}>` : describePerson(userId, names);
  const where = serverName === undefined ? "this server" : escapeMarkdown(serverName, 60);
  const shownId = userId ?? account?.userId;
  const deleted = [
    ...preview.deleted,
    "requests to be connected and open previews",
    `the names I keep for ${who}, including in the audit log`,
  ];
  return {
    embeds: [
      createEmbed({
        title: isOwn ? `Forget you in ${where}?` : "Forget this person?",
        tone: "harmful",
        description: joinParts(
          [
            preview.kept.length > 0 &&
              `**What I keep**\n${preview.kept.map((each) => `• ${each}`).join("\n")}`,
            `**Deleted for good**\n${deleted.map((each) => `• ${each}`).join("\n")}`,
            joinParts(
              [
                isOwn
                  ? "**Kept:** your ids in the audit log, for up to 180 days, and with what you set up or decided here, such as a schedule or a link."
                  : "**Kept:** their ids in the audit log, for up to 180 days, and with what they set up or decided here, such as a schedule or a link.",
                hasUserId
                  ? "Also what was posted in channels, and the user id with today's date, so that none of this comes back. Nothing changes in the workspace."
                  : "Also what was posted in channels. Nothing changes in the workspace.",
                account !== undefined && describeDisconnecting(isOwn, disconnects),
                shownId !== undefined && subtext(`User id ${inlineCode(shownId)}`),
              ],
              "\n",
            ),
          ],
          "\n\n",
        ),
      }),
    ],
  };
}

function describeDisconnecting(isOwn: boolean, disconnects: boolean): string {
  if (isOwn)
    return disconnects
      ? "**You will also be disconnected** from your workspace user, so nothing new is saved."
      : "You'll stay connected, so your current week is saved again, without names. To disconnect as well, press *Disconnect too*.";
  return disconnects
    ? "**They will also be disconnected** from their workspace user, so nothing new is saved."
    : "They'll stay connected, so their current week is saved again, without names. To disconnect them as well, press *Disconnect too*.";
}

interface ForgottenView {
  readonly isOwn: boolean;
  readonly userId?: string | undefined;
  readonly disconnects: boolean;
  readonly account: Account | undefined;
  /** What the tables say was deleted. */
  readonly counted: readonly string[];
  /** Sentences. */
  readonly notDoneYet: readonly string[];
}

export function renderForgotten(view: ForgottenView, ctx: RenderContext): Reply {
  const { isOwn, userId, disconnects, account, counted, notDoneYet } = view;
  const shownId = userId ?? account?.userId;
  return receipt(
    {
      title: isOwn ? "You're forgotten" : "Person forgotten",
      verb: "Deleted",
      lines: [
        describeDeleted(isOwn, counted.join(", ")),
        account !== undefined && describeNow(isOwn, disconnects),
        ...notDoneYet,
      ],
      next: `See what's left with ${ctx.commandMention(isOwn ? "privacy" : "audit")}.`,
      notes: [!isOwn && shownId !== undefined && `user ${inlineCode(shownId)}`],
    },
    ctx,
  );
}

function describeDeleted(isOwn: boolean, counted: string): string {
  if (counted === "") return isOwn ? "✅ Your names were deleted." : "✅ Their names were deleted.";
  return isOwn ? `✅ ${counted} and your names were deleted.` : `✅ ${counted} and their names were deleted.`;
}

function describeNow(isOwn: boolean, disconnects: boolean): string {
  const subject = isOwn ? "You're" : "They're";
  return disconnects ? `${subject} no longer connected.` : `${subject} still connected, without a name.`;
}
