import { PermissionFlagsBits } from "discord.js";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import { channel } from "./channel.ts";
import { setDefault } from "./default.ts";
import { remove } from "./remove.ts";
import { rename } from "./rename.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";

export const link = defineCommandGroup({
  name: "link",
  description: "Link this server and its channels to workspaces",
  memberPermissions: PermissionFlagsBits.ManageGuild,
  subcommands: [set, status, setDefault, channel, rename, remove],
});
