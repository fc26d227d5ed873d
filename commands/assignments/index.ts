import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import { personOption, readPerson, suggestSelfOrPeople } from "../shared/person-option.ts";
import { assignmentsPageButton, firstPageId, showAssignments } from "./page-button.ts";
import { readButton } from "./read-button.ts";

export const assignments: Command = defineCommand({
  data: new SlashCommandBuilder()
    .setName("assignments")
    .setDescription("See what somebody has to reach this week, and how the last weeks were marked")
    .addStringOption(personOption("person", "Whose: a name, a mention or a user id; yours when left out")),
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["getAssignments"],
  suggest: { person: suggestSelfOrPeople },
  controls: [assignmentsPageButton, readButton],
  run: async (interaction, ctx) =>
    showAssignments(await readPerson(interaction, "person", ctx, firstPageId), 0, ctx),
});
