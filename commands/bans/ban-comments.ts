import type { BanComment } from "../../src/api/contract/bans.ts";
import { ApiError } from "../../src/api/errors.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { text } from "../kit/options.ts";

export const banOption = () =>
  text("The ban: its id, or a link to its page").max(500).required().map(readBanId);

/**
 * The id of a ban, from a link or as typed.
 * @throws UserError if no ban could have it
 */
export function readBanId(typed: string): string {
  const id = readServiceId(typed, idKinds.ban);
  if (id !== undefined) return id;
  throw new UserError(
    "`ban` must be a ban's id or a link to its page in the workspace. I didn't look anything up. An id looks like `64f1c0ffee64f1c0ffee64f1`.",
  );
}

/**
 * The comments on a ban, oldest first: they are read as a conversation.
 * @throws UserError if the key may not read bans, or there is no such ban
 */
export async function readComments(
  banId: string,
  { api, workspaceId }: LinkedContext,
): Promise<readonly BanComment[]> {
  try {
    const comments = await api.listBanComments({ params: { workspaceId, banId } });
    return commentsInOrder(comments);
  } catch (error) {
    throw banError(error, banId);
  }
}

export function commentsInOrder(comments: readonly BanComment[]): readonly BanComment[] {
  return comments.toSorted((a, b) => writtenAt(a) - writtenAt(b));
}

/** Bans have their own refusals and texts. */
export function banError(cause: unknown, banId: string): unknown {
  if (!(cause instanceof ApiError)) return cause;
  if (cause.failure === "forbidden")
    return new UserError(
      "This server's key has no access to bans, so nothing was shown or changed. The service offers bans by invitation only: ask someone who manages the workspace whether it was invited.",
      { cause },
    );
  if (cause.failure === "not-found")
    return new UserError(
      `The workspace has no ban with the id ${inlineCode(banId)}, so there's nothing to show. Check the id, or paste a link to the ban's page.`,
      { cause },
    );
  return cause;
}

function writtenAt({ createdAt }: BanComment): number {
  return parseInstant(createdAt)?.epochMilliseconds ?? 0;
}
