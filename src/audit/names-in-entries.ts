import type { AppContext } from "../context.ts";
import { systemActorName } from "../domain/ids.ts";
import type { AuditEntry } from "../store/audit.ts";
import { type Names, namesOf } from "../ui/people.ts";
import { peopleIn } from "./facts.ts";

/**
 * The names of the people that entries are about. Whose name isn't known is noted to be looked up, for the next time; not
 * those of a refused attempt, which may name any id that someone typed.
 */
export async function namesInEntries(
  entries: readonly AuditEntry[],
  { guildId, store, noted }: Pick<AppContext, "store" | "noted"> & { readonly guildId: string },
): Promise<Names> {
  const names = await namesOf(entries.flatMap(peopleIn), { guildId, store });
  const isUnnamed = (userId: string): boolean => !names.has(userId) && systemActorName(userId) === undefined;
  const unnamed = entries.filter((entry) => entry.outcome === "done" && peopleIn(entry).some(isUnnamed));
  if (unnamed.length === 0) return names;
  const links = await store.guildLinks.list(guildId);
  for (const entry of unnamed) {
    const { workspaceId } = entry;
    const link =
      workspaceId === undefined ? links[0] : links.find((each) => each.workspaceId === workspaceId);
    if (link !== undefined) noted.note(link, peopleIn(entry).filter(isUnnamed));
  }
  return names;
}
