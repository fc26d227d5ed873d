import { z } from "zod";
import { describeKind, isMentionGone, type Schedule } from "../boards/index.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton, defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { tagRow } from "../../src/interactions/dispatch/annotate.ts";
import { resolveWorkspace } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { refuseBeyondCaller, tryPostChannel } from "../kit/post-channel.ts";
import { findKind } from "./kinds.ts";
import { markPaused } from "./delivery/pause.ts";
import { editComponents, openEditPanel, readPosted, takeDown } from "./edit.ts";
import { type ExtraPermission, previewOperations, runPreflight } from "./preflight.ts";
import {
  createStep,
  defineStepId,
  renderPaused,
  renderPreview,
  renderRemovePreview,
  renderResumed,
  renderRunning,
  renderRunPreview,
  renderSchedule,
  renderScheduleRemoved,
  renderSchedules,
  type ScheduleRemoval,
  type Step,
  switchScheduleId,
} from "./render.ts";
import {
  computeFingerprint,
  computeNextTimes,
  describeChanges,
  listRuns,
  ScheduleSettings,
  toSettings,
} from "./settings.ts";

/** What can be done with a schedule that was just added. A live one is being posted. */
export function createNextSteps(id: string, mode: Schedule["mode"]) {
  return [
    ...(mode === "live" ? [] : [createStep("run", id)]),
    createStep("edit", id),
    createStep("remove", id),
    createButton({ customId: scheduleList.createCustomId({ page: 0 }), label: "All schedules" }),
  ];
}

/** One schedule, with what can be done with it. @throws UserError if it was removed */
async function openSchedule(scheduleId: string, ctx: GuildContext): Promise<Reply> {
  const schedule = await findSchedule(scheduleId, ctx);
  const { id, state } = schedule;
  const links = await ctx.store.guildLinks.list(ctx.guildId);
  const [isGone, troubles = [], lacking] = await Promise.all([
    isMentionGone(schedule, ctx),
    findKind(schedule.kind)?.listTroubles?.(ctx.guildId, ctx),
    readLacking(schedule, ctx),
  ]);
  return {
    ...renderSchedule(schedule, links, renderContext(ctx), { isMentionGone: isGone, troubles, lacking }),
    components: createButtonRow(
      ...(state === "paused"
        ? [createStep("resume", id, "primary")]
        : [createStep("run", id), createStep("pause", id)]),
      ...(["preview", "edit", "remove"] as const).map((step) => createStep(step, id)),
    ),
  };
}

/** What a schedule's pin and mention need by now and the bot lacks; none if Discord doesn't say. */
async function readLacking(
  { guildId, channelId, pins, mentionRoleId }: Schedule,
  { messenger, log }: GuildContext,
): Promise<readonly ExtraPermission[]> {
  if (!pins && mentionRoleId === undefined) return [];
  return messenger
    .missingForExtras(guildId, channelId, { pins, mentionRoleId })
    .catch((error: unknown): readonly ExtraPermission[] => {
      log.info("couldn't check what a schedule's extras need", { guildId, channelId, error });
      return [];
    });
}

async function findSchedule(id: string, { store, guildId, commandMention }: GuildContext): Promise<Schedule> {
  const schedule = await store.schedules.find(guildId, id);
  if (schedule !== undefined) return schedule;
  throw new UserError(
    `This schedule was removed, so nothing was done. See the current ones with ${commandMention("schedule list")}.`,
  );
}

const scheduleList = definePagedList({
  name: "schedule",
  about: {},
  access: "manager",
  needs: "guild",
  open: (scheduleId, _asked, ctx) => openSchedule(scheduleId, ctx),
  async show({ page }, ctx, ids) {
    const { store, guildId } = ctx;
    const [schedules, links, channelNames] = await Promise.all([
      store.schedules.list(guildId),
      store.guildLinks.list(guildId),
      readChannelNames(ctx),
    ]);
    return renderSchedules({ schedules, links, channelNames, page, ...ids }, renderContext(ctx));
  },
});

