import type { CallOptions, WorkspaceApi } from "../api/client.ts";
import { ApiError, type ApiFailure, ContractError } from "../api/errors.ts";
import { UserError } from "../errors.ts";
import { learnedPerson } from "../noted-people.ts";
import type { GuildLink, LinkPosition } from "../store/guild-links.ts";
import type { LearnedPerson, Noted } from "../store/people.ts";
import { hourMs, minuteMs, weekMs } from "../time.ts";
import { forEachLimited, type Job, type JobTools } from "./job.ts";

/** Links that are worked on at the same time. */
const linksAtOnce = 8;
/**
 * Of all links in one round, ten a second: where people of many servers look at their orders for the first time, names
 * neither take turns from commands nor storm the service.
 */
const askedARound = 50;
/** One after the other, of one link in one round. */
const askedOfLink = 10;
/** A run against a slow service ends by then; the next one continues. */
const maxRoundMs = 10_000;
/** A name is worth no long wait, and no request that anyone else may need. */
const lookUpCall = { timeoutMs: 5_000, priority: "spare" } as const satisfies CallOptions;
/** Longer than the round of a link takes; after it a claim belongs to a process that died. */
const leaseMs = minuteMs;
/** Not sent at all, so the same may well be asked soon. */
const soonMs = 30_000;
/** The key may not ask, for anybody. */
const keyMs = hourMs;
/** The service had trouble with it. */
const laterMs = 2 * minuteMs;

/** Looks up what people are called whose ids were shown, one by one, within what everybody else leaves over. */
export const names: Job = {
  name: "names",
  schedule: { everyMs: 5_000 },
  async run(tools) {
    await writeNoted(tools);
    const { people } = tools.ctx.store;
    const links = await people.linksToAsk(tools.ctx.now());
    const round: Round = { left: askedARound };
    await forEachLimited(links, linksAtOnce, (link) => lookUpNames(link, round, tools));
  },
};

interface Round {
  /** How many may still be asked for. */
  left: number;
}

/** As many as one round asks for: the others can wait where they are. */
async function writeNoted({ ctx }: JobTools): Promise<void> {
  const { store, noted } = ctx;
  const now = ctx.now();
  const linked: Noted[] = [];
  for (const each of noted.take(askedARound))
    if ((await store.guildLinks.find(each.link.guildId, each.link.linkKey)) !== undefined) linked.push(each);
  if (linked.length > 0) await store.people.note(linked, { now, staleBefore: now - weekMs });
}

/** Never rejects. */
async function lookUpNames(position: LinkPosition, round: Round, tools: JobTools): Promise<void> {
  if (round.left <= 0) return;
  const { ctx } = tools;
  const { guildId, linkKey } = position;
  try {
    const link = await ctx.store.guildLinks.find(guildId, linkKey);
    if (link === undefined || !hasRoom(link, tools)) return;
    try {
      const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
      await lookUpSome({ link, api, tools }, round);
    } catch (error) {
      if (!isOfKey(error)) throw error;
      await ctx.store.people.postponeAll(link, ctx.now() + keyMs);
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

/** Whether what nobody waits for may be asked of a workspace now. */
export function hasRoom({ workspaceId }: GuildLink, { ctx: { service }, stopping }: JobTools): boolean {
  if (stopping?.aborted === true || service.status(workspaceId).state !== "closed") return false;
  return service.usage(workspaceId)?.spare !== 0;
}

/** Who is claimed and not asked for in the end is claimed again when the lease is over. */
async function lookUpSome(lookUps: LookUp, round: Round): Promise<void> {
  const { link, tools } = lookUps;
  const { ctx } = tools;
  const { people } = ctx.store;
  const startedAt = ctx.now();
  const most = Math.min(askedOfLink, round.left);
  round.left -= most;
  const due = await people.toAsk(link, startedAt, most);
  round.left += most - due.length;
  if (due.length === 0) return;
  const learned: LearnedPerson[] = [];
  try {
    for (const userId of await people.claim(link, due, startedAt, startedAt + leaseMs)) {
      if (ctx.now() - startedAt > maxRoundMs || !hasRoom(link, tools)) break;
      const person = await lookUp(userId, lookUps);
      if (person !== undefined) learned.push(person);
    }
  } finally {
    if (learned.length > 0) await people.learn(link, learned, ctx.now());
  }
}

interface LookUp {
  readonly link: GuildLink;
  readonly api: WorkspaceApi;
  readonly tools: JobTools;
}

/**
 * @returns nothing when this person is asked for again later
 * @throws ApiError of which others of this link would get the same
 */
async function lookUp(
  userId: string,
  { link, api, tools: { ctx } }: LookUp,
): Promise<LearnedPerson | undefined> {
  try {
    return learnedPerson(userId, await api.getUser({ params: { userId } }, lookUpCall));
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return learnedPerson(userId);
    const isApi = error instanceof ApiError;
    if (!isApi && !(error instanceof ContractError)) throw error;
    await ctx.store.people.postpone(link, userId, ctx.now() + waitMs(error));
    if (isApi && !ofOneUser.includes(error.failure)) throw error;
    return undefined;
  }
}

const ofOneUser: readonly ApiFailure[] = ["rejected", "invalid-id", "too-large"];
const notSent: readonly ApiFailure[] = ["rate-limited", "unreachable"];

function waitMs(error: ApiError | ContractError): number {
  if (error instanceof ContractError || ofOneUser.includes(error.failure)) return weekMs;
  if (keyFailures.includes(error.failure)) return keyMs;
  return notSent.includes(error.failure) ? Math.max(soonMs, error.retryAfterMs ?? 0) : laterMs;
}
