import type { banRows } from "../../../src/api/contract/bans.ts";
import { Refusal } from "../reply.ts";
import type { Answers } from "../service.ts";
import { found } from "./assertions.ts";

export const banAnswers: Pick<Answers, keyof typeof banRows> = {
  listBanComments: ({ params }, { state }) => found(state.banComments.get(params.banId), "Ban"),
  deleteBanComment({ params }, { state }) {
    const comments = found(state.banComments.get(params.banId), "Ban");
    const place = comments.findIndex((comment) => comment._id === params.commentId);
    if (place === -1) throw new Refusal(404, "Comment not found.");
    comments.splice(place, 1);
    return { success: true };
  },
};
