import { SlashCommandBuilder } from "@discordjs/builders";
import { type Command, defineCommandGroup } from "../../src/interactions/define.ts";
import { create } from "./create.ts";
import { search } from "./search.ts";

export const order: Command = defineCommandGroup(
  new SlashCommandBuilder().setName("order").setDescription("Log orders and find them again"),
  [create, search],
);
