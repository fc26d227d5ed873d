import type { Feature } from "../src/feature.ts";
import type { AnyTables } from "../src/personal-data.ts";
import { type OpenStoreOptions, openStoreWith } from "../src/store/open.ts";
import {
  createStore as createStoreWith,
  type FeatureStores,
  type FeatureTables,
  type Store,
  type StoreParts,
} from "../src/store/store.ts";
import { features } from "./index.ts";
import { declaredTables } from "./tables.ts";

/** @param tables what is done with each, in the order in which rows are deleted */
export function joinTables(all: readonly Feature[], tables: AnyTables): FeatureTables {
  return {
    // Each feature makes what it declares.
    create: (tools): FeatureStores =>
      Object.assign({}, ...all.map(({ createStores }) => createStores?.(tools))),
    tables,
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
