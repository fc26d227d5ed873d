import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSparingly, type Logger } from "../log/index.ts";
import { minuteMs, secondMs } from "../time.ts";
import { sendText } from "./http-server.ts";

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
}

/** Discord's requests are a few kilobytes; a message with all its embeds stays below 100. */
const maxBodyBytes = 1024 * 1024;
/** An older request was recorded and is being replayed. */
const maxAgeMs = 30 * secondMs;
const signatureForm = /^[0-9a-f]{128}$/i;
const timestampForm = /^\d{1,12}$/;

interface Refusal {
  readonly status: 400 | 401 | 413;
  readonly text: string;
}
const refusals = {
  tooLarge: { status: 413, text: "a request was larger than 1 MiB, so it was refused" },
  unsigned: { status: 401, text: "a request had no signature of Discord's, so it was refused" },
  forged: {
    status: 401,
    text: "a request wasn't signed by Discord for this application, so it was refused; if Discord itself says that the endpoint can't be verified, DISCORD_PUBLIC_KEY is the key of another application",
  },
  old: {
    status: 401,
    text: "a signed request was more than 30 s old or ahead of time, so it was refused; if people get no answers, set this machine's clock",
  },
  unreadable: { status: 400, text: "a signed request had a body that isn't JSON, so it was refused" },
} as const satisfies Record<string, Refusal>;

export function createSignedRequests({ publicKey, log, now }: SignedRequestsParts): SignedRequests {
  const key = toKey(publicKey);
  const reporters = new Map<string, ReturnType<typeof createSparingly>>();

  function warn(text: string): void {
    const report = reporters.get(text) ?? createSparingly(now, minuteMs);
    reporters.set(text, report);
    report((times) => log.warn(text, { times }));
  }

  function refuse(response: ServerResponse, { status, text }: Refusal): undefined {
    warn(text);
    // An unread rest of the request would be taken for the next one.
    if (status === 413) response.setHeader("connection", "close");
    sendText(response, status, `${text}\n`);
    return undefined;
  }

  return {
    async read(request, response) {
      const signature = request.headers["x-signature-ed25519"];
      const timestamp = request.headers["x-signature-timestamp"];
      if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes)
        return refuse(response, refusals.tooLarge);
      const body = await readBody(request);
      if (body === "cut") {
        warn("a request was cut off before its end, so it was dropped");
        response.destroy();
        return undefined;
      }
      if (body === "too large") return refuse(response, refusals.tooLarge);
      if (typeof signature !== "string" || typeof timestamp !== "string")
        return refuse(response, refusals.unsigned);
      if (!signatureForm.test(signature) || !timestampForm.test(timestamp))
        return refuse(response, refusals.unsigned);
      const signed = Buffer.concat([Buffer.from(timestamp), body]);
      if (!verify(null, signed, key, Buffer.from(signature, "hex"))) return refuse(response, refusals.forged);
      if (Math.abs(now() - Number(timestamp) * secondMs) > maxAgeMs) return refuse(response, refusals.old);
      return toObject(body) ?? refuse(response, refusals.unreadable);
    },
  };
}

/** The prefix of an Ed25519 key in the form that `node:crypto` takes (RFC 8410). */
const keyPrefix = Buffer.from("302a300506032b6570032100", "hex");

function toKey(publicKey: string): KeyObject {
  const key = Buffer.concat([keyPrefix, Buffer.from(publicKey, "hex")]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

function readBody(request: IncomingMessage): Promise<Buffer | "cut" | "too large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
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
