import type { BanComment } from "../../src/api/contract/bans.ts";
import { ApiError } from "../../src/api/errors.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { text } from "../kit/options.ts";

export const banOption = () =>
  text("The ban: its id, or the link to its page").max(500).required().map(readBanId);

/**
 * The id of the ban that was meant: the one of a link, else what was typed.
 * @throws UserError when no ban could have it
 */
export function readBanId(typed: string): string {
  const id = readServiceId(typed, idKinds.ban);
  if (id !== undefined) return id;
  throw new UserError(
    "`ban` has to be the id of a ban, or the link to its page in the workspace. Nothing was asked there. An id looks like `64f1c0ffee64f1c0ffee64f1`.",
  );
}

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
      `The workspace knows no ban by the id ${inlineCode(banId)}, so there is nothing to show. Check the id, or paste the link to the ban's page.`,
      { cause },
    );
  return cause;
}

function writtenAt({ createdAt }: BanComment): number {
  return parseInstant(createdAt)?.epochMilliseconds ?? 0;
}
