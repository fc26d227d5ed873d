import { z } from "zod";
import { DateTime, Id, IdText, listField, Success, tolerantField } from "./fields.ts";
import { records } from "./records.ts";

export const BanComment = z.object({
  _id: Id,
  files: listField(z.string()),
  videos: listField(z.string()),
  author: tolerantField(IdText),
  body: tolerantField(z.string()),
  createdAt: tolerantField(DateTime),
  updatedAt: tolerantField(DateTime),
});
export type BanComment = z.output<typeof BanComment>;

export const banRows = {
  listBanComments: {
    method: "GET",
    path: "/players/bans/{workspaceId}/{banId}/comments",
    params: z.object({ workspaceId: Id, banId: Id }),
    response: records(BanComment, "comment", 2_000),
    maxBytes: 2 * 1024 * 1024,
    retryable: true,
    cacheMs: 30_000,
  },
  deleteBanComment: {
    method: "DELETE",
    path: "/players/bans/{workspaceId}/{banId}/comments/{commentId}",
    params: z.object({ workspaceId: Id, banId: Id, commentId: Id }),
    response: Success,
    retryable: false,
    invalidates: ["listBanComments"],
  },
} as const;
