import { z } from "zod";
import {
  describeKind,
  describeDays,
  describeRule,
  formatRuleTime,
  isReadable,
  type Schedule,
} from "../boards/index.ts";
import { getGuildWeek, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { formatDayAndClockIn, timestamp, describeZone, labelAge } from "../../src/ui/time.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import {
  readWeekEnd,
  runPreflight,
  assertRoom,
  tryAdd,
  describeMissingRights,
  readKind,
  describeChanges,
  hasNoSetTimes,
  listRuns,
  ScheduleSettings,
} from "../schedule/index.ts";
import { PackName } from "../kit/setup-ids.ts";
import { keepOnTime, listPlans, packs } from "./packs.ts";
import { showSetup } from "./panel.ts";

const Payload = z.object({
  pack: PackName,
  channelId: z.string(),
  plans: z.array(ScheduleSettings),
  /** The language of the person's Discord. */
  locale: z.string(),
});
type Payload = z.output<typeof Payload>;

interface Added {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly firstAt: number | undefined;
  /** Why the rest wasn't added. */
  readonly problem: string | undefined;
}

export const packConfirmation = defineConfirmation<Payload, Added, "link">({
  kind: "schedule.add-pack",
  access: "admin",
  needs: "link",
  payload: Payload,
  confirm: { label: ({ plans }) => `Add ${pluralize(plans.length, "schedule")}`, destructive: false },
  cancel: {
    label: "Not now",
    sentence: "Nothing was added.",
    reply: ({ locale }, ctx) => showSetup({ locale, step: "posts" }, ctx),
  },
  unknownOutcomeText:
    "I couldn't finish adding the schedules, so I don't know which of them exist. Check `/schedule list` before you add them again.",
  async execute({ plans, channelId }, ctx) {
    // Someone else may have added the same ones since the preview.
    const left = await withoutPlanned(plans, channelId, ctx);
    await assertRoom(ctx, left.length);
    const dues: number[] = [];
    let count = 0;
    try {
      for (const plan of left) {
        // Or may be adding them at this moment.
        const added = await tryAdd(plan, ctx, []);
        if (added === undefined) continue;
        const detail = { after: describeChanges(plan), plan };
        await recordAudit({ action: "schedule.add", outcome: "done", target: added.id, detail }, ctx);
        count += 1;
        if (!hasNoSetTimes(plan)) dues.push(...added.dues);
      }
    } catch (error) {
      if (!(error instanceof UserError) || count === 0) throw error;
      return { count, firstAt: findFirst(dues), problem: error.message };
    }
    if (count === 0) throw createPlannedError(channelId);
    return { count, firstAt: findFirst(dues), problem: undefined };
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "These schedules were already added. Nothing was done twice.",
    // Each schedule has an entry of its own.
    auditOutcome: () => "nowhere",
  },
  receipt: ({ count, firstAt, problem }, { channelId, locale }, ctx) =>
    showSetup(
      {
        locale,
        done: joinParts(
          [
            `✅ Added ${pluralize(count, "schedule")} in <#${channelId}>.`,
            firstAt !== undefined && `${labelAge("First post", firstAt)}.`,
            problem !== undefined && `The rest wasn't added: ${problem}`,
          ],
          " ",
        ),
      },
      ctx,
    ),
});

