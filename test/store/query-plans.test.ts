import { join } from "node:path";
import { CamelCasePlugin, CompiledQuery, type Dialect, Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStore } from "../../commands/store.ts";
import { tables } from "../../commands/tables.ts";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { connectTimeoutMs } from "../../src/store/open.ts";
import { createPostgresDialect, createPostgresPool } from "../../src/store/postgres.ts";
import { createSqliteDialect, openSqliteFile } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { createPostgresDatabase, createTestFolder } from "../support/databases.ts";
import { type DatabaseKind, databaseKinds } from "./test-databases.ts";

const rows = 50_000;
const guilds = 5_000;
/** When the first rows are of; those of the later ones lie ahead. */
const start = 1_700_000_000_000;
const stepMs = 100_000;
/** Some are due by then, and old enough to be deleted: few of all. */
const now = start + 300 * stepMs;
const guildId = "g0000007";
const link = { guildId, linkKey: "k7" };
const workspaceId = "w7";

/** Few rows, whatever happens, or none that a job or a frequent command reads. */
const small = [
  "post_paces",
  "identify_turns",
  "shard_ranges",
  "bot_state",
  "departures",
  // One for a server at most, looked through once a day, and only where the operator wants that.
  "unlinked_guilds",
  "quota_leases",
];
const bigTables = Object.keys(tables)
  .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .filter((name) => !small.includes(name));

