import { request } from "undici";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import {
  type ServiceEmulator,
  type ServiceEmulatorOptions,
  startServiceEmulator,
} from "../../playground/service/index.ts";
import { judgeAnswer, judgeRequest } from "../support/service/judge.ts";

/** A Thursday afternoon. */
export const startMs = Temporal.Instant.from("2025-11-20T15:00:00Z").epochMilliseconds;

export interface Subject {
  readonly emulator: ServiceEmulator;
  /** Moves the emulator's clock ahead. */
  readonly pass: (ms: number) => void;
  /** By the emulator's clock. */
  readonly now: () => number;
  readonly call: (operation: OperationName, given?: Given) => Promise<Answer>;
}

export interface Given {
  /** `workspaceId` is filled in when left out. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** Sent as it is in place of the body. */
  readonly text?: string;
  readonly authorization?: string;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Throws when the answer is no JSON. */
  json(): unknown;
}

export async function startSubject(options: Partial<ServiceEmulatorOptions> = {}): Promise<Subject> {
  let nowMs = startMs;
  const emulator = await startServiceEmulator({ now: () => nowMs, ...options });
  return {
    emulator,
    now: () => nowMs,
    pass(ms) {
      nowMs += ms;
    },
    call: (operation, given) => call(emulator, operation, given),
  };
}

/** Whatever isn't answered with a fault is held against `docs/service.openapi.json`. */
async function call(emulator: ServiceEmulator, operation: OperationName, given: Given = {}): Promise<Answer> {
  const row = contract[operation];
  const params: Readonly<Record<string, string>> = { workspaceId: emulator.workspaceId, ...given.params };
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const isStruck = emulator.faults.active.length > 0;
  const response = await request(`${emulator.baseUrl}${path}${given.query ?? ""}`, {
    method: row.method,
    headers: {
      authorization: given.authorization ?? `Bearer ${emulator.token}`,
      ...(given.body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: given.text ?? (given.body === undefined ? null : JSON.stringify(given.body)),
    ...(given.signal === undefined ? {} : { signal: given.signal }),
  });
  const text = await response.body.text();
  const json = (): unknown => JSON.parse(text);
  if (!isStruck) {
    const { method } = row;
    const { statusCode: status } = response;
    judgeAnswer({ method, path, status, answer: json() });
    // What was refused may have been wrong on purpose, as may be the names in a query.
    if (status === 200) judgeRequest({ method, path, body: given.body });
  }
  return { status: response.statusCode, headers: response.headers, text, json };
}

/** For what the seed never leaves empty. */
export function firstOf<T>(things: Iterable<T>): T {
  const [first] = things;
  if (first === undefined) throw new Error("The emulator has none.");
  return first;
}
