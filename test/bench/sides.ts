import { randomBytes } from "node:crypto";
import { openStore } from "../../src/store/open.ts";
import { linkSealContext } from "../../src/vault/contexts.ts";
import { createVault } from "../../src/vault/create-vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import type { LeanDiscord } from "./discord.ts";
import { botToken, staffRoleId } from "./frames.ts";
import { type MeasuredProcess, startMeasured } from "./measured-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export type Side = "floor" | "bot";
export const sides: readonly Side[] = ["floor", "bot"];

const secretKeys = `bench:${randomBytes(32).toString("base64")}`;

export interface Service extends AsyncDisposable {
  readonly url: string;
}

export async function startService(): Promise<Service> {
  const process = startMeasured("test/bench/service.process.ts");
  const [, url = ""] = await process.said(/listening at (\S+)/);
  return { url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

/** A data folder whose database has these guilds linked, each with a key of its own and a staff role. */
export async function linkedFolder(guildIds: readonly string[]): Promise<string> {
  const dataFolder = temporaryFolder();
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  const vault = createVault(parseSecretKeys(secretKeys));
  for (const guildId of guildIds) {
    const workspaceId = guildId.slice(-6);
    const token = randomBytes(30).toString("base64url");
    await store.guildLinks.save({
      guildId,
      workspaceId,
      sealedToken: vault.seal(token, linkSealContext(guildId, workspaceId)),
      linkedByDiscordUserId: "1310000000000000003",
      linkedAt: Date.now(),
    });
    await store.accessRoles.add(guildId, staffRoleId);
  }
  await store.close();
  return dataFolder;
}

export interface SideOptions {
  readonly discord: LeanDiscord;
  readonly serviceUrl: string;
  readonly dataFolder: string;
}

/** Starts the bare responder, or the bot as `npm start` does; resolves when it is ready. */
export async function startSide(
  side: Side,
  { discord, serviceUrl, dataFolder }: SideOptions,
): Promise<MeasuredProcess> {
  const neighbours = { DISCORD_API_URL: discord.apiUrl, WORKSPACE_API_URL: serviceUrl };
  if (side === "floor") {
    const floor = startMeasured("test/bench/floor.process.ts", neighbours);
    await floor.said(/^ready$/m);
    return floor;
  }
  const bot = startMeasured("src/main.ts", {
    ...neighbours,
    DISCORD_TOKEN: botToken,
    DATA_FOLDER: dataFolder,
    SECRET_KEYS: secretKeys,
  });
  await bot.said(/The bot is on Discord/);
  return bot;
}
