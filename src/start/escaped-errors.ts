import { createSparingly, type Logger } from "../log/index.ts";

/** An uncaught exception. The log has the original, with secrets removed. */
export class EscapedError extends Error {
  override readonly name = "EscapedError";
}

/**
 * Logs and counts uncaught errors.
 *
 * A rejected promise belongs to one piece of work that is over, so the bot continues. An exception that reached the
 * event loop may have left anything half done, and the bot might give people wrong answers for days. Everything that
 * matters is in the database, which survives a stop at any moment. So the bot finishes what it can and exits with code 1
 * for the service manager to restart it.
 * @param onFatal called with an uncaught exception
 */
export function logEscapedErrors(log: Logger, onFatal: (error: EscapedError) => void): void {
  const reportSparingly = createSparingly(() => performance.now());
  process.on("unhandledRejection", (error) => {
    reportSparingly((times) => log.error("unhandled promise rejection; the bot continues", { error, times }));
  });
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception; the bot stops", { error });
    onFatal(new EscapedError("Uncaught exception."));
  });
}
