import type { Post } from "../../src/api/contract/posts.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { featuredFirst } from "./find-post.ts";

/** The posts of the intranet, the most wanted first. */
export async function readPosts({ api, workspaceId }: LinkedContext): Promise<readonly Post[]> {
  return featuredFirst(await api.listPosts({ params: { workspaceId } }));
}
