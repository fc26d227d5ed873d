import { SlashCommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { readPosts } from "../posts/read-posts.ts";
import { joined } from "../shared/lines.ts";
import { suggestKnown } from "../shared/suggest-known.ts";
import { askToDelete } from "./ask-to-delete.ts";
import { deletion } from "./deletion.ts";
import { byWish, findPost } from "./find-post.ts";
import { postName } from "./render.ts";

export const postDelete = defineCommand({
  data: new SlashCommandBuilder()
    .setName("post-delete")
    .setDescription("Delete a post from the intranet")
    .addStringOption((option) =>
      option
        .setName("post")
        .setDescription("The post: choose one by its title, or give its id")
        .setAutocomplete(true)
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listPosts", "deletePost"],
  controls: deletion.controls,
  suggest: {
    post: suggestKnown(
      "listPosts",
      ({ workspaceId }) => ({ params: { workspaceId } }),
      (posts) =>
        byWish(posts).map((post) => ({
          text: joined([post.title, post.category]),
          name: postName(post),
          value: post._id,
        })),
    ),
  },
  async run(interaction, ctx) {
    const post = findPost(await readPosts(ctx), interaction.options.getString("post", true));
    if (post === undefined)
      throw new UserError(
        "I find no post by that title or id, so nothing was deleted. It may be gone already. Choose one of the suggestions, or check the id.",
      );
    return askToDelete(post, ctx);
  },
});
