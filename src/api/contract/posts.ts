import { z } from "zod";
import { DateTime, Id, optional, Success } from "./fields.ts";
import { records } from "./records.ts";

export const Post = z.object({
  _id: Id,
  image_url: optional(z.string()),
  title: optional(z.string()),
  category: optional(z.string()),
  body: optional(z.string()),
  published_by: optional(z.string()),
  /** `featured` or `small`; anything else is kept as it came. */
  type: optional(z.string()),
  createdAt: optional(DateTime),
  updatedAt: optional(DateTime),
});
export type Post = z.output<typeof Post>;

export const postRows = {
  listPosts: {
    method: "GET",
    path: "/workspace/posts/{workspaceId}",
    params: z.object({ workspaceId: Id }),
    success: records(Post, "post", 5_000),
    maxBytes: 4 * 1024 * 1024,
    repeatable: true,
    cacheMs: 60_000,
  },
  deletePost: {
    method: "DELETE",
    path: "/workspace/posts/{workspaceId}/{postId}",
    params: z.object({ workspaceId: Id, postId: Id }),
    success: Success,
    repeatable: false,
    empties: ["listPosts"],
  },
} as const;
