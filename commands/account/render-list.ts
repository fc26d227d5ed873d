import type { APIButtonComponentWithCustomId } from "discord.js";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import type { ConnectionRequest } from "./connection-request/store.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber, pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { fitLines, joinFirstLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { timestamp } from "../../src/ui/time.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import type { Told } from "../kit/member-request/kind.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { dayMs } from "../../src/time.ts";

/** How many of those who have a role are connected. */
interface RoleCoverage {
  readonly roleId: string;
  readonly members: number;
  readonly connected: number;
  /** Aren't connected, but have asked to be. */
  readonly asked: number;
}

interface Coverage {
  readonly roles: readonly RoleCoverage[];
  /** Connected people whose roles weren't asked for yet: the numbers may be higher. */
  readonly unchecked: number;
  /** Who has such a role, stands in the audit log, isn't connected and hasn't asked to be. */
  readonly missing: readonly string[];
}

/** Asked of Discord for one list; more would take longer than a person waits. */
const maxLookUps = 40;
const maxRequests = 200;
/** Who did something here in this time counts as seen. */
const seenMs = 90 * dayMs;

/**
 * How many of the members with a tier's role are connected. Discord tells how many have a role, and of one member which
 * roles they have, but not who has a role. `undefined` when it doesn't answer.
 */
export async function readCoverage(ctx: GuildContext): Promise<Coverage | undefined> {
  const { store, members, guildId, log } = ctx;
  try {
    const mapped = await store.accessRoles.list(guildId);
    if (mapped.length === 0) return undefined;
    const counts = await members.roleCounts(guildId);
    const connectedIds = await readConnectedMembers(ctx);
    const seen = await store.audit.unconnected(guildId, ctx.now() - seenMs, 2 * maxLookUps);
    const requests = await store.connectionRequests.listUndecided(guildId, maxRequests);
    const askedIds = new Set(requests.map(({ discordUserId }) => discordUserId)).difference(connectedIds);
    const waiting = seen.filter((id) => !askedIds.has(id));
    const looked = [...waiting, ...askedIds, ...connectedIds];
    const rolesByMember = await members.listRoles(guildId, looked, maxLookUps);
    const has = (discordUserId: string, roleId: string) =>
      rolesByMember.get(discordUserId)?.includes(roleId) === true;
    const roles = mapped.flatMap(({ roleId }) => {
      const total = counts.get(roleId);
      const connected = [...connectedIds].filter((id) => has(id, roleId)).length;
      const asked = [...askedIds].filter((id) => has(id, roleId)).length;
      return total === undefined ? [] : [{ roleId, members: Math.max(total, connected), connected, asked }];
    });
    return {
      roles,
      unchecked: [...connectedIds].filter((id) => !rolesByMember.has(id)).length,
      missing: waiting.filter((id) => mapped.some(({ roleId }) => has(id, roleId))),
    };
  } catch (error) {
    log.info("Discord didn't say how many members have a role", { guildId, error });
    return undefined;
  }
}

const accountsAtOnce = 1_000;

async function readConnectedMembers({ store, guildId }: GuildContext): Promise<ReadonlySet<string>> {
  const accounts = await store.accounts.list(guildId, { limit: accountsAtOnce, offset: 0 });
  return new Set(accounts.map(({ discordUserId }) => discordUserId));
}

export const accountsAPage = 10;

interface AccountList {
  readonly page: Page<Account>;
  /** The oldest open requests. */
  readonly waiting: readonly ConnectionRequest[];
  /** How many are open. */
  readonly allWaiting: number;
  /** `undefined` when no role has a tier, or Discord didn't answer. */
  readonly coverage: Coverage | undefined;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the accounts. */
  readonly openId: string;
  readonly askButton: APIButtonComponentWithCustomId;
  readonly requestsId: string;
}

export function renderAccounts(
  { page, waiting, allWaiting, coverage, createCustomId, openId, askButton, requestsId }: AccountList,
  { commandMention }: RenderContext,
): Reply {
  const requests = waiting.map((request) => `⏳ ${describeRequest(request)}`);
  const isAnyoneMissing =
    coverage?.roles.some(({ members, connected, asked }) => connected + asked < members) ?? false;
  return {
    embeds: [
      createEmbed({
        title: page.total === 0 ? "Connected accounts" : pluralize(page.total, "connected account"),
        tone: waiting.length > 0 ? "waiting" : "information",
        description: joinParts(
          [
            formatCoverageLines(coverage).join("\n"),
            page.total === 0
              ? `Nobody is connected yet. Members can ask with ${commandMention("account connect")}, or an admin can bring in a whole team with ${commandMention("account import")}.`
              : fitLines(page.entries.map(formatAccountLine), 2_300),
          ],
          "\n\n",
        ),
        fields: [
          ...(requests.length === 0
            ? []
            : [
                {
                  name: "Waiting for a manager",
                  value: joinFirstLines(requests, requests.length, allWaiting),
                },
              ]),
          ...(coverage !== undefined && isAnyoneMissing
            ? [createMissingField(coverage, requests.length > 0)]
            : []),
        ],
        footer: describePage(page) ?? "",
      }),
    ],
    components: [
      ...createMenuRow(openId, "Open an account", page.entries.map(toMenuChoice)),
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        ...(requests.length === 0
          ? []
          : [createButton({ customId: requestsId, label: "Approve several…", style: "primary" })]),
        ...(isAnyoneMissing || coverage === undefined ? [askButton] : []),
      ),
    ],
    // Open requests are for managers only.
    ...(requests.length === 0 && { share: {} }),
  };
}

