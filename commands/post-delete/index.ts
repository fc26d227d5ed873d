import { SlashCommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { deletion } from "./deletion.ts";
import { byWish, findPost, matching } from "./find-post.ts";
import { postName, renderQuestion, shortTitle } from "./render.ts";

const suggestWithinMs = 1_500;

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
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listPosts", "deletePost"],
  controls: deletion.controls,
  suggest: {
    async post(typed, { api, workspaceId }) {
      const posts = await api.listPosts({ params: { workspaceId } }, { budgetMs: suggestWithinMs });
      return matching(byWish(posts), typed).map((post) => ({ name: postName(post), value: post._id }));
    },
  },
  async run(interaction, ctx) {
    const posts = await ctx.api.listPosts({ params: { workspaceId: ctx.workspaceId } });
    const post = findPost(posts, interaction.options.getString("post", true));
    if (post === undefined)
      throw new UserError(
        "I find no post by that title or id, so nothing was deleted. It may be gone already. Choose one of the suggestions, or check the id.",
      );
    return deletion.ask({ postId: post._id, title: shortTitle(post) }, renderQuestion(post), ctx);
  },
});
