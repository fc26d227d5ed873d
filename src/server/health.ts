import type { ServerResponse } from "node:http";
import { raceTimeout } from "../time.ts";
import type { HttpRoutes } from "./http-server.ts";

/** Why the bot isn't ready; `undefined` if this part is. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** A probe that waits longer than this counts as failed anyway. */
const checkWithinMs = 1_000;

/** `/healthz`: the process is running. `/readyz`: it can serve people. */
export function healthRoutes(checks: Readonly<Record<string, ReadinessCheck>>): HttpRoutes {
  return {
    "GET /healthz": (_, response) => send(response, 200, { status: "ok" }),
    async "GET /readyz"(_, response) {
      const { isReady, results } = await readiness(checks);
      send(response, isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: results });
    },
  };
}

/** The result of each check: `ok`, or why not. */
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

/** Error text is not exposed: anyone can reach this port. */
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
