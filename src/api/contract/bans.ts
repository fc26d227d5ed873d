import { z } from "zod";
import { DateTime, Id, list, optional, Success } from "./fields.ts";

export const BanComment = z.object({
  _id: Id,
  ban: optional(z.string()),
  files: list(z.string()),
  videos: list(z.string()),
  workspace: optional(z.string()),
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
    success: z.array(BanComment),
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
