import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { boardKinds } from "../../src/boards/index.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { postChannelOption } from "../shared/post-channel.ts";
import { readTypedZone } from "../shared/zone-option.ts";
import { askAdd } from "./ask-add.ts";
import { addCommonOptions, commonSuggestions, mentionOf, modeOf, typedRuleOf } from "./common-options.ts";
import { addConfirmation, refuseWhenFull } from "./confirm-add.ts";
import { readKindOptions } from "./kind-options.ts";
import { readKind, type TypedPlan } from "./typed-plan.ts";
import { zoneControl } from "./zone-button.ts";
import { zoneForm } from "./zone-form.ts";

export const add = defineSubcommand({
  data: addCommonOptions(
    new SlashCommandSubcommandBuilder()
      .setName("add")
      .setDescription("Post something at set times, or keep it up to date; you see it first and confirm it")
      .addStringOption((option) =>
        option
          .setName("kind")
          .setDescription("What to post")
          .setRequired(true)
          .addChoices(boardKinds.map(({ name, words }) => ({ name: words, value: name }))),
      )
      .addChannelOption((option) => postChannelOption("Where to post it")(option).setRequired(true)),
  ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  controls: [...addConfirmation.controls, zoneControl, zoneForm],
  suggest: commonSuggestions,
  async run(interaction, ctx) {
    await refuseWhenFull(ctx);
    const { options } = interaction;
    const kind = readKind(options.getString("kind", true));
    const zone = options.getString("zone");
    const typed: TypedPlan = {
      kind: kind.name,
      channelId: options.getChannel("channel", true).id,
      mode: modeOf(interaction),
      rule: typedRuleOf(interaction),
      zone: zone === null ? undefined : readTypedZone(zone),
      options: readKindOptions(interaction, kind),
      mentionRoleId: mentionOf(interaction, ctx),
      pins: options.getBoolean("pin") ?? false,
      replaces: options.getBoolean("replace") ?? false,
    };
    return askAdd(typed, ctx);
  },
});
