import { boardKinds } from "../../src/schedules/boards/index.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { choice } from "../kit/options.ts";
import { postChannelOption } from "../kit/post-channel.ts";
import { addConfirmation, assertRoom, promptAdd, zoneForm } from "./confirm-add.ts";
import { commonOptions, ruleInputOf } from "./options.ts";
import { settingsOfKind } from "./kind-options.ts";
import { readKind } from "./input.ts";

export const add = defineSubcommand({
  name: "add",
  description: "Plan a post or a live board, after a preview",
  options: {
    kind: choice(
      "What to post",
      boardKinds.map(({ name, description }) => ({ name: description, value: name })),
    )
      .required()
      .map(readKind),
    channel: postChannelOption("Where to post it").required(),
    ...commonOptions,
  },
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [...addConfirmation.components, ...zoneForm.components],
  async run({ options }, ctx) {
    await assertRoom(ctx);
    const { kind, channel, mode, zone, mention, pin, replace = false } = options;
    const typed = {
      kind: kind.name,
      channelId: channel.id,
      mode,
      rule: ruleInputOf(options),
      zone,
      options: settingsOfKind(options, kind),
      mentionRoleId: mention,
      pins: pin,
      replaces: replace,
    };
    return promptAdd(typed, ctx);
  },
});
