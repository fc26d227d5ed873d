import { describeKind, type Schedule } from "../boards/index.ts";
import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { createButton, createButtonRow, type ButtonOptions } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import type { OrderAlert } from "../order/index.ts";
import { findKind } from "./kinds.ts";
import { markPaused } from "./delivery/pause.ts";
import { describeChanges } from "./format.ts";
import { refuseBeyondCaller, runPreflight } from "./preflight.ts";
import {
  renderPaused,
  renderPreview,
  renderRemovePreview,
  renderResumed,
  renderRunning,
  renderRunPreview,
  renderScheduleRemoved,
  type ScheduleRemoval,
} from "./render.ts";
import { computeNextTimes, listRuns, type ScheduleSettings, toSettings } from "./settings.ts";

// What the buttons below an opened schedule do.

const defineStep = (name: string, label: string) => ({
  id: defineCustomId(`schedule.open-${name}`, { id: z.string().min(1) }),
  label,
});

export const steps = {
  run: defineStep("run", "Post now…"),
  pause: defineStep("pause", "Pause"),
  resume: defineStep("resume", "Resume"),
  preview: defineStep("preview", "Preview"),
  edit: defineStep("edit", "Edit…"),
  remove: defineStep("remove", "Remove…"),
};

export function createStep(
  step: keyof typeof steps,
  scheduleId: string,
  style: ButtonOptions["style"] = "secondary",
): APIButtonComponentWithCustomId {
  const { id, label } = steps[step];
  return createButton({ customId: id.encode({ id: scheduleId }), label, style });
}

export async function pauseSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (!(await ctx.store.schedules.pause(ctx.guildId, schedule.id, undefined)))
    return {
      content: "This schedule is already paused, so nothing was changed.",
      components: createButtonRow(createStep("resume", schedule.id)),
    };
  await markPaused([schedule], ctx);
  await recordAudit(
    {
      action: "schedule.pause",
      outcome: "done",
      target: schedule.id,
      detail: { kind: schedule.kind, channelId: schedule.channelId, before: "active", after: "paused" },
    },
    ctx,
  );
  return {
    ...renderPaused(schedule, renderContext(ctx)),
    components: createButtonRow(createStep("resume", schedule.id)),
  };
}

export async function resumeSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const components = createButtonRow(createStep("pause", schedule.id));
  if (schedule.state === "active")
    return { content: "This schedule isn't paused, so nothing was changed.", components };
  const plan = await fitSettings(schedule, ctx);
  const around = await runPreflight(plan, ctx);
  const { store } = ctx;
  const now = ctx.now();
  const dues = listRuns(plan, now);
  const change = {
    state: "active",
    pausedReason: undefined,
    ...computeNextTimes(plan, now),
  } as const;
  const postsNow = plan.mode === "live" ? [{ dueAt: now, isLate: false, skipReason: undefined }] : [];
  if (!(await store.schedules.revise(schedule, change, postsNow)))
    throw new UserError(
      "Someone changed or removed this schedule at the same moment, so it wasn't resumed. Check it in `/schedule list`, then try again.",
    );
  await recordAudit(
    {
      action: "schedule.resume",
      outcome: "done",
      target: schedule.id,
      detail: {
        kind: schedule.kind,
        channelId: schedule.channelId,
        before: schedule.pausedReason ?? "paused",
        after: "active",
      },
    },
    ctx,
  );
  return { ...renderResumed({ plan, dues, around }, schedule.id, renderContext(ctx)), components };
}

/** @throws UserError for a schedule that would be paused again at its next post */
async function fitSettings(schedule: Schedule, { store, guildId }: GuildContext): Promise<ScheduleSettings> {
  const plan = toSettings(schedule);
  if (plan === undefined)
    throw new UserError(
      "I can no longer read this schedule's times, so it stays paused. Press *Edit…* to set them again.",
    );
  if (findKind(schedule.kind) === undefined)
    throw new UserError(
      "I no longer support this kind of post, so it stays paused. Press *Remove…* to remove it.",
    );
  if ((await store.guildLinks.find(guildId, schedule.linkKey)) === undefined)
    throw new UserError(
      "The link this schedule belongs to was removed, so it stays paused, even if the workspace is linked again. Add it again with `/schedule add`, and remove this one with *Remove…*.",
    );
  return plan;
}

/** With those of *My week* below a calendar. */
export const previewOperations = [
  "getCalendar",
  "getAssignments",
  "searchOrders",
  "listPosts",
  "getActivity",
] as const;

export async function previewSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UserError("I no longer support this kind of post.");
  const { guildId, channelId, linkKey } = schedule;
  // A schedule stays with its workspace, whichever one this channel uses.
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey }, ctx);
  const board = await kind.make({ ctx, schedule, link, api, now: ctx.now() });
  const message = renderPreview(schedule, board);
  if ("empty" in board) return message;
  const { picture, beside } = board;
  return drawInto(
    { message, beside: beside && renderPreview(schedule, { ...board, message: beside }), picture },
    ctx,
  );
}

