import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { admitForgetting, disconnectConfirmation } from "./confirm-disconnect.ts";
import { admitMember, memberOption, readMember } from "./member-option.ts";
import { renderDisconnectQuestion } from "./render-account.ts";

export const disconnect = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("disconnect")
    .setDescription("Disconnect yourself, or a member, from a user of the workspace")
    .addUserOption(memberOption("For managers: whom to disconnect; you when left out"))
    .addBooleanOption((option) =>
      option
        .setName("forget-history")
        .setDescription("For admins: also delete the weeks that are remembered of the person"),
    ),
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: disconnectConfirmation.controls,
  async run(interaction, ctx) {
    const member = readMember(interaction)?.discordUserId ?? ctx.caller.discordUserId;
    admitMember(member, ctx);
    const account = await ctx.store.accounts.ofMember(ctx.guildId, member);
    const forgets = interaction.options.getBoolean("forget-history") === true;
    if (account === undefined) {
      const who = member === ctx.caller.discordUserId ? "You are" : `<@${member}> is`;
      const next = forgets
        ? `No weeks were deleted either, since I cannot tell whose: an admin names the user id in ${ctx.commandMention("activity forget")}.`
        : `A request that waits can be withdrawn in ${ctx.commandMention("account show")}.`;
      throw new UserError(
        `${who} not connected to a user of the workspace, so there was nothing to disconnect. ${next}`,
      );
    }
    if (forgets) admitForgetting(ctx);
    const { displayName, userId: before } = account;
    const payload = forgets ? { forgets, member, before } : { forgets, member, displayName, before };
    return disconnectConfirmation.ask(payload, renderDisconnectQuestion(account, forgets), ctx);
  },
});
