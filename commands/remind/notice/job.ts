import { z } from "zod";
import { backgroundCall } from "../../../src/api/client.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { isReady } from "../../order/index.ts";
import { UserError } from "../../../src/errors.ts";
import type { LinkPosition } from "../../../src/store/guild-links.ts";
import { createNoticeKey, type FoundNotices, type Notice } from "./store.ts";
import type { OutboxEntry } from "../../../src/store/outbox.ts";
import { minuteMs } from "../../../src/time.ts";
import { definePurpose } from "../../../src/outbox/queue.ts";
import { mayUse } from "../../../src/interactions/access.ts";
import { forEachLimited, type Job, type JobTools } from "../../../src/jobs/job.ts";
import { hasRoom } from "../../../src/jobs/look-up-names.ts";
import { isFoundBy, type KindFoundBy, type NoticeKind, noticeKinds, reminderKinds } from "../kinds.ts";
import { type NoticeContent, renderNotice, renderPublicNotice } from "./message.ts";
import { readDates } from "../../../src/ui/formats.ts";

const linksAtOnce = 8;
const maxBatches = 500;

const FoundPayload = z.object({
  guildId: z.string(),
  discordUserId: z.string(),
  kind: z.enum(noticeKinds),
  noticedAt: z.number(),
  subjects: z.array(z.string()),
  /** Whose they are; unknown of what an older version found. */
  userId: z.string().optional(),
});

/**
 * Notifies people of what they asked for: new assignments and marked weeks, noticed when weeks are read anyway, and
 * ready orders, read with requests that nobody else needs.
 */
export const notices: Job = {
  name: "notices",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const links = await store.reminders.linksWanting(kindsOfOrders);
    await forEachLimited(links, linksAtOnce, (link) => noticeOrders(link, tools));
    await store.notices.handOver(now(), maxBatches, announceNotices());
  },
};

const kindsOfOrders = reminderKinds.filter(isFoundBy("notices"));

/** What there is to say of someone's own orders. */
const subjectsOf: Readonly<Record<KindFoundBy<"notices">, (own: readonly Order[]) => readonly string[]>> = {
  order: (own) => own.flatMap(({ _id, status }) => (isReady(status) ? [_id] : [])),
};

/** Those for a person. */
function selectOwn(orders: readonly Order[], userId: string): readonly Order[] {
  return orders.filter(({ customer }) => customer === userId);
}

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
    for (const { userId, ...wanted } of await ctx.store.reminders.wanted(position, kindsOfOrders)) {
      await ctx.store.notices.observe(
        { ...wanted, noticedAt },
        subjectsOf[wanted.kind](selectOwn(orders, userId)),
        announceNotices(userId),
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

/** What a check found, to the person who wants to know. */
export const noticeMessage = definePurpose<z.output<typeof FoundPayload>, JobTools>({
  name: "notice",
  payload: FoundPayload,
  async write({ guildId, discordUserId, kind, noticedAt, subjects, userId }, tools) {
    const { store } = tools.ctx;
    const [wanted, account] = await Promise.all([
      store.reminders.find(guildId, discordUserId, kind),
      store.accounts.ofMember(guildId, discordUserId),
    ]);
    if (wanted === undefined || account === undefined) return undefined;
    if (userId !== undefined && userId !== account.userId) return undefined;
    const { linkKey, channelId } = wanted;
    const source = { guildId, linkKey, userId: account.userId, kind };
    const found = await readContent(source, new Set(subjects), tools);
    if (found === undefined || !(await mayUse("staff", guildId, discordUserId, tools.ctx))) return undefined;
    const place = { guildId, discordUserId, kind, workspaceName: found.workspaceName, noticedAt };
    return {
      to: "person",
      discordUserId,
      inPrivate: renderNotice(found.content, place, await readDates(guildId, tools.ctx)),
      // The guild's id if they asked in private.
      ...(channelId !== guildId && { inPublic: { channelId, message: renderPublicNotice(place) } }),
    };
  },
});

/** To be stored with what a check found. @param userId whose it is, in the service; `undefined` if that isn't known */
export function announceNotices(userId?: string): (found: FoundNotices) => OutboxEntry {
  return (found) => {
    const { guildId, discordUserId, noticedAt, subjects } = found;
    const payload = { ...found, subjects: [...subjects], userId };
    const about = { key: createNoticeKey(found), guildId, discordUserId, payload };
    return noticeMessage.createEntry(about, noticedAt);
  };
}

interface Found {
  readonly content: NoticeContent;
  readonly workspaceName: string;
}

/** The batch as it is now; `undefined` if nothing in it is still true. */
async function readContent(
  { guildId, linkKey, userId, kind }: LinkPosition & Pick<Source, "userId"> & Pick<Notice, "kind">,
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

const contentByKind: Readonly<Record<NoticeKind, (source: Source) => Promise<NoticeContent | undefined>>> = {
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
  async order({ link: { workspaceId }, api, userId, subjects }) {
    const found = await api.searchOrders({ params: { workspaceId } }, backgroundCall);
    const ready = new Set(subjectsOf.order(selectOwn(found, userId)));
    const orders = found.filter(({ _id }) => subjects.has(_id) && ready.has(_id));
    return orders.length === 0 ? undefined : { kind: "order", orders };
  },
};
