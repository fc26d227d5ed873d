import { z } from "zod";
import { listLikelyZones } from "../../src/domain/zones.ts";
import { foldText } from "../../src/domain/search.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { requireOwnDraft, unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { AskedCommand, Autocomplete, Choice, OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createTextField, selectField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { choice, readTypedText, text } from "../kit/options.ts";
import {
  checkChannel,
  refuseBeyondCaller,
  scheduleChannelOption,
  scheduleChannelTypes,
} from "../kit/post-channel.ts";
import { readGuildZone, readTypedZone, toZoneChoice, zoneOption } from "../kit/zone-option.ts";
import { boardKinds, findKind } from "./kinds.ts";
import {
  getUsualOptions,
  dayNames,
  describeDays,
  formatRuleTime,
  parseDays,
  parseTime,
  type Schedule,
} from "../boards/index.ts";
import { notPostedYet } from "./delivery/advance.ts";
import { addAgainId, createNextSteps, listReach, removeDraftKind, RemovePayload } from "./list.ts";
import {
  completeInput,
  emptyInput,
  hasTimes,
  hours,
  isAlwaysLive,
  type PanelInput,
  PanelState,
  resolveSettings,
  ScheduleInput,
  toPanelInput,
} from "./panel-input.ts";
import { definePanel } from "./panel.ts";
import { previewOperations, runPreflight, viewPlan, withDrawnPost } from "./preflight.ts";
import { renderAdded, renderAddPreview } from "./render.ts";
import { computeNextTimes, describeChanges, listRuns, ScheduleSettings, toSettings } from "./settings.ts";

/** Nobody can keep track of more. */
const maxSchedules = 25;

const Payload = z.object({
  /** The plan in words, for the audit log. */
  after: z.string(),
  plan: ScheduleSettings,
  /** What the preview was made from, for *Fix it*. */
  panel: PanelState,
  /** Schedules of its kind that its channel had at the time of the preview; an earlier version didn't store them. */
  known: z.array(z.string()).optional(),
});

interface Added {
  readonly id: string;
  readonly dues: readonly number[];
}

const addConfirmation = defineConfirmation<z.output<typeof Payload>, Added, "link">({
  kind: "schedule.add",
  access: "manager",
  needs: "link",
  payload: Payload,
  confirm: { label: "Add schedule", destructive: false },
  cancel: { label: "Not now", sentence: "This schedule wasn't added. Nothing was changed." },
  unknownOutcomeText:
    "I couldn't finish adding the schedule, so I don't know whether it exists. Check `/schedule list` before you add it again.",
  async execute({ plan, known }, ctx) {
    const added = await tryAdd(plan, ctx, known);
    if (added !== undefined) return added;
    await assertRoom(ctx);
    throw new UserError(
      `Someone planned the same kind of post for <#${plan.channelId}> after this preview, so nothing was added. See it in \`/schedule list\`; to add another one, run ${ctx.commandMention("schedule add")} again.`,
    );
  },
  outcome: {
    target: ({ id }) => id,
    duplicateText: () => "This schedule was already added. Nothing was done twice.",
  },
  receipt: ({ id, dues }, { plan }, ctx) => ({
    ...renderAdded({ plan, dues }, renderContext(ctx)),
    components: createButtonRow(...createNextSteps(id, plan.mode)),
  }),
});

/**
 * @param known not if one besides these, of its kind and workspace, live or not as it is, posts in its channel
 * @returns `undefined` if it is planned there already
 * @throws UserError if the caller can't write there, or the guild reached the limit
 */
export async function tryAdd(
  plan: ScheduleSettings,
  ctx: LinkedContext,
  known?: readonly string[],
): Promise<Added | undefined> {
  await refuseBeyondCaller(plan, ctx);
  const now = ctx.now();
  const id = ctx.newId();
  const dues = listRuns(plan, now);
  const schedule: Schedule = {
    ...notPostedYet,
    ...plan,
    mentionRoleId: plan.mentionRoleId,
    id,
    guildId: ctx.guildId,
    linkKey: ctx.link.linkKey,
    makerDiscordUserId: ctx.invoker.discordUserId,
    createdAt: now,
    ...computeNextTimes(plan, now),
  };
  // Others may have added some since the preview, or may be adding one right now.
  const outcome = await ctx.store.schedules.createIfRoom(schedule, maxSchedules, known);
  if (outcome === "planned") return undefined;
  if (outcome === "full") throw createFullError();
  if (plan.mode === "live")
    await ctx.store.deliveries.add({ scheduleId: id, guildId: ctx.guildId, dueAt: now });
  return { id, dues };
}

