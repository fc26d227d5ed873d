import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import type { ContractError } from "./errors.ts";
import { isReadable, type LongListResult } from "./long-list.ts";

const maxMessageLength = 300;

const ErrorText = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join("; "))]);
const ErrorBody = z.union([
  z.object({ message: ErrorText }).transform((body) => body.message),
  z
    .object({ errors: z.tuple([z.object({ message: ErrorText })], z.unknown()) })
    .transform((body) => body.errors[0].message),
  z.object({ error: z.string() }).transform((body) => body.error),
]);

/** The service's error message in either of its two shapes, clipped. A body in neither shape is normal. */
export function parseErrorMessage(text: string, scrub: (text: string) => string): string | undefined {
  const parsed = ErrorBody.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const message = clip(scrub(parsed.data).trim());
  return message === "" ? undefined : message;
}

/** `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clip(message: string): string {
  if (message.length <= maxMessageLength) return message;
  // Never leave half a character before the ellipsis.
  return `${message.slice(0, maxMessageLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Parses a response whose text was kept. */
export function readAgain(endpoint: Endpoint, text: string): unknown {
  const result = readText(endpoint, text);
  if (!("data" in result)) throw new Error("what could be read before cannot be read any more");
  return result.data;
}

/** Parses a response by its contract. */
export function readText(endpoint: Endpoint, text: string): LongListResult {
  if (!isReadable(text)) return { tooLarge: true };
  const json = parseJson(text);
  const result = endpoint.response.safeParse(json);
  if (result.success) return { data: result.data };
  return { issues: json === undefined ? [createIssue("the body is no JSON")] : result.error.issues };
}

export function createIssue(message: string): ContractError["issues"][number] {
  return { code: "custom", path: [], message, input: undefined };
}
