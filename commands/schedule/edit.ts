import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { findSent } from "../../src/outbox/send-once.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createAlertKey, type OrderAlert } from "../order/index.ts";
import { advance } from "./delivery/advance.ts";
import {
  createKey,
  type Delivery,
  describePauseElsewhere,
  isMentionGone,
  parseRule,
  type Schedule,
  type NewDelivery,
} from "../boards/index.ts";
import { completeInput, emptyInput, PanelState, resolveSettings, toPanelInput } from "./panel-input.ts";
import { definePanel } from "./panel.ts";
import { refuseBeyondCaller } from "../kit/post-channel.ts";
import { runPreflight, viewPlan, withDrawnPost } from "./preflight.ts";
import { createStep, type EditedView, renderEdited, renderEditPreview } from "./render.ts";
import {
  computeFingerprint,
  computeNextTimes,
  describeChanges,
  describeWhen,
  formatChangeLines,
  listRuns,
  ScheduleSettings,
  startsNewMessage,
  toSettings,
} from "./settings.ts";

const Payload = z.object({
  /** The change in words, for the audit log. */
  before: z.string(),
  after: z.string(),
  id: z.string(),
  /** The schedule's fingerprint at the time of the preview. */
  seen: z.string(),
  plan: ScheduleSettings,
  /** The change in words, for the receipt: one line for each setting. */
  changes: z.array(z.string()),
  /** What the preview was made from, for *Fix it*. */
  panel: PanelState,
  /** What it was, if that could still be read. */
  undoTo: ScheduleSettings.optional(),
});

interface Edited extends Pick<EditedView, "isPaused" | "left" | "isFull"> {
  readonly dues: readonly number[];
}

/** Each time a post became due meanwhile, which happens once at most. */
const maxTries = 5;

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
    await refuseBeyondCaller(plan, ctx);
    for (let tries = 0; tries < maxTries; tries += 1) {
      const present = await store.schedules.find(guildId, id);
      if (present === undefined || computeFingerprint(present) !== seen)
        throw new UserError(
          "This schedule was changed or removed after this preview, so nothing was changed. Open it again in `/schedule list`.",
        );
      const now = ctx.now();
      const dues = listRuns(plan, now);
      const isPaused = present.state === "paused";
      const isLeft = startsNewMessage(present, plan);
      const change = {
        ...plan,
        mentionRoleId: plan.mentionRoleId,
        ...computeNextTimes(plan, now),
        // A message that already says since when it is paused isn't looked at again.
        ...(isPaused && { nextRefreshAt: present.nextRefreshAt }),
        ...(isLeft && { messageId: undefined, messageHash: undefined }),
        ...(present.channelId !== plan.channelId && describePauseElsewhere(present)),
      };
      const postsNow = plan.mode === "live" && !isPaused;
      const posted = isLeft ? await readPosted(present, ctx) : undefined;
      const deliveries = [
        // Another live message is posted at once, and a live message that ends isn't posted anymore.
        ...(isLeft && present.mode === "live" ? [] : listDuesReached(present, now)),
        ...(postsNow ? [{ dueAt: now, isLate: false, skipReason: undefined }] : []),
      ];
      // A post may become due between reading and writing.
      if (!(await store.schedules.revise(present, change, deliveries))) continue;
      const isGone = posted === undefined || (await takeDown(present, posted, ctx));
      // A post that stays in another channel is no longer the newest there.
      const isPinned = await followPin(present, plan.pins && !isLeft, ctx);
      return { dues, isPaused, left: !isGone, isFull: !isPinned };
    }
    throw new UserError(
      "This schedule is being posted right now, so nothing was changed. Try again in a minute.",
    );
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "This change was already made. Nothing was done twice.",
  },
  receipt: ({ dues, ...result }, { id, plan, changes }, ctx) => ({
    ...renderEdited({ after: { plan, dues }, changes, ...result }, renderContext(ctx)),
    ...(result.isPaused && { components: createButtonRow(createStep("resume", id)) }),
  }),
  undo: {
    isOffered: (_result, { undoTo }) => undoTo !== undefined,
    async run({ id, undoTo }, ctx) {
      const schedule = await ctx.store.schedules.find(ctx.guildId, id);
      if (schedule === undefined || undoTo === undefined)
        throw new UserError("This schedule was removed, so nothing was changed.");
      return promptEdit(schedule, undoTo, ctx);
    },
  },
});

/** Those that passed and that no sweep has written down yet: they are still posted. */
function listDuesReached({ state, rule, zone, nextDueAt }: Schedule, now: number): readonly NewDelivery[] {
  const parsed = parseRule(rule, zone);
  const isReadable = state === "active" && parsed !== undefined && nextDueAt !== undefined;
  return isReadable ? advance(parsed, zone, nextDueAt, now).past : [];
}

