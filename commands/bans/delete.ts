import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { BanComment } from "../../src/api/contract/bans.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { createIndex } from "../../src/domain/search.ts";
import { defineSubcommand, type Suggest } from "../../src/interactions/define.ts";
import { plain } from "../../src/text/inert.ts";
import { readInstant } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { type Names, namesOf, personPlain } from "../shared/people.ts";
import { lastKnown, mostChoices, type Suggestion } from "../shared/suggest-known.ts";
import { askToDelete } from "./ask-to-delete.ts";
import { banOption, readBanId } from "./ban-id.ts";
import { deletion } from "./deletion.ts";
import { inOrder } from "./read-comments.ts";

/** The comments of the ban that stands in the other option. */
const suggestComment: Suggest<"link"> = async (typed, ctx, { options }) => {
  const banId = readBanId(options.getString("ban") ?? "");
  const params = { workspaceId: ctx.workspaceId, banId };
  const comments = inOrder((await lastKnown("listBanComments", { params }, ctx)) ?? []);
  const names = await namesOf(
    comments.map(({ author }) => author),
    ctx,
  );
  // Names of people change without the comments, so there is nothing to keep.
  return createIndex(comments.map((comment) => suggestionOf(comment, names))).find(typed, mostChoices);
};

function suggestionOf({ _id, author, body = "", createdAt }: BanComment, names: Names): Suggestion {
  const name = joined([
    author !== undefined && personPlain(author, names),
    readInstant(createdAt)?.toZonedDateTimeISO("UTC").toPlainDate().toString(),
    plain(body, 60) || "no text",
  ]);
  return { text: name, name, value: _id };
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
    askToDelete(
      readBanId(options.getString("ban", true)),
      readServiceId(options.getString("comment", true), idKinds.comment) ?? "",
      ctx,
    ),
});
