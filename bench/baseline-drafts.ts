import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { draft, type DraftLife } from "./draft-lifecycle.ts";

/** The statements of the store, with `?` for each value in turn. */
const statements = {
  create:
    "insert into drafts (id, guild_id, discord_user_id, kind, payload, state, created_at, expires_at) values (?, ?, ?, ?, ?, 'open', ?, ?)",
  find: "select * from drafts where id = ?",
  take: "update drafts set state = 'sending', lease_until = ?, sealed_reply_token = ? where id = ? and guild_id = ? and discord_user_id = ? and kind = ? and state = 'open' and expires_at > ? returning *",
  complete:
    "update drafts set state = 'done', result = ?, sealed_reply_token = null, lease_until = null where id = ? and state = 'sending'",
} as const;
type Step = keyof typeof statements;
type Value = string | number;

export interface BareDrafts {
  readonly life: DraftLife;
  close(): Promise<void>;
}

/** Prepared statements on `node:sqlite`, as durable as the store's. @param path of a database that the store made */
export function bareSqlite(path: string): BareDrafts {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  const prepared = mapped((step) => database.prepare(statements[step]));
  return {
    life: lifeOf(async (step, values) =>
      step === "create" || step === "complete"
        ? Number(prepared[step].run(...values).changes)
        : prepared[step].all(...values).length,
    ),
    close: async () => database.close(),
  };
}

/** Parameterised queries on one connection of `pg`. @param url of a database that the store migrated */
export async function barePostgres(url: string): Promise<BareDrafts> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const numbered = mapped((step) => {
    let number = 0;
    return statements[step].replaceAll("?", () => `$${(number += 1)}`);
  });
  return {
    life: lifeOf(async (step, values) => (await client.query(numbered[step], [...values])).rowCount ?? 0),
    close: () => client.end(),
  };
}

function lifeOf(run: (step: Step, values: readonly Value[]) => Promise<number>): DraftLife {
  const { guildId, discordUserId, kind, createdAt, expiresAt, now, leaseUntil, sealedReplyToken, result } =
    draft;
  const hit = async (step: Step, ...values: readonly Value[]) => (await run(step, values)) === 1;
  return {
    create: (id) =>
      hit("create", id, guildId, discordUserId, kind, JSON.stringify(draft.payload), createdAt, expiresAt),
    find: (id) => hit("find", id),
    take: (id) => hit("take", leaseUntil, sealedReplyToken, id, guildId, discordUserId, kind, now),
    complete: (id) => hit("complete", result, id),
  };
}

function mapped<Made>(make: (step: Step) => Made): Readonly<Record<Step, Made>> {
  return { create: make("create"), find: make("find"), take: make("take"), complete: make("complete") };
}
