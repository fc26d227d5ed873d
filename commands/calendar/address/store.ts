import { sql } from "kysely";
import { createHash } from "node:crypto";
import {
  countChanged,
  hasChanged,
  readFirst,
  type Row,
  withoutNulls,
} from "../../../src/store/sql-values.ts";
import type { Db } from "../../../src/store/tables.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly calendarAddresses: ReturnType<typeof createCalendarAddresses>;
  }
}

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly calendarAddresses: Row<CalendarAddress>;
  }
}

/** The address at which a member's calendar is read. One per member of a guild; all times are epoch milliseconds. */
export interface CalendarAddress {
  readonly guildId: string;
  readonly discordUserId: string;
  /** The workspace it is about. */
  readonly linkKey: string;
  /** Of the address's secret part, which isn't stored. */
  readonly tokenHash: string;
  readonly madeAt: number;
  /** When it was last served; `undefined` until then. */
  readonly readAt: number | undefined;
  /** Of what was served last, without its time stamps. */
  readonly digest: string | undefined;
  /** Since when that has been the same. */
  readonly changedAt: number;
}

type NewCalendarAddress = Pick<
  CalendarAddress,
  "guildId" | "discordUserId" | "linkKey" | "tokenHash" | "madeAt"
>;

export function createCalendarAddresses(db: Db) {
  const toRow = (address: NewCalendarAddress) => ({
    ...address,
    readAt: null,
    digest: null,
    changedAt: address.madeAt,
  });
  return {
    find: (guildId: string, discordUserId: string): Promise<CalendarAddress | undefined> =>
      readFirst(
        db
          .selectFrom("calendarAddresses")
          .selectAll()
          .where((eb) => eb.and({ guildId, discordUserId })),
        withoutNulls,
      ),

    findByHash: (tokenHash: string): Promise<CalendarAddress | undefined> =>
      readFirst(
        db.selectFrom("calendarAddresses").selectAll().where("tokenHash", "=", tokenHash),
        withoutNulls,
      ),

    /** False if the member has one already, which stays. */
    add: (address: NewCalendarAddress): Promise<boolean> =>
      hasChanged(
        db
          .insertInto("calendarAddresses")
          .values(toRow(address))
          .onConflict((conflict) => conflict.columns(["guildId", "discordUserId"]).doNothing()),
      ),

    /** In place of the member's one with this hash, which ends. False if they have another one by now, or none. */
    replace(tokenHash: string, address: NewCalendarAddress): Promise<boolean> {
      const { guildId, discordUserId, ...changes } = toRow(address);
      return hasChanged(
        db
          .updateTable("calendarAddresses")
          .set(changes)
          .where((eb) => eb.and({ guildId, discordUserId, tokenHash })),
      );
    },

    /** False if there was none. */
    remove: (guildId: string, discordUserId: string): Promise<boolean> =>
      hasChanged(db.deleteFrom("calendarAddresses").where((eb) => eb.and({ guildId, discordUserId }))),

    /**
     * Notes that it is about to be served.
     * @returns since when the same has been served; `undefined` if the address has ended
     */
    noteRead: (tokenHash: string, digest: string, now: number): Promise<number | undefined> =>
      readFirst(
        db
          .updateTable("calendarAddresses")
          .set({
            readAt: now,
            digest,
            changedAt: sql<number>`case when digest = ${digest} then changed_at else ${now} end`,
          })
          .where("tokenHash", "=", tokenHash)
          .returning("changedAt"),
        ({ changedAt }) => changedAt,
      ),

    /** Removes those that were neither made nor read since `at`. */
    removeBefore: (at: number): Promise<number> =>
      countChanged(
        db.deleteFrom("calendarAddresses").where((eb) => eb(eb.fn.coalesce("readAt", "madeAt"), "<", at)),
      ),
  };
}

/** Before a stored hash, it ends the address: no token has such a hash. Its owner learns why with the next one. */
const restored = "restored ";

/**
 * Ends every address in a database that was restored: nobody knows which were turned off or replaced since the backup.
 * @returns how many
 */
export const endRestoredAddresses = (db: Db): Promise<number> =>
  countChanged(
    db
      .updateTable("calendarAddresses")
      .set((eb) => ({ tokenHash: sql<string>`${restored} || ${eb.ref("tokenHash")}` }))
      .where("tokenHash", "not like", `${restored}%`),
  );

export const wasRestored = ({ tokenHash }: Pick<CalendarAddress, "tokenHash">): boolean =>
  tokenHash.startsWith(restored);

/** The part of an address that makes it private: 128 random bits, as `newId` gives them. */
const form = /^[\w-]{22}$/;
const extension = ".ics";

/** Some calendar apps only accept an address that ends like a file. */
export function buildAddress(publicUrl: string, token: string): string {
  return `${publicUrl}${calendarPath}${token}${extension}`;
}

export const calendarPath = "/calendar/";

/** The token in a request's path; `undefined` if there is none. */
export function parseToken(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const token = file.endsWith(extension) ? file.slice(0, -extension.length) : file;
  return form.test(token) ? token : undefined;
}

/** What is stored. So many random bits need no slow hash, and how long a look-up takes says nothing about the token. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Of what is served. With the token in it, nobody who reads the database can try what it might have been. */
export function digestFeed(token: string, text: string): string {
  return createHash("sha256").update(`${token}\n${text}`).digest("base64url");
}
