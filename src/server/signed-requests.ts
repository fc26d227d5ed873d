import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSparingly, type Logger } from "../log/index.ts";
import { minuteMs, secondMs, type Stretch } from "../time.ts";
import { createByteBudget, NoRoomError } from "../byte-budget.ts";
import { closeAfter, sendText, trustConnection } from "./http-server.ts";

/** Reads what Discord posts to the bot. */
export interface SignedRequests {
  /** @returns the parsed body; `undefined` if the request was refused and has been answered */
  read(request: IncomingMessage, response: ServerResponse): Promise<object | undefined>;
}

export interface SignedRequestsParts {
  /** The application's, 32 bytes in hex. */
  readonly publicKey: string;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly stretch: Stretch;
}

const kibibyte = 1024;
/** Discord's requests are a few kilobytes. */
const usualBytes = 64 * kibibyte;
/**
 * The largest is a right-click on a message: at most 4,000 characters of text and 6,000 in its embeds, and as many again in one
 * that it answers or forwards. Of the 20,000, JSON may escape each outside ASCII in 6 bytes: 120 KB, so that 64 KiB would
 * refuse real orders in other scripts. Files, people and addresses come on top of it. Only escaped emoji throughout, of 12
 * bytes each, could take more than this.
 */
const maxBodyBytes = 256 * kibibyte;
/**
 * A signature is over the whole body, so anyone can make the bot read one. This bounds the bodies in memory at a time; of
 * those over the usual size there is room for one, whoever sends it.
 */
const bodiesInAll = { usual: 4 * kibibyte * kibibyte, large: maxBodyBytes } as const;
/** Discord waits 3 s for an answer. */
const roomWithinMs = 1_000;
/** An older request was recorded and is being replayed. */
const maxAgeMs = 30 * secondMs;
const signatureForm = /^[0-9a-f]{128}$/i;
const timestampForm = /^\d{1,12}$/;

interface Refusal {
  readonly status: 400 | 401 | 413 | 503;
  readonly text: string;
}
const refusals = {
  tooLarge: { status: 413, text: "a request was larger than 256 KiB, so it was refused" },
  crowded: {
    status: 503,
    text: "requests came in faster than their signatures can be checked, so one was refused",
  },
  unsigned: { status: 401, text: "a request had no signature of Discord's, so it was refused" },
  forged: {
    status: 401,
    text: "a request wasn't signed by Discord for this application, so it was refused; if Discord itself says that the endpoint can't be verified, DISCORD_PUBLIC_KEY is the key of another application",
  },
  old: {
    status: 401,
    text: "a request was more than 30 s old or ahead of time, so it was refused; if people get no answers, set this machine's clock",
  },
  unreadable: { status: 400, text: "a signed request had a body that isn't JSON, so it was refused" },
} as const satisfies Record<string, Refusal>;

export function createSignedRequests({ publicKey, log, now, stretch }: SignedRequestsParts): SignedRequests {
  const key = toKey(publicKey);
  const createBudget = (total: number) =>
    createByteBudget({ total, perKey: total, waitMs: stretch(roomWithinMs) });
  const budgets = { usual: createBudget(bodiesInAll.usual), large: createBudget(bodiesInAll.large) };
  const reporters = new Map<string, ReturnType<typeof createSparingly>>();

  function warn(text: string): void {
    const report = reporters.get(text) ?? createSparingly(now, minuteMs);
    reporters.set(text, report);
    report((times) => log.warn(text, { times }));
  }

  /** @param isRead the body, to its end */
  function refuse(response: ServerResponse, { status, text }: Refusal, isRead = false): undefined {
    warn(text);
    // Nothing is read only to be dropped.
    if (!isRead) closeAfter(response);
    sendText(response, status, `${text}\n`);
    return undefined;
  }

  /** Once there is room for so many bytes of the body. */
  async function readAndVerify(
    request: IncomingMessage,
    { signature, timestamp, bytes }: Signed & { readonly bytes: number },
  ): Promise<Buffer | Refusal | "cut"> {
    const budget = bytes > usualBytes ? budgets.large : budgets.usual;
    const room = await budget.reserve("", bytes).catch((error: unknown) => {
      if (!(error instanceof NoRoomError)) throw error;
    });
    if (room === undefined) return refusals.crowded;
    using _ = room;
    const body = await readBody(request, bytes);
    if (body === "cut") return "cut";
    if (body === "too large") return refusals.tooLarge;
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    return verify(null, signed, key, Buffer.from(signature, "hex")) ? body : refusals.forged;
  }

  return {
    async read(request, response) {
      const bytes = Number(request.headers["content-length"] ?? usualBytes);
      if (bytes > maxBodyBytes) return refuse(response, refusals.tooLarge);
      const signed = readSignature(request);
      if (signed === undefined) return refuse(response, refusals.unsigned);
      // Whether it is signed shows only with the body, but an old one is of no use either way.
      if (Math.abs(now() - Number(signed.timestamp) * secondMs) > stretch(maxAgeMs))
        return refuse(response, refusals.old);
      const read = await readAndVerify(request, { ...signed, bytes });
      if (read === "cut") {
        warn("a request was cut off before its end, so it was dropped");
        response.destroy();
        return undefined;
      }
      if (!Buffer.isBuffer(read)) return refuse(response, read, read === refusals.forged);
      trustConnection(request, response);
      return toObject(read) ?? refuse(response, refusals.unreadable, true);
    },
  };
}

interface Signed {
  readonly signature: string;
  readonly timestamp: string;
}

/** From the headers; `undefined` for anything that can't be a signature of Discord's. */
function readSignature({ headers }: IncomingMessage): Signed | undefined {
  const signature = headers["x-signature-ed25519"];
  const timestamp = headers["x-signature-timestamp"];
  if (typeof signature !== "string" || typeof timestamp !== "string") return undefined;
  return signatureForm.test(signature) && timestampForm.test(timestamp)
    ? { signature, timestamp }
    : undefined;
}

/** The prefix of an Ed25519 key in the form that `node:crypto` takes (RFC 8410). */
const keyPrefix = Buffer.from("302a300506032b6570032100", "hex");

function toKey(publicKey: string): KeyObject {
  const key = Buffer.concat([keyPrefix, Buffer.from(publicKey, "hex")]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | "cut" | "too large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve("too large");
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", () => resolve("cut"));
    request.on("close", () => resolve("cut"));
  });
}

function toObject(body: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
