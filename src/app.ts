import type { REST } from "discord.js";
import { features as allFeatures, joinAuditActions, joinCommands, joinSettings } from "../commands/index.ts";
import { movedCommands } from "../commands/moved.ts";
import { drawings } from "../commands/pictures.ts";
import type { Feature } from "./feature.ts";
import { contract } from "./api/contract/index.ts";
import { createAgent } from "./api/transport.ts";
import type { ResilienceLimits } from "./api/resilience/pipeline.ts";
import { createAuditChannel } from "../commands/audit/channel-posts.ts";
import { createReplyEditor, watchGateway } from "./discord/client.ts";
import { createHttpReplies } from "./discord/http-replies.ts";
import { createCommandRegistration, type CommandRegistration } from "./discord/registration.ts";
import { type BotRest, forgetLimits, type PauseClock } from "./discord/rest.ts";
import { findShardRange } from "./discord/sharding.ts";
import { watchClock, createClockMeasuring, createTimeNotes } from "./start/clock-watch.ts";
import { type Config, withoutSecrets } from "./config.ts";
import type { AppContext } from "./context.ts";
import { createFairScheduler } from "./fair-scheduler.ts";
import { createIds } from "./ids.ts";
import { type LinkLocation, resolveWorkspace } from "./interactions/dispatch/workspace.ts";
import { createAuditLog } from "./interactions/audit.ts";
import { recoverAbandoned } from "./interactions/confirmation/recovery.ts";
import { createRouter } from "./interactions/router.ts";
import type { Job } from "./jobs/job.ts";
import { createJobs, startJobs } from "./jobs/runner.ts";
import type { Logger } from "./log/index.ts";
import { noMetrics } from "./metrics/metrics.ts";
import { createOrderLog } from "../commands/order/step-log.ts";
import { createPictures, type Pictures } from "./pictures/drawing-queue.ts";
import type { SecretRegistry } from "./log/redact.ts";
import type { AuditEntry } from "./store/audit.ts";
import { createDiscordClients, createDiscordContext } from "./start/discord-clients.ts";
import {
  createSharedAnswers,
  createServicePipeline,
  createServiceContext,
} from "./start/service-pipeline.ts";
import type { HttpServer } from "./server/http-server.ts";
import { openHttpPort } from "./start/http-port.ts";
import { createShardWatch } from "./start/shard-watch.ts";
import { createDrawingReports, createReports, describeDatabase } from "./start/reports.ts";
import { startServing, createInteractionContext } from "./start/serve-interactions.ts";
import { openVault } from "./start/stored-keys.ts";
import { openStore as openFeatureStore } from "../commands/store.ts";
import { asUsual, minuteMs, type Stretch } from "./time.ts";
import { version as ownVersion } from "./version.ts";
import { asItIs, type FinishText } from "./ui/finish.ts";

/** How long a stop waits for interactions in progress. */
const drainTimeoutMs = 10_000;
/** How long a stop waits for Discord's responses; a job that misses one has the rest of the time to store that. */
const lastResponsesMs = 8_000;

export interface AppOptions {
  readonly config: Config & { readonly discordToken: string };
  readonly log: Logger;
  /** Registers each token as it is decrypted, so that the log can redact it. */
  readonly secrets: SecretRegistry;
  /** The machine's clock. With a database that replicas share, all but the log goes by that one's. */
  readonly now: () => number;
  /** Go by `now` with such a database, too: for a clock that a test moves. */
  readonly ownClock?: boolean;
  /** From 0 to 1, 1 excluded; `Math.random` by default. */
  readonly random?: () => number;
  /** For pauses before a request to Discord is sent again; real ones by default. */
  readonly pauseClock?: PauseClock;
  /** Time between two logins that Discord counts together; what it demands by default. */
  readonly identifyEveryMs?: number;
  /** Overrides of the default cache and request limits. */
  readonly serviceLimits?: Partial<ResilienceLimits>;
  /** The bot's version; this one's by default, as are its features. */
  readonly version?: string;
  readonly features?: readonly Feature[];
  /** Opens the database with the tables of these features. */
  readonly openStore?: typeof openFeatureStore;
  /** All jobs by default. */
  readonly jobs?: readonly Job[];
  /** Draws for several bots; by default each draws in a process of its own, which ends with it. */
  readonly pictures?: Pictures;
  /** The last step of each text; none by default. */
  readonly finishText?: FinishText;
  /** How long to wait for Discord, the service, the database and pictures; as long as usual by default. */
  readonly stretch?: Stretch;
  /** People are on this machine, so without a setting they reach the HTTP port itself. */
  readonly isLocal?: boolean;
  /** Start even if no stored workspace key can be decrypted. */
  readonly keysLost?: boolean;
  /**
   * Begun by a stop, which goes on answering what Discord posts until it resolves, while `/readyz` already says that it
   * stops: a balancer can take this replica out before it refuses anything. Without it, a stop refuses at once.
   */
  readonly leavePool?: () => Promise<unknown>;
  /** Called as soon as a key file was created: if the start then fails, no later start will say so. */
  readonly onKeyFileCreated?: (path: string) => void;
  /** Called when the bot can't continue, perhaps several times and before it's ready: stop it with an exit code. */
  readonly onFatal?: (error: unknown) => void;
  /** Aborted, it ends a start that waits for its login, with the signal's reason. */
  readonly stopping?: AbortSignal;
}