/** @param more how many are to be added @throws UserError if the guild has no room for them */
export async function assertRoom({ store, guildId }: GuildContext, more = 1): Promise<void> {
  if ((await store.schedules.count(guildId)) + more > maxSchedules) throw createFullError(more);
}

function createFullError(more = 1): UserError {
  return new UserError(
    more === 1
      ? `This server has ${maxSchedules} schedules, the most it can have, so nothing was added. Remove one in \`/schedule list\` first.`
      : `A server can have ${maxSchedules} schedules and this one has no room for ${more} more, so nothing was added. Remove some in \`/schedule list\` first.`,
  );
}

const zoneField = "zone";
const listedZoneField = "listed";

/** Asks for a new schedule's missing time zone. */
const zoneForm = defineDraftForm<ScheduleInput, ScheduleInput, "link">({
  name: "schedule.zone",
  command: "schedule add",
  access: "manager",
  needs: "link",
  typed: ScheduleInput,
  fixLabel: "Choose time zone",
  modal: ({ zone }, ctx) => ({
    title: "Which time zone?",
    components: [
      selectField({
        id: listedZoneField,
        label: "Time zone",
        placeholder: "Choose by the time there now",
        choices: listLikelyZones(undefined).map((each) => toZoneChoice(each, ctx.now(), ctx.dateStyle)),
      }),
      createTextField({
        id: zoneField,
        label: "Or another one",
        description: "A large city or a country in that time zone",
        placeholder: "Kampala",
        max: 60,
        value: zone ?? "",
      }),
    ],
  }),
  read(fields, opened) {
    // It is always opened with earlier input.
    if (opened === undefined) throw new MisuseError(outdatedComponentText);
    const typed = readText(fields, zoneField);
    return { ...opened, zone: typed || (fields.getStringSelectValues(listedZoneField)[0] ?? "") };
  },
  // A modal has no suggestions, so a city is enough if it matches one time zone; the preview shows which.
  async parse({ zone = "", ...typed }) {
    if (zone !== "") return { ...typed, zone: readTypedZone(zone, "nothing was added") };
    throw new UserError("You chose no time zone, so nothing was added yet. The rest of your input is kept.");
  },
  respond: promptAdd,
});

/** The preview of a schedule; if its time zone is unknown, that is asked for first and the rest is kept. */
async function promptAdd(typed: ScheduleInput, ctx: LinkedContext): Promise<Reply> {
  const now = ctx.now();
  const workspace = async () => ctx;
  // Other errors are reported first: nobody should choose a time zone in vain.
  const around = await runPreflight(resolveSettings("UTC", typed, now), ctx);
  const zone = await readZone(typed, ctx);
  if (zone === undefined) {
    const problem = `I don't know this server's time zone, so nothing was added yet. Choose one below; the rest of your input is kept. An admin can choose it once for the whole server in ${ctx.commandMention("settings")}.`;
    return zoneForm.refuse(problem, typed, ctx);
  }
  const plan = resolveSettings(zone, typed, now);
  const view = await viewPlan(plan, workspace, ctx);
  const alike = await listAlike(plan, ctx);
  const same = alike.find(({ state }) => state === "active");
  const question = renderAddPreview({ ...view, same: same && toSettings(same) }, around, ctx);
  return addConfirmation.prompt(
    { after: describeChanges(plan), plan, panel: { input: typed }, known: alike.map(({ id }) => id) },
    await withDrawnPost(question, plan, workspace, ctx),
    ctx,
    (draftId) => addPanel.previewButtons(draftId, view.busy, ctx),
  );
}

/** Schedules of the same kind in the same channel. */
async function listAlike(plan: ScheduleSettings, ctx: GuildContext): Promise<readonly Schedule[]> {
  const planned = await ctx.store.schedules.list(ctx.guildId);
  return planned.filter(({ kind, channelId }) => kind === plan.kind && channelId === plan.channelId);
}

