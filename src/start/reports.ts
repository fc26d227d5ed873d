import { SnowflakeUtil } from "discord.js";
import type { OpenStoreOptions } from "../store/open.ts";
import type { Config } from "../config.ts";
import type { ClientReports } from "../discord/client.ts";
import { createSparingly, type Logger } from "../log/index.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { PictureOptions } from "../pictures/drawing-queue.ts";
import type { ListeningTrouble } from "../store/changes.ts";
import type { FileTrouble } from "../store/sqlite.ts";

interface ReportsParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called when the bot can't continue. */
  readonly onFatal: ((error: unknown) => void) | undefined;
}

/** Logs and counts what Discord's API clients report. */
export function createReports({ log, metrics, now, onFatal }: ReportsParts): ClientReports {
  const reportLimited = createSparingly(now);
  const reportCut = createSparingly(now);
  const reportDropped = createSparingly(now);
  return {
    onTokenRefused(error) {
      log.error("Discord refuses the bot's token", { method: error.method, status: error.status });
      onFatal?.(error);
    },
    onDispatchDropped: (error) =>
      reportDropped((times) => log.error("an event from Discord could not be read", { error, times })),
    onRateLimited({ isStated, ...limit }) {
      metrics.rateLimited(limit.global);
      const until = new Date(now() + limit.retryAfterMs).toISOString();
      // These come after pauses that grow.
      if (!isStated)
        log.warn("Discord refuses the bot's requests without saying for how long", { ...limit, until });
      else
        reportLimited((times) => log.warn("Discord limits the bot's requests", { ...limit, until, times }));
    },
    onCutAnswer: (answer) =>
      reportCut((times) =>
        log.warn("Discord began an answer that didn't arrive in full", { ...answer, times }),
      ),
    onAnswered: (status) => metrics.discordAnswered(status),
    onAcknowledged: (interactionId) =>
      metrics.acknowledged(Math.max(0, now() - SnowflakeUtil.timestampFrom(interactionId))),
  };
}

/** Logs why pictures are missing. */
export function createDrawingReports(
  log: Logger,
  now: () => number,
): Pick<PictureOptions, "onUnavailable" | "onFailure"> {
  const reportNotDrawn = createSparingly(now);
  return {
    onUnavailable: (reason) =>
      log.warn("this machine can't draw pictures, so messages go without them", { reason }),
    onFailure: (reason) =>
      reportNotDrawn((times) => log.error("a picture could not be drawn", { reason, times })),
  };
}

/** Logs whether changes by other replicas are noticed. */
function createListeningReports(log: Logger): (trouble: ListeningTrouble | undefined) => void {
  return (trouble) =>
    trouble === undefined
      ? log.info("changes by other replicas are noticed again")
      : log.warn(
          `${listeningTroubles[trouble]}, so nothing is answered from memory until they are noticed again`,
        );
}

/** Also for `/readyz`. */
export const listeningTroubles: Readonly<Record<ListeningTrouble, string>> = {
  lost: "changes by other replicas go unnoticed (the connection that listens for them is lost)",
  "not passed on":
    "changes by other replicas go unnoticed (the connection that listens gets no messages; a pooler such as PgBouncer in transaction mode doesn't pass them on)",
};

/** Logs whether the database's files are still in their place. */
function createFileReports(log: Logger): (trouble: FileTrouble | undefined) => void {
  return (trouble) =>
    trouble === undefined
      ? log.info("the database's files are in their place again")
      : log.error(
          `${fileTroubles[trouble]}, so whatever the bot stores is lost when it stops: restore a backup`,
        );
}

/** Also for `/readyz`. */
export const fileTroubles: Readonly<Record<FileTrouble, string>> = {
  deleted: "the database's files were deleted while the bot runs",
  replaced: "other files were put in place of the database's while the bot runs",
};

/** Where the database is, and what is logged of it. */
export function describeDatabase(
  { databaseUrl, dataFolder, allowedServers }: Config,
  log: Logger,
): Omit<OpenStoreOptions, "now" | "version" | "onQuery"> {
  return {
    databaseUrl,
    dataFolder,
    servers: allowedServers,
    listens: true,
    onListening: createListeningReports(log),
    onFileTrouble: createFileReports(log),
    onConnectionLost: (error) => log.warn("a connection to the database was lost", { error }),
  };
}
