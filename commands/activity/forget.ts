import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { counted } from "../../src/text/numbers.ts";
import { personOption, resolvePerson } from "../shared/person-option.ts";
import { namesOf, personWords } from "../shared/people.ts";
import { forgetConfirmation } from "./confirm-forget.ts";
import { renderForgetQuestion } from "./render-forget.ts";
import { suggestRemembered } from "./suggest-remembered.ts";

export const forget = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("forget")
    .setDescription(
      "Delete the weeks that are remembered of somebody, connected or not; you confirm it first",
    )
    .addStringOption((option) =>
      personOption(
        "person",
        "Whose: a user id of the workspace, a name or a mention",
      )(option).setRequired(true),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  suggest: { person: suggestRemembered },
  controls: forgetConfirmation.controls,
  async run({ options }, ctx) {
    const { store, guildId, commandMention } = ctx;
    const userId = await resolvePerson(options.getString("person", true), ctx, { field: "person" });
    const [remembered, names] = await Promise.all([
      store.weeks.rememberedOf(guildId, userId),
      namesOf([userId], ctx),
    ]);
    if (remembered === undefined)
      throw new UserError(
        `No week is remembered of ${personWords(userId, names)}, so nothing was deleted. Choose one of the suggestions, or look for their user id in ${commandMention("board")}.`,
      );
    return forgetConfirmation.ask(
      { userId, before: counted(remembered.weeks, "week") },
      renderForgetQuestion({ remembered, names, disconnectMention: commandMention("account disconnect") }),
      ctx,
    );
  },
});
