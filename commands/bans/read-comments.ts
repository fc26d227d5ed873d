import type { BanComment } from "../../src/api/contract/bans.ts";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { code } from "../../src/text/inert.ts";
import { readInstant } from "../../src/text/time.ts";

/**
 * The comments of a ban, oldest first: they are read as a conversation.
 * @throws UserError when the key may not read bans, or there is no such ban
 */
export async function readComments(
  banId: string,
  { api, workspaceId }: LinkedContext,
): Promise<readonly BanComment[]> {
  try {
    const comments = await api.listBanComments({ params: { workspaceId, banId } });
    return inOrder(comments);
  } catch (error) {
    throw banError(error, banId);
  }
}

export function inOrder(comments: readonly BanComment[]): readonly BanComment[] {
  return comments.toSorted((a, b) => writtenAt(a) - writtenAt(b));
}

/** Bans have refusals of their own, with words of their own. */
export function banError(cause: unknown, banId: string): unknown {
  if (!(cause instanceof ApiError)) return cause;
  if (cause.failure === "forbidden")
    return new UserError(
      "This server's key may not do that with bans, so nothing was shown or changed. The service opens bans by invitation only: ask whoever administers the workspace there whether it was invited.",
      { cause },
    );
  if (cause.failure === "not-found")
    return new UserError(
      `The workspace knows no ban by the id ${code(banId)}, so there is nothing to show. Check the id, or paste the link to the ban's page.`,
      { cause },
    );
  return cause;
}

function writtenAt({ createdAt }: BanComment): number {
  return readInstant(createdAt)?.epochMilliseconds ?? 0;
}
