import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { secondMs } from "../time.ts";

/** What one replica tells the others as it happens. What was told while nobody listened is not told again. */
export interface Change {
  readonly kind: "guild" | "people" | "answers";
  readonly about: string;
}

export interface ChangeListening {
  /** Whether each change is heard of; while it is false, nothing that others may change can be kept in memory. */
  readonly isOn: () => boolean;
  close(): Promise<void>;
}

export interface ChangeListeningOptions {
  readonly databaseUrl: string;
  /** Of others, and of this process itself. */
  readonly onChange: (change: Change) => void;
  /** Changes may have been missed, so all that is in memory is to be forgotten. */
  readonly onMissed: () => void;
}

/** Also named in the triggers of the tables. */
export const channel = "workspace_bot";

/** The connection may be dead without a word, or a pooler in between may hand it to others. */
const beatEveryMs = 5 * secondMs;
const beatWithinMs = 3 * secondMs;
const retryMs = secondMs;

/** Listens on a connection of its own, and makes a new one for as long as it takes. */
export function listenForChanges({
  databaseUrl,
  onChange,
  onMissed,
}: ChangeListeningOptions): ChangeListening {
  const ownBeat = `beat ${randomUUID()}`;
  let isOn = false;
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
    // It is gone anyway; ending it politely may wait for an answer that never comes.
    lost.end().catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void connect(), retryMs).unref();
  }

  function beat(current: Client): void {
    beatTimer = setTimeout(() => lose(current), beatWithinMs).unref();
    current.query("select pg_notify($1, $2)", [channel, ownBeat]).catch(() => lose(current));
  }

  function hear(current: Client, payload = ""): void {
    if (payload === ownBeat) {
      clearTimeout(beatTimer);
      if (!isOn) onMissed();
      isOn = true;
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
      keepAlive: true,
    });
    client = current;
    current.on("error", () => lose(current));
    current.on("end", () => lose(current));
    current.on("notification", ({ payload }) => hear(current, payload));
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
