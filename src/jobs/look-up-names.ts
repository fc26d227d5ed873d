import type { OperationName } from "../api/contract/index.ts";
import type { User } from "../api/contract/users.ts";
import type { CallOptions, WorkspaceApi } from "../api/client.ts";
import { ApiError, type ApiFailure, ContractError } from "../api/errors.ts";
import { UserError } from "../errors.ts";
import { learnNames } from "../noted-people.ts";
import type { GuildLink, LinkPosition } from "../store/guild-links.ts";
import type { Noted } from "../store/people.ts";
import { hourMs, minuteMs, weekMs } from "../time.ts";
import { forEachLimited, type Job, type JobTools } from "./job.ts";

/** Links processed at the same time. */
const linksAtOnce = 8;
/**
 * Per round, for all links together: ten a second. When many servers show orders for the first time, looking up names
 * neither delays commands nor floods the service.
 */
const askedARound = 50;
/** Per link and round, one after the other. */
const askedOfLink = 10;
/** Against a slow service, a run ends by then and the next one continues. */
const maxRoundMs = 10_000;
/** A name isn't worth a long wait, or a request that anyone else may need. */
const lookUpCall = { timeoutMs: 5_000, priority: "spare" } as const satisfies CallOptions;
/** Longer than a link's round takes; an older claim belongs to a process that died. */
const leaseMs = minuteMs;
/** The request was never sent, so it may be tried again soon. */
const soonMs = 30_000;
/** The key isn't allowed to look up anyone. */
const keyMs = hourMs;
/** The service failed to answer. */
const laterMs = 2 * minuteMs;

/** Looks up the names of people whose ids were shown, one by one, using only requests that nobody else needs. */
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
  /** How many more people this round may look up. */
  left: number;
}

/** As many as one round looks up; the rest stay where they are. */
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
    if (link === undefined || !hasRoom(link, "getUser", tools)) return;
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

/** Whether it's the key's failure, which every other lookup would meet too until someone acts. */
function isOfKey(error: unknown): boolean {
  return error instanceof UserError || (error instanceof ApiError && keyFailures.includes(error.failure));
}

const keyFailures: readonly ApiFailure[] = ["unauthorized", "forbidden"];

/** Whether a workspace has requests of this kind to spare for work that nobody waits for. */
export function hasRoom(
  { workspaceId }: GuildLink,
  operation: OperationName,
  { ctx: { service, now }, stopping }: JobTools,
): boolean {
  const status = service.status(workspaceId, operation);
  // Nobody else may ever ask for that, so once its pause is over, this work finds out whether it's back.
  const mayProbe =
    status.state === "closed" ||
    (status.state === "open" && status.scope === "operation" && status.retryAt <= now());
  if (stopping?.aborted === true || !mayProbe) return false;
  return service.usage(workspaceId)?.spare !== 0;
}

/** People who were claimed but not looked up are claimed again when the lease ends. */
async function lookUpSome(lookUps: LookUp, round: Round): Promise<void> {
  const { link, tools } = lookUps;
  const { ctx } = tools;
  const { people } = ctx.store;
  const startedAt = ctx.now();
  const maxAsked = Math.min(askedOfLink, round.left);
  round.left -= maxAsked;
  const due = await people.toAsk(link, startedAt, maxAsked);
  round.left += maxAsked - due.length;
  if (due.length === 0) return;
  const found = new Map<string, User | undefined>();
  try {
    for (const userId of await people.claim(link, due, startedAt, startedAt + leaseMs)) {
      if (ctx.now() - startedAt > maxRoundMs || !hasRoom(link, "getUser", tools)) break;
      const user = await lookUp(userId, lookUps);
      if (user !== "later") found.set(userId, user);
    }
  } finally {
    await learnNames(link, found, ctx);
  }
}

interface LookUp {
  readonly link: GuildLink;
  readonly api: WorkspaceApi;
  readonly tools: JobTools;
}

/**
 * @returns `undefined` if the service knows nobody by this id; "later" if this person is looked up again
 * @throws ApiError that the link's other lookups would meet too
 */
async function lookUp(
  userId: string,
  { link, api, tools: { ctx } }: LookUp,
): Promise<User | "later" | undefined> {
  try {
    return await api.getUser({ params: { userId } }, lookUpCall);
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return undefined;
    const isApi = error instanceof ApiError;
    if (!isApi && !(error instanceof ContractError)) throw error;
    await ctx.store.people.postpone(link, userId, ctx.now() + getWaitMs(error));
    if (isApi && !ofOneUser.includes(error.failure)) throw error;
    return "later";
  }
}

const ofOneUser: readonly ApiFailure[] = ["rejected", "invalid-id", "too-large"];
const notSent: readonly ApiFailure[] = ["rate-limited", "unreachable"];

function getWaitMs(error: ApiError | ContractError): number {
  if (error instanceof ContractError || ofOneUser.includes(error.failure)) return weekMs;
  if (keyFailures.includes(error.failure)) return keyMs;
  return notSent.includes(error.failure) ? Math.max(soonMs, error.retryAfterMs ?? 0) : laterMs;
}
