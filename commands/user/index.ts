import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommandGroup } from "../../src/interactions/define.ts";
import { show } from "./show.ts";

export { profileMenu } from "./show.ts";

export const user: Command = defineCommandGroup(
  new SlashCommandBuilder().setName("user").setDescription("See people of the workspace"),
  [show],
);
