import {
  PartialReadError,
  defineBoard,
  isMentionGone,
  kindNames,
  mentionGoneText,
  formatStaleLine,
} from "../../boards/index.ts";
import { boardOptions, tellFew } from "./few.ts";
import { toStaleReason } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import { minuteMs } from "../../../src/time.ts";
import { isComplete, keptForMs, readOnNow } from "./read.ts";
import { type OnNowView, renderOnNow, roleGoneText, roleTiers } from "./render.ts";
import type { SeenPerson } from "./store.ts";
import { describeStaleReason } from "../../../src/error-text.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { type Formats, toFormatsForOthers } from "../../../src/ui/formats.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { renderContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { definePagedList, createPageButtons } from "../../kit/paged-list.ts";

/** Who doesn't want to be shown is nobody's business, so it doesn't tell whether anyone is connected. */
const nobodyToShow =
  "There's nobody to show. People who connect with `/account connect` will appear here, unless they don't want to be shown.";

/** Who is in the game. */
export const onNowBoard = defineBoard({
  name: "on-now",
  description: kindNames["on-now"],
  dependsOn: "getActivity",
  options: boardOptions,
  refreshEveryMs: minuteMs,
  whenRefreshed: tellFew,
  listTroubles: async (guildId, ctx) => (await readRoles(guildId, [], ctx)).troubles,
  async build(input) {
    const { ctx, schedule, dueAt, maxLength, boardData, now } = input;
    const { people, failure } = await readOnNow(input);
    if (people.length === 0) return { empty: nobodyToShow };
    if (dueAt !== undefined && !hasAll(people, dueAt, now)) {
      if (failure !== undefined && failure.failure !== "rate-limited") throw failure;
      // A post has one chance to show everyone; the next minute's requests are for those who are left.
      throw new PartialReadError("getActivity", "rate-limited", {
        retryAfterMs: Math.max(minuteMs, failure?.retryAfterMs ?? 0),
        retryable: true,
      });
    }
    if (failure !== undefined && failure.failure !== "rate-limited")
      boardData.addStale(toStaleReason(failure, now));
    const { guildId, mentionRoleId, mode } = schedule;
    const isGone = mode === "live" && (await isMentionGone({ guildId, mentionRoleId }, ctx));
    const { troubles, ...roles } = await readRoles(guildId, people, ctx);
    const view = {
      people,
      maxLength,
      ...roles,
      troubles: isGone ? [...troubles, mentionGoneText] : troubles,
    };
    return {
      message: renderOnNow(view, input.renderContext()),
      contentKey: people.map(({ userId, state, since }) => [userId, state, since]),
      coveredUntil: findOldestRead(people),
    };
  },
});

/** An answer so old is soon not shown any more. */
const nearlyOldMs = keptForMs - 10 * minuteMs;

/**
 * Whether a post has the answers of everyone, or as many as it ever will: where a workspace allows few requests, the first
 * ones are too old to be shown before the last ones are there.
 */
function hasAll(people: readonly SeenPerson[], dueAt: number, now: number): boolean {
  const isRecent = now - dueAt < keptForMs;
  if (isComplete(people, now, isRecent ? dueAt : now)) return true;
  const oldest = findOldestRead(people);
  return !isRecent && oldest !== undefined && oldest <= now - nearlyOldMs;
}

/** When the oldest answer was read, in epoch milliseconds. */
function findOldestRead(people: readonly SeenPerson[]): number | undefined {
  const reads = people.flatMap(({ readAt }) => readAt ?? []);
  return reads.length === 0 ? undefined : Math.min(...reads);
}

/** Asked of Discord for one list. Roles are remembered for some minutes. */
const maxLookUps = 50;

/**
 * The mapped roles that group people, without those deleted in Discord; none if Discord doesn't say who has them. Never
 * rejects.
 */
async function readRoles(
  guildId: string,
  people: readonly SeenPerson[],
  { store, members, messenger, log }: Pick<AppContext, "store" | "members" | "messenger" | "log">,
): Promise<Pick<OnNowView, "roles" | "rolesByMember"> & { readonly troubles: readonly string[] }> {
  const mapped = await store.accessRoles.list(guildId);
  if (mapped.length === 0) return { roles: [], rolesByMember: new Map(), troubles: [] };
  try {
    const present = await messenger.roleIds(guildId);
    const byTier = roleTiers.map((tier) => mapped.flatMap((role) => (role.tier === tier ? role.roleId : [])));
    const roles = byTier.flat().filter((roleId) => present.has(roleId));
    // A tier with another role has been seen to.
    const isRoleGone = byTier.some((ids) => ids.length > 0 && ids.every((roleId) => !present.has(roleId)));
    const ids = people.map(({ discordUserId }) => discordUserId);
    const rolesByMember = await members.listRoles(guildId, ids, roles.length > 0 ? maxLookUps : 0);
    return { roles, rolesByMember, troubles: isRoleGone ? [roleGoneText] : [] };
  } catch (error) {
    log.info("people's roles could not be read", { guildId, error });
    return { roles: [], rolesByMember: new Map(), troubles: [] };
  }
}

export const onNowId = defineCustomId("board.on-now", {});

const underTeam = { access: "manager", needs: "link" } as const;
/** One page: its button reloads it. */
const onNowPage = definePagedList({
  name: "on-now",
  about: {},
  ...underTeam,
  show: (_asked, ctx, { createCustomId }) => showOnNow(createCustomId, ctx),
});

export const onNowComponents = [
  ...onNowPage.components,
  defineButton({
    id: onNowId,
    ...underTeam,
    ack: "ephemeral",
    run: (_fields, ctx) => onNowPage.show({ page: 0 }, ctx),
  }),
];

const maxLength = 3_600;

async function showOnNow(createCustomId: (page: number) => string, ctx: LinkedContext): Promise<Reply> {
  const { people, failure } = await readOnNow({ ctx, link: ctx.link, api: ctx.api });
  if (people.length === 0)
    return { embeds: [createEmbed({ title: "On now", description: nobodyToShow, tone: "over" })] };
  const asOf = findOldestRead(people);
  const view = { people, maxLength, ...(await readRoles(ctx.guildId, people, ctx)) };
  const reason = failure && describeStaleReason(toStaleReason(failure, ctx.now()));
  const render = (formats: Formats): Reply => {
    const { embeds = [] } = renderOnNow(view, formats);
    const timestamp = asOf === undefined ? undefined : new Date(asOf).toISOString();
    return {
      ...(reason !== undefined && { content: formatStaleLine(reason, { asOf }) }),
      // Discord shows the time right after it.
      embeds: embeds.map((embed) =>
        timestamp === undefined ? embed : { ...embed, footer: { text: "As of" }, timestamp },
      ),
    };
  };
  const formats = renderContext(ctx);
  return {
    ...render(formats),
    components: createPageButtons({ index: 0, count: 1 }, { before: "", after: "" }, createCustomId),
    share: { renderForOthers: () => render(toFormatsForOthers(formats)) },
  };
}
