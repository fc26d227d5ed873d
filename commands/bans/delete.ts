import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { fold } from "../../src/domain/fold.ts";
import { type Choice, defineSubcommand, type Suggest } from "../../src/interactions/define.ts";
import { plain } from "../../src/text/inert.ts";
import { readInstant } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { type Names, namesOf, personPlain } from "../shared/people.ts";
import { askToDelete } from "./ask-to-delete.ts";
import { banOption, readBanId } from "./ban-id.ts";
import { deletion } from "./deletion.ts";
import { commentsToSuggest } from "./read-comments.ts";

/** The comments of the ban that stands in the other option. */
const suggestComment: Suggest<"link"> = async (typed, ctx, { options }) => {
  const comments = await commentsToSuggest(readBanId(options.getString("ban") ?? ""), ctx);
  const names = await namesOf(
    comments.map(({ author }) => author),
    ctx,
  );
  return comments
    .map((comment) => choiceOf(comment, names))
    .filter(({ name, value }) => fold(name).includes(fold(typed.trim())) || value === typed.trim());
};

function choiceOf({ _id, author, body = "", createdAt }: BanComment, names: Names): Choice {
  const name = joined([
    author !== undefined && personPlain(author, names),
    readInstant(createdAt)?.toZonedDateTimeISO("UTC").toPlainDate().toString(),
    plain(body, 60) || "no text",
  ]);
  return { name, value: _id };
}

export const deleteComment = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("delete")
    .setDescription("Delete a comment on a ban")
    .addStringOption(banOption)
    .addStringOption((option) =>
      option
        .setName("comment")
        .setDescription("The comment: choose one by its author or text, or give its id")
        .setAutocomplete(true)
        .setRequired(true),
    ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listBanComments", "deleteBanComment"],
  controls: deletion.controls,
  suggest: { comment: suggestComment },
  run: async ({ options }, ctx) =>
    askToDelete(readBanId(options.getString("ban", true)), options.getString("comment", true).trim(), ctx),
});
