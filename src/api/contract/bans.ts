import { z } from "zod";
import { DateTime, Id, list, optional, Success } from "./fields.ts";
import { records } from "./records.ts";

export const BanComment = z.object({
  _id: Id,
  files: list(z.string()),
  videos: list(z.string()),
  author: optional(z.string()),
  body: optional(z.string()),
  createdAt: optional(DateTime),
  updatedAt: optional(DateTime),
});
export type BanComment = z.output<typeof BanComment>;

export const banRows = {
  listBanComments: {
    method: "GET",
    path: "/players/bans/{workspaceId}/{banId}/comments",
    params: z.object({ workspaceId: Id, banId: Id }),
    success: records(BanComment, "comment", 2_000),
    maxBytes: 2 * 1024 * 1024,
    repeatable: true,
    cacheMs: 30_000,
  },
  deleteBanComment: {
    method: "DELETE",
    path: "/players/bans/{workspaceId}/{banId}/comments/{commentId}",
    params: z.object({ workspaceId: Id, banId: Id, commentId: Id }),
    success: Success,
    repeatable: false,
    empties: ["listBanComments"],
  },
} as const;