/** What the jobs ask of the database in all servers. */
const asked: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  "rewards: servers": ({ guildSettings }) => guildSettings.everywhere("rewards"),
  "rewards: servers with any": ({ rewards }) => rewards.guilds(),
  "rewards: of a server": ({ rewards }) => rewards.list(guildId),
  "rewards: known weeks": ({ weeks }) => weeks.knownIn([link, { guildId: "g0000008", linkKey: "k8" }], 4),
  "rewards: a week": ({ weeks }) =>
    weeks.ofWeeks([
      { guildId, workspaceId, weekStart: "7" },
      { guildId: "g0000008", workspaceId: "w8", weekStart: "8" },
    ]),
  "rewards: members": ({ accounts }) =>
    accounts.membersOf([
      { guildId, userId: "7" },
      { guildId: "g0000008", userId: "8" },
    ]),
  "weeks: looks to prepare": ({ weeks }) => weeks.prepareLooks(now),
  "weeks: looks to take": ({ weeks }) => weeks.claimLooks(now, now + 1, 64),
  "weeks: looks to set": ({ weeks }) => weeks.setNextLooks([{ ...link, dueAt: now + 5 }], now),
  "weeks: people": ({ weeks }) => weeks.people(guildId, workspaceId, now),
  "weeks: known": ({ weeks }) => weeks.known(guildId, workspaceId, 2),
  "weeks: wanted notices": ({ reminders }) => reminders.wanted(link, ["assignment", "marked"]),
  "weeks: to save": ({ weeks }) =>
    weeks.snapshot({
      guildId,
      workspaceId,
      userId: "7",
      weekStart: "7",
      endsAt: now,
      snapshotAt: now,
      minutes: 1,
      messages: 1,
      orders: 1,
      assignments: [],
    }),
  "reminders: due": ({ reminders }) => reminders.due(now, 1_000),
  "notices: links": ({ reminders }) => reminders.linksWanting(["order"]),
  "time requests: due": ({ timeRequests }) => timeRequests.due(now, 500),
  "connection requests: due": ({ connectionRequests }) => connectionRequests.expiring(now, 500),
  "imports: due": ({ imports }) => imports.due(now, 4),
  "key checks: due": ({ guildLinks }) => guildLinks.claimChecks(now, now + 1, 10),
  "names: links": ({ people }) => people.linksToAsk(now),
  "names: people": ({ people }) => people.toAsk(link, now, 10),
  "outbox: due": ({ outbox }) => outbox.due(now, 500),
  "posts: due": ({ schedules }) => schedules.due(now, 25),
  "posts: in line": ({ deliveries }) => deliveries.ready(now, 128),
  "live messages: due": ({ schedules }) => schedules.toRefresh(now, 12),
  "live messages: not allowed": async ({ schedules }) => [
    await schedules.guilds(),
    await schedules.claimShown("7", "not-allowed"),
  ],
  "writes: abandoned": ({ drafts }) => drafts.claimAbandoned(now),
  "departures: servers": ({ departures }) => departures.knownGuildIds(),
  "retention: weeks marked late": ({ weeks }) => weeks.finalizeBefore(now),
  "retention: weeks": ({ weeks }) => weeks.removeBefore(now),
  "retention: looks": ({ weeks }) => weeks.removeLostLooks(),
  "retention: former accounts": ({ accounts }) => accounts.removeFormer(now),
  "retention: notices": ({ notices }) => notices.removeBefore(now),
  "retention: audit log": ({ audit }) => audit.removeBefore(now),
  "retention: drafts": ({ drafts }) => drafts.removeExpired(now),
  "retention: sends": ({ sends }) => sends.removeBefore(now),
  "retention: outbox": ({ outbox }) => outbox.removeBefore(now),
  "retention: people": ({ people }) => people.removeBefore(now),
  "retention: deliveries": ({ deliveries }) => deliveries.removeBefore(now),
  "retention: order alerts": ({ orderAlerts }) => orderAlerts.removeBefore(now),
  "retention: presences": ({ presences }) => presences.removeBefore(now),
  "retention: time requests": ({ timeRequests }) => timeRequests.removeBefore(now),
  "retention: connection requests": ({ connectionRequests }) => connectionRequests.removeBefore(now),
  "retention: imports": ({ imports }) => imports.removeBefore(now),
  "retention: interactions": ({ idempotencyKeys }) => idempotencyKeys.removeBefore(now),
  "a command: its server": async ({ guildLinks, channelLinks, accessRoles, guildSettings }) => [
    await guildLinks.list(guildId),
    await channelLinks.list(guildId),
    await accessRoles.list(guildId),
    await guildSettings.all(guildId),
  ],
  "a command: accounts": async ({ accounts }) => [
    await accounts.ofMember(guildId, "7"),
    await accounts.ofUsers(guildId, ["7", "8"]),
    await accounts.search(guildId, "x7", 25),
    await accounts.list(guildId, { limit: 10, offset: 0 }),
  ],
  "a command: people": async ({ people }) => [
    await people.ofUsers(guildId, "k7", ["7", "8"]),
    await people.search(guildId, "k7", "x7", 25),
    await people.searchUnconnected(guildId, "k7", "x7", 25),
  ],
  "/me": async ({ weeks, reminders, timeRequests }) => [
    await weeks.ofUser(guildId, workspaceId, "7", 12),
    await reminders.list(guildId, "7"),
    await timeRequests.listByMember(guildId, "7", 10),
  ],
  "/request list": async ({ timeRequests }) => [
    await timeRequests.countByMember(guildId, "7"),
    await timeRequests.listOpenByMember(guildId, "7"),
    await timeRequests.listUndecided(guildId, 10, 10),
    await timeRequests.countUndecided(guildId, ["open"]),
  ],
  "an order logged before": ({ audit }) =>
    audit.list(guildId, { action: "order.create", naming: "7", since: now }, { limit: 50 }),
  "/audit": async ({ audit }) => [
    await audit.list(guildId, {}, { limit: 10 }),
    await audit.count(guildId, {}),
    await audit.unconnected(guildId, 0, 25),
  ],
  "/schedule": ({ schedules }) => schedules.list(guildId),
  "a confirmation": async ({ drafts }) => [
    await drafts.find("7"),
    await drafts.discard("7", guildId, "7"),
    await drafts.hasEnded(guildId, "7", now),
  ],
};

