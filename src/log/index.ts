import pino, { type DestinationStream } from "pino";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Config } from "../config.ts";
import { createOutput, type Output } from "./output.ts";
import { toSerializable } from "./serialize.ts";
import { redactLine, type SecretRegistry } from "./redact.ts";

/** Structured log. Fields should never contain a secret; redaction is the last line of defence. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;

export interface LoggerOptions {
  readonly level: Config["logLevel"];
  /** Standard output by default. Writing never blocks, and is flushed when the process ends. */
  readonly destination?: DestinationStream;
  /** Added to each line, for a log that several processes share. */
  readonly base?: { readonly replica: string; readonly version: string };
  /** Secrets in use; one added later is redacted from then on. */
  readonly secrets?: Pick<SecretRegistry, "values">;
}

const noSecrets: Pick<SecretRegistry, "values"> = { values: () => [] };

/** A logger of JSON lines: `level`, `time`, the fields, `message`. Never throws, whatever it is given. */
export function createLogger({ level, destination, base, secrets = noSecrets }: LoggerOptions): Logger {
  const logger = pino(
    {
      level,
      base: base ?? null,
      mixin: () => currentInteraction.getStore() ?? {},
      depthLimit: 12, // deeper than what `plain` lets through
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => redactLine(line, secrets.values()) },
    },
    destination ?? openShared(1, (lines) => at("warn")("lines of the log were dropped", { lines })),
  );
  const at =
    (method: "debug" | "info" | "warn" | "error") =>
    (message: string, fields: LogFields = {}): void => {
      if (logger.isLevelEnabled(method)) logger[method](toSerializable(fields), message);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** One of each for the whole process: two would write into each other's lines. */
const outputs = new Map<number, Output>();

function openShared(fd: number, onDropped: (lines: number) => void): DestinationStream {
  const known = outputs.get(fd);
  if (known !== undefined) return known;
  const opened = createOutput({ fd, onDropped });
  process.once("exit", () => opened.flush());
  outputs.set(fd, opened);
  return opened;
}

/** Standard error, for a program whose standard output is read by a person. */
export function openStandardError(): DestinationStream {
  return openShared(2, () => undefined);
}

/** Something that may happen a thousand times a second is logged once per interval of this length. */
const usualPauseMs = 10_000;

/** Limits how often something is logged, and counts how often there was a reason to. */
export function createSparingly(
  now: () => number,
  pauseMs = usualPauseMs,
): (report: (times: number) => void) => void {
  let times = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  return (report) => {
    times += 1;
    const at = now();
    // A clock that was set back would otherwise delay it for that long.
    if (at >= saidAt && at - saidAt < pauseMs) return;
    saidAt = at;
    report(times);
  };
}

/** The interaction being handled, for every line logged meanwhile. */
const currentInteraction = new AsyncLocalStorage<{ readonly interaction: string }>();

/** Handles an interaction, so that every line logged meanwhile has its id. */
export function withInteraction<T>(interaction: string, answer: () => T): T {
  return currentInteraction.run({ interaction }, answer);
}
