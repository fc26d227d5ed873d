import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { personOption, readPerson, suggestSelfOrPeople } from "../shared/person-option.ts";
import { firstPageId, showActivity, viewPageButton } from "./view-page.ts";

export const view = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("view")
    .setDescription("See somebody's minutes and messages of this week, and their last 25 visits")
    .addStringOption(personOption("person", "Whose: a name, a mention or a user id; you when left out")),
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["getActivity"],
  suggest: { person: suggestSelfOrPeople },
  controls: [viewPageButton],
  run: async (interaction, ctx) =>
    showActivity(await readPerson(interaction, "person", ctx, firstPageId), 0, ctx),
});