function findFirst(dues: readonly number[]): number | undefined {
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** @throws UserError if all of them are planned there */
async function withoutPlanned(
  plans: readonly ScheduleSettings[],
  channelId: string,
  { store, guildId, link: { linkKey } }: LinkedContext,
): Promise<readonly ScheduleSettings[]> {
  const present = (await store.schedules.list(guildId)).filter(
    (each) => each.channelId === channelId && each.linkKey === linkKey,
  );
  const isPlanned = ({ kind, mode }: ScheduleSettings): boolean =>
    present.some((each) => isOfKind(each, kind) && (each.mode === "live") === (mode === "live"));
  const left = plans.filter((plan) => !isPlanned(plan));
  if (left.length > 0) return left;
  throw createPlannedError(channelId);
}

/** The packs of earlier versions had standings, which say what the team board does. */
function isOfKind({ kind: present }: Schedule, kind: string): boolean {
  return present === kind || (present === "standings" && kind === "team");
}

function createPlannedError(channelId: string): UserError {
  return new UserError(
    `All of these posts are already planned in <#${channelId}>, so nothing was added. See them with \`/schedule list\`.`,
  );
}

type AskedPack = Omit<Payload, "plans">;

/** The preview. @throws UserError if the posts can't be planned there */
export async function promptPack(asked: AskedPack, ctx: LinkedContext): Promise<Reply> {
  const { pack, channelId } = asked;
  const zone = await readGuildZone(ctx);
  if (zone === undefined)
    throw new UserError(
      "I don't know this server's time zone, so nothing was added. Choose it first, under *Change another step*.",
    );
  const now = ctx.now();
  const weekEndsAt = await readOrAssumeWeekEnd(zone, now, ctx);
  const all = listPlans(pack, channelId, { zone, now, weekEndsAt });
  const readable = all.filter(({ kind }) => isReadable(readKind(kind), ctx.link));
  if (readable.length === 0)
    throw new UserError(
      "This server's key can't read anything of what this would post, so nothing was added. Choose other posts, or see what the key can do in `/link status`.",
    );
  const left = await withoutPlanned(readable, channelId, ctx);
  await assertRoom(ctx, left.length);
  const timed = await Promise.all(left.map((plan) => keepOnTime(plan, ctx)));
  const plans = timed.map(({ plan }) => plan);
  // They all go to one channel, and a pinned one needs the most there.
  const demanding = plans.find(({ pins }) => pins) ?? plans[0];
  if (demanding === undefined) throw new Error("a pack without posts");
  const around = await runPreflight(demanding, ctx);
  const warnings = [
    readable.length < all.length && "What this server's key can't read is left out.",
    around.isPublic && `Everyone in this server can read <#${channelId}>, not only staff.`,
    ...describeMissingRights(demanding, around),
    ...timed.flatMap(({ notes }) => notes),
  ];
  const preview = renderPackPreview(
    { pack, channelId, zone, plans, warnings, isCut: plans.length < readable.length },
    ctx,
  );
  return packConfirmation.prompt({ ...asked, plans: [...plans] }, preview, ctx);
}

/** By the server's settings if nobody knows when the workspace's week ends. */
async function readOrAssumeWeekEnd(zone: string, now: number, ctx: LinkedContext): Promise<number> {
  const known = await readWeekEnd(async () => ctx, ctx);
  if (known !== undefined) return known;
  const settings = parseWeekSettings(await ctx.store.guildSettings.all(ctx.guildId));
  return getGuildWeek({ ...settings, zone }, now, 0).endsAt;
}

interface PackPreview extends Pick<AskedPack, "pack" | "channelId"> {
  readonly zone: string;
  readonly warnings: readonly (string | false | undefined)[];
  readonly plans: readonly ScheduleSettings[];
  /** Some are planned already. */
  readonly isCut: boolean;
}

function renderPackPreview(
  { pack, channelId, zone, plans, warnings, isCut }: PackPreview,
  { now, dateStyle }: Pick<GuildContext, "now" | "dateStyle">,
): Reply {
  const dues = plans.filter((plan) => !hasNoSetTimes(plan)).flatMap((plan) => listRuns(plan, now()));
  const firstAt = findFirst(dues);
  const hasLive = plans.some(({ mode }) => mode === "live");
  return {
    embeds: [
      createEmbed({
        title: pluralizeText(plans.length, {
          one: "Add this schedule?",
          other: "Add these {count} schedules?",
        }),
        description: joinParts(
          [
            `**${packs[pack].name}** in <#${channelId}>:`,
            ...plans.map((plan) => describePlan(plan, dateStyle)),
            isCut && "What's already planned there is left out.",
            `All times are ${describeZone(zone)}.${hasLive ? " The live board is posted and pinned right after you confirm." : ""}`,
            ...warnings,
          ],
          "\n",
        ),
        fields:
          firstAt === undefined
            ? []
            : [
                {
                  name: "First post",
                  value: joinParts([
                    formatDayAndClockIn(zone, firstAt, dateStyle),
                    timestamp(Temporal.Instant.fromEpochMilliseconds(firstAt), "R"),
                  ]),
                },
              ],
      }),
    ],
  };
}

/** `- Monday 09:00 · **Calendar of the week**`. */
function describePlan(plan: ScheduleSettings, style: DateStyle): string {
  const { kind, rule } = plan;
  const when =
    rule.kind === "weekly"
      ? `${describeDays(rule.days)} ${formatRuleTime(rule.time, style)}`
      : describeRule(rule, style);
  return `- ${hasNoSetTimes(plan) ? "Live" : when} · **${describeKind(kind)}**`;
}
