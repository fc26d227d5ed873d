import type { Post } from "../../src/api/contract/posts.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../shared/people.ts";
import { deletion } from "./deletion.ts";
import { renderQuestion, shortTitle } from "./render.ts";

export async function askToDelete(post: Post, ctx: LinkedContext): Promise<Answer> {
  const names = await namesOf([post.published_by], ctx);
  return deletion.ask({ postId: post._id, before: shortTitle(post) }, renderQuestion(post, names), ctx);
}
