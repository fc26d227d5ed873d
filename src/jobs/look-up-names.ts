import { backgroundCall, type WorkspaceApi } from "../api/client.ts";
import { ApiError, type ApiFailure, ContractError } from "../api/errors.ts";
import { UserError } from "../errors.ts";
import { keepNames } from "../noted-people.ts";
import type { GuildLink, LinkPosition } from "../store/guild-links.ts";
import type { Asking } from "../store/people-to-ask.ts";
import { hourMs, minuteMs, weekMs } from "../time.ts";
import { forEachLimited, type Job, type JobTools } from "./job.ts";

/** Links that are worked on at the same time. */
const linksAtOnce = 8;
/** One after the other, of one link in one round. */
const askedARound = 10;
/** A run against a slow service ends by then; the next one continues. */
const maxRoundMs = 10_000;
/** A name is worth no long wait. */
const timeoutMs = 5_000;
/** Longer than a look-up takes; after it a claim belongs to a process that died. */
const leaseMs = minuteMs;
/** Nobody is looked up once this share of the workspace's limit is used: the rest is for people and boards. */
const usableShare = 0.4;

/** Not sent at all, so the same may well be asked soon. */
const soonMs = 30_000;
/** The key may not ask, for anybody. */
const keyMs = hourMs;
/** The service had trouble with it. */
const laterMs = 15 * minuteMs;

/** Looks up what people are called whose ids were shown, one by one, within what everybody else leaves over. */
export const names: Job = {
  name: "names",
  schedule: { everyMs: 5_000 },
  async run(tools) {
    await writeNoted(tools);
    const { people } = tools.ctx.store;
    const links = await people.linksToAsk(tools.ctx.now());
    await forEachLimited(links, linksAtOnce, (link) => lookUpNames(link, tools));
  },
};

async function writeNoted({ ctx }: JobTools): Promise<void> {
  const { store, noted } = ctx;
  const now = ctx.now();
  for (const { link, userIds } of noted.take()) {
    if ((await store.guildLinks.find(link.guildId, link.linkKey)) === undefined) continue;
    await store.people.note(link, userIds, { now, staleBefore: now - weekMs });
  }
}

/** Never rejects. */
async function lookUpNames(position: LinkPosition, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, linkKey } = position;
  try {
    const link = await ctx.store.guildLinks.find(guildId, linkKey);
    if (link === undefined || !hasRoom(link, tools)) return;
    try {
      const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
      await lookUpSome(link, api, tools);
    } catch (error) {
      if (!isOfKey(error)) throw error;
      const now = ctx.now();
      await ctx.store.people.postponeAll(link, now, now + keyMs);
      ctx.log.debug("people's names cannot be looked up with this key", { guildId, error });
    }
  } catch (error) {
    const level = error instanceof ApiError ? "debug" : "warn";
    ctx.log[level]("people's names could not be looked up", { guildId, error });
  }
}

/** Whoever else is asked for, the same comes of it until somebody acts. */
function isOfKey(error: unknown): boolean {
  return error instanceof UserError || (error instanceof ApiError && keyFailures.includes(error.failure));
}

const keyFailures: readonly ApiFailure[] = ["unauthorized", "forbidden"];

function hasRoom({ workspaceId }: GuildLink, { ctx: { service }, stopping }: JobTools): boolean {
  if (stopping?.aborted === true || service.status(workspaceId).state !== "closed") return false;
  const usage = service.usage(workspaceId);
  return usage === undefined || usage.used < usage.limit * usableShare;
}

async function lookUpSome(link: GuildLink, api: WorkspaceApi, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { people } = ctx.store;
  const startedAt = ctx.now();
  for (const asking of await people.toAsk(link, startedAt, askedARound)) {
    const now = ctx.now();
    if (now - startedAt > maxRoundMs || !hasRoom(link, tools)) return;
    if (await people.claim(link, asking, now + leaseMs)) await lookUp(asking, { link, api, tools });
  }
}

interface LookUp {
  readonly link: GuildLink;
  readonly api: WorkspaceApi;
  readonly tools: JobTools;
}

/** @throws ApiError of which others of this link would get the same */
async function lookUp({ userId }: Asking, { link, api, tools: { ctx } }: LookUp): Promise<void> {
  const { people } = ctx.store;
  try {
    await keepNames(
      link,
      userId,
      await api.getUser({ params: { userId } }, { ...backgroundCall, timeoutMs }),
      ctx,
    );
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found")
      return people.learnMissing(link, userId, ctx.now());
    const isApi = error instanceof ApiError;
    if (!isApi && !(error instanceof ContractError)) throw error;
    await people.postpone(link, userId, ctx.now() + waitMs(error));
    if (isApi && !ofOneUser.includes(error.failure)) throw error;
  }
}

const ofOneUser: readonly ApiFailure[] = ["rejected", "invalid-id", "too-large"];
const notSent: readonly ApiFailure[] = ["rate-limited", "unreachable"];

function waitMs(error: ApiError | ContractError): number {
  if (error instanceof ContractError || ofOneUser.includes(error.failure)) return weekMs;
  if (keyFailures.includes(error.failure)) return keyMs;
  return notSent.includes(error.failure) ? Math.max(soonMs, error.retryAfterMs ?? 0) : laterMs;
}
