import type { Hono } from "hono";

/** One request of the bot to the workspace service, as the page shows it. Never holds a token or a body. */
export interface ServiceRequest {
  readonly id: number;
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** 0 when no answer was sent. */
  readonly status: number;
  readonly ms: number;
  readonly answerBytes: number;
}

/** What the service emulator keeps of a request. */
export interface RememberedExchange {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
}

interface ExchangeSource {
  subscribe(listener: (exchange: RememberedExchange) => void): () => void;
}

const maxKept = 300;

/** Serves `GET /playground/service-requests?after=<id>`, which the page asks while its panel is open. */
export function mountServiceRequests(app: Hono, source: ExchangeSource): void {
  const kept: ServiceRequest[] = [];
  let lastId = 0;
  source.subscribe(({ at, method, path, status, durationMs, bytes }) => {
    lastId += 1;
    kept.push({
      id: lastId,
      atMs: at,
      method,
      path,
      status: status ?? 0,
      ms: durationMs,
      answerBytes: bytes,
    });
    if (kept.length > maxKept) kept.shift();
  });
  app.get("/playground/service-requests", (context) => {
    const after = Number(context.req.query("after") ?? 0);
    return context.json(kept.filter(({ id }) => id > after));
  });
}
