import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openStore } from "../commands/store.ts";
import { toLearnedPerson } from "../src/noted-people.ts";
import { createVault, createLinkSealContext } from "../src/vault/vault.ts";
import { parseSecretKeys } from "../src/vault/secret-keys.ts";
import type { MinimalDiscord } from "./minimal-discord/server.ts";
import { applicationId, botToken, staffRoleId } from "./minimal-discord/frames.ts";
import { type MeasuredProcess, startMeasured } from "./measured-process.ts";
import { installPeers } from "./peer-packages.ts";
import { isChosen } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export type Side = "floor" | "bot";
export const sides: readonly Side[] = ["floor", "bot"];

/** The same commands written with a library, by the file of their program. */
const peerPrograms = {
  "discord.js": "discordjs.mjs",
  "lean discord.js": "lean-discordjs.mjs",
  core: "core.mjs",
  Sapphire: "sapphire.mjs",
  "slash-create": "slash-create.mjs",
} as const;
export type Peer = keyof typeof peerPrograms;
export type Responder = Side | Peer;
const responders: readonly Responder[] = [
  "floor",
  "bot",
  "lean discord.js",
  "core",
  "discord.js",
  "Sapphire",
  "slash-create",
];
/** The contenders, the bare floor first, which everyone is compared with; without those that the run leaves out. */
export const everyone = responders.filter((responder) => responder === "floor" || isChosen(responder));
/** Of these, the ones that show "thinking" and so have something to edit. */
export const deferring = everyone.filter(
  (responder) => responder !== "floor" && responder !== "lean discord.js" && responder !== "core",
);

export const secretKeys = `bench:${randomBytes(32).toString("base64")}`;

export interface Service extends AsyncDisposable {
  readonly url: string;
  /** Lets every answer wait so long from now on. */
  answerAfter(ms: number): Promise<void>;
}

export interface ServiceSizes {
  /** How many entries its lists have; its own numbers by default. */
  readonly orders?: number;
  readonly posts?: number;
  /** Its orders were made in the last days, so that some are still open. */
  readonly areOpen?: boolean;
}

export async function startService({ orders, posts, areOpen }: ServiceSizes = {}): Promise<Service> {
  const process = startMeasured("bench/service.process.ts", {
    ...(orders === undefined ? {} : { ORDERS: String(orders) }),
    ...(posts === undefined ? {} : { POSTS: String(posts) }),
    ...(areOpen === true && { OPEN: "yes" }),
  });
  const [, url = ""] = await process.said(/listening at (\S+)/);
  return {
    url,
    answerAfter: (ms) => process.tell(["answer-after", ms]),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

/** By guild, the service's users whose names the bot has looked up before. */
export type KnownPeople = ReadonlyMap<string, readonly string[]>;

/** A data folder whose database has these guilds linked, each with a key of its own and a role for managers. */
export async function linkedFolder(guildIds: readonly string[], known?: KnownPeople): Promise<string> {
  const dataFolder = temporaryFolder();
  await linkGuilds(guildIds, { dataFolder, known });
  return dataFolder;
}

interface LinkedDatabase {
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  readonly known?: KnownPeople | undefined;
}

/** The same on a Postgres. */
export async function linkGuilds(
  guildIds: readonly string[],
  { dataFolder, databaseUrl, known = new Map() }: LinkedDatabase,
): Promise<void> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  const vault = createVault(parseSecretKeys(secretKeys));
  for (const guildId of guildIds) {
    const workspaceId = guildId.slice(-6);
    const token = randomBytes(30).toString("base64url");
    await store.guildLinks.save(
      {
        guildId,
        linkKey: "main",
        workspaceId,
        name: "Bench Café",
        sealedToken: vault.seal(token, createLinkSealContext(guildId, workspaceId)),
        linkedByDiscordUserId: "1310000000000000003",
        linkedAt: Date.now(),
        createdAt: Date.now(),
      },
      1,
    );
    await store.accessRoles.set(guildId, staffRoleId, "manager");
  }
  for (const [guildId, userIds] of known) {
    const link = { guildId, linkKey: "main" };
    await store.people.note([{ link, userIds }], { now: Date.now(), staleBefore: 0 });
    const learned = userIds.map((userId) =>
      toLearnedPerson(userId, { id: userId, display_name: "Theo", username: "theo", avatar: undefined }),
    );
    await store.people.learn(link, learned, Date.now());
  }
  await store.close();
}

export interface SideOptions {
  readonly discord: MinimalDiscord;
  readonly serviceUrl: string;
  /** Of the bot. */
  readonly dataFolder: string;
  readonly databaseUrl?: string;
  /** The floor makes a bare embed of the orders, instead of posting a fixed text after it has read them. */
  readonly floorRenders?: boolean;
  /** The floor shows "thinking" first, and edits. */
  readonly floorDefers?: boolean;
  /** Given the ids of channels, the bot also posts, as the peers do. */
  readonly posting?: boolean;
}

/** Starts the bare responder, a peer, or the bot as `npm start` does; resolves when it is ready. */
export async function startSide(side: Responder, options: SideOptions): Promise<MeasuredProcess> {
  const { discord, serviceUrl, dataFolder, databaseUrl, posting = false } = options;
  const emulators = { DISCORD_API_URL: discord.apiUrl, WORKSPACE_API_URL: serviceUrl };
  if (side === "floor") {
    const { floorRenders = false, floorDefers = false } = options;
    return started("bench/baseline.process.ts", /^ready$/m, {
      ...emulators,
      FLOOR_RENDERS: String(floorRenders),
      FLOOR_DEFERS: String(floorDefers),
    });
  }
  const account = { ...emulators, DISCORD_TOKEN: botToken };
  if (side === "bot") {
    const script = posting ? "bench/posting-bot.process.ts" : "src/main.ts";
    const environment = {
      ...account,
      DATA_FOLDER: dataFolder,
      SECRET_KEYS: secretKeys,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    return started(script, /The bot is online/, environment);
  }
  const program = join(await installPeers(), peerPrograms[side]);
  return started(program, /^ready$/m, { ...account, DISCORD_APPLICATION_ID: applicationId });
}

async function started(
  script: string,
  ready: RegExp,
  environment: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const process = startMeasured(script, environment);
  await process.said(ready);
  return process;
}
