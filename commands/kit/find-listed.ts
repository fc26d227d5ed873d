import type { CallOptions } from "../../src/api/client.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { secondMs } from "../../src/time.ts";

/** A list read so lately isn't read again: people press a button again and again. */
const presentForMs = 3 * secondMs;

/**
 * What is looked for in a list of the workspace. The list may come from the cache, so before anyone is told that something
 * isn't in it, it's read again.
 * @returns also the list that was read last
 * @throws ApiError if it can't be read again: then nobody knows
 */
export async function findListed<List extends object, Found>(
  read: (options: CallOptions) => Promise<List>,
  find: (list: List) => Found | undefined,
  { getAge, now }: Pick<LinkedContext, "getAge" | "now">,
): Promise<{ readonly list: List; readonly found: Found | undefined }> {
  const list = await read({});
  const found = find(list);
  const age = getAge(list);
  if (found !== undefined || age === undefined || age.at > now() - presentForMs) return { list, found };
  const present = await read({ noCache: true });
  return { list: present, found: find(present) };
}
