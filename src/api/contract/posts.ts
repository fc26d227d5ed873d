import { z } from "zod";
import { DateTime, Id, IdText, Success, tolerantField } from "./fields.ts";
import { records } from "./records.ts";
import { minuteMs } from "../../time.ts";

export const Post = z.object({
  _id: Id,
  image_url: tolerantField(z.string()),
  title: tolerantField(z.string()),
  category: tolerantField(z.string()),
  body: tolerantField(z.string()),
  published_by: tolerantField(IdText),
  /** `featured` or `small`; other values are kept as they are. */
  type: tolerantField(z.string()),
  createdAt: tolerantField(DateTime),
  updatedAt: tolerantField(DateTime),
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
