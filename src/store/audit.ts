import { type Expression, type ExpressionBuilder, type InsertObject, sql, type SqlBool } from "kysely";
import { prepareQuery } from "./prepared-query.ts";
import { deleteInSlices } from "./slices.ts";
import {
  countRows,
  escapeLike,
  fromJson,
  matchesPattern,
  readAll,
  readFirst,
  toJson,
  withNulls,
  withoutNulls,
} from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";
import type { AuditEntry, AuditOutcome } from "./rows.ts";

export type { AuditOutcome, AuditEntry } from "./rows.ts";

/** Omitted fields don't filter. */
export interface AuditFilter {
  readonly discordUserId?: string | undefined;
  /** An exact action, or a whole family if it ends with a dot: `order.` */
  readonly action?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly workspaceId?: string | undefined;
  /** A value that is somewhere in their details. */
  readonly naming?: string | undefined;
  /** Inclusive. */
  readonly since?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}

/** An entry's position in the audit log. */
export type AuditPlace = Pick<AuditEntry, "at" | "id">;

export interface AuditPage {
  readonly limit: number;
  /** The page right after this place; a distant page costs no more than the first. */
  readonly olderThan?: AuditPlace | undefined;
  /** The page right before this place. */
  readonly newerThan?: AuditPlace | undefined;
}

export interface Audit {
  /** False when an entry of this id is there already. */
  record(entry: AuditEntry): Promise<boolean>;
  /** Newest first. */
  list(guildId: string, filter: AuditFilter, page: AuditPage): Promise<readonly AuditEntry[]>;
  count(guildId: string, filter: AuditFilter): Promise<number>;
  /** `undefined` once it is deleted. */
  find(guildId: string, id: string): Promise<AuditEntry | undefined>;
  /** Every action in the guild's audit log, alphabetically. */
  actions(guildId: string): Promise<readonly string[]>;
  /** Discord ids of people who did something since then and aren't connected, the most recently active first. */
  unconnected(guildId: string, since: number, limit: number): Promise<readonly string[]>;
  removeBefore(at: number): Promise<number>;
}

export function createAudit(db: Db): Audit {
  const record = prepareQuery(db, entryFields, (entry) => insertPlacedEntry(db, entry));
  return {
    record: async (entry) => (await record(toEntryRow(entry))).length > 0,

    async list(guildId, filter, { limit, olderThan, newerThan }) {
      const direction = newerThan === undefined ? "desc" : "asc";
      const rows = await db
        .selectFrom("auditEntries")
        .selectAll()
        .where(matchFilter(guildId, filter))
        .where(matchPlace(olderThan, "<"))
        .where(matchPlace(newerThan, ">"))
        .orderBy("at", direction)
        .orderBy("id", direction)
        .limit(limit)
        .execute();
      const entries = rows.map(toAuditEntry);
      return newerThan === undefined ? entries : entries.toReversed();
    },

    count: (guildId, filter) => countRows(db.selectFrom("auditEntries").where(matchFilter(guildId, filter))),

    find: (guildId, id) =>
      readFirst(
        db
          .selectFrom("auditEntries")
          .selectAll()
          .where((eb) => eb.and({ guildId, id })),
        toAuditEntry,
      ),

    unconnected: (guildId, since, limit) =>
      readAll(
        db
          .selectFrom("auditEntries")
          .select(({ fn }) => ["discordUserId", fn.max("at").as("last")])
          .where("guildId", "=", guildId)
          .where("at", ">=", since)
          .where("discordUserId", "not in", (eb) =>
            eb
              .selectFrom("accounts")
              .select("accounts.discordUserId")
              .where("accounts.guildId", "=", guildId),
          )
          .groupBy("discordUserId")
          .orderBy("last", "desc")
          .limit(limit),
        ({ discordUserId }) => discordUserId,
      ),

    async actions(guildId) {
      const rows = await db
        .selectFrom("auditEntries")
        .select("action")
        .distinct()
        .where("guildId", "=", guildId)
        .execute();
      return rows.map(({ action }) => action).toSorted();
    },

    removeBefore: (at) => deleteInSlices(db, "auditEntries", (eb) => eb("at", "<", at)),
  };
}