/** Fills in a new schedule. */
const addPanel = definePanel({
  name: "schedule.new",
  title: "New schedule",
  needs: "link",
  command: "schedule add",
  nothing: "nothing was added",
  confirmation: "schedule.add",
  preview: ({ input }, ctx) => promptAdd(completeInput(input), ctx),
});

/** Below the receipt of one that was removed: asks for the same again, as a new one. */
const addAgainButton = defineButton({
  id: addAgainId,
  access: "manager",
  needs: "link",
  ack: "update",
  async run({ draftId }, ctx) {
    const { payload } = await requireOwnDraft(
      draftId,
      removeDraftKind,
      ctx,
      `This schedule was removed too long ago, so nothing was added. Plan it with ${ctx.commandMention("schedule add")}.`,
    );
    const { plan } = unwrapPayload(payload, RemovePayload, undefined);
    if (plan === undefined) throw new UserError(outdatedComponentText);
    await assertRoom(ctx);
    return addPanel.preview({ input: toPanelInput(plan) }, ctx);
  },
});

async function readZone(typed: ScheduleInput, ctx: LinkedContext): Promise<string | undefined> {
  const zone = typed.zone ?? (await readGuildZone(ctx));
  if (zone !== undefined || hasTimes(typed)) return zone;
  // Without a set time the zone doesn't matter, so use that of the newest schedule.
  return (await ctx.store.schedules.list(ctx.guildId)).at(-1)?.zone ?? "UTC";
}

const commonDays = [...dayNames, "Weekdays", "Weekend", "Daily"] as const;
/** Morning first: nobody starts looking at midnight. */
const fromMorning = [...hours.slice(8), ...hours.slice(0, 8)];

/** The typed text as understood, then common choices. */
const suggestDays: Autocomplete = async (typed) => {
  const days = parseDays(typed);
  const matchingDays = commonDays.filter((day) => foldText(day).startsWith(foldText(typed.trim())));
  return removeDuplicates([
    ...(days === undefined ? [] : [{ name: `Every ${describeDays(days)}`, value: typed.trim() }]),
    ...matchingDays.map((day) => ({ name: day, value: day })),
  ]);
};

const suggestTimes: Autocomplete = async (typed, { dateStyle }) => {
  const time = parseTime(typed);
  const begins = fromMorning.filter((hour) =>
    hour.replace(/^0/, "").startsWith(typed.trim().replace(/^0/, "")),
  );
  return removeDuplicates(
    [...(time === undefined ? [] : [time]), ...begins].map((value) => ({
      name: formatRuleTime(value, dateStyle),
      value,
    })),
  );
};

function removeDuplicates(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(
    ({ value }, index) => choices.findIndex((other) => foldText(other.value) === foldText(value)) === index,
  );
}

const options = {
  kind: choice(
    "What to post",
    boardKinds.map(({ name, description }) => ({ name: description, value: name })),
  ),
  channel: scheduleChannelOption("Where to post it"),
  days: text("For example Monday, or Mon, Thu, or weekdays").max(80).autocomplete(suggestDays),
  time: text("For example 18:00 or 6pm").max(20).autocomplete(suggestTimes),
  zone: zoneOption("A city in its time zone, for example Berlin"),
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
    addAgainButton,
    ...listReach.components,
  ],
  run: (asked, ctx) => fillIn(asked, undefined, ctx),
  refused: ({ refusals: [refusal], ...asked }, ctx) => fillIn(asked, refusal?.message, ctx),
});

interface Asked {
  readonly options: Partial<OptionValues<typeof options>>;
  readonly interaction: AskedCommand;
}

/** The preview once everything is there, and until then a panel with what was typed. */
async function fillIn(
  { options: { kind, channel, days, time, zone }, interaction }: Asked,
  problem: string | undefined,
  ctx: LinkedContext,
): Promise<Reply> {
  await assertRoom(ctx);
  const input: PanelInput = {
    ...emptyInput,
    kind,
    channelId: channel?.id,
    rule: { days, time },
    // One that wasn't understood is kept as it was typed, so that it can be fixed.
    zone: zone ?? readTypedText(interaction.options, "zone"),
    options: getUsualOptions(findKind(kind ?? "")?.options ?? {}),
  };
  const isComplete = kind !== undefined && channel !== undefined && (hasTimes(input) || isAlwaysLive(input));
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
  return isOffered && Array.isArray(checked?.missing) && checked.missing.length === 0 ? channelId : undefined;
}
