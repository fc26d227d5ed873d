import type { Feature } from "../src/feature.ts";
import type { AnyTables } from "../src/personal-data.ts";
import { type OpenStoreOptions, openStoreWith } from "../src/store/open.ts";
import {
  createStore as createStoreWith,
  type FeatureStores,
  type FeatureTables,
  type Store,
  type StoreParts,
  type StoreTools,
} from "../src/store/store.ts";
import { features } from "./index.ts";
import {
  type Forgotten,
  forgetPerson,
  type PersonToForget,
  createPersonalData,
  type PersonalData,
} from "./privacy/store.ts";
import { declaredTables, listGuildTables } from "./tables.ts";

declare module "../src/store/store.ts" {
  interface FeatureStores extends PersonalParts {}
}

/** What follows from the tables of all features. */
interface PersonalParts {
  readonly personalData: PersonalData;
  /** Deletes what is kept of someone, and blanks their names wherever they are stored. Ids stay in the audit log. */
  forgetPerson(person: PersonToForget): Promise<Forgotten>;
}

function createPersonalParts(
  { db, now, aloneInGuild, eraseAfter }: StoreTools,
  tables: AnyTables,
): PersonalParts {
  return {
    personalData: createPersonalData(db, tables),
    forgetPerson: (person) =>
      eraseAfter(
        aloneInGuild(person.guildId, (transaction) =>
          forgetPerson(transaction, person, { now: now(), tables }),
        ),
      ),
  };
}

/** @param tables what is done with each, in the order in which rows are deleted */
export function joinTables(all: readonly Feature[], tables: AnyTables): FeatureTables {
  return {
    // Each feature makes what it declares.
    create: (tools): FeatureStores =>
      Object.assign(
        {},
        ...all.map(({ createStores }) => createStores?.(tools)),
        createPersonalParts(tools, tables),
      ),
    guildTables: listGuildTables(tables),
    async whenDisconnected(transaction, member) {
      for (const { whenDisconnected } of all) await whenDisconnected?.(transaction, member);
    },
  };
}

const ownTables = joinTables(features, declaredTables);

/** @see createStoreWith */
export function createStore(parts: StoreParts): Store {
  return createStoreWith(parts, ownTables);
}

/** Opens the database and migrates it to the newest version. @throws StoreError */
export function openStore(options: OpenStoreOptions): Promise<Store> {
  return openStoreWith(options, ownTables);
}
