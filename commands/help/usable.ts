import { mayUse, type Standing } from "../../src/interactions/access.ts";
import type { ListedGroup } from "../shared/command-list.ts";

/** What somebody of this standing may start. */
export function usableBy(standing: Standing, groups: readonly ListedGroup[]): readonly ListedGroup[] {
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ access }) => mayUse(access, standing)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
