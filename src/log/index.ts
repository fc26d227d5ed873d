import pino, { type DestinationStream } from "pino";
import { AsyncLocalStorage } from "node:async_hooks";
import { write, writeSync } from "node:fs";
import type { Config } from "../config.ts";
import { redactLine, type SecretRegistry } from "./redact.ts";
import { toSourceStack } from "./source-positions.ts";

const maxDepth = 8;
const maxEntries = 100;

// The fields that say where an error comes from. Anything else on it may be a whole request with its headers.
const errorFields = [
  "code",
  "status",
  "statusCode",
  "method",
  "url",
  "failure",
  "operation",
  "reference",
] as const;

/**
 * A copy that JSON can represent, limited in size: errors by name, message, stack and causes; no bytes, no
 * functions.
 */
function toSerializable(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return copyEntries(fields, [fields]);
  } catch {
    return { fields: "[unreadable]" };
  }
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[circular]";
  if (above.length >= maxDepth) return "[too deep]";
  const path = [...above, value];

  if (value instanceof Error) return copyError(value, path);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return copyEntries(Object.fromEntries(value), path);
  if (value instanceof Set || Array.isArray(value)) {
    return [...value].slice(0, maxEntries).map((item) => copy(item, path));
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return copy(value.toJSON(), path);
  return copyEntries(value, path);
}

function copyError(error: Error, path: readonly object[]): Record<string, unknown> {
  const copied: Record<string, unknown> = {
    name: error.name,
    message: error.message,
    stack: error.stack && toSourceStack(error.stack),
  };
  for (const name of errorFields) {
    const value: unknown = read(error, name);
    if (typeof value === "string" || typeof value === "number") copied[name] = value;
  }
  if (error.cause !== undefined) copied["cause"] = copy(error.cause, path);
  if (error instanceof AggregateError) copied["errors"] = copy(error.errors, path);
  return copied;
}

function copyEntries(value: object, path: readonly object[]): Record<string, unknown> {
  const names = Object.keys(value).slice(0, maxEntries);
  return Object.fromEntries(names.map((name) => [name, copy(read(value, name), path)]));
}

/** A getter may throw, and a log line is no reason to fail. */
function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return "[unreadable]";
  }
}

interface Output extends DestinationStream {
  /**
   * At the end of the program: writes what is left, and from then on writes immediately. Waits at most a
   * second for a stalled reader.
   */
  flush(): void;
}

interface OutputOptions {
  readonly fd: number;
  /** Of lines waiting to be written; more are dropped. */
  readonly maxBytes?: number;
  /** Called with the number of dropped lines, once lines get through again. */
  readonly onDropped?: (lines: number) => void;
  /** How lines are written while the program runs; to the file descriptor by default. */
  readonly write?: WriteSoon;
}

type WriteSoon = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

const usualMaxBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;
/** The pause before retrying, for a slow reader or a full disk. */
const retryPauseMs = 100;
const flushWithinMs = 1_000;

/**
 * Writes lines to a file descriptor without ever waiting for it: neither a stalled reader nor a full disk
 * blocks the program or ends it. With pino's own destination, the flush at exit would wait for a full disk
 * forever.
 */
export function createOutput({
  fd,
  maxBytes = usualMaxBytes,
  onDropped,
  write: writeSoon = write,
}: OutputOptions): Output {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let chunk: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isEnding = false;
  let dropped = 0;

  /** Whole lines, so that the output of other processes lands between them. */
  function takeChunk(): Buffer {
    let bytes = 0;
    let lines = 0;
    for (; lines < waiting.length && (lines === 0 || bytes < chunkBytes); lines++)
      bytes += waiting[lines]?.length ?? 0;
    waitingBytes -= bytes;
    return Buffer.concat(waiting.splice(0, lines), bytes);
  }

  function pump(): void {
    if (isWriting || isEnding) return;
    if (chunk.length === 0) {
      if (waiting.length === 0) return;
      chunk = takeChunk();
    }
    isWriting = true;
    writeSoon(fd, chunk, (error, written) => {
      isWriting = false;
      if (error !== null) {
        // The problem may pass: until then, lines wait as long as there is room.
        if (!isEnding) setTimeout(pump, retryPauseMs).unref();
        return;
      }
      chunk = chunk.subarray(written);
      if (chunk.length === 0 && waiting.length === 0) reportDropped();
      pump();
    });
  }

  function reportDropped(): void {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped?.(lines);
  }

  /** @returns false if it can't be written */
  function writeNow(bytes: Buffer, untilMs: number): boolean {
    let left = bytes;
    while (left.length > 0) {
      try {
        left = left.subarray(writeSync(fd, left));
      } catch (error) {
        const isBehind = error instanceof Error && "code" in error && error.code === "EAGAIN";
        if (!isBehind || performance.now() > untilMs) return false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryPauseMs / 10);
      }
    }
    return true;
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (isEnding) {
        writeNow(bytes, 0);
      } else if (waitingBytes + bytes.length > maxBytes) {
        dropped += 1;
      } else {
        waiting.push(bytes);
        waitingBytes += bytes.length;
        pump();
      }
    },
    flush() {
      isEnding = true;
      // The write in progress ends before the process does.
      const left = Buffer.concat([...(isWriting ? [] : [chunk]), ...waiting.splice(0)]);
      if (writeNow(left, performance.now() + flushWithinMs)) reportDropped();
    },
  };
}

/** Structured log. Fields should never contain a secret; redaction is the last line of defence. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;

interface LoggerOptions {
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
