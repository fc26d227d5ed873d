import { backgroundCall } from "../api/client.ts";
import type { Order } from "../api/contract/orders.ts";
import { ApiError } from "../api/errors.ts";
import { isReady } from "../domain/order-status.ts";
import { UserError } from "../errors.ts";
import type { LinkPosition } from "../store/guild-links.ts";
import type { Notice, OpenBatch } from "../store/notices.ts";
import { minuteMs } from "../time.ts";
import { startLease } from "../lease.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "./job.ts";
import { hasRoom } from "./look-up-names.ts";
import { type NoticeContent, renderNotice, renderPublicNotice } from "./notice-message.ts";
import { findNextTry, notifyMember } from "./notify-member.ts";
import { readDates } from "../ui/formats.ts";

const linksAtOnce = 8;
const maxBatches = 500;
const maxConcurrent = 4;
/** Longer than reading and sending take together; an older claim belongs to a process that died. */
const leaseMs = 2 * minuteMs;

/**
 * Notifies people of what they asked for: new assignments and marked weeks, noticed when weeks are read anyway, and
 * ready orders, read with requests that nobody else needs.
 */
export const notices: Job = {
  name: "notices",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const links = await store.reminders.linksWanting("order");
    await forEachLimited(links, linksAtOnce, (link) => noticeOrders(link, tools));
    const batches = await store.notices.open(now(), maxBatches);
    await forEachLimited(batches, maxConcurrent, (batch) => notifyBatch(batch, tools));
  },
};

/** Never rejects. */
async function noticeOrders(position: LinkPosition, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, linkKey } = position;
  try {
    const link = await ctx.store.guildLinks.find(guildId, linkKey);
    if (link === undefined || !hasRoom(link, "searchOrders", tools)) return;
    const orders = await readOrders(position, tools);
    if (orders === undefined) return;
    const noticedAt = ctx.now();
    for (const { userId, ...wanted } of await ctx.store.reminders.wanted(position, ["order"])) {
      const ready = orders.filter(({ customer, status }) => customer === userId && isReady(status));
      await ctx.store.notices.observe(
        { ...wanted, noticedAt },
        ready.map(({ _id }) => _id),
      );
    }
  } catch (error) {
    const level = error instanceof ApiError || error instanceof UserError ? "debug" : "warn";
    ctx.log[level]("ready orders could not be looked for", { guildId, error });
  }
}

/** `undefined` if only an outdated response from memory is available: it says nothing about now. */
async function readOrders(
  { guildId, linkKey }: LinkPosition,
  { ctx, resolveWorkspace }: JobTools,
): Promise<readonly Order[] | undefined> {
  const { api, workspaceId } = await resolveWorkspace({ guildId, channelId: guildId, linkKey });
  const orders = await api.searchOrders({ params: { workspaceId } }, backgroundCall);
  ctx.orderLog.note({ guildId, linkKey }, orders);
  return ctx.getAge(orders)?.isStale === true ? undefined : orders;
}

/** Completes one batch, or leaves it for another attempt. Never rejects. */
async function notifyBatch(batch: OpenBatch, unleased: JobTools): Promise<void> {
  if (unleased.stopping?.aborted === true) return;
  const tools = leaseTools(unleased, startLease(unleased.ctx.now)(leaseMs));
  const { ctx } = tools;
  const { guildId } = batch;
  try {
    const now = ctx.now();
    const claimed = await ctx.store.notices.claim(batch, now, now + leaseMs);
    if (claimed === undefined) return;
    const { attempts } = claimed;
    try {
      const isTold = await notify(batch, claimed, tools);
      await ctx.store.notices.complete(batch, isTold ? "posted" : "dropped");
    } catch (error) {
      const again = findNextTry(error, { guildId, attempts }, ctx);
      await (again === undefined
        ? ctx.store.notices.complete(batch, "dropped")
        : ctx.store.notices.postpone(batch, again));
    }
  } catch (error) {
    // It's tried again once the lease has ended.
    ctx.log.error("a notice could not be handled", { guildId, error });
  }
}

/** False if there's nothing left to tell, or nobody to tell it to. @throws ApiError, ContractError, UserError */
async function notify(
  batch: OpenBatch,
  { subjects, attempts }: { readonly subjects: readonly string[]; readonly attempts: number },
  tools: JobTools,
): Promise<boolean> {
  const { guildId, discordUserId, kind, noticedAt, channelId } = batch;
  const found = await readContent(batch, new Set(subjects), tools);
  if (found === undefined) return false;
  const place = { guildId, discordUserId, kind, workspaceName: found.workspaceName, noticedAt };
  const message = {
    guildId,
    discordUserId,
    channelId,
    key: `notice ${guildId} ${discordUserId} ${kind} ${noticedAt}`,
    inPrivate: renderNotice(found.content, place, await readDates(guildId, tools.ctx)),
    inPublic: renderPublicNotice(place),
  };
  return notifyMember(message, attempts > 1, tools.ctx);
}

interface Found {
  readonly content: NoticeContent;
  readonly workspaceName: string;
}

/** The batch as it is now; `undefined` if nothing in it is still true. */
async function readContent(
  { guildId, linkKey, userId, kind }: OpenBatch,
  subjects: ReadonlySet<string>,
  tools: JobTools,
): Promise<Found | undefined> {
  const { link, api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
  const content = await contentByKind[kind]({ link, api, userId, subjects, tools });
  return content && { content, workspaceName: link.name };
}

interface Source extends Pick<Awaited<ReturnType<JobTools["resolveWorkspace"]>>, "link" | "api"> {
  readonly userId: string;
  readonly subjects: ReadonlySet<string>;
  readonly tools: JobTools;
}

const contentByKind: Readonly<
  Record<Notice["kind"], (source: Source) => Promise<NoticeContent | undefined>>
> = {
  async assignment({ link: { workspaceId }, api, userId, subjects }) {
    const params = { workspaceId, staffId: userId };
    const { assigned } = await api.getAssignments({ params }, backgroundCall);
    const assignments = assigned.filter(({ _id, active }) => active && subjects.has(_id));
    return assignments.length === 0 ? undefined : { kind: "assignment", assignments };
  },
  async marked({ link: { guildId, workspaceId }, userId, subjects, tools }) {
    const known = await tools.ctx.store.weeks.ofUser(guildId, workspaceId, userId, subjects.size + 2);
    const weeks = known.filter(({ weekStart }) => subjects.has(weekStart));
    return weeks.length === 0 ? undefined : { kind: "marked", weeks };
  },
  async order({ link: { workspaceId }, api, subjects }) {
    const found = await api.searchOrders({ params: { workspaceId } }, backgroundCall);
    const orders = found.filter(({ _id, status }) => subjects.has(_id) && isReady(status));
    return orders.length === 0 ? undefined : { kind: "order", orders };
  },
};
