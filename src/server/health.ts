import type { ServerResponse } from "node:http";
import { raceTimeout } from "../time.ts";
import type { HttpRoutes } from "./http-server.ts";

/** Why the bot isn't ready; `undefined` if this part is. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** A probe that waits longer than this counts as failed anyway. */
const checkWithinMs = 1_000;

/** `/healthz` says that the process runs, `/readyz` that it can serve people. */
export function healthRoutes(checks: Readonly<Record<string, ReadinessCheck>>): HttpRoutes {
  return {
    "GET /healthz": (_, response) => send(response, 200, { status: "ok" }),
    async "GET /readyz"(_, response) {
      const { isReady, results } = await readiness(checks);
      send(response, isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: results });
    },
  };
}

/** What each check says, `ok` or why not. */
export async function readiness(checks: Readonly<Record<string, ReadinessCheck>>): Promise<{
  readonly isReady: boolean;
  readonly results: Readonly<Record<string, string>>;
}> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await run(check)) ?? "ok"] as const),
  );
  return {
    isReady: results.every(([, result]) => result === "ok"),
    results: Object.fromEntries(results),
  };
}

/** What an error says stays in the log: everybody who reaches the port reads this. */
async function run(check: ReadinessCheck): Promise<string | undefined> {
  try {
    return await raceTimeout(Promise.resolve(check()), checkWithinMs, () => "no answer within 1 s");
  } catch {
    return "failed";
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const json = `${JSON.stringify(body)}\n`;
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(json) })
    .end(json);
}