/** By id; none if Discord doesn't say: even without them, people see what is posted and when. */
async function readChannelNames({
  guildId,
  messenger,
  log,
}: GuildContext): Promise<ReadonlyMap<string, string>> {
  try {
    return await messenger.channelNames(guildId);
  } catch (error) {
    log.info("couldn't read the channels' names", { guildId, error });
    return new Map();
  }
}

// What can be done with an opened schedule.

async function pauseSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const components = createButtonRow(createStep("resume", schedule.id));
  if (!(await ctx.store.schedules.pause(ctx.guildId, schedule.id, undefined)))
    return { content: "This schedule is already paused, so nothing was changed.", components };
  await markPaused([schedule], ctx);
  await recordStep("schedule.pause", schedule, { before: "active", after: "paused" }, ctx);
  return { ...renderPaused(schedule, renderContext(ctx)), components };
}

async function recordStep(
  action: string,
  { id, kind, channelId }: Schedule,
  states: { readonly before: string; readonly after: string },
  ctx: GuildContext,
): Promise<void> {
  await recordAudit({ action, outcome: "done", target: id, detail: { kind, channelId, ...states } }, ctx);
}

async function resumeSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const { id, state, pausedReason = "paused" } = schedule;
  const components = createButtonRow(createStep("pause", id));
  if (state === "active")
    return { content: "This schedule isn't paused, so nothing was changed.", components };
  const plan = await fitSettings(schedule, ctx);
  const around = await runPreflight(plan, ctx);
  const now = ctx.now();
  const change = {
    state: "active",
    pausedReason: undefined,
    pausedCause: undefined,
    ...computeNextTimes(plan, now),
  } as const;
  const postsNow = plan.mode === "live" ? [{ dueAt: now, isLate: false, skipReason: undefined }] : [];
  if (!(await ctx.store.schedules.revise(schedule, change, postsNow)))
    throw new UserError(
      "Someone changed or removed this schedule at the same moment, so it wasn't resumed. Check it in `/schedule list`, then try again.",
    );
  await recordStep("schedule.resume", schedule, { before: pausedReason, after: "active" }, ctx);
  const view = { plan, dues: listRuns(plan, now) };
  return { ...renderResumed(view, around, renderContext(ctx)), components };
}

/** @throws UserError if its link was removed: a new one to the same workspace isn't the schedule's */
async function assertLinkKept(
  { linkKey }: Schedule,
  outcome: string,
  { store, guildId }: GuildContext,
): Promise<void> {
  if ((await store.guildLinks.find(guildId, linkKey)) !== undefined) return;
  throw new UserError(
    `The link this schedule belongs to was removed, so ${outcome}. Add it again with \`/schedule add\`, and remove this one with *Remove…*.`,
  );
}

/** @throws UserError for a schedule that would be paused again at its next post */
async function fitSettings(schedule: Schedule, ctx: GuildContext): Promise<ScheduleSettings> {
  const plan = toSettings(schedule);
  if (plan === undefined)
    throw new UserError(
      "I can no longer read this schedule's times, so it stays paused. Press *Edit…* to set them again.",
    );
  if (findKind(schedule.kind) === undefined)
    throw new UserError(
      "I no longer support this kind of post, so it stays paused. Press *Remove…* to remove it.",
    );
  await assertLinkKept(schedule, "it stays paused, even if the workspace is linked again", ctx);
  return plan;
}

async function previewSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UserError("I no longer support this kind of post.");
  await assertLinkKept(schedule, "there's nothing to preview", ctx);
  // A schedule stays with its workspace, whichever one this channel uses.
  const { link, api } = await resolveWorkspace(schedule, ctx);
  const board = await kind.make({ ctx, schedule, link, api, now: ctx.now() });
  const message = renderPreview(schedule, board);
  if ("empty" in board) return message;
  const { picture, beside } = board;
  return drawInto(
    { message, beside: beside && renderPreview(schedule, { ...board, message: beside }), picture },
    ctx,
  );
}

