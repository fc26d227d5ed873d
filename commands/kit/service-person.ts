import { z } from "zod";
import type { CallOptions } from "../../src/api/client.ts";
import type { User } from "../../src/api/contract/users.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { learnNames, renameConnected, toAccountNames } from "../../src/noted-people.ts";
import { hourMs } from "../../src/time.ts";
import { type Names, readNames } from "../../src/ui/people.ts";

/** A user of the service, as shown to people. */
export const ServicePerson = z.object({
  userId: z.string(),
  displayName: z.string(),
  username: z.string().optional(),
  avatarUrl: z.string().optional(),
});
export type ServicePerson = z.output<typeof ServicePerson>;

/** @throws ApiError, `not-found` if the service has no such user */
export async function lookUpPerson(
  userId: string,
  ctx: LinkedContext,
  options?: CallOptions,
): Promise<ServicePerson> {
  const user = await ctx.api.getUser({ params: { userId } }, options);
  await remember(userId, user, ctx);
  // Whatever the response says, further requests use the requested id.
  return { userId, ...toAccountNames(userId, user) };
}

/** A stored name newer than this isn't written again. */
const freshMs = hourMs;

/** Saves a lookup when this person is connected or shows up in a list. */
async function remember(userId: string, user: User, ctx: LinkedContext): Promise<void> {
  const { guildId, link, store, log } = ctx;
  const now = ctx.now();
  const users = new Map([[userId, user]]);
  try {
    const [known] = await store.people.ofUsers(guildId, link.linkKey, [userId]);
    if ((known?.lookedUpAt ?? 0) > now - freshMs) return await renameConnected(guildId, users, store);
    await store.people.note([{ link, userIds: [userId] }], { now, staleBefore: now });
    await learnNames(link, users, ctx);
  } catch (error) {
    log.warn("the name of a user could not be kept", { guildId, error });
  }
}

/** A name is worth only a short wait, and no request that someone else is waiting for. */
const lookUp = { timeoutMs: 1_500, priority: "background" } as const;

/** Someone reads the names before they confirm. */
const lookUpForPreview = { timeoutMs: 700, priority: "interactive" } as const;
/** With more, nobody reads each name, and the workspace's limit is for others, too. */
const maxLookUps = 8;

/** For a preview: who is connected or known here, and anyone else as far as the workspace names them in 700 ms. */
export async function readPreviewNames(
  people: readonly (string | undefined)[],
  ctx: LinkedContext,
): Promise<Names> {
  const asked = [...new Set(people)].filter((userId) => userId !== undefined);
  return withCallNames(asked, await readNames([], ctx, asked), ctx, lookUpForPreview);
}

/**
 * The same names and those of who has none yet and wasn't forgotten, as far as the workspace tells them in time. Never
 * rejects.
 */
export async function withCallNames(
  people: readonly string[],
  names: Names,
  ctx: LinkedContext,
  options: CallOptions = lookUp,
): Promise<Names> {
  const unnamed = people.filter((userId) => !names.has(userId));
  if (unnamed.length === 0) return names;
  const asked = await withoutForgotten(unnamed, ctx).catch(() => []);
  const found = await Promise.all(
    asked.slice(0, maxLookUps).map((userId) =>
      lookUpPerson(userId, ctx, options).then(
        ({ displayName }) => [[userId, { userId, displayName }] as const],
        () => [],
      ),
    ),
  );
  return new Map([...names, ...found.flat()]);
}

async function withoutForgotten(
  userIds: readonly string[],
  { store, guildId }: LinkedContext,
): Promise<readonly string[]> {
  const forgotten = await store.people.listForgotten(guildId, userIds);
  return userIds.filter((userId) => !forgotten.has(userId));
}
