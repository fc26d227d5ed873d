import { z } from "zod";

const maxMessageLength = 300;

const Words = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join("; "))]);
const ErrorBody = z.union([
  z.object({ message: Words }).transform((body) => body.message),
  z
    .object({ errors: z.tuple([z.object({ message: Words })], z.unknown()) })
    .transform((body) => body.errors[0].message),
  z.object({ error: z.string() }).transform((body) => body.error),
]);

/** What the service said about a failure, in either of its two shapes, clipped. A body in no such shape is normal. */
export function parseErrorMessage(text: string, scrub: (text: string) => string): string | undefined {
  const said = ErrorBody.safeParse(parseJson(text));
  if (!said.success) return undefined;
  const message = clip(scrub(said.data).trim());
  return message === "" ? undefined : message;
}

/** `undefined` when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clip(message: string): string {
  if (message.length <= maxMessageLength) return message;
  // Never leave half a character before the mark.
  return `${message.slice(0, maxMessageLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
