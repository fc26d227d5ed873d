/**
 * Many servers whose week ends in the same moment, some with roles for it and reminders of it: what others notice while
 * it ends, and while the weeks are read afterwards. Ten thousand servers with `--full`.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../commands/store.ts";
import { toJson } from "../src/store/sql-values.ts";
import { createVault, createLinkSealContext } from "../src/vault/vault.ts";
import { parseSecretKeys } from "../src/vault/secret-keys.ts";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { frameOf, guildIdsOf, help, staffRoleId } from "./minimal-discord/frames.ts";
import { atRate } from "./load.ts";
import { median, printTable, quantile, report } from "./measure.ts";
import { secretKeys, startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const servers = sized({ tiny: 200, usual: 2_000, full: 10_000 });
const peopleEach = 20;
/** One server in so many gives roles for weeks. */
const rewardsIn = 33;
/** One person in so many is reminded before the week ends. */
const remindedOf = 4;
const perSecond = sized({ tiny: 20, usual: 100 });
/** Jobs begin a minute after the start. */
const aloneMs = sized({ tiny: 5_000, usual: 45_000 });
const besideMs = sized({ tiny: 70_000, usual: 135_000, full: 255_000 });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weeksKept = 4;
/** By data folder. */
const filledAt = new Map<string, number>();

const guildIds = guildIdsOf(servers);
await using service = await startService({ orders: 25 });

const ending = await measure("while the week ends", 3 * minuteMs);
const reading = await measure("while the weeks are read, after the end", -16 * minuteMs);
report({
  servers,
  endingP99Ratio: ending.p99Ratio,
  endingLongestBlockMs: ending.longestBlockMs,
  endingCpuMsAMinute: ending.cpuMsAMinute,
  readingP99Ratio: reading.p99Ratio,
  readingLongestBlockMs: reading.longestBlockMs,
  readingCpuMsAMinute: reading.cpuMsAMinute,
  weeksSaved: reading.saved,
});

/** @param endsInMs how long after the start the week ends */
async function measure(when: string, endsInMs: number) {
  const dataFolder = temporaryFolder();
  await fill(dataFolder, Date.now() + endsInMs);
  await using discord = await startMinimalDiscord(guildIds);
  await using process = await startSide("bot", { discord, serviceUrl: service.url, dataFolder });
  let turn = 0;
  const nextFrame = () => frameOf(help, guildIds[(turn++ * 7) % Math.min(300, servers)] ?? "");
  const asked = { discord, process, nextFrame };
  await process.blocks();
  const alone = (await atRate(asked, perSecond, (perSecond * aloneMs) / 1_000)).ms;
  const blockAlone = await process.blocks();
  const before = await process.usage();
  const startedAt = performance.now();
  const beside = (await atRate(asked, perSecond, (perSecond * besideMs) / 1_000)).ms;
  const minutes = (performance.now() - startedAt) / minuteMs;
  const cpuMsAMinute = ((await process.usage()).cpuMs - before.cpuMs) / minutes;
  const block = await process.blocks();
  await process.stop();
  const saved = countSaved(dataFolder);
  const p99Ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
  printTable(
    `Others' \`/help\` ${when}, ${servers} servers with ${peopleEach} connected people each`,
    ["what", "ratio", "meanwhile", "before the first minute"],
    [
      ["middle", ...compared(median(beside), median(alone))],
      ["p99", ...compared(quantile(beside, 0.99), quantile(alone, 0.99))],
      ["slowest", ...compared(Math.max(...beside), Math.max(...alone))],
      ["longest block of the main thread", ...compared(block.longestBlockMs, blockAlone.longestBlockMs)],
      ["processor time a minute", "", `${cpuMsAMinute.toFixed(0)} ms`, ""],
      ["weeks saved", "", String(saved), ""],
    ],
  );
  return { p99Ratio, longestBlockMs: block.longestBlockMs, cpuMsAMinute, saved };
}

/** Rows made in one transaction: through the store they would take minutes. */
async function fill(dataFolder: string, endsAt: number): Promise<void> {
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
  filledAt.set(dataFolder, now);
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Since it was filled. */
function countSaved(dataFolder: string): number {
  const database = new DatabaseSync(join(dataFolder, "workspace-bot.sqlite"));
  const row = database
    .prepare("select count(*) as n from weeks where snapshot_at > ?")
    .get(filledAt.get(dataFolder) ?? 0);
  database.close();
  return Number(row?.["n"]);
}

function compared(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(1)} ms`, `${floor.toFixed(1)} ms`];
}