const RunPayload = z.object({ id: z.string(), kind: z.string().optional(), channelId: z.string() });

export const runConfirmation = defineConfirmation<z.output<typeof RunPayload>, boolean, "guild">({
  kind: "schedule.run",
  access: "manager",
  needs: "guild",
  payload: RunPayload,
  confirm: { label: "Post it now", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was posted. The schedule continues as before." },
  unknownOutcomeText:
    "I couldn't finish this, so I don't know whether it will be posted. Check the channel before you try again.",
  async execute({ id }, ctx) {
    const { store, guildId, now } = ctx;
    const schedule = await store.schedules.find(guildId, id);
    if (schedule === undefined)
      throw new UserError("This schedule was removed after this preview, so nothing was posted.");
    if (schedule.state === "paused") throw new UserError(pausedSentence);
    await refuseUnlinked(schedule, ctx);
    await refuseBeyondCaller(schedule, ctx);
    return store.deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "This is already being posted. Nothing was posted twice.",
  },
  receipt: (_result, payload, ctx) => renderRunning(payload, renderContext(ctx)),
});

/** @throws UserError if a schedule's link was removed */
async function refuseUnlinked(
  { linkKey }: Pick<Schedule, "linkKey">,
  { store, guildId }: Pick<GuildContext, "store" | "guildId">,
): Promise<void> {
  if ((await store.guildLinks.find(guildId, linkKey)) === undefined)
    throw new UserError(
      "The link this schedule belongs to was removed, so nothing was posted. Add it again with `/schedule add`, and remove this one with *Remove…*.",
    );
}

const pausedSentence =
  "This schedule is paused, so nothing was posted. Press *Resume* in `/schedule list` first.";

export async function promptRun(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (schedule.state === "paused") throw new UserError(pausedSentence);
  await refuseUnlinked(schedule, ctx);
  const { id, kind, channelId } = schedule;
  await Promise.all([tryPostChannel(channelId, ctx), refuseBeyondCaller(schedule, ctx)]);
  return runConfirmation.prompt(
    { id, kind, channelId },
    renderRunPreview(schedule, toSettings(schedule)),
    ctx,
  );
}

const RemovePayload = z.object({
  id: z.string(),
  /** What is removed, in words, for the audit log. */
  before: z.string(),
  kind: z.string(),
  channelId: z.string(),
});

export const removeConfirmation = defineConfirmation<
  z.output<typeof RemovePayload>,
  ScheduleRemoval,
  "guild"
>({
  kind: "schedule.remove",
  access: "manager",
  needs: "guild",
  payload: RemovePayload,
  confirm: { label: "Remove schedule", destructive: true },
  cancel: { label: "Keep it", sentence: "Nothing was removed." },
  unknownOutcomeText:
    "I couldn't finish removing the schedule, so I don't know whether it's gone. Check `/schedule list` before you try again.",
  async execute({ id }, ctx) {
    const { store, guildId } = ctx;
    const present = await store.schedules.find(guildId, id);
    const announcements = present === undefined ? [] : await readAnnouncements(present, ctx);
    if (present === undefined || !(await store.schedules.remove(guildId, id))) return "already-gone";
    return (await takeDown(present, announcements, ctx)) ? "removed" : "removed-message-left";
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "The schedule was already removed. Nothing was done twice.",
    auditOutcome: (result) => (result === "already-gone" ? "refused" : "done"),
  },
  receipt: (result, payload, ctx) => renderScheduleRemoved(result, payload, renderContext(ctx)),
});

export function promptRemove(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const { id, kind, channelId } = schedule;
  const plan = toSettings(schedule);
  const before = plan === undefined ? describeKind(kind) : describeChanges(plan);
  return removeConfirmation.prompt({ id, before, kind, channelId }, renderRemovePreview(schedule, plan), ctx);
}

/** More than a board ever has at once. */
const maxAnnouncements = 500;

/** The orders that a live board has announced and not yet taken back; none once it was removed. */
export function readAnnouncements(
  { id }: Pick<Schedule, "id">,
  { store }: GuildContext,
): Promise<readonly OrderAlert[]> {
  return store.orderAlerts.listPosted(id, maxAnnouncements);
}

/**
 * Deletes a schedule's live message and its announcements: nothing updates them anymore, and people would believe them.
 * @returns false if any is still there
 */
export async function takeDown(
  { mode, channelId, messageId }: Pick<Schedule, "mode" | "channelId" | "messageId">,
  announcements: readonly OrderAlert[],
  { messenger, guildId, log, store }: GuildContext,
): Promise<boolean> {
  if (mode !== "live") return true;
  try {
    if (messageId !== undefined) await messenger.delete(channelId, messageId);
    for (const alert of announcements) {
      if (alert.messageId !== null) await messenger.delete(channelId, alert.messageId);
      await store.orderAlerts.removed(alert);
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
export async function followPin(
  { channelId, messageId, pins: before }: Pick<Schedule, "channelId" | "messageId" | "pins">,
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
