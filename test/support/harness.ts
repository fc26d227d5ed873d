import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { type App, type AppOptions, startApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config.ts";
import type { PauseClock } from "../../src/discord/rest.ts";
import type { AppContext } from "../../src/context.ts";
import { createLogger } from "../../src/log/index.ts";
import { foldText } from "../../src/domain/search.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import { getCacheScope } from "../../src/domain/service-ids.ts";
import type { Job, JobTools } from "../../src/jobs/job.ts";
import { jobs } from "./all-jobs.ts";
import { playgroundIds, type RateLimits } from "../../playground/discord/index.ts";
import type { ServiceEmulator } from "../../playground/service/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { drawings } from "../../commands/pictures.ts";
import { createPictures } from "../../src/pictures/drawing-queue.ts";
import { createDrawingReports } from "../../src/start/reports.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { copyMigratedFile, createPostgresDatabase } from "./databases.ts";
import { type Emulators, startEmulators } from "./emulators.ts";
import { createPatience, type Patience } from "./patience.ts";
import { sharedPictures } from "./shared-pictures.ts";
import { readInEnglish, toMadeUp } from "./made-up-language.ts";

export interface HarnessOptions {
  /** The guild starts out linked, with manager and staff as access roles, unless this is false. */
  readonly linked?: boolean;
  /** More than any test needs, unless it is about that limit. */
  readonly writesPerMinute?: number;
  readonly supportContact?: string;
  /** Discord ids of the only servers that the bot works for, comma-separated; all by default. */
  readonly allowedServers?: string;
  /** Servers without a link are never left by default. */
  readonly leaveUnlinkedAfterDays?: string;
  /** No limit of the bot's own on posts and look-ups, unless a test is about it: a look-up would wait up to a second. */
  readonly postsPerSecond?: number | "proxy";
  /**
   * With the response cache, rate limiter and circuit breaker, as in production. Otherwise every read reaches
   * the emulator, as often as a test wants. The run's setting by default.
   */
  readonly guarded?: boolean;
  /** SQLite even if the whole run uses Postgres, for tests of the file itself. */
  readonly sqlite?: boolean;
  /** The clock's source while a test doesn't move it. By default it begins in the middle of a week. */
  readonly realNow?: () => number;
  /** One of another form than Discord's. */
  readonly botToken?: string;
  /** Of Discord: as many requests as a test may need, unless it is about them; `{}` for Discord's own. */
  readonly rateLimits?: Partial<RateLimits>;
  /** How interactions reach the bot. The run's setting by default. */
  readonly interactions?: "gateway" | "http";
  /** Opens the HTTP port, for metrics and probes. Interactions over HTTP open it anyway. */
  readonly withPort?: boolean;
  /** Where the port is said to be reached from outside; nowhere by default. */
  readonly publicUrl?: string;
  /** The file that the drawing process runs instead of its own. */
  readonly drawnBy?: string;
  /** For pauses before a request to Discord is sent again; real ones by default. */
  readonly pauseClock?: PauseClock;
  /** Without jobs nothing is posted, and the service gets only the requests of commands. */
  readonly withJobs?: boolean;
  /** The bot's features and their tables, if they aren't the usual ones. */
  readonly sample?: Pick<AppOptions, "features" | "openStore">;
  /** The café with its whole staff and some guests, who order and play as time passes. */
  readonly isAtWork?: boolean;
  /** What a stop waits for before it refuses what Discord posts; nothing by default. */
  readonly leavePool?: () => Promise<unknown>;
}

/** The real bot between both emulators, on real sockets and a real database. */
export interface Harness extends Emulators {
  readonly app: App;
  readonly dataFolder: string;
  /** Of its own Postgres database; `undefined` for a SQLite file in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Both have a test's patience, unless the test is about a limit. */
  readonly losePatience: Patience["lose"];
  /** What the bot has logged so far, at the most verbose level. */
  readonly logs: readonly string[];
  /** Whether this job is at work at the moment, by its name. */
  isAtWork(job: string): boolean;
  /**
   * Drops what was cached for the playground's guild, for a test that changed the service behind the bot's
   * back.
   */
  forgetRead(): Promise<void>;
  /** Stops the bot and starts it again on the same database. @param changed of its settings, for this start alone */
  restart(
    changed?: Partial<Pick<Config, "allowedServers" | "leaveUnlinkedAfterDays" | "maxRequestsPerMinute">>,
  ): Promise<void>;
  /** Stops everything, and throws if the logs or the database file contain a secret. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whether this run uses a separate Postgres database for each harness instead of a SQLite file. */
export const onPostgres = process.env["TEST_DATABASE"] === "postgres";

/** Whether this run uses each harness with the guards of production. */
const allGuarded = process.env["TEST_SERVICE_CHAIN"] === "on";

/** Whether this run posts interactions to each bot instead of dispatching them by the gateway: first replies are no requests. */
export const onHttp = process.env["TEST_INTERACTIONS"] === "http";
const allInteractions = onHttp ? "http" : "gateway";

/** Whether all that the bot says is in a language that its own code can't read. */
export const isMadeUp = process.env["TEST_LANGUAGE"] === "made-up";

/** What people and tests see of Discord. */
function inEnglish(emulators: Emulators): Pick<Emulators, "discord" | "as" | "inBakery"> {
  return {
    discord: readInEnglish(emulators.discord),
    as: (...who) => readInEnglish(emulators.as(...who)),
    inBakery: (...who) => readInEnglish(emulators.inBakery(...who)),
  };
}

/** Discord's own are counted in real time, and hold up the sixth message to a channel for seconds. */
const plentyOfRequests: RateLimits = { globalPerSecond: 10_000, perRouteInFiveSeconds: 10_000 };

const unguarded = { cacheBytes: 0, limit: 1_000_000, failureThreshold: 1_000_000 } as const;

/** Ahead of the real clock by up to a week, so that no test meets the end of one by chance. */
function createMidweekClock(): () => number {
  const weekMs = 7 * 24 * 60 * 60_000;
  // Wednesday at noon, in UTC: the epoch began on a Thursday.
  const midweekMs = weekMs - 12 * 60 * 60_000;
  const aheadMs = (weekMs + midweekMs - (Date.now() % weekMs)) % weekMs;
  return () => Date.now() + aheadMs;
}

export async function startHarness({
  linked = true,
  sqlite = false,
  writesPerMinute = 1_000,
  supportContact = "",
  allowedServers = "",
  leaveUnlinkedAfterDays = "",
  postsPerSecond = "proxy",
  guarded = allGuarded,
  withJobs = true,
  interactions = allInteractions,
  publicUrl,
  withPort = interactions === "http" || publicUrl !== undefined,
  rateLimits = plentyOfRequests,
  botToken,
  drawnBy,
  pauseClock,
  sample,
  leavePool,
  isAtWork,
  realNow = createMidweekClock(),
}: HarnessOptions = {}): Promise<Harness> {
  await using starting = new AsyncDisposableStack();
  const patience = createPatience();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-test-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const database = onPostgres && !sqlite ? await createPostgresDatabase() : undefined;
  starting.defer(() => database?.drop());
  if (database === undefined) await copyMigratedFile(dataFolder);
  const own = starting.use(
    await startEmulators({ rateLimits, botToken, realNow, stretch: patience.discord, isAtWork }),
  );
  const emulators = isMadeUp ? { ...own, ...inEnglish(own) } : own;
  const { discord, service, clock, environment, secrets } = emulators;

  if (!guarded) service.setRateLimit(unguarded.limit);
  const drawing = starting.use(new AsyncDisposableStack());
  const logs: string[] = [];
  const atWork = new Set<string>();
  const config = readConfig({
    ...environment,
    DATA_FOLDER: dataFolder,
    DATABASE_URL: database?.url,
    SECRET_KEYS: database && `k1:${Buffer.alloc(32, 9).toString("base64")}`,
    WRITES_PER_MINUTE: String(writesPerMinute),
    SUPPORT_CONTACT: supportContact,
    ALLOWED_SERVERS: allowedServers,
    LEAVE_UNLINKED_AFTER_DAYS: leaveUnlinkedAfterDays,
    DISCORD_INTERACTIONS: interactions,
    DISCORD_POSTS_PER_SECOND: String(postsPerSecond),
    ...(withPort && { HTTP_PORT: "0", HTTP_HOST: "127.0.0.1" }),
    ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
  });
  const start = async (changed: Partial<Config> = {}) => {
    const register = createSecretRegistry();
    const log = createLogger({ level: "trace", destination: collector(logs), secrets: register });
    const pictures =
      drawnBy === undefined
        ? sharedPictures
        : createPictures({
            ...createDrawingReports(log, clock.now),
            drawings,
            workerFile: drawnBy,
            stretch: patience.bot,
          });
    if (drawnBy !== undefined) drawing.defer(() => pictures.close());
    const discordToken = discord.botToken;
    const started = await startApp({
      config: { ...config, ...changed, discordToken },
      log,
      secrets: register,
      now: clock.now,
      ownClock: true,
      identifyEveryMs: 0,
      ...(pauseClock && { pauseClock }),
      pictures,
      stretch: patience.bot,
      ...(isMadeUp && { finishText: toMadeUp }),
      // Tests count requests, so jobs that send any by themselves are run by hand.
      jobs: withJobs
        ? jobs
            .filter(
              ({ name }) =>
                ![
                  "weeks",
                  "reminders",
                  "rewards",
                  "notices",
                  "names",
                  "imports",
                  "time-requests",
                  "key-checks",
                  "outbox",
                ].includes(name),
            )
            .map(oftener)
            .map((job) => watched(job, atWork))
        : [],
      serviceLimits: guarded ? {} : unguarded,
      ...sample,
      ...(leavePool && { leavePool }),
    });
    if (interactions === "http") {
      const url = `http://127.0.0.1:${started.httpPort ?? 0}`;
      await discord.endpoints.setInteractionsUrl(`${url}/interactions`);
      await discord.endpoints.setEventsUrl(`${url}/events`);
    }
    return started;
  };
  let app = await start();
  starting.defer(() => app.stop());
  if (linked) await link(app.ctx, service);
  await discord.waitForBot();

  const running = starting.move();
  return {
    ...emulators,
    dataFolder,
    databaseUrl: database?.url,
    logs,
    losePatience: (...waiters) => patience.lose(...waiters),
    isAtWork: (job) => atWork.has(job),
    get app() {
      return app;
    },
    async forgetRead() {
      const { store, service: chain } = app.ctx;
      for (const each of await store.guildLinks.list(playgroundIds.guildId))
        chain.invalidate(getCacheScope(each));
    },
    async restart(changed) {
      await app.stop();
      app = await start(changed);
      await discord.waitForBot();
    },
    async [Symbol.asyncDispose]() {
      await using _ = running;
      await app.stop();
      const stored = await bytesOf(dataFolder);
      for (const [secret, name] of secrets) {
        if (logs.some((line) => line.includes(secret))) throw new Error(`the log shows the ${name}`);
        if (stored.includes(secret)) throw new Error(`the database file shows the ${name}`);
      }
    },
  };
}

/** Makes due work start soon in real time, too. */
function oftener(job: Job): Job {
  const { schedule } = job;
  return "everyMs" in schedule ? { ...job, schedule: { everyMs: schedule.everyMs / 10 } } : job;
}

/** Notes its name while it is at work. */
function watched(job: Job, atWork: Set<string>): Job {
  return {
    ...job,
    async run(tools) {
      atWork.add(job.name);
      await job.run(tools).finally(() => atWork.delete(job.name));
    },
  };
}

/** The tools a job of this bot gets, for running one by hand. */
export function jobTools({ ctx, postRest }: App): JobTools {
  return {
    ctx,
    postRest,
    resolveWorkspace: (place) => resolveWorkspace(place, ctx),
    recover: async () => undefined,
    registration: { ensure: async () => undefined },
  };
}

/** Links a guild to a workspace of the emulator, without the modal, and maps the playground's roles. */
export async function link(
  { store, vault, now }: Pick<AppContext, "store" | "vault" | "now">,
  { workspaceId, token }: Pick<ServiceEmulator, "workspaceId" | "token">,
): Promise<void> {
  const { guildId, ada, managerRole, staffRole } = playgroundIds;
  await store.guildLinks.save(
    {
      guildId,
      linkKey: "cafe",
      workspaceId,
      name: "Harbour Café",
      sealedToken: vault.seal(token, createLinkSealContext(guildId, workspaceId)),
      linkedByDiscordUserId: ada,
      linkedAt: now(),
      createdAt: now(),
    },
    10,
  );
  await store.accessRoles.set(guildId, managerRole, "manager");
  await store.accessRoles.set(guildId, staffRole, "staff");
}

/** Connects a member to a service user, as if a manager had done it. */
export async function connectAccount(
  { store, now }: Pick<AppContext, "store" | "now">,
  { discordUserId, userId, displayName, memberName }: ConnectedPerson,
): Promise<void> {
  const { guildId, ada } = playgroundIds;
  await store.accounts.connect(
    {
      guildId,
      discordUserId,
      userId,
      displayName,
      username: undefined,
      avatarUrl: undefined,
      memberName,
      connectedByDiscordUserId: ada,
      connectedAt: now(),
    },
    [foldText(displayName), foldText(memberName)],
  );
}

interface ConnectedPerson {
  readonly discordUserId: string;
  readonly userId: string;
  readonly displayName: string;
  readonly memberName: string;
}

export function collector(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

async function bytesOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return files.join("\n");
}