export interface App {
  readonly ctx: AppContext;
  readonly postRest: REST;
  /** The HTTP server's port; `undefined` if there is none. */
  readonly httpPort: number | undefined;
  /** Finishes work in progress, for at most 10 s, then closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Wires the bot, logs it in and starts its jobs.
 * @throws StoreError, SecretKeysError or Discord's errors; nothing is left open then
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, secrets, onKeyFileCreated, onFatal, keysLost = false, stopping } = options;
  const {
    now: machineNow,
    random = Math.random,
    features = allFeatures,
    openStore = openFeatureStore,
    version = ownVersion,
    identifyEveryMs,
    pauseClock,
    finishText = asItIs,
    stretch = asUsual,
  } = options;
  await using cleanup = new AsyncDisposableStack();
  secrets.add(config.discordToken);

  const prometheus =
    config.httpPort === undefined
      ? undefined
      : (await import("./metrics/prometheus.ts")).createPrometheusMetrics(
          version,
          machineNow,
          Object.keys(contract),
        );
  const metrics = prometheus ?? noMetrics;
  const commands = joinCommands(features);
  const store = await openStore({
    ...describeDatabase(config, log),
    now: machineNow,
    version,
    stretch,
    onQuery: prometheus?.storeCalled,
  });
  cleanup.defer(() => store.close());
  const measureClock = options.ownClock === true ? undefined : createClockMeasuring(store, log);
  await measureClock?.();
  if (config.allowedServers !== undefined)
    log.info("only the servers in ALLOWED_SERVERS are served", { servers: [...config.allowedServers] });
  const { now } = store.clock;
  const vault = await openVault({ config, store, log, keysLost, onKeyFileCreated });
  const dispatcher = createAgent(stretch);
  // By then, every caller has a response or was aborted; nobody needs what is still read in the background.
  cleanup.defer(() => dispatcher.destroy());
  const scheduler = createFairScheduler();
  const newId = createIds();
  const replicaId = newId();
  const sharedAnswers = createSharedAnswers(store, replicaId, log);
  const service = createServicePipeline({
    config,
    log,
    metrics,
    now,
    random,
    store,
    scheduler,
    dispatcher,
    limits: options.serviceLimits,
    stretch,
    onWrite: (workspaceId, names) => sharedAnswers.announce(workspaceId, names),
  });
  cleanup.defer(() => service.close());
  sharedAnswers.listen(service);

  const orderLog = createOrderLog({ store, log, now });
  cleanup.defer(() => orderLog.stop());
  const drawing = createPictures({ ...createDrawingReports(log, now), drawings, stretch });
  cleanup.defer(() => drawing.close());

  const reports = createReports({ log, metrics, now, onFatal });
  const replies = config.discordInteractions === "http" ? createHttpReplies(stretch) : undefined;
  const own = {
    config,
    store,
    log,
    random,
    replicaId,
    replies,
    reports,
    identifyEveryMs,
    pauseClock,
    stretch,
  };
  const discord = createDiscordClients(own);
  const { client, postRest, lookUpRest } = discord;
  const rests = [client.rest, postRest, lookUpRest];
  const online = cutOffOnStop(stopping, [client.rest]);
  const started = cutOffOnStop(stopping, [postRest, lookUpRest]);
  cleanup.defer(() => rests.forEach((rest) => rest.cutOff()));
  watchGateway(client, (error) => onFatal?.(error));
  cleanup.defer(() => client.destroy());
  let registration: CommandRegistration | undefined;
  let applicationId = "";
  const commandIds = () => registration?.ids() ?? {};
  const getApplicationId = () => applicationId;
  const publish = (entry: AuditEntry) => auditChannel.publish(entry);
  const record = createAuditLog({ audit: store.audit, log, publish });
  let http: HttpServer | undefined;
  const ctx: AppContext = {
    config: withoutSecrets(config),
    publicUrl: () =>
      config.publicUrl ?? (options.isLocal === true && http ? `http://127.0.0.1:${http.port}` : undefined),
    log,
    metrics,
    now,
    newId,
    store,
    vault,
    scheduler,
    finishText,
    stretch,
    pictures: options.pictures ?? drawing,
    recordEntry: record,
    auditActions: joinAuditActions(features),
    serverSettings: joinSettings(features),
    orderLog,
    ...createServiceContext({ service, store, secrets }),
    ...createDiscordContext({ ...discord, config, commands, commandIds, finishText, now, getApplicationId }),
    ...createInteractionContext({ config, now, newId, recordEntry: record }),
  };

  const auditChannel = createAuditChannel(ctx);
  cleanup.defer(() => auditChannel.stop());
  cleanup.defer(() => ctx.misuseAudit.flushAll());
  const router = createRouter(commands, movedCommands, ctx);
  const recover = (before: number) =>
    recoverAbandoned(before, commands, createReplyEditor(postRest, finishText), ctx);
  // A single process knows that any draft still `sending` was interrupted; replicas wait for the lease.
  await recover(store.shared ? now() : Number.MAX_SAFE_INTEGER);
  if (!store.shared) for (const { whenStartedAlone } of features) await whenStartedAlone?.(ctx);
  const setUpCommand = commands.some(({ json }) => json.name === "setup") ? "setup" : "help";
  const { discordToken } = config;
  const serves = { client, router, postRest, discordToken, replies, setUpCommand, stopping, ctx };
  const serving = await startServing(serves);
  ({ applicationId } = serving);
  const shardWatch = createShardWatch({ store, replicaId, log, range: () => findShardRange(client) });
  let isLeaving = false;
  http = await openHttpPort({
    client,
    serving,
    isLeaving: () => isLeaving,
    shardWatch,
    prometheus,
    routes: Object.fromEntries(
      features.flatMap(({ createRoutes }) => Object.entries(createRoutes?.(ctx) ?? {})),
    ),
    ctx,
  });
  cleanup.defer(() => http?.close());
  await serving.online;
  online();
  await shardWatch.look();
  registration = createCommandRegistration({ commands, applicationId, rest: postRest, version, ctx });
  await registration.ensure();

  const tools = {
    ctx,
    postRest,
    resolveWorkspace: (place: LinkLocation) => resolveWorkspace(place, ctx),
    recover,
    registration,
  };
  const whenClockSetBack = features.flatMap((feature) => feature.whenClockSetBack ?? []);
  const note = createTimeNotes(ctx);
  const setBackByMs = await note();
  const jobs = startJobs(tools, options.jobs ?? createJobs(features), whenClockSetBack);
  if (setBackByMs > 0) {
    log.warn("the machine's clock was set back while the bot was stopped", { byMs: -setBackByMs });
    jobs.clockWasSet(-setBackByMs);
  }
  const stopWatching = watchClock((byMs) => {
    log.warn("the machine's clock was changed, or the machine slept", { byMs });
    // Where leases and due times go by the database's clock, nothing became due or was passed over.
    jobs.clockWasSet(store.shared ? 0 : byMs);
    void measureClock?.();
    void note();
    for (const rest of rests) forgetLimits(rest);
  });
  const measuring = setInterval(() => {
    void measureClock?.();
    void note();
    void shardWatch.look();
  }, minuteMs);
  cleanup.defer(() => clearInterval(measuring));
  log.info("ready", { applicationId });

  started();
  const running = cleanup.move();
  const stopAll = async (): Promise<void> => {
    const stoppedAt = performance.now();
    isLeaving = true;
    stopWatching();
    postRest.stopWaiting();
    const cutOff = setTimeout(() => postRest.cutOff(), lastResponsesMs);
    const jobsStopped = jobs.stop();
    // Over the gateway, Discord goes on sending to this one.
    if (replies !== undefined) await options.leavePool?.();
    serving.stop();
    const leftMs = Math.max(0, drainTimeoutMs - (performance.now() - stoppedAt));
    await Promise.all([jobsStopped, router.drain(leftMs)]);
    await note();
    await running.disposeAsync();
    clearTimeout(cutOff);
  };
  let stopped: Promise<void> | undefined;
  return { ctx, postRest, httpPort: http?.port, stop: () => (stopped ??= stopAll()) };
}

/**
 * Ends requests when a stop comes during the start, which would wait for them.
 * @returns lets them be from now on
 */
function cutOffOnStop(stopping: AbortSignal | undefined, rests: readonly BotRest[]): () => void {
  const cutOff = (): void => rests.forEach((rest) => rest.cutOff());
  if (stopping?.aborted === true) cutOff();
  stopping?.addEventListener("abort", cutOff);
  return () => stopping?.removeEventListener("abort", cutOff);
}
