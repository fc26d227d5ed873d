import { systemActorName } from "../../src/domain/ids.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { lookUpPerson } from "../kit/service-person.ts";
import type { Names } from "../../src/ui/people.ts";

/** A name is worth only a short wait, and no request that someone else is waiting for. */
const lookUp = { timeoutMs: 1_500, priority: "background" } as const;

/** The same names and those of who has none yet, as far as the workspace tells them in time. Never rejects. */
export async function withCallNames(
  people: readonly string[],
  names: Names,
  ctx: LinkedContext,
): Promise<Names> {
  const unnamed = people.filter((userId) => !names.has(userId) && systemActorName(userId) === undefined);
  const found = await Promise.all(
    unnamed.map((userId) =>
      lookUpPerson(userId, ctx, lookUp).then(
        ({ displayName }) => [[userId, { userId, displayName }] as const],
        () => [],
      ),
    ),
  );
  return new Map([...names, ...found.flat()]);
}
