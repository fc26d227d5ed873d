import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Schedule } from "../commands/boards/store.ts";
import { openStore } from "../commands/store.ts";
import { createVault, createLinkSealContext } from "../src/vault/vault.ts";
import { parseSecretKeys } from "../src/vault/secret-keys.ts";
import { sampleSchedule } from "../test/support/sample-schedule.ts";
import type { MinimalDiscord } from "./minimal-discord/server.ts";
import { botToken, staffRoleId } from "./minimal-discord/frames.ts";
import { type MeasuredProcess, startMeasured } from "./measured-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const linkKey = "main";
const discordUserId = "1310000000000000003";
const secretKeys = `bench:${randomBytes(32).toString("base64")}`;

/** A data folder with linked guilds, and what is kept of their schedules. */
export interface DueHouse {
  readonly dataFolder: string;
  /** The bot's database, as someone else sees it. The caller closes it. */
  open(): DatabaseSync;
}

/** @param schedules so many, spread evenly over the guilds, each in a channel of its own, beyond the limit of a guild too */
export async function makeDueHouse(
  guildIds: readonly string[],
  schedules: number,
  parts: Partial<Schedule>,
): Promise<DueHouse> {
  const dataFolder = temporaryFolder();
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  const vault = createVault(parseSecretKeys(secretKeys));
  const now = Date.now();
  for (const guildId of guildIds) {
    const workspaceId = guildId.slice(-6);
    await store.guildLinks.save(
      {
        guildId,
        linkKey,
        workspaceId,
        name: "Bench Café",
        sealedToken: vault.seal(
          randomBytes(30).toString("base64url"),
          createLinkSealContext(guildId, workspaceId),
        ),
        linkedByDiscordUserId: discordUserId,
        linkedAt: now,
        createdAt: now,
      },
      1,
    );
    await store.accessRoles.set(guildId, staffRoleId, "manager");
  }
  const place = { guildId: "", channelId: "", linkKey, makerDiscordUserId: discordUserId };
  const model = { ...sampleSchedule({ ...place, id: modelId, createdAt: now }), ...parts };
  await store.schedules.create(model);
  await store.close();

  const open = (): DatabaseSync =>
    new DatabaseSync(join(dataFolder, "workspace-bot.sqlite"), { timeout: 5_000 });
  const database = open();
  multiply(database, guildIds, schedules);
  database.close();
  return { dataFolder, open };
}

const modelId = "model";

/** The same row again and again, in one statement: through the store a hundred thousand would take minutes. */
function multiply(database: DatabaseSync, guildIds: readonly string[], schedules: number): void {
  const columns = database
    .prepare(
      "select name from pragma_table_info('schedules') where name not in ('id', 'guild_id', 'channel_id')",
    )
    .all()
    .map(({ name }) => String(name))
    .join(", ");
  database
    .prepare(
      `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?)
       insert into schedules (id, guild_id, channel_id, ${columns})
       select 's' || n, guilds.value, printf('14%017d', n), ${columns}
       from numbers join json_each(?) as guilds on guilds.key = n % ? join schedules on schedules.id = ?`,
    )
    .run(schedules, JSON.stringify(guildIds), guildIds.length, modelId);
  database.prepare("delete from schedules where id = ?").run(modelId);
}

/** The bot as `npm start` runs it on Discord. */
export async function startDueBot(
  { apiUrl }: MinimalDiscord,
  serviceUrl: string,
  { dataFolder }: DueHouse,
): Promise<MeasuredProcess> {
  const process = startMeasured("src/main.ts", {
    DISCORD_API_URL: apiUrl,
    WORKSPACE_API_URL: serviceUrl,
    DISCORD_TOKEN: botToken,
    DATA_FOLDER: dataFolder,
    SECRET_KEYS: secretKeys,
  });
  await process.said(/The bot is online/);
  return process;
}
