import { z } from "zod";
import { UserError } from "../errors.ts";
import { outOfDate } from "./controls.ts";

const Wrapped = z.object({ workspaceId: z.string().optional(), payload: z.unknown() });

/** What a draft holds: the payload, and the workspace the question was about. */
export function wrapPayload(payload: unknown, workspaceId: string | undefined): unknown {
  return { workspaceId, payload };
}

/** The same, for the record of a write that was cut off; parts that cannot be read are left out. */
export function readWrapped(stored: unknown): {
  readonly workspaceId?: string | undefined;
  readonly payload?: unknown;
} {
  return Wrapped.safeParse(stored).data ?? {};
}

/** @throws UserError when an older version of the bot stored it, or the server was linked to another workspace since */
export function unwrapPayload<Payload>(
  stored: unknown,
  schema: z.ZodType<Payload>,
  workspaceId: string | undefined,
): Payload {
  const wrapped = Wrapped.safeParse(stored);
  const payload = schema.safeParse(wrapped.data?.payload);
  if (!wrapped.success || !payload.success) throw new UserError(outOfDate);
  if (wrapped.data.workspaceId !== workspaceId) {
    throw new UserError(
      "This server was linked to another workspace since this question was asked, so nothing was sent. Please run the command again.",
    );
  }
  return payload.data;
}
