import type { ReadApi } from "../../../src/api/client.ts";
import { ApiError, isOfOnePerson } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import type { GuildLink } from "../../../src/store/guild-links.ts";
import { hourMs, minuteMs } from "../../../src/time.ts";
import { parseInstant } from "../../../src/ui/time.ts";
import { findRunningVisit } from "../../activity/index.ts";
import { askedPerMinute, type Presence, type SeenPerson } from "./store.ts";

interface Source {
  readonly ctx: AppContext;
  readonly link: GuildLink;
  readonly api: ReadApi;
}

/** What is known by now, and why the service couldn't be asked for more. */
export interface OnNowRead {
  readonly people: readonly SeenPerson[];
  readonly failure: ApiError | undefined;
}

/** Requests in flight at once. */
const atOnce = 4;
/** Nobody waits for one person's answer for long. */
const timeoutMs = 3_000;
/** Older answers say nothing about now. */
export const keptForMs = hourMs;
/** An answer that someone else just got counts as well. */
const sharedForMs = minuteMs;

/**
 * Asks about those whose turn it is, with requests that nobody else needs, and lists everyone as last read.
 * @throws ApiError for what every other request would meet too, if nothing is known or someone has to act
 */
export async function readOnNow({ ctx, link, api }: Source): Promise<OnNowRead> {
  const { presences } = ctx.store;
  const { service, now } = ctx;
  const { workspaceId } = link;
  const startedAt = now();
  const claimed = service.usage(workspaceId)?.spare === 0 ? [] : await presences.claim(link, startedAt);
  const unasked = new Set(claimed.map(({ discordUserId }) => discordUserId));
  let failure: ApiError | undefined;
  const left = claimed.values();
  const work = async (): Promise<void> => {
    for (const { userId, discordUserId } of left) {
      if (failure !== undefined) return;
      try {
        const seen = await readPresence(userId, { ctx, link, api });
        unasked.delete(discordUserId);
        await presences.note(link, discordUserId, { ...seen, askedAt: startedAt });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.failure !== "rate-limited") unasked.delete(discordUserId);
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await presences.release(link, [...unasked]);
  if (failure !== undefined && keyFailures.has(failure.failure)) throw failure;
  const people = (await presences.list(link)).map((person) =>
    isReadSince(person, now() - keptForMs)
      ? person
      : { ...person, state: "unread" as const, readAt: undefined },
  );
  if (failure !== undefined && people.every(({ readAt }) => readAt === undefined)) throw failure;
  return { people, failure };
}

const keyFailures: ReadonlySet<string> = new Set(["unauthorized", "forbidden"]);

/** @throws ApiError that isn't about this person alone */
async function readPresence(
  userId: string,
  { ctx, link: { workspaceId }, api }: Source,
): Promise<Pick<Presence, "state" | "since" | "readAt">> {
  const unreadable = { state: "unreadable", since: undefined } as const;
  try {
    const activity = await api.getActivity(
      { params: { workspaceId, userId }, query: {} },
      { priority: "spare", timeoutMs, maxAgeMs: sharedForMs, ttlMs: sharedForMs, staleOnError: false },
    );
    const readAt = ctx.getAge(activity)?.at ?? ctx.now();
    const visit = findRunningVisit(activity.last_25);
    if (visit !== undefined)
      return { state: "on", since: parseInstant(visit.start)?.epochMilliseconds, readAt };
    // The visit they are in the game for may be one that couldn't be read.
    const isPartial = ctx.service.leftOut(activity).some((missing) => missing.unreadable > 0);
    return isPartial ? { ...unreadable, readAt } : { state: "off", since: undefined, readAt };
  } catch (error) {
    const readAt = ctx.now();
    if (isOfOnePerson(error)) return { ...unreadable, readAt };
    if (error instanceof ApiError && error.failure === "not-found")
      return { state: "off", since: undefined, readAt };
    throw error;
  }
}

function isReadSince({ readAt }: SeenPerson, since: number): boolean {
  return readAt !== undefined && readAt >= since;
}

/**
 * Whether everyone's turn came so lately that numbers of all of them mean something.
 * @param now in epoch milliseconds
 * @param wantedAt since when their answers count in any case: where a workspace allows few requests, a round takes long
 */
export function isComplete(people: readonly SeenPerson[], now: number, wantedAt = now): boolean {
  const roundMs = Math.ceil(people.length / askedPerMinute) * minuteMs;
  const since = Math.min(wantedAt, now - Math.max(10 * minuteMs, 2 * roundMs));
  return people.every((person) => isReadSince(person, since));
}
