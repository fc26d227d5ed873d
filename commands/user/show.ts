import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { personOption, readPerson, suggestSelfOrPeople } from "../shared/person-option.ts";
import { profileId, showProfile } from "./profile-button.ts";
import { profileReach } from "./profile-reach.ts";

export const show = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("show")
    .setDescription("See somebody's week at a glance: who they are, activity, assignments, open orders")
    .addStringOption(personOption("person", "Who: a name, a mention or a user id; you when left out")),
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  suggest: { person: suggestSelfOrPeople },
  ...profileReach,
  run: async (interaction, ctx) => showProfile(await readPerson(interaction, "person", ctx, profileId), ctx),
});
