import { minuteMs, type Timer } from "../time.ts";
import type { LogFields, Logger } from "./index.ts";

/** Repetitions within a minute after the same error was logged. */
interface Repeats {
  readonly message: string;
  times: number;
  last: LogFields;
  /** People may ask about any of them. */
  readonly references: string[];
}

/** With more different errors, each one is logged. */
const maxKinds = 200;
const maxReferences = 100;

/** Doesn't keep a finished process alive. */
const startIdleTimer: Timer = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs).unref();
  return () => clearTimeout(timer);
};

/**
 * Logs the same error once a minute: repetitions become one line at its end, with `times` and all references.
 */
export function withoutRepeats(log: Logger, timer: Timer = startIdleTimer): Logger & { flush(): void } {
  const kinds = new Map<string, Repeats>();

  function begin(key: string, message: string): void {
    kinds.set(key, { message, times: 0, last: {}, references: [] });
    timer(minuteMs, () => {
      const isOver = report(key);
      kinds.delete(key);
      if (!isOver) begin(key, message);
    });
  }

  /** @returns true if it wasn't repeated */
  function report(key: string): boolean {
    const repeats = kinds.get(key);
    if (repeats === undefined || repeats.times === 0) return true;
    const { message, times, last, references } = repeats;
    log.error(message, { ...last, times, ...(references.length > 0 && { references }) });
    repeats.times = 0;
    return false;
  }

  return {
    ...log,
    error(message, fields = {}) {
      const key = `${message}\n${getErrorName(fields["error"])}`;
      const known = kinds.get(key);
      if (known === undefined) {
        log.error(message, fields);
        if (kinds.size < maxKinds) begin(key, message);
        return;
      }
      known.times += 1;
      known.last = fields;
      const { reference } = fields;
      if (typeof reference === "string" && known.references.length < maxReferences)
        known.references.push(reference);
    },
    flush() {
      for (const key of kinds.keys()) report(key);
    },
  };
}

/** Ids and numbers in a message are ignored, since they differ each time. */
function getErrorName(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message.replaceAll(/\d+/g, "0")}` : "";
}
