import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommandGroup } from "../../src/interactions/define.ts";
import { forget } from "./forget.ts";
import { gift } from "./gift.ts";
import { history } from "./history.ts";
import { view } from "./view.ts";

export const activity: Command = defineCommandGroup(
  new SlashCommandBuilder().setName("activity").setDescription("See and give time and messages in the game"),
  [view, history, gift, forget],
);