/** Does nothing if an entry of this id is there already. */
export function insertEntry(db: Pick<Db, "insertInto">, entry: AuditEntry) {
  return insertRow(db, toEntryRow(entry));
}

function insertRow(db: Pick<Db, "insertInto">, row: InsertObject<Tables, "auditEntries">) {
  return db
    .insertInto("auditEntries")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing());
}

export const entryFields = [
  "id",
  "guildId",
  "workspaceId",
  "discordUserId",
  "action",
  "target",
  "outcome",
  "detail",
  "reference",
  "at",
] as const;

/** What `insertPlacedEntry` puts in place of each field. */
export function toEntryRow(entry: AuditEntry) {
  return { ...withNulls(entry), detail: toJson(entry.detail) };
}

/** For `prepareQuery`: as `insertEntry`, and returns the id of what was inserted. */
export function insertPlacedEntry(
  db: Pick<Db, "insertInto">,
  { outcome, at, ...texts }: Readonly<Record<(typeof entryFields)[number], string>>,
) {
  return insertRow(db, {
    ...texts,
    outcome: sql<AuditOutcome>`${outcome}`,
    at: sql<number>`${at}`,
  }).returning("id");
}

function matchFilter(
  guildId: string,
  { discordUserId, action, outcome, workspaceId, naming, since, until }: AuditFilter,
) {
  return (eb: ExpressionBuilder<Tables, "auditEntries">): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [eb("guildId", "=", guildId)];
    if (discordUserId !== undefined) conditions.push(eb("discordUserId", "=", discordUserId));
    if (action?.endsWith(".")) conditions.push(matchesPattern(eb.ref("action"), `${escapeLike(action)}%`));
    else if (action !== undefined) conditions.push(eb("action", "=", action));
    if (outcome !== undefined) conditions.push(eb("outcome", "=", outcome));
    if (workspaceId !== undefined) conditions.push(eb("workspaceId", "=", workspaceId));
    if (naming !== undefined) conditions.push(matchNamed(eb, naming));
    if (since !== undefined) conditions.push(eb("at", ">=", since));
    if (until !== undefined) conditions.push(eb("at", "<", until));
    return eb.and(conditions);
  };
}

function matchNamed(eb: ExpressionBuilder<Tables, "auditEntries">, value: string): Expression<SqlBool> {
  return matchesPattern(eb.ref("detail"), `%${escapeLike(JSON.stringify(value))}%`);
}

export function matchPlace(place: AuditPlace | undefined, side: "<" | ">") {
  return (eb: ExpressionBuilder<Tables, "auditEntries">): Expression<SqlBool> =>
    place === undefined
      ? eb.lit(true)
      : // The first condition is for the index, which covers only the time.
        eb.and([
          eb("at", side === "<" ? "<=" : ">=", place.at),
          eb.or([eb("at", side, place.at), eb("id", side, place.id)]),
        ]);
}

export function toAuditEntry(row: Tables["auditEntries"]): AuditEntry {
  return { ...withoutNulls(row), detail: fromJson(row.detail) };
}

/** Entries by a member, or that name one of their ids. Newest first. */
export async function selectEntriesAbout(
  db: Db,
  {
    guildId,
    discordUserId,
    userIds,
  }: { readonly guildId: string; readonly discordUserId: string; readonly userIds: readonly string[] },
  limit: number,
): Promise<readonly AuditEntry[]> {
  const ids = new Set([discordUserId, ...userIds]);
  const rows = await db
    .selectFrom("auditEntries")
    .selectAll()
    .where("guildId", "=", guildId)
    .where((eb) =>
      eb.or([
        eb("discordUserId", "=", discordUserId),
        eb("target", "in", [...ids]),
        ...[...ids].map((id) => matchNamed(eb, id)),
      ]),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows
    .map(toAuditEntry)
    .filter((entry) => entry.discordUserId === discordUserId || isNaming([entry.target, entry.detail], ids));
}

/** Names one of them. An id may also be the name of a field, and SQLite ignores case when it compares with patterns. */
function isNaming(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === "string") return ids.has(value);
  return (
    typeof value === "object" && value !== null && Object.values(value).some((each) => isNaming(each, ids))
  );
}
