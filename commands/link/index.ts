import { SlashCommandBuilder } from "@discordjs/builders";
import { PermissionFlagsBits } from "discord.js";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { channel } from "./channel.ts";
import { setDefault } from "./default.ts";
import { remove } from "./remove.ts";
import { rename } from "./rename.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";

export const link = defineCommandGroup(
  new SlashCommandBuilder()
    .setName("link")
    .setDescription("Tie this server and its channels to workspaces")
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
  [set, status, setDefault, channel, rename, remove],
);