/** `@Noor · Nora, noor_beans`: the member, and who that is in the workspace; the rest is in the opened account. */
function formatAccountLine({
  discordUserId,
  displayName,
  memberName,
  username = "",
  userId,
}: Account): string {
  const user = joinParts(
    [displayName !== memberName && escapeMarkdown(displayName, 40), escapeMarkdown(username, 40)],
    ", ",
  );
  return joinParts([`<@${discordUserId}>`, user || (displayName === "" && inlineCode(userId, 40))]);
}

function toMenuChoice({ discordUserId, displayName, userId }: Account): MenuChoice {
  return { value: discordUserId, label: displayName || userId, description: `Workspace user ${userId}` };
}

/** `@Staff: 12 of 40 connected`. */
function formatCoverageLines(coverage: Coverage | undefined): readonly string[] {
  if (coverage === undefined || coverage.roles.length === 0) return [];
  const { roles, unchecked } = coverage;
  const atLeast = unchecked > 0 ? "at least " : "";
  return [
    ...roles.map(
      ({ roleId, members, connected }) =>
        `<@&${roleId}>: **${atLeast}${connected} of ${formatNumber(members)}** connected`,
    ),
    ...(unchecked > 0
      ? [subtext(`I haven't checked the roles of ${unchecked} of them yet: press *Reload* to check more.`)]
      : []),
  ];
}

/** Who is missing, as far as a bot can know. @param hasRequests others have asked */
function createMissingField({ missing }: Coverage, hasRequests: boolean): EmbedFieldParts {
  const shown = missing.slice(0, 15).map((id) => `<@${id}>`);
  const more = missing.length - shown.length;
  const known =
    shown.length === 0
      ? hasRequests
        ? "Nobody else has changed anything with me in the last 90 days."
        : "None of them has changed anything with me in the last 90 days."
      : joinParts([...shown, more > 0 && `${more} more`], ", ");
  return {
    name: "Not connected yet, but have changed something",
    value: `${known}\n${subtext("I keep no record of who only looks things up. Discord doesn't tell bots who else has a role, only how many do.")}`,
  };
}

export interface ApprovedRequest {
  readonly request: ConnectionRequest;
  /** Why not, if it wasn't approved. */
  readonly refusal: string | undefined;
  /** `undefined` if it wasn't decided. */
  readonly told?: Told | undefined;
}

/** `@mia as **Mia** 104872391 · 5 minutes ago`. */
function describeRequest(request: ConnectionRequest): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(request.createdAt), "R");
  return `${describeWhoAsked(request)} · ${at}`;
}

function describeWhoAsked(request: ConnectionRequest): string {
  return `<@${request.discordUserId}> as **${describeDisplay(request)}** ${inlineCode(request.userId)}`;
}

/** The preview of one decision about several. @param more how many wait besides these */
export function renderRequests(requests: readonly ConnectionRequest[], more: number): Reply {
  return {
    embeds: [
      createEmbed({
        title: `Approve ${pluralize(requests.length, "request")}?`,
        description: joinParts(
          [
            "Each person will see that user's week, assignments and orders as their own. To decline one, use its card in the managers' channel.",
            fitLines(
              requests.map((request) => `⏳ ${describeRequest(request)}`),
              3_000,
            ),
            more > 0 &&
              subtext(
                pluralizeText(more, {
                  one: "1 more is waiting; it comes next.",
                  other: "{count} more are waiting; they come next.",
                }),
              ),
          ],
          "\n",
        ),
      }),
    ],
  };
}

export function renderApproved(results: readonly ApprovedRequest[], listMention: string): Reply {
  const done = results.filter(({ refusal }) => refusal === undefined);
  const approved = done.length;
  const unreached = done.filter(({ told }) => told === "nobody").length;
  const later = done.filter(({ told }) => told === "later").length;
  const reached = approved - unreached - later;
  return {
    embeds: [
      createEmbed({
        title: approved === 0 ? "Nothing was approved" : `${pluralize(approved, "request")} approved`,
        tone: approved === 0 ? "over" : "done",
        description: joinParts(
          [
            fitLines(
              results.map(({ request, refusal, told }) =>
                joinParts([
                  `${refusal === undefined ? "✅" : "🚫"} ${describeWhoAsked(request)}`,
                  refusal !== undefined && `not approved: ${refusal}`,
                  told === "nobody" && "🟧 I couldn't reach them, so please tell them yourself",
                  told === "later" && "⏳ not told yet",
                ]),
              ),
              3_000,
            ),
            subtext(
              joinParts(
                [
                  reached > 0 &&
                    (reached < approved
                      ? "I told the others who were approved."
                      : "I told everyone who was approved."),
                  later > 0 &&
                    "Discord hasn't confirmed my messages to those marked ⏳ yet; I'll keep trying.",
                  `See everyone with ${listMention}`,
                ],
                " ",
              ),
            ),
          ],
          "\n",
        ),
      }),
    ],
  };
}
