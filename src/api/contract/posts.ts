import { z } from "zod";
import { DateTime, Id, optionalField, Success } from "./fields.ts";
import { records } from "./records.ts";
import { minuteMs } from "../../time.ts";

export const Post = z.object({
  _id: Id,
  image_url: optionalField(z.string()),
  title: optionalField(z.string()),
  category: optionalField(z.string()),
  body: optionalField(z.string()),
  published_by: optionalField(z.string()),
  /** `featured` or `small`; other values are kept as they are. */
  type: optionalField(z.string()),
  createdAt: optionalField(DateTime),
  updatedAt: optionalField(DateTime),
});
export type Post = z.output<typeof Post>;

export const postRows = {
  listPosts: {
    method: "GET",
    path: "/workspace/posts/{workspaceId}",
    params: z.object({ workspaceId: Id }),
    response: records(Post, "post", 5_000),
    maxBytes: 4 * 1024 * 1024,
    retryable: true,
    cacheMs: minuteMs,
  },
  deletePost: {
    method: "DELETE",
    path: "/workspace/posts/{workspaceId}/{postId}",
    params: z.object({ workspaceId: Id, postId: Id }),
    response: Success,
    retryable: false,
    invalidates: ["listPosts"],
  },
} as const;
