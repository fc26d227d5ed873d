import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { deletion } from "../post-delete/deletion.ts";
import { suggestKnown } from "../shared/suggest-known.ts";
import { categoriesOf, everyCategory, findCategory } from "./category.ts";
import { deleteButton } from "./delete-button.ts";
import { postsPageButton, showPosts } from "./list-page.ts";
import { readButton } from "./read-button.ts";
import { readPosts } from "./read-posts.ts";

export const list = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("list")
    .setDescription("Read the posts of the intranet, featured ones first")
    .addStringOption((option) =>
      option
        .setName("category")
        .setDescription("Only posts of this category")
        .setMaxLength(100)
        .setAutocomplete(true),
    ),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listPosts", "deletePost"],
  controls: [postsPageButton, readButton, deleteButton, ...deletion.controls],
  suggest: {
    category: suggestKnown(
      "listPosts",
      ({ workspaceId }) => ({ params: { workspaceId } }),
      (posts) => categoriesOf(posts).map(({ name }) => ({ text: name, name, value: name })),
    ),
  },
  async run({ options }, ctx) {
    const typed = options.getString("category")?.trim() ?? "";
    const posts = await readPosts(ctx);
    return showPosts(posts, typed === "" ? everyCategory : findCategory(posts, typed).key, 0, ctx);
  },
});
