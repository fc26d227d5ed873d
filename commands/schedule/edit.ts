import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findKind } from "../../src/schedules/boards/index.ts";
import type { ScheduleRule } from "../../src/schedules/rule.ts";
import { deletedChannelReason, deletedChannelText } from "../../src/ui/deleted-channel.ts";
import { boolean } from "../kit/options.ts";
import { postChannelOption } from "../kit/post-channel.ts";
import { describeChanges } from "./format.ts";
import { parseRuleInput } from "./input.ts";
import { settingsOfKind } from "./kind-options.ts";
import { commonOptions, ruleInputOf } from "./options.ts";
import { followPin, takeDown } from "./posted-message.ts";
import { refuseBeyondCaller, runPreflight } from "./preflight.ts";
import { renderEdited, renderEditPreview } from "./render-settings.ts";
import { scheduleOption } from "./schedule-option.ts";
import {
  assertNotLive,
  fingerprintOf,
  listRuns,
  refreshEveryMs,
  ScheduleSettings,
  toSettings,
} from "./settings.ts";

const Payload = z.object({
  /** The change in words, for the audit log. */
  before: z.string(),
  after: z.string(),
  id: z.string(),
  /** Of the schedule as of the preview. */
  seen: z.string(),
  plan: ScheduleSettings,
});

interface Edited {
  readonly dues: readonly number[];
  readonly isPaused: boolean;
  /** The old live message couldn't be deleted. */
  readonly left: boolean;
}

const editConfirmation = defineConfirmation<z.output<typeof Payload>, Edited, "guild">({
  kind: "schedule.edit",
  access: "manager",
  needs: "guild",
  payload: Payload,
  confirm: { label: "Change schedule", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I couldn't finish changing the schedule, so I don't know whether it changed. Check `/schedule list` before you change it again.",
  async execute({ id, seen, plan }, ctx) {
    const { store, guildId } = ctx;
    const present = await store.schedules.find(guildId, id);
    if (present === undefined || fingerprintOf(present) !== seen)
      throw new UserError(
        "This schedule was changed or removed after this preview, so nothing was changed now. Check `/schedule list`, then run `/schedule edit` again.",
      );
    await refuseBeyondCaller(plan, ctx);
    const now = ctx.now();
    const everyMs = refreshEveryMs(plan);
    const dues = listRuns(plan, now);
    // A message in another channel or of another mode is no longer this schedule's.
    const startsAnew = present.channelId !== plan.channelId || present.mode !== plan.mode;
    await store.schedules.change(guildId, id, {
      ...plan,
      mentionRoleId: plan.mentionRoleId,
      nextDueAt: dues[0],
      refreshEveryMs: everyMs,
      nextRefreshAt: everyMs === undefined ? undefined : now + everyMs,
      ...(startsAnew && { messageId: undefined, messageHash: undefined }),
      ...(present.channelId !== plan.channelId &&
        present.pausedReason === deletedChannelReason && { pausedReason: deletedChannelText }),
    });
    const isGone = !startsAnew || (await takeDown(present, ctx));
    if (!startsAnew) await followPin(present, plan.pins, ctx);
    const isPaused = present.state === "paused";
    if (plan.mode === "live" && !isPaused)
      await store.deliveries.add({ scheduleId: id, guildId, dueAt: now });
    return { dues, isPaused, left: !isGone };
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "This change was already made. Nothing was done twice.",
  },
  receipt: ({ dues, isPaused, left }, { id, plan }, ctx) =>
    renderEdited({ after: { plan, dues }, isPaused }, { id, left }, renderContext(ctx)),
});

const editOptions = {
  schedule: scheduleOption(),
  channel: postChannelOption("Post it in another channel"),
  ...commonOptions,
  noMention: boolean("Stop mentioning a role"),
};

export const edit = defineSubcommand({
  name: "edit",
  description: "Change a schedule; anything you leave out stays the same",
  options: editOptions,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: editConfirmation.components,
  async run({ options }, ctx) {
    const { schedule } = options;
    const before = toSettings(schedule);
    const plan = applyChanges(options, before, ctx);
    const seen = fingerprintOf(schedule);
    if (before !== undefined && describeChanges(plan, before) === "")
      throw new UserError(
        "The schedule already looks like that, so nothing was changed. Fill in what you want to change.",
      );
    const around = await runPreflight(plan, ctx, before);
    const after = { plan, dues: listRuns(plan, ctx.now()) };
    const isPaused = schedule.state === "paused";
    return editConfirmation.prompt(
      {
        before: before === undefined ? "" : describeChanges(before, plan),
        after: describeChanges(plan, before),
        id: schedule.id,
        seen,
        plan,
      },
      renderEditPreview({ before, after, isPaused }, around),
      ctx,
    );
  },
});

function applyChanges(
  options: OptionValues<typeof editOptions>,
  before: ScheduleSettings | undefined,
  ctx: GuildContext,
): ScheduleSettings {
  const { schedule, channel, mention, noMention = false, replace } = options;
  const { zone = schedule.zone, mode = schedule.mode, pin = schedule.pins } = options;
  if (noMention && mention !== undefined)
    throw new UserError(
      "`mention` and `no-mention` can't be combined, so nothing was changed. Use one of them.",
    );
  const kind = findKind(schedule.kind);
  if (kind === undefined)
    throw new UserError(
      "I no longer support this kind of post, so nothing was changed. Remove the schedule with `/schedule remove`.",
    );
  assertNotLive(replace ?? false, mode);
  return {
    kind: schedule.kind,
    channelId: channel?.id ?? schedule.channelId,
    mode,
    rule:
      parseRuleInput(ruleInputOf(options), { zone, now: ctx.now(), present: before?.rule }) ??
      currentRule(before),
    zone,
    options: settingsOfKind(options, kind, before?.options),
    mentionRoleId: noMention ? undefined : (mention ?? schedule.mentionRoleId),
    pins: pin,
    replaces: mode !== "live" && (replace ?? schedule.replaces),
  };
}

function currentRule(before: ScheduleSettings | undefined): ScheduleRule {
  if (before !== undefined) return before.rule;
  throw new UserError(
    "I can no longer read this schedule's times. Nothing was changed. Fill in `time`, and `days` or `day-of-month`.",
  );
}
