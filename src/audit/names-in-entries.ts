import { findSystemActorName } from "../domain/service-ids.ts";
import type { NotedPeople } from "../noted-people.ts";
import type { AuditEntry } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { type Names, readNames } from "../ui/people.ts";
import { listPeopleIn } from "./sentence-parts.ts";

interface NamesParts {
  readonly guildId: string;
  readonly store: Pick<Store, "accounts" | "people" | "guildLinks">;
  readonly noted: NotedPeople;
}

/**
 * Names of the people that entries are about. Unknown ones are queued to be looked up, except those of a refused
 * attempt, which may contain any id that someone typed.
 */
export async function readNamesInEntries(
  entries: readonly AuditEntry[],
  { guildId, store, noted }: NamesParts,
): Promise<Names> {
  const names = await readNames(entries.flatMap(listPeopleIn), { guildId, store });
  const isUnnamed = (userId: string): boolean =>
    !names.has(userId) && findSystemActorName(userId) === undefined;
  const unnamed = entries.filter((entry) => entry.outcome === "done" && listPeopleIn(entry).some(isUnnamed));
  if (unnamed.length === 0) return names;
  const links = await store.guildLinks.list(guildId);
  for (const entry of unnamed) {
    const { workspaceId } = entry;
    const link =
      workspaceId === undefined ? links[0] : links.find((each) => each.workspaceId === workspaceId);
    if (link !== undefined) noted.note(link, listPeopleIn(entry).filter(isUnnamed));
  }
  return names;
}
