import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { once } from "node:events";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import type { Endpoint } from "../../src/api/endpoint.ts";
import type { ExchangeLog } from "./request-log.ts";
import type { Fault, FaultStore } from "./faults.ts";
import { pictureRoute } from "./images/route.ts";
import { readOtherWeek } from "./different-reply.ts";
import { authorizationOf, type Processing, processRequest } from "./handle-request.ts";
import { errorReply } from "./reply.ts";
import { type Outcome, strike } from "./apply-fault.ts";

type Env = { Bindings: HttpBindings };

export interface ServingParts extends Processing {
  readonly faults: FaultStore;
  readonly log: ExchangeLog;
  readonly now: () => number;
  readonly closing: AbortSignal;
}

/** The contract as a server: one route for each row. */
export function createServing(parts: ServingParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/pictures/:name", (c) => pictureRoute(parts.workspaces, c.req.param("name")));

  // Object.entries forgets the keys; they are the contract's own.
  for (const [operation, row] of Object.entries(contract) as [OperationName, Endpoint][]) {
    app.on(row.method, row.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
      const at = parts.now();
      const text = await c.req.text();
      const { workspaces } = parts;
      const workspace = workspaces.acceptedBy(authorizationOf(c.req.raw)) ?? workspaces.first;
      const fault = parts.faults.take(operation, workspace.emulator.workspaceId);
      const request =
        fault?.kind === "week-base" ? readOtherWeek(fault, c.req.raw, parts.queryNames.week) : c.req.raw;
      const outcome = await strike(
        fault,
        () =>
          request === undefined
            ? errorReply(400, "There is no such week.", workspace.rateLimit.headers())
            : processRequest(parts, { operation, row, text, params: c.req.param(), request }),
        { headers: () => workspace.rateLimit.headers(), closing: parts.closing },
      );
      return answer(c, parts, outcome, { at, operation, fault: fault?.kind });
    });
  }

  app.notFound((c) =>
    answer(c, parts, errorReply(404, `Cannot ${c.req.method} ${c.req.path}`), {
      at: parts.now(),
      operation: undefined,
      fault: undefined,
    }),
  );
  return app;
}

interface Begun {
  readonly at: number;
  readonly operation: OperationName | undefined;
  readonly fault: Fault["kind"] | undefined;
}

async function answer(
  c: Context<Env>,
  parts: ServingParts,
  outcome: Outcome,
  begun: Begun,
): Promise<Response> {
  const sent = typeof outcome === "string" ? undefined : outcome;
  const url = new URL(c.req.url);
  parts.log.record({
    ...begun,
    method: c.req.method,
    path: url.pathname + url.search,
    status: sent?.status,
    durationMs: parts.now() - begun.at,
    bytes: Buffer.byteLength(sent?.body ?? ""),
  });
  if (sent !== undefined) return new Response(sent.body, { status: sent.status, headers: sent.headers });

  if (outcome === "cut") c.env.incoming.socket.destroy();
  else if (!c.env.outgoing.closed) await once(c.env.outgoing, "close");
  return RESPONSE_ALREADY_SENT;
}
