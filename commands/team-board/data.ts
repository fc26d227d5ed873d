import { PartialReadError, type BoardRequest, type BoardData } from "../boards/index.ts";
import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { ApiError, type ApiFailure, isOfOnePerson, toStaleReason } from "../../src/api/errors.ts";
import type { Account } from "../../src/store/accounts.ts";
import { hourMs, minuteMs } from "../../src/time.ts";

export interface TeamMember {
  readonly account: Account;
  /** `undefined` for people who aren't on the workspace's staff. */
  readonly assignments: StaffAssignments | undefined;
}

/** How many of a team's requests are in flight at once. */
const maxConcurrent = 4;
const freshForMs = 5 * minuteMs;
/** A large team takes several rounds to read: the first responses must still be valid when the last one arrives. */
const maxAgePerPersonMs = 2_000;
const maxStaleMs = hourMs;
const accountsAtOnce = 1_000;

const transientFailures: readonly ApiFailure[] = [
  "unavailable",
  "unreachable",
  "connection-lost",
  "timeout",
  "rate-limited",
];

/** Of so many the service may answer with an error while it has the others; beyond that, it has problems with everyone. */
const maxFailing = 3;

/**
 * Everyone connected who is wanted, with their goals. One whose answer can't be read, unlike the others', has only goals
 * that couldn't be read; likewise one at whom the service fails, unless an earlier response is known.
 * @throws ApiError, ContractError; PartialReadError if it made progress but couldn't finish
 */
export async function readTeam(
  { ctx, link }: BoardRequest,
  boardData: BoardData,
  isWanted: (account: Account) => boolean = () => true,
): Promise<readonly TeamMember[]> {
  const accounts = (await readAllAccounts(link.guildId, ctx.store.accounts)).filter(isWanted);
  const maxAgeMs = Math.max(freshForMs, accounts.length * maxAgePerPersonMs);
  const startedAt = ctx.now();
  const found = new Map<string, StaffAssignments | undefined>();
  const unread = new Map<string, unknown>();
  const failing = new Map<string, ApiError>();
  let progressed = false;
  let failure: unknown;

  const left = accounts.values();
  const work = async (): Promise<void> => {
    for (const { userId } of left) {
      if (failure !== undefined) return;
      try {
        const { data, at } = await boardData.assignments(userId, maxAgeMs);
        progressed ||= at >= startedAt;
        found.set(userId, data);
      } catch (error) {
        if (isOfOnePerson(error)) unread.set(userId, error);
        else if (isServersError(error) && failing.size < maxFailing) failing.set(userId, error);
        else failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));

  if (found.size === 0) failure ??= failing.values().next().value;
  if (failure === undefined)
    for (const [userId, error] of failing) if (!(await fillOne(userId, error))) unread.set(userId, error);
  const [refusal] = unread.values();
  const isOfAll = failure === undefined && [...found.values()].every((data) => data === undefined);
  if (refusal !== undefined && isOfAll) throw refusal;
  for (const userId of unread.keys()) found.set(userId, boardData.unreadAssignments());
  if (failure !== undefined) await fillFromCache(failure);
  return accounts.map((account) => ({ account, assignments: found.get(account.userId) }));

  /** Fills the gaps with earlier responses. @throws the failure if there are none, or if trying again is better */
  async function fillFromCache(error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || !transientFailures.includes(error.failure)) throw error;
    const { operation, failure: kind, retryAfterMs } = error;
    if (kind === "rate-limited" && progressed)
      throw new PartialReadError(operation, kind, { retryAfterMs, retryable: true, cause: error });
    for (const { userId } of accounts) if (!found.has(userId) && !(await fillOne(userId, error))) throw error;
  }

  /** @returns whether an earlier response is known */
  async function fillOne(userId: string, error: ApiError): Promise<boolean> {
    try {
      const reason = toStaleReason(error, ctx.now());
      found.set(userId, await boardData.olderAssignments(userId, maxStaleMs, reason));
      return true;
    } catch {
      return false;
    }
  }
}

function isServersError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure === "unavailable";
}

async function readAllAccounts(
  guildId: string,
  accounts: BoardRequest["ctx"]["store"]["accounts"],
): Promise<readonly Account[]> {
  const all: Account[] = [];
  for (;;) {
    const page = await accounts.list(guildId, { limit: accountsAtOnce, offset: all.length });
    all.push(...page);
    if (page.length < accountsAtOnce) return all;
  }
}
