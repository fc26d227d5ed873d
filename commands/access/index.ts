import { PermissionFlagsBits } from "discord.js";
import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { check } from "./check.ts";
import { set } from "./set.ts";
import { show } from "./show.ts";

/** @param commands every command there is, to check members against */
export function access(commands: () => readonly Command[]): Command {
  return defineCommandGroup({
    name: "access",
    description: "Choose which roles can do what",
    memberPermissions: PermissionFlagsBits.ManageGuild,
    subcommands: [set, show, check(commands)],
  });
}