/** One statement for all servers: Postgres works beside the bot, and each page would take a round trip. */
const inOneOnPostgres: readonly string[] = ["weeks: looks to prepare", "reminders: due", "notices: links"];

describe.each(databaseKinds)("on %s", (kind) => {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open(kind)));
  afterAll(() => opened.close());

  const paged = Object.keys(asked).filter((what) => kind === "SQLite" || !inOneOnPostgres.includes(what));
  test.each(paged)("%s: no statement reads a whole table", async (what) => {
    opened.statements.length = 0;
    await asked[what]?.(opened.store);
    const statements = opened.statements
      .splice(0)
      .filter(({ sql: text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      expect({ text: statement.sql, whole: await opened.listTablesReadWhole(statement) }).toEqual({
        text: statement.sql,
        whole: [],
      });
  });

  test.runIf(kind === "SQLite")(
    "forgetting someone reads the audit log once, however many pages it has",
    async () => {
      opened.statements.length = 0;
      const person = { guildId, userId: "7", discordUserId: undefined, disconnects: true };
      await opened.store.forgetPerson(person);
      const pages = opened.statements
        .splice(0)
        .filter(({ sql: text }) => /audit_entries" .* limit/s.test(text));
      expect(pages).toHaveLength(2);
      const plans: string[] = [];
      for (const page of pages) plans.push(JSON.stringify(await opened.explain(page)));
      // Each page begins where the one before ended, and isn't sorted out of all that follow.
      expect(plans[1]).toContain("(guild_id=? AND at>?)");
      for (const plan of plans) expect(plan).not.toContain("USE TEMP B-TREE FOR ORDER BY");
    },
  );
});

interface Opened {
  readonly store: Store;
  /** Those that were run, in their order. */
  readonly statements: CompiledQuery[];
  /** The database's plan for a statement. */
  explain(statement: CompiledQuery): Promise<readonly unknown[]>;
  /** Large tables of which the plan for a statement reads every row, or every entry of an index. */
  listTablesReadWhole(statement: CompiledQuery): Promise<readonly string[]>;
  close(): Promise<void>;
}

async function open(kind: DatabaseKind): Promise<Opened> {
  const { dialect, remove } = await createDialect(kind);
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => void statements.push(query),
  });
  await migrate(db, migrations, undefined);
  await fill(db, kind);
  const explain = ({ sql: text, parameters }: CompiledQuery) =>
    db.transaction().execute(async (transaction) => {
      // What Postgres estimates changes as it gathers statistics, and now and then it takes a whole table for cheaper.
      // This leaves it that only where there is no other way.
      if (kind === "Postgres")
        for (const way of ["seqscan", "hashjoin", "mergejoin"])
          await sql.raw(`set local enable_${way} = off`).execute(transaction);
      const how = kind === "SQLite" ? "explain query plan" : "explain (format json)";
      return (await transaction.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]))).rows;
    });
  return {
    store: createStore({ db, shared: kind === "Postgres", now: () => now, close: () => db.destroy() }),
    statements,
    explain,
    async listTablesReadWhole(statement) {
      const plan = await explain(statement);
      const scanned =
        kind === "SQLite" ? listScannedOnSqlite(plan, statement.sql) : listScannedOnPostgres(plan);
      return scanned.filter((table) => bigTables.includes(table));
    },
    async close() {
      await db.destroy();
      await remove();
    },
  };
}

/** Also one that reads an index from its beginning to its end. One that ends early has a limit and no order of its own. */
function listScannedOnSqlite(plan: readonly unknown[], text: string): readonly string[] {
  const details = plan.map((line) => String(Object(line)["detail"]));
  return details.flatMap((detail) => {
    const [, name = ""] = /^SCAN (\S+)/.exec(detail) ?? [];
    const [, table = name] = new RegExp(`"?(\\w+)"? as "?${name}"?(?!\\w)`).exec(text) ?? [];
    return name === "" ? [] : [table];
  });
}