/** @throws UserError if nothing would change, or the plan can't be posted */
async function promptEdit(schedule: Schedule, plan: ScheduleSettings, ctx: GuildContext): Promise<Reply> {
  const before = toSettings(schedule);
  const { id } = schedule;
  if (before !== undefined && describeChanges(plan, before) === "")
    throw new UserError(
      "The schedule already looks like that, so nothing was changed. Choose what you want to change.",
    );
  const around = await runPreflight(plan, ctx, before);
  const workspace = () => resolveWorkspace(schedule, ctx);
  const view = await viewPlan(plan, workspace, ctx);
  const isMoved =
    before === undefined || describeWhen(before, ctx.dateStyle) !== describeWhen(plan, ctx.dateStyle);
  const after = isMoved ? view : { ...view, busy: undefined };
  const question = renderEditPreview({ before, after, isPaused: schedule.state === "paused" }, around, ctx);
  const seen = computeFingerprint(schedule);
  return editConfirmation.prompt(
    {
      before: before === undefined ? "" : describeChanges(before, plan),
      after: describeChanges(plan, before),
      id,
      seen,
      plan,
      changes: [...formatChangeLines(before, plan, ctx.dateStyle)],
      panel: { input: toPanelInput(plan), of: { id, seen } },
      undoTo: before,
    },
    await withDrawnPost(question, { ...plan, lastAsOf: schedule.lastAsOf }, workspace, ctx),
    ctx,
    (draftId) => editPanel.previewButtons(draftId, after.busy, ctx),
  );
}

const editPanel = definePanel({
  name: "schedule.change",
  title: "Change this schedule",
  needs: "guild",
  command: "schedule list",
  nothing: "nothing was changed",
  confirmation: "schedule.edit",
  async preview({ input, of }, ctx) {
    const schedule = of && (await ctx.store.schedules.find(ctx.guildId, of.id));
    if (schedule === undefined || computeFingerprint(schedule) !== of?.seen)
      throw new UserError(
        "Someone changed or removed this schedule in the meantime, so nothing was changed. Open it again in `/schedule list`.",
      );
    const typed = completeInput(input);
    return promptEdit(schedule, resolveSettings(typed.zone ?? schedule.zone, typed, ctx.now()), ctx);
  },
});

/** What an opened schedule's *Edit…* shows: a panel filled with what the schedule is. */
export async function openEditPanel(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const { id, kind, channelId, zone, pausedCause } = schedule;
  // Discord can't show a role or a channel that was deleted.
  const isGone = await isMentionGone(schedule, ctx);
  const settings = toSettings(isGone ? { ...schedule, mentionRoleId: undefined } : schedule);
  const input = settings === undefined ? { ...emptyInput, kind, channelId, zone } : toPanelInput(settings);
  const shown = pausedCause === "deleted-channel" ? { ...input, channelId: undefined } : input;
  return editPanel.open({ input: shown, of: { id, seen: computeFingerprint(schedule) } }, ctx);
}

/** The components of the preview and the panel. */
export const editComponents: readonly Component[] = [...editConfirmation.components, ...editPanel.components];

/** More than a board ever has at once. */
const maxAnnouncements = 500;
/** There is rarely more than one. */
const maxLost = 10;

/** What a live board may have posted beside its message; nothing once it was removed. */
interface Posted {
  /** The orders that it has announced, or may have, and not yet taken back. */
  readonly announcements: readonly OrderAlert[];
  /** Messages whose answers were lost. */
  readonly lost: readonly Delivery[];
}

export async function readPosted({ id }: Schedule, { store }: GuildContext): Promise<Posted> {
  return {
    announcements: await store.orderAlerts.listPosted(id, maxAnnouncements),
    lost: (await store.deliveries.list(id, maxLost)).filter(
      ({ state, uncertainSince }) => state === "waiting" && uncertainSince !== undefined,
    ),
  };
}

/**
 * Deletes a schedule's live message and its announcements: nothing updates them anymore, and people would believe them.
 * @returns false if any is still there, or may be
 */
export async function takeDown(
  { mode, channelId, messageId }: Schedule,
  { announcements, lost }: Posted,
  ctx: GuildContext,
): Promise<boolean> {
  const { messenger, guildId, log, store } = ctx;
  if (mode !== "live") return true;
  const find = async (key: string): Promise<string | undefined> =>
    (await findSent({ key, guildId, channelId }, {}, ctx))?.messageId;
  try {
    if (messageId !== undefined) await messenger.delete(channelId, messageId);
    for (const delivery of lost) {
      const found = await find(createKey(delivery));
      if (found !== undefined) await messenger.delete(channelId, found);
    }
    for (const alert of announcements) {
      const found = alert.messageId ?? (await find(createAlertKey(alert)));
      if (found === undefined) continue;
      await messenger.delete(channelId, found);
      await (alert.messageId === null
        ? store.orderAlerts.complete(alert, "posted")
        : store.orderAlerts.removed(alert));
    }
    return true;
  } catch (error) {
    log.info("couldn't delete a live message", { guildId, channelId, error });
    return false;
  }
}

/**
 * Pins or unpins the newest message if that was changed. Without permission, it stays as it is.
 * @returns false if the channel is full of pins
 */
async function followPin(
  { channelId, messageId, pins: before }: Schedule,
  pins: boolean,
  { messenger, guildId, log }: GuildContext,
): Promise<boolean> {
  if (messageId === undefined || before === pins) return true;
  try {
    if (pins) return await messenger.pin(channelId, messageId);
    await messenger.unpin(channelId, messageId);
  } catch (error) {
    log.info("couldn't change the pin of a post", { guildId, channelId, error });
  }
  return true;
}
