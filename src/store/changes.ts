import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { secondMs } from "../time.ts";

/** What one replica tells the others as it happens. Changes announced while nobody was listening are not repeated. */
export interface Change {
  readonly kind: "guild" | "people" | "answers";
  readonly about: string;
}

export interface ChangeListening {
  /** Whether changes are being received; while false, nothing another process may change can be cached. */
  readonly isOn: () => boolean;
  close(): Promise<void>;
}

export interface ChangeListeningOptions {
  readonly databaseUrl: string;
  /** Called for changes by other processes and by this one. */
  readonly onChange: (change: Change) => void;
  /** Changes may have been missed, so everything cached must be dropped. */
  readonly onMissed: () => void;
  /** Called when changes are no longer received, or never were so far, and when they are again. */
  readonly onListening?: ((isOn: boolean) => void) | undefined;
}

/** Also hard-coded in the tables' triggers. */
export const channel = "workspace_bot";

/** Detects a connection that died silently, or a pooler in between that handed it to others. */
const beatEveryMs = 5 * secondMs;
const beatWithinMs = 3 * secondMs;
const retryMs = secondMs;

/** Listens on its own connection, and reconnects for as long as it takes. */
export function listenForChanges({
  databaseUrl,
  onChange,
  onMissed,
  onListening,
}: ChangeListeningOptions): ChangeListening {
  const ownBeat = `beat ${randomUUID()}`;
  let isOn = false;
  let isReportedOff = false;
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beatTimer: NodeJS.Timeout | undefined;

  function lose(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    clearTimeout(beatTimer);
    if (isOn) onMissed();
    isOn = false;
    if (!isReportedOff) onListening?.(false);
    isReportedOff = true;
    // It's gone anyway; closing it politely could wait for a reply that never comes.
    lost.end().catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void connect(), retryMs).unref();
  }

  function beat(current: Client): void {
    beatTimer = setTimeout(() => lose(current), beatWithinMs).unref();
    current.query("select pg_notify($1, $2)", [channel, ownBeat]).catch(() => lose(current));
  }

  function handleNotification(current: Client, payload = ""): void {
    if (payload === ownBeat) {
      clearTimeout(beatTimer);
      if (!isOn) onMissed();
      isOn = true;
      if (isReportedOff) onListening?.(true);
      isReportedOff = false;
      timer = setTimeout(() => beat(current), beatEveryMs).unref();
      return;
    }
    const [kind, ...rest] = payload.split(" ");
    if (kind === "guild" || kind === "people" || kind === "answers")
      onChange({ kind, about: rest.join(" ") });
  }

  async function connect(): Promise<void> {
    const current = new Client({
      connectionString: databaseUrl,
      application_name: "workspace-bot changes",
      connectionTimeoutMillis: beatWithinMs,
      query_timeout: beatWithinMs,
      keepAlive: true,
    });
    client = current;
    current.on("error", () => lose(current));
    current.on("end", () => lose(current));
    current.on("notification", ({ payload }) => handleNotification(current, payload));
    try {
      await current.connect();
      await current.query(`listen ${channel}`);
      beat(current);
    } catch {
      lose(current);
    }
  }

  void connect();
  return {
    isOn: () => isOn,
    async close() {
      isClosed = true;
      isOn = false;
      clearTimeout(timer);
      clearTimeout(beatTimer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
