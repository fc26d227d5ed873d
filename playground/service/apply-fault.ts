import { setTimeout as pause } from "node:timers/promises";
import { differentReply } from "./different-reply.ts";
import type { Fault } from "./faults.ts";
import { nonsenseReply, withLooseTypes, withWrongRecords } from "./malformed-reply.ts";
import { errorReply, jsonReply, type Reply } from "./reply.ts";

/** `cut` and `silent` mean that no answer is sent. */
export type Outcome = Reply | "cut" | "silent";

export interface StrikeContext {
  readonly headers: () => Readonly<Record<string, string>>;
  /** Ends every wait. */
  readonly closing: AbortSignal;
}

/** Answers as the fault wants it; `process` does what the caller asked for. */
export async function strike(
  fault: Fault | undefined,
  process: () => Reply,
  context: StrikeContext,
): Promise<Outcome> {
  if (fault === undefined) return process();
  if (fault.when === "after") {
    const reply = process();
    return corrupt(fault, () => reply, context);
  }
  return corrupt(fault, process, context);
}

async function corrupt(fault: Fault, process: () => Reply, context: StrikeContext): Promise<Outcome> {
  switch (fault.kind) {
    case "slow":
      return (await waited(fault.ms, context.closing)) ? process() : "cut";
    case "held":
      return (await heldUntil(fault.until, context.closing)) ? process() : "cut";
    case "status":
      return errorReply(fault.status, fault.message ?? "The service was told to fail.", {
        ...context.headers(),
        ...(fault.resetSeconds === undefined ? {} : { "x-ratelimit-reset": String(fault.resetSeconds) }),
      });
    case "nonsense":
      return nonsenseReply(fault.form ?? "html", context.headers());
    case "wrong-records":
      return withWrongRecords(process(), fault.count ?? 1);
    case "loose-types":
      return withLooseTypes(process());
    case "unsuccessful":
      return jsonReply(200, JSON.stringify({ success: false }), context.headers());
    case "bare":
      return jsonReply(200, "{}", context.headers());
    case "field":
    case "dates":
    case "unit":
    case "pages":
    case "limit-header":
    case "empty":
    case "week-base":
      return differentReply(fault, process());
    case "cut":
    case "silent":
      return fault.kind;
    default:
      return fault satisfies never;
  }
}

/** False when the emulator was closed in the meantime. */
async function heldUntil(over: Promise<unknown>, closing: AbortSignal): Promise<boolean> {
  const closed = Promise.withResolvers<boolean>();
  closing.addEventListener("abort", () => closed.resolve(false), { once: true });
  return Promise.race([over.then(() => true), closed.promise]);
}

/** False when the emulator was closed in the meantime. */
function waited(ms: number, closing: AbortSignal): Promise<boolean> {
  return pause(ms, true, { ref: false, signal: closing }).catch(() => false);
}
