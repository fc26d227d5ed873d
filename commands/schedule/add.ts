import type { ChatInputCommandInteraction } from "discord.js";
import { boardKinds, findKind } from "./boards/index.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { OptionValues } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { choice, readTypedText } from "../kit/options.ts";
import { checkChannel, scheduleChannelOption, scheduleChannelTypes } from "../kit/post-channel.ts";
import { addConfirmation, addPanel, assertRoom, zoneForm } from "./confirm-add.ts";
import { filterFittingOptions, resolveKindSettings } from "./kind-options.ts";
import { listReach } from "./list.ts";
import { commonOptions } from "./options.ts";
import { hasTimes, isAlwaysLive, type PanelInput } from "./panel-input.ts";
import { previewOperations } from "./preview.ts";

const options = {
  kind: choice(
    "What to post",
    boardKinds.map(({ name, description }) => ({ name: description, value: name })),
  ),
  channel: scheduleChannelOption("Where to post it"),
  ...commonOptions,
};

export const add = defineSubcommand({
  name: "add",
  description: "Plan a post or a live board, after a preview",
  options,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: previewOperations,
  components: [
    ...addConfirmation.components,
    ...zoneForm.components,
    ...addPanel.components,
    ...listReach.components,
  ],
  run: (asked, ctx) => fillIn(asked, [], ctx),
  refused: ({ refusals, ...asked }, ctx) => fillIn(asked, refusals, ctx),
});

interface Asked {
  readonly options: Partial<OptionValues<typeof options>>;
  readonly interaction: ChatInputCommandInteraction;
}

/** The preview once everything is there, and until then a panel with what could be used. */
async function fillIn(asked: Asked, refusals: readonly UserError[], ctx: LinkedContext): Promise<Reply> {
  await assertRoom(ctx);
  const { input, problem = refusals[0]?.message } = toInput(asked);
  const isComplete =
    input.kind !== undefined && input.channelId !== undefined && (hasTimes(input) || isAlwaysLive(input));
  if (problem === undefined && isComplete) return addPanel.preview({ input }, ctx);
  const channelId = input.channelId ?? (await findChannelHere(ctx));
  return addPanel.open({ input: { ...input, channelId } }, ctx, problem);
}

/** This channel, if posts can go there. */
async function findChannelHere(ctx: LinkedContext): Promise<string | undefined> {
  const { messenger, channelId } = ctx;
  const [checked, type] = await Promise.all([
    checkChannel(channelId, ctx),
    messenger.channelType(channelId).catch(() => undefined),
  ]);
  const isOffered = scheduleChannelTypes.some((each) => each === type);
  return isOffered && checked?.missing?.length === 0 ? channelId : undefined;
}

/** What was typed, as far as it fits together. */
function toInput({ options: typed, interaction }: Asked): {
  readonly input: PanelInput;
  readonly problem?: string;
} {
  const { kind, channel, days, time, dayOfMonth, cron, mode, mention } = typed;
  const input = {
    kind,
    channelId: channel?.id,
    mode,
    rule: { days, time, dayOfMonth, cron },
    // One that wasn't understood is kept as it was typed, so that it can be fixed.
    zone: typed.zone ?? readTypedText(interaction.options, "zone"),
    mentionRoleId: mention,
    pins: typed.pin,
    replaces: typed.replace ?? false,
    publishes: typed.publish,
  };
  const found = kind === undefined ? undefined : findKind(kind);
  const fitting = filterFittingOptions(typed, kind);
  if (found === undefined) return { input: { ...input, options: fitting } };
  try {
    return { input: { ...input, options: resolveKindSettings(typed, found) } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { input: { ...input, options: resolveKindSettings(fitting, found) }, problem: error.message };
  }
}
