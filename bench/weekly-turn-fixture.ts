import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../commands/store.ts";
import { toJson } from "../src/store/sql-values.ts";
import { createVault, createLinkSealContext } from "../src/vault/vault.ts";
import { parseSecretKeys } from "../src/vault/secret-keys.ts";
import { secretKeys } from "./contenders.ts";
import { staffRoleId } from "./minimal-discord/frames.ts";

export const peopleEach = 20;
/** One server in so many gives roles for weeks. */
const rewardsIn = 33;
/** One person in so many is reminded before the week ends. */
const remindedOf = 4;
const weeksKept = 4;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Fills a data folder with linked servers of connected people with saved weeks, some with roles for weeks and reminders:
 * rows made in one transaction, since through the store they would take minutes.
 * @param endsAt when the present week of all of them ends
 */
export async function fillServers(
  dataFolder: string,
  guildIds: readonly string[],
  endsAt: number,
): Promise<void> {
  await (await openStore({ databaseUrl: undefined, dataFolder, now: Date.now })).close();
  const vault = createVault(parseSecretKeys(secretKeys));
  const now = Date.now();
  const database = new DatabaseSync(join(dataFolder, "workspace-bot.sqlite"));
  const insert = (table: string, row: Readonly<Record<string, string | number | null>>): void => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    statement.run(...Object.values(row));
  };
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  database.exec("begin");
  for (const [index, guild_id] of guildIds.entries()) {
    const workspace_id = guild_id.slice(-9);
    const sealed_token = vault.seal(
      randomBytes(30).toString("base64url"),
      createLinkSealContext(guild_id, workspace_id),
    );
    const link = { guild_id, link_key: "main" };
    insert("guild_links", {
      ...link,
      workspace_id,
      name: "Bench Café",
      sealed_token,
      linked_by_discord_user_id: "1310000000000000003",
      linked_at: now,
      created_at: now,
      check_at: now + dayMs,
    });
    insert("access_roles", { guild_id, role_id: staffRoleId, tier: "manager", added_at: now });
    insert("week_looks", { ...link, due_at: 0, looked_at: now - dayMs });
    const roles = { passed: "1320000000000000001" };
    if (index % rewardsIn === 0)
      insert("guild_settings", {
        guild_id,
        key: "rewards",
        value: toJson({ linkKey: "main", roles }),
        changed_at: now,
      });
    for (let person = 0; person < peopleEach; person++) {
      const whose = { guild_id, discord_user_id: String(1_340_000_000_000_000_000n + BigInt(person)) };
      const user_id = String(500_000_000 + person);
      insert("accounts", {
        ...whose,
        user_id,
        display_name: "Theo",
        member_name: "Theo",
        connected_by_discord_user_id: "1310000000000000003",
        connected_at: now - 2 * dayMs,
        names: "theo",
        sort_name: "theo",
      });
      if (index % rewardsIn === 0)
        insert("rewards", {
          ...whose,
          role_id: roles.passed,
          week_start: dayOf(endsAt - 14 * dayMs),
          reason: "passed",
          state: "given",
          since: now - dayMs,
          until: 0,
        });
      if (person % remindedOf === 0)
        insert("reminders", {
          ...whose,
          kind: "week",
          ...link,
          channel_id: guild_id,
          hours: 24,
          set_at: now,
          // They were told of this week.
          reminded_week: dayOf(endsAt - 7 * dayMs),
          until: 0,
          attempts: 0,
        });
      for (let ago = 0; ago < weeksKept; ago++) {
        const isOver = ago > 0;
        insert("weeks", {
          guild_id,
          workspace_id,
          user_id,
          week_start: dayOf(endsAt - (ago + 1) * 7 * dayMs),
          ends_at: endsAt - ago * 7 * dayMs,
          snapshot_at: Math.min(now - 5 * minuteMs, endsAt - 20 * minuteMs),
          minutes: 97 + person,
          messages: 12,
          orders: 3,
          assignments: toJson([
            {
              name: "Minutes in game",
              targetType: "minutes",
              target: 90,
              achieved: 97,
              passed: true,
              timeoff: false,
            },
          ]),
          state: isOver ? "final" : "provisional",
        });
      }
    }
  }
  database.exec("commit");
  database.close();
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