function listScannedOnPostgres(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(listScannedOnPostgres);
  if (typeof plan !== "object" || plan === null) return [];
  const node: Readonly<Record<string, unknown>> = { ...plan };
  const isWhole =
    node["Node Type"] === "Seq Scan" ||
    (/^Index (Only )?Scan$/.test(String(node["Node Type"])) && node["Index Cond"] === undefined);
  return [
    ...(isWhole ? [String(node["Relation Name"])] : []),
    ...Object.values(node).flatMap(listScannedOnPostgres),
  ];
}

async function createDialect(
  kind: DatabaseKind,
): Promise<{ readonly dialect: Dialect; readonly remove: () => Promise<void> }> {
  if (kind === "SQLite") {
    const folder = await createTestFolder();
    const dialect = createSqliteDialect(openSqliteFile(join(folder.path, "plans.sqlite")));
    return { dialect, remove: () => folder.remove() };
  }
  const database = await createPostgresDatabase();
  const pool = createPostgresPool({
    databaseUrl: database.url,
    onConnectionLost: () => undefined,
    connectTimeoutMs,
    statementTimeoutMs: 60_000,
    maxConnections: 2,
  });
  return { dialect: createPostgresDialect(pool), remove: () => database.drop() };
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Each table with so many rows of many servers; the first are the oldest, and due first. */
async function fill(db: Db, kind: DatabaseKind): Promise<void> {
  const isSqlite = kind === "SQLite";
  const numbers = isSqlite
    ? `(with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${rows}) select n from numbers)`
    : `generate_series(0, ${rows - 1}) as numbers (n)`;
  for (const table of bigTables) {
    const listColumns = isSqlite
      ? sql<Column>`select name, type from pragma_table_info(${table})`
      : sql<Column>`select column_name as name, data_type as type from information_schema.columns
          where table_schema = current_schema() and table_name = ${table}`;
    const { rows: columns } = await listColumns.execute(db);
    const names = columns.map(({ name }) => name).join(", ");
    const values = columns.map((column) => chooseValue(table, column, isSqlite)).join(", ");
    await sql.raw(`insert into ${table} (${names}) select ${values} from ${numbers}`).execute(db);
  }
  // The bot gathers no statistics on SQLite, while Postgres does by itself.
  if (!isSqlite) await sql.raw("analyze").execute(db);
}

/** In SQL, of row n. */
function chooseValue(table: string, { name, type }: Column, isSqlite: boolean): string {
  const number = isSqlite ? "n" : "n::bigint";
  if (/int|double|real/i.test(type))
    return /(_at|^at|_after|until|since|_seen)$/.test(name) ? `${start} + ${number} * ${stepMs}` : "n % 10";
  if (name === "guild_id")
    return isSqlite ? `printf('g%07d', n % ${guilds})` : `'g' || lpad((n % ${guilds})::text, 7, '0')`;
  const early = earlyStates[table];
  if (name === "state")
    return early === undefined ? "'settled'" : `case when n < 1000 then '${early}' else 'settled' end`;
  if (name === "link_key") return "'k' || n";
  if (name === "workspace_id") return "'w' || n";
  if (table === "guild_settings" && name === "key")
    return "case when n < 300 then 'rewards' else 'x' || n end";
  if (table === "reminders" && name === "kind")
    return "case n % 4 when 0 then 'week' when 1 then 'order' when 2 then 'marked' else 'assignment' end";
  if (/^(names|sort_name|display_name|key)$/.test(name)) return "'x' || n";
  return /^(assignments|payload|detail|options|rule|capabilities|proof)$/.test(name) ? "'[]'" : "'' || n";
}

const earlyStates: Readonly<Record<string, string>> = {
  weeks: "provisional",
  deliveries: "waiting",
  schedules: "active",
  drafts: "sending",
  imports: "checking",
  connection_requests: "open",
  time_requests: "open",
  notices: "waiting",
};
