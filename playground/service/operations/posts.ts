import type { postRows } from "../../../src/api/contract/posts.ts";
import { Refusal } from "../reply.ts";
import type { Answers } from "../service.ts";

export const postAnswers: Pick<Answers, keyof typeof postRows> = {
  listPosts: (_input, { state }) => [...state.posts.values()],
  deletePost({ params }, { state }) {
    if (!state.posts.delete(params.postId)) throw new Refusal(404, "Post not found.");
    return { success: true };
  },
};
