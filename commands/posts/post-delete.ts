import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { suggestKnown } from "../kit/autocomplete-reads.ts";
import { text } from "../kit/options.ts";
import { deletePostConfirmation, promptDeletePost } from "./confirm-delete.ts";
import { featuredFirst, findPost, readPosts } from "./find-post.ts";
import { postName } from "./render-delete.ts";

export const postDelete = defineCommand({
  name: "post-delete",
  description: "Delete a post from the intranet",
  options: {
    post: text("The post: choose it by title, or paste its id")
      .autocomplete(
        suggestKnown(
          "listPosts",
          ({ workspaceId }) => ({ params: { workspaceId } }),
          (posts) =>
            featuredFirst(posts).map((post) => ({
              text: joinParts([post.title, post.category]),
              name: postName(post),
              value: post._id,
            })),
        ),
      )
      .required(),
  },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listPosts", "deletePost"],
  components: deletePostConfirmation.components,
  async run({ options }, ctx) {
    const post = findPost(await readPosts(ctx), options.post);
    if (post === undefined)
      throw new UserError(
        "I can't find a post with that title or id, so nothing was deleted. It may already be gone. Choose a suggestion, or check the id.",
      );
    return promptDeletePost(post, ctx);
  },
});
