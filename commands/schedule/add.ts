import { type ChatInputCommandInteraction, SlashCommandSubcommandBuilder } from "discord.js";
import type { BoardKind } from "../../src/boards/board.ts";
import { boardKinds, findKind } from "../../src/boards/index.ts";
import type { ScheduleRule } from "../../src/domain/schedule-rule.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ScheduleMode } from "../../src/store/schedules.ts";
import { postChannelOption } from "../shared/post-channel.ts";
import { guildZone, readTypedZone } from "../shared/zone-option.ts";
import { addCommonOptions, commonSuggestions, mentionOf, modeOf, typedRuleOf } from "./common-options.ts";
import { addConfirmation, refuseWhenFull } from "./confirm-add.ts";
import { readKindOptions } from "./kind-options.ts";
import { runsOf } from "./next-runs.ts";
import { liveRule, type Plan } from "./plan.ts";
import { renderAddQuestion } from "./render-plan.ts";
import { surroundingsOf } from "./surroundings.ts";
import { readTypedRule } from "./typed-rule.ts";
import { differences } from "./words.ts";

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
  controls: addConfirmation.controls,
  suggest: commonSuggestions,
  async run(interaction, ctx) {
    await refuseWhenFull(ctx);
    const { options } = interaction;
    const kind = readKind(options.getString("kind", true));
    const typedRule = typedRuleOf(interaction);
    const isTimed = Object.values(typedRule).some((part) => part !== undefined);
    const zone = await readZoneFor(interaction, isTimed, ctx);
    const now = ctx.now();
    const typed = readTypedRule(typedRule, { zone, now, present: undefined });
    const chosenMode = modeOf(interaction);
    const rule = typed ?? ruleWithoutTimes(kind, chosenMode);
    const plan: Plan = {
      kind: kind.name,
      channelId: options.getChannel("channel", true).id,
      mode: chosenMode ?? (typed === undefined ? "standing" : "new"),
      rule,
      zone,
      options: readKindOptions(interaction, kind),
      mentionRoleId: mentionOf(interaction, ctx),
      pins: options.getBoolean("pin") ?? false,
    };
    const around = await surroundingsOf(plan, ctx);
    const question = renderAddQuestion({ plan, dues: runsOf(plan, now) }, around);
    return addConfirmation.ask({ after: differences(plan), plan }, question, ctx);
  },
});

function readKind(chosen: string): BoardKind {
  const kind = findKind(chosen);
  if (kind !== undefined) return kind;
  throw new UserError(
    "I no longer know how to make this kind of post, so nothing was added. Choose another.",
  );
}

async function readZoneFor(
  { options }: Pick<ChatInputCommandInteraction, "options">,
  isTimed: boolean,
  ctx: GuildContext,
): Promise<string> {
  const typed = options.getString("zone");
  if (typed !== null) return readTypedZone(typed);
  const zone = await guildZone(ctx);
  if (zone !== undefined) return zone;
  // What has no set time does not hang on whose clocks count: as in the newest of the others.
  if (!isTimed) return (await ctx.store.schedules.list(ctx.guildId)).at(-1)?.zone ?? "UTC";
  throw new UserError(
    `I do not know whose clocks count here, so nothing was added. Run this again with \`zone\`, for example *Berlin*; or an admin chooses it once for the whole server with ${ctx.commandMention("settings zone")}.`,
  );
}

/** A board that is looked at all the time needs no set time. */
function ruleWithoutTimes(kind: BoardKind, mode: ScheduleMode | undefined): ScheduleRule {
  if (kind.refreshEveryMs !== undefined && (mode === undefined || mode === "standing")) return liveRule;
  throw new UserError(
    "When shall I post it? Fill in `time`, and `days` or `day-of-month` if it is not for every day. Nothing was added.",
  );
}
