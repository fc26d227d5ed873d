import { ContextMenuCommandBuilder } from "@discordjs/builders";
import { defineUserMenu } from "../../src/interactions/define.ts";
import { resolvePerson } from "../shared/person-option.ts";
import { showProfile } from "./profile-button.ts";
import { profileReach } from "./profile-reach.ts";

/** The profile of the member on whom it is run. */
export const profileMenu = defineUserMenu({
  data: new ContextMenuCommandBuilder().setName("Profile"),
  description: "See a member's week at a glance: who they are, activity, assignments, open orders",
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  ...profileReach,
  run: async ({ targetId }, ctx) =>
    showProfile(await resolvePerson(`<@${targetId}>`, ctx, { field: "person" }), ctx),
});
