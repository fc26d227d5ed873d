import type { Logger } from "../log/index.ts";
import { createSparingly } from "../log/throttle.ts";

/** Something was thrown where nobody catches. What it was stands in the log, with secrets taken out. */
export class EscapedError extends Error {
  override readonly name = "EscapedError";
}

/**
 * Logs and counts what nobody caught.
 *
 * A rejected promise belongs to one piece of work, which is over, so the bot goes on. An exception that reached the event
 * loop may have left anything half done, and nobody knows what; going on, the bot might tell people wrong things for
 * days. What counts is in the database and bears an end at any moment, so the bot finishes what it can, ends with exit
 * code 1, and whatever runs it starts it anew.
 * @param onFatal told of an exception
 */
export function logEscapedErrors(log: Logger, onFatal: (error: EscapedError) => void): void {
  const saySparingly = createSparingly(() => performance.now());
  process.on("unhandledRejection", (error) => {
    saySparingly((times) =>
      log.error("a promise was rejected and nobody handled it; the bot goes on", { error, times }),
    );
  });
  process.on("uncaughtException", (error) => {
    log.error("an exception was thrown and nobody caught it; the bot stops", { error });
    onFatal(new EscapedError("An exception was thrown and nobody caught it."));
  });
}
