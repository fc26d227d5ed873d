import type { BanComment } from "../../src/api/contract/bans.ts";
import { UserError } from "../../src/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../shared/people.ts";
import { deletion } from "./deletion.ts";
import { readComments } from "./read-comments.ts";
import { renderQuestion } from "./render-deletion.ts";

/** @throws UserError when the ban has no such comment */
export async function askToDelete(banId: string, commentId: string, ctx: LinkedContext): Promise<Answer> {
  const comment = (await readComments(banId, ctx)).find(({ _id }) => _id === commentId);
  if (comment === undefined)
    throw new UserError(
      `This ban has no comment by that id, so nothing was deleted. It may be gone already. See what is there with ${ctx.commandMention("bans comments")}.`,
    );
  const names = await namesOf([comment.author], ctx);
  const payload = { banId, commentId, before: whose(comment) };
  return deletion.ask(payload, renderQuestion(banId, comment, names), ctx);
}

/** For the record, which says whose comment went, and never what it said: it was deleted to be gone. */
function whose({ author = "unknown", createdAt = "unknown" }: BanComment): string {
  return `by ${author}, written ${createdAt}`;
}
