import { type APIButtonComponentWithCustomId, ComponentType, TextInputStyle } from "discord.js";
import { z } from "zod";
import { zonesNamed } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton, defineModal } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { guildZone, zoneProblem } from "../kit/zone-option.ts";
import { describeChanges } from "./format.ts";
import { inputDrafts, isTimed, resolveSettings, type ScheduleInput } from "./input.ts";
import { refuseBeyondCaller, runPreflight } from "./preflight.ts";
import { renderAdded, renderAddQuestion } from "./render-settings.ts";
import { listRuns, refreshEveryMs, ScheduleSettings } from "./settings.ts";

/** More than this nobody keeps an eye on. */
const maxSchedules = 25;

const Payload = z.object({
  /** The plan in words, for the record. */
  after: z.string(),
  plan: ScheduleSettings,
});

interface Added {
  readonly id: string;
  readonly dues: readonly number[];
}

export const addConfirmation = defineConfirmation<z.output<typeof Payload>, Added, "link">({
  kind: "schedule.add",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Add schedule", harmful: false },
  cancel: { label: "Discard", sentence: "The schedule was discarded. Nothing was added." },
  unknownOutcomeText:
    "I could not finish adding the schedule, so I cannot tell whether it exists. Check `/schedule list` before you add it again.",
  async execute({ plan }, ctx) {
    const { guildId, store } = ctx;
    await refuseBeyondCaller(plan, ctx);
    const now = ctx.now();
    const id = ctx.newId();
    const everyMs = refreshEveryMs(plan);
    const dues = listRuns(plan, now);
    const schedule: Schedule = {
      ...plan,
      mentionRoleId: plan.mentionRoleId,
      id,
      guildId,
      linkKey: ctx.link.linkKey,
      state: "active",
      pausedReason: undefined,
      makerDiscordUserId: ctx.invoker.discordUserId,
      createdAt: now,
      nextDueAt: dues[0],
      refreshEveryMs: everyMs,
      nextRefreshAt: everyMs === undefined ? undefined : now + everyMs,
      lastRunAt: undefined,
      lastOutcome: undefined,
      lastReason: undefined,
      messageId: undefined,
      messageHash: undefined,
      lastTrueAt: undefined,
      lastPingedAt: undefined,
    };
    // Others may have added some since the question was asked, or add one at this very moment.
    if (!(await store.schedules.createIfRoom(schedule, maxSchedules))) throw fullError();
    if (plan.mode === "live") await store.deliveries.add({ scheduleId: id, guildId, dueAt: now });
    return { id, dues };
  },
  outcome: {
    target: ({ id }) => id,
    duplicateText: () => "This schedule was already added. Nothing was done twice.",
  },
  receipt: ({ id, dues }, { plan }, ctx) => renderAdded({ plan, dues }, id, ctx),
});

/** @throws UserError when the guild has as many as it may have */
export async function assertRoom({ store, guildId }: GuildContext): Promise<void> {
  if ((await store.schedules.count(guildId)) >= maxSchedules) throw fullError();
}

function fullError(): UserError {
  return new UserError(
    `This server has ${maxSchedules} schedules, which is as many as it can have, so none was added. Remove one with \`/schedule remove\` first.`,
  );
}

const id = defineCustomId("schedule.zone", { draftId: z.string().min(1) });
const zoneFormId = defineCustomId("schedule.zone.form", { draftId: z.string().min(1) });
const zoneField = "zone";
const maxZoneLength = 60;

function zoneButtonFor(draftId: string): APIButtonComponentWithCustomId {
  return button({ customId: id.encode({ draftId }), label: "Choose zone", style: "main" });
}

/** Asks for the zone that a new schedule still lacks. */
export const zoneButton = defineButton({
  id,
  access: "manager",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    await inputDrafts.find(draftId, ctx);
    return {
      custom_id: zoneFormId.encode({ draftId }),
      title: "Whose clocks count?",
      components: [
        {
          type: ComponentType.Label,
          label: "Zone",
          description: "A large city whose clocks show the time that you mean",
          component: {
            type: ComponentType.TextInput,
            custom_id: zoneField,
            style: TextInputStyle.Short,
            placeholder: "Berlin",
            max_length: maxZoneLength,
            required: true,
          },
        },
      ],
    };
  },
});

/** The question whether to add a schedule; where nobody knows its zone, that is asked for first, and all else is kept. */
export async function promptAdd(typed: ScheduleInput, ctx: LinkedContext): Promise<Reply> {
  const now = ctx.now();
  // What else may be wrong is told before: nobody chooses a zone in vain.
  const around = await runPreflight(resolveSettings("UTC", typed, now), ctx);
  const zone = await zoneFor(typed, ctx);
  if (zone === undefined) {
    const problem = `I do not know whose clocks count here, so nothing was added yet. Choose the zone below, all else is kept. An admin can choose it once for the whole server with ${ctx.commandMention("settings zone")}.`;
    return promptZone(problem, typed, ctx);
  }
  const plan = resolveSettings(zone, typed, now);
  const question = renderAddQuestion({ plan, dues: listRuns(plan, now) }, around);
  return addConfirmation.prompt({ after: describeChanges(plan), plan }, question, ctx);
}

/** What is wrong with the zone, and a button to choose it. */
async function promptZone(problem: string, typed: ScheduleInput, ctx: LinkedContext): Promise<Reply> {
  const draftId = await inputDrafts.keep(typed, ctx);
  return { content: problem, components: buttonRow(zoneButtonFor(draftId)) };
}

async function zoneFor(typed: ScheduleInput, ctx: LinkedContext): Promise<string | undefined> {
  const zone = typed.zone ?? (await guildZone(ctx));
  if (zone !== undefined || isTimed(typed)) return zone;
  // What has no set time does not hang on whose clocks count: as in the newest of the others.
  return (await ctx.store.schedules.list(ctx.guildId)).at(-1)?.zone ?? "UTC";
}

/** A form has no suggestions, so a city will do when it fits one zone; the question shows which. */
export const zoneModal = defineModal({
  id: zoneFormId,
  access: "manager",
  needs: "link",
  ack: "update",
  async run({ draftId }, ctx, { fields }) {
    const typed = await inputDrafts.find(draftId, ctx);
    const text = fields.getTextInputValue(zoneField).trim();
    const fitting = zonesNamed(text, 4);
    const [only, ...others] = fitting;
    return only !== undefined && others.length === 0
      ? promptAdd({ ...typed, zone: only }, ctx)
      : promptZone(zoneProblem(text, fitting, "nothing was added"), typed, ctx);
  },
});
