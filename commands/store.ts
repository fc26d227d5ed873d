import { type OpenStoreOptions, openStoreWith } from "../src/store/open.ts";
import {
  createStore as createStoreWith,
  replaceIn,
  type FeatureTables,
  type Store,
  type StoreParts,
  type StoreTools,
} from "../src/store/store.ts";
import { createCalendarAddresses } from "./calendar/address/store.ts";
import { createImports } from "./account/import/store.ts";
import { createConnectionRequests } from "./account/request/store.ts";
import { createOrderAlerts } from "./order/alerts/store.ts";
import { createOrderSteps } from "./order/step-store.ts";
import {
  type Forgotten,
  forgetPerson,
  type PersonToForget,
  createPersonalData,
  type PersonalData,
} from "./privacy/store.ts";
import { createNotices, removeNotices } from "./remind/notice/store.ts";
import { createReminders } from "./remind/store.ts";
import { createTimeRequests } from "./request/store.ts";
import { createRewards } from "./rewards/store.ts";
import { createDeliveries } from "./schedule/delivery/store.ts";
import { createSchedules } from "./boards/store.ts";
import type { AnyTables } from "../src/personal-data.ts";
import { declaredTables, listGuildTables } from "./tables.ts";
import { createPresences, removePresences } from "./team-board/on-now/store.ts";
import { createWeeks } from "./weeks/store.ts";

declare module "../src/store/store.ts" {
  interface FeatureStores extends ReturnType<typeof createFeatureStores>, PersonalParts {}
}

/** The tables of all features. */
function createFeatureStores({
  db,
  shared,
  now,
  isServed,
  aloneInGuild,
  inRelaxedTransaction,
  eraseAfter,
}: StoreTools) {
  const weeks = createWeeks(db, shared, aloneInGuild, isServed);
  const timeRequests = createTimeRequests(db, aloneInGuild, isServed);
  const presences = createPresences(db, aloneInGuild);
  return {
    connectionRequests: createConnectionRequests(db, aloneInGuild, now, isServed),
    imports: createImports(db, aloneInGuild, now, isServed),
    timeRequests: replaceIn(timeRequests, {
      removeByMember: (guildId, discordUserId) =>
        eraseAfter(timeRequests.removeByMember(guildId, discordUserId)),
    }),
    schedules: createSchedules(db, aloneInGuild, inRelaxedTransaction, isServed),
    deliveries: createDeliveries(db, shared, isServed),
    weeks: replaceIn(weeks, {
      forgetUser: (guildId, userId) => eraseAfter(weeks.forgetUser(guildId, userId)),
    }),
    reminders: createReminders(db, shared, isServed),
    notices: createNotices(db, isServed),
    rewards: createRewards(db),
    presences: replaceIn(presences, {
      setHidden: (guildId, discordUserId, hiddenAt) =>
        eraseAfter(presences.setHidden(guildId, discordUserId, hiddenAt)),
    }),
    orderAlerts: createOrderAlerts(db),
    orderSteps: createOrderSteps(db, shared, inRelaxedTransaction),
    calendarAddresses: createCalendarAddresses(db),
  };
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
export function createFeatureTables(tables: AnyTables): FeatureTables {
  return {
    create: (tools) => ({ ...createFeatureStores(tools), ...createPersonalParts(tools, tables) }),
    guildTables: listGuildTables(tables),
    async whenDisconnected(transaction, member) {
      await removeNotices(transaction, member);
      await removePresences(transaction, member);
    },
  };
}

const features = createFeatureTables(declaredTables);

/** @see createStoreWith */
export function createStore(parts: StoreParts): Store {
  return createStoreWith(parts, features);
}

/** Opens the database and migrates it to the newest version. @throws StoreError */
export function openStore(options: OpenStoreOptions): Promise<Store> {
  return openStoreWith(options, features);
}