/** @throws UserError if it's paused, or its link was removed */
async function assertCanRun(schedule: Schedule, ctx: GuildContext): Promise<void> {
  if (schedule.state === "paused")
    throw new UserError(
      "This schedule is paused, so nothing was posted. Press *Resume* in `/schedule list` first.",
    );
  await assertLinkKept(schedule, "nothing was posted", ctx);
}

const SeenPayload = z.object({
  id: z.string(),
  kind: z.string(),
  channelId: z.string(),
  /** The schedule's fingerprint at the time of the preview; an earlier version didn't store it. */
  seen: z.string().optional(),
});

/** @param nothing what isn't done otherwise @throws UserError if it no longer is what the preview said */
function assertAsSeen(
  schedule: Schedule,
  { seen = computeFingerprint(schedule) }: z.output<typeof SeenPayload>,
  nothing: string,
): void {
  if (computeFingerprint(schedule) === seen) return;
  throw new UserError(
    `Someone changed this schedule after this preview, so ${nothing}. Open it again in \`/schedule list\`.`,
  );
}

const RunPayload = SeenPayload.extend({
  /** The due time of its newest post at the time of the preview, or 0. */
  lastDueAt: z.number().optional(),
});

/** The newest due time of which something was posted, or still may be; 0 if there is none. */
async function findLastDue({ id }: Schedule, { store }: GuildContext): Promise<number> {
  const newest = await store.deliveries.list(id, maxSearched);
  return newest.find(({ state }) => state !== "skipped" && state !== "failed")?.dueAt ?? 0;
}

/** Of a schedule's newest due times: others were skipped or failed. */
const maxSearched = 20;

