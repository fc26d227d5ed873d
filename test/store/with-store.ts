import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { type DatabaseKind, makePlace, type Place } from "./test-databases.ts";
import { guildId, now, otherGuildId } from "./sample-rows.ts";

/** A store on a database of its own for the tests of one suite; nothing of the samples' guilds is left by another test. */
export function useStore(
  kind: DatabaseKind,
  clock: () => number = () => now,
): { readonly store: Store; readonly place: Place } {
  // Both are filled before the first test runs, so that tests can name them like any other.
  const used = { store: {} as Store, place: {} as Place };
  beforeAll(async () => {
    Object.assign(used.place, await makePlace(kind));
    Object.assign(used.store, await used.place.open({ now: clock }));
  });
  afterAll(async () => {
    await used.store.close();
    await used.place.remove();
  });
  beforeEach(async () => {
    await used.store.forgetGuild(guildId);
    await used.store.forgetGuild(otherGuildId);
  });
  return used;
}
