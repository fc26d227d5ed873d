import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { boardKinds } from "../../src/schedules/boards/index.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { postChannelOption } from "../kit/post-channel.ts";
import { readTypedZone } from "../kit/zone-option.ts";
import { addConfirmation, assertRoom, promptAdd, zoneButton, zoneModal } from "./confirm-add.ts";
import { addCommonOptions, commonSuggestions, mentionOf, modeOf, ruleInputOf } from "./options.ts";
import { readKindOptions } from "./kind-options.ts";
import { readKind, type ScheduleInput } from "./input.ts";

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
          .addChoices(boardKinds.map(({ name, description: words }) => ({ name: words, value: name }))),
      )
      .addChannelOption((option) => postChannelOption("Where to post it")(option).setRequired(true)),
  ),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [...addConfirmation.components, zoneButton, zoneModal],
  autocomplete: commonSuggestions,
  async run(interaction, ctx) {
    await assertRoom(ctx);
    const { options } = interaction;
    const kind = readKind(options.getString("kind", true));
    const zone = options.getString("zone");
    const typed: ScheduleInput = {
      kind: kind.name,
      channelId: options.getChannel("channel", true).id,
      mode: modeOf(interaction),
      rule: ruleInputOf(interaction),
      zone: zone === null ? undefined : readTypedZone(zone),
      options: readKindOptions(interaction, kind),
      mentionRoleId: mentionOf(interaction, ctx),
      pins: options.getBoolean("pin") ?? false,
      replaces: options.getBoolean("replace") ?? false,
    };
    return promptAdd(typed, ctx);
  },
});