const runConfirmation = defineConfirmation<z.output<typeof RunPayload>, boolean, "guild">({
  kind: "schedule.run",
  access: "manager",
  needs: "guild",
  payload: RunPayload,
  confirm: { label: "Post it now", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was posted. The schedule continues as before." },
  unknownOutcomeText:
    "I couldn't finish this, so I don't know whether it will be posted. Check the channel before you try again.",
  async execute(asked, ctx) {
    const { store, guildId, now } = ctx;
    const { id, lastDueAt = Infinity } = asked;
    const schedule = await store.schedules.find(guildId, id);
    if (schedule === undefined)
      throw new UserError("This schedule was removed after this preview, so nothing was posted.");
    await assertCanRun(schedule, ctx);
    assertAsSeen(schedule, asked, "nothing was posted");
    // A live message is only updated.
    if (schedule.mode !== "live" && (await findLastDue(schedule, ctx)) > lastDueAt)
      throw new UserError(
        "This was posted after this preview, or is being posted now, so nothing was posted again. To post it once more, open it again in `/schedule list`.",
      );
    await refuseBeyondCaller(schedule, ctx);
    return store.deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "This is already being posted. Nothing was posted twice.",
  },
  receipt: (_result, payload, ctx) => renderRunning(payload, renderContext(ctx)),
});

async function promptRun(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  await assertCanRun(schedule, ctx);
  const { id, kind, channelId } = schedule;
  await Promise.all([tryPostChannel(channelId, ctx), refuseBeyondCaller(schedule, ctx)]);
  const preview = renderRunPreview(schedule, toSettings(schedule), ctx);
  const seen = computeFingerprint(schedule);
  const lastDueAt = await findLastDue(schedule, ctx);
  return runConfirmation.prompt({ id, kind, channelId, seen, lastDueAt }, preview, ctx);
}

/** `before` is what is removed, in words, for the audit log. */
export const RemovePayload = SeenPayload.extend({
  before: z.string(),
  linkKey: z.string().optional(),
  /** To add it again, if that could still be read. */
  plan: ScheduleSettings.optional(),
});

/** The kind of drafts in which removed schedules are kept for a while. */
export const removeDraftKind = "schedule.remove";
export const addAgainId = defineCustomId("schedule.add-again", { draftId: z.string().min(1) });

const removeConfirmation = defineConfirmation<z.output<typeof RemovePayload>, ScheduleRemoval, "guild">({
  kind: removeDraftKind,
  access: "manager",
  needs: "guild",
  payload: RemovePayload,
  confirm: { label: "Remove schedule", destructive: true },
  cancel: { label: "Keep it", sentence: "Nothing was removed." },
  unknownOutcomeText:
    "I couldn't finish removing the schedule, so I don't know whether it's gone. Check `/schedule list` before you try again.",
  async execute(asked, ctx) {
    const { store, guildId } = ctx;
    const { id } = asked;
    const present = await store.schedules.find(guildId, id);
    if (present === undefined) return "already-gone";
    assertAsSeen(present, asked, "nothing was removed");
    const posted = await readPosted(present, ctx);
    if (!(await store.schedules.remove(guildId, id))) return "already-gone";
    return (await takeDown(present, posted, ctx)) ? "removed" : "removed-message-left";
  },
  outcome: {
    target: (_result, { id }) => id,
    duplicateText: () => "The schedule was already removed. Nothing was done twice.",
    auditOutcome: (result) => (result === "already-gone" ? "refused" : "done"),
  },
  receipt: (result, payload, ctx, draftId) => ({
    ...renderScheduleRemoved(result, payload, renderContext(ctx)),
    components: result === "already-gone" ? [] : createAddAgainRow(draftId, payload),
  }),
});

/** It goes back to its workspace, whichever one this channel uses. */
function createAddAgainRow(
  draftId: string,
  { linkKey, plan }: z.output<typeof RemovePayload>,
): readonly Row[] {
  if (linkKey === undefined || plan === undefined) return [];
  const button = createButton({ customId: addAgainId.encode({ draftId }), label: "Add it again…" });
  return createButtonRow(button).map((row) => tagRow(row, linkKey));
}

function promptRemove(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  const { id, kind, channelId, linkKey } = schedule;
  const plan = toSettings(schedule);
  const before = plan === undefined ? describeKind(kind) : describeChanges(plan);
  const payload = { id, before, kind, channelId, linkKey, plan, seen: computeFingerprint(schedule) };
  return removeConfirmation.prompt(payload, renderRemovePreview(schedule, plan, ctx), ctx);
}

const defineAction = (
  step: Step,
  ack: "update" | "ephemeral",
  act: (schedule: Schedule, ctx: GuildContext) => Promise<Reply>,
) =>
  defineButton({
    id: defineStepId(step),
    access: "manager",
    needs: "guild",
    ack,
    opensPreview: step === "run" || step === "remove",
    run: async ({ id }, ctx) => act(await findSchedule(id, ctx), ctx),
  });

const switchMenu = defineSelect({
  id: switchScheduleId,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  async run(_ids, ctx, { values: [chosen = ""] }) {
    const [step = "", id = ""] = chosen.split(" ");
    if (step === "pause") return pauseSchedule(await findSchedule(id, ctx), ctx);
    if (step === "resume") return resumeSchedule(await findSchedule(id, ctx), ctx);
    throw new MisuseError(outdatedComponentText);
  },
});

/** What the list, or a button that opens it, reaches. */
export const listReach = {
  operations: previewOperations,
  components: [
    ...scheduleList.components,
    switchMenu,
    defineAction("pause", "update", pauseSchedule),
    defineAction("resume", "update", resumeSchedule),
    defineAction("preview", "ephemeral", previewSchedule),
    defineAction("edit", "ephemeral", openEditPanel),
    defineAction("run", "ephemeral", promptRun),
    defineAction("remove", "ephemeral", promptRemove),
    ...editComponents,
    ...runConfirmation.components,
    ...removeConfirmation.components,
  ],
} as const;

export const list = defineSubcommand({
  name: "list",
  description: "See all schedules, when each posts next, and how its last post went",
  access: "manager",
  purpose: "see the schedules",
  needs: "guild",
  ack: "ephemeral",
  ...listReach,
  run: (_asked, ctx) => scheduleList.show({ page: 0 }, ctx),
});
