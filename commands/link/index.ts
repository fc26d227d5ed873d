import { SlashCommandBuilder } from "@discordjs/builders";
import { PermissionFlagsBits } from "discord.js";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { remove } from "./remove.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";

export const link = defineCommandGroup(
  new SlashCommandBuilder()
    .setName("link")
    .setDescription("Tie this server to a workspace")
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
  [set, status, remove],
);
