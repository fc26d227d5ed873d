import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { secondMs, type Stretch } from "../time.ts";

/** What one replica tells the others as it happens. Changes announced while nobody was listening are not repeated. */
export interface Change {
  readonly kind: "guild" | "people" | "answers";
  readonly about: string;
}

export interface ChangeListening {
  /** Whether changes are being received; while false, nothing another process may change can be cached. */
  readonly isOn: () => boolean;
  /** Why not; `undefined` until that is known. */
  readonly trouble: () => ListeningTrouble | undefined;
  close(): Promise<void>;
}

/**
 * Why changes by others aren't heard. `lost`: there is no connection to listen on. `not passed on`: there is one, but what
 * is announced through the store's own connections doesn't arrive there, as behind a pooler in transaction mode.
 */
export type ListeningTrouble = "lost" | "not passed on";

export interface ChangeListeningOptions {
  readonly databaseUrl: string;
  /** Announces on the connections that changes are written through, not on the one that listens. */
  readonly announce: (payload: string) => Promise<unknown>;
  /** Called for changes by other processes and by this one. */
  readonly onChange: (change: Change) => void;
  /** Changes may have been missed, so everything cached must be dropped. */
  readonly onMissed: () => void;
  /** Called when changes aren't received or there is another reason for it, and with nothing when they are again. */
  readonly onListening?: ((trouble: ListeningTrouble | undefined) => void) | undefined;
  /** For what the database server is waited for. */
  readonly stretch: Stretch;
}

/** Also hard-coded in the tables' triggers. */
export const channel = "workspace_bot";

/**
 * Detects a connection that died silently, or a pooler in between that handed it to others. A beat is sent the way that
 * changes go: a session hears itself even where it hears nobody else.
 */
const beatEveryMs = 5 * secondMs;
const beatWithinUsuallyMs = 3 * secondMs;
const retryMs = secondMs;
/** Whether a pooler passes messages on changes only when an operator sets it up anew. */
const maxRetryMs = 15 * secondMs;

/** Listens on its own connection, and reconnects for as long as it takes. */
export function listenForChanges({
  databaseUrl,
  announce,
  onChange,
  onMissed,
  onListening,
  stretch,
}: ChangeListeningOptions): ChangeListening {
  const beatWithinMs = stretch(beatWithinUsuallyMs);
  const ownBeat = `beat ${randomUUID()}`;
  let isOn = false;
  let reported: ListeningTrouble | undefined;
  /** Connections in a row that heard nothing, not even once. */
  let deaf = 0;
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beatTimer: NodeJS.Timeout | undefined;

  function report(trouble: ListeningTrouble | undefined): void {
    if (trouble !== reported) onListening?.(trouble);
    reported = trouble;
  }

  function lose(lost: Client, trouble: ListeningTrouble): void {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    clearTimeout(beatTimer);
    if (isOn) onMissed();
    isOn = false;
    report(trouble);
    // It's gone anyway; closing it politely could wait for a reply that never comes.
    lost.end().catch(() => undefined);
    deaf = trouble === "not passed on" ? deaf + 1 : 0;
    const pauseMs = Math.min(retryMs * 2 ** deaf, maxRetryMs);
    if (!isClosed) timer = setTimeout(() => void connect(), pauseMs).unref();
  }

  function beat(current: Client): void {
    let isAnnounced = false;
    // Once on, this connection is known to hear.
    const trouble = () => (isAnnounced && !isOn ? "not passed on" : "lost");
    beatTimer = setTimeout(() => lose(current, trouble()), beatWithinMs).unref();
    announce(ownBeat).then(
      () => (isAnnounced = true),
      () => lose(current, "lost"),
    );
  }

  function handleNotification(current: Client, payload = ""): void {
    // One that was given up may still hear what was announced by then, late, and nothing after that.
    if (client !== current) return;
    if (payload === ownBeat) {
      clearTimeout(beatTimer);
      if (!isOn) onMissed();
      isOn = true;
      report(undefined);
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
    current.on("error", () => lose(current, "lost"));
    current.on("end", () => lose(current, "lost"));
    current.on("notification", ({ payload }) => handleNotification(current, payload));
    try {
      await current.connect();
      await current.query(`listen ${channel}`);
      beat(current);
    } catch {
      lose(current, "lost");
    }
  }

  void connect();
  return {
    isOn: () => isOn,
    trouble: () => reported,
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
