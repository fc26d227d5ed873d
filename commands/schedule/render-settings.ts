import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { BoardOption } from "../../src/schedules/boards/board.ts";
import { findKind } from "../../src/schedules/boards/index.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { dayAndClockIn, timestamp } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { hasNoSetTimes, type ScheduleSettings, refreshEveryMs } from "./settings.ts";
import type { Preflight } from "./preflight.ts";
import { modeNames, settingLines } from "./format.ts";

/** What a question or a receipt shows of a schedule. */
export interface AddView {
  readonly plan: ScheduleSettings;
  /** The next runs, in epoch milliseconds. */
  readonly dues: readonly number[];
}

/** The next runs by the reader's clock, and as the clocks of the schedule's zone show them; of a board without set times none. */
export function renderRuns({ plan, dues }: AddView): readonly EmbedFieldParts[] {
  if (hasNoSetTimes(plan)) return [];
  const lines = dues.map((due) => {
    const at = Temporal.Instant.fromEpochMilliseconds(due);
    return `${timestamp(at, "F")} · ${timestamp(at, "R")}\n${subtext(`${dayAndClockIn(plan.zone, due)} in ${plan.zone}`)}`;
  });
  return [
    {
      name: lines.length === 1 ? "Next run" : "Next runs",
      value: lines.length === 0 ? "None: it is never due again." : lines.join("\n"),
    },
  ];
}

export function renderAddQuestion(view: AddView, around: Preflight): Reply {
  const { plan } = view;
  return {
    embeds: [
      embed({
        title: "Add this schedule?",
        description: joinParts(
          [
            ...settingLines(plan),
            plan.mode === "live" && "Its message is put up right after you confirm.",
            ...warnings(plan, around),
          ],
          "\n",
        ),
        fields: renderRuns(view),
      }),
    ],
  };
}

export function renderAdded(view: AddView, id: string, ctx: RenderContext): Reply {
  const { commandMention } = ctx;
  return receipt(
    {
      title: "Schedule added",
      verb: "Added",
      lines: [
        ...settingLines(view.plan),
        view.plan.mode === "live" && "Its message is put up now.",
        `Next: ${commandMention("schedule preview")} shows what it would post, ${commandMention("schedule list")} how it goes.`,
      ],
      facts: [inlineCode(id)],
      fields: renderRuns(view),
    },
    ctx,
  );
}

export interface EditView {
  readonly before: ScheduleSettings | undefined;
  readonly after: AddView;
  readonly isPaused: boolean;
}

export function renderEditQuestion({ before, after, isPaused }: EditView, around: Preflight): Reply {
  const moves = before !== undefined && before.channelId !== after.plan.channelId;
  return {
    embeds: [
      embed({
        title: "Change this schedule?",
        description: joinParts(
          [
            moves &&
              (before.mode === "live"
                ? `Its message goes from <#${before.channelId}> and is put up in <#${after.plan.channelId}>.`
                : `What was posted stays in <#${before.channelId}>.`),
            isPaused && "⏸️ It is paused, and stays so.",
            ...warnings(after.plan, around),
          ],
          "\n",
        ),
        fields: [
          {
            name: "Now",
            value:
              before === undefined ? "Its settings can no longer be read." : settingLines(before).join("\n"),
          },
          { name: "From then on", value: settingLines(after.plan).join("\n") },
          ...renderRuns(after),
        ],
      }),
    ],
  };
}

export function renderEdited(
  { after, isPaused }: Omit<EditView, "before">,
  { id, left }: { readonly id: string; readonly left: boolean },
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule changed",
      verb: "Changed",
      lines: [
        ...settingLines(after.plan),
        left && oldMessageStays,
        isPaused &&
          `⏸️ It is still paused. Next: let it go on with ${ctx.commandMention("schedule resume")}.`,
      ],
      facts: [inlineCode(id)],
      fields: renderRuns(after),
    },
    ctx,
  );
}

export const oldMessageStays =
  "⚠️ Discord did not let me delete its old message, so it still stands there. Delete it by hand.";

/** What may turn out other than people think. */
function warnings(plan: ScheduleSettings, around: Preflight): readonly (string | false)[] {
  const { channelId, mentionRoleId, mode } = plan;
  return [
    around.isPublic && `Everyone in this server can read <#${channelId}>, not only staff.`,
    mentionRoleId !== undefined &&
      mode === "live" &&
      "The role is pinged when the message is put up, and never when it is brought up to date.",
    ...describeMissing(plan, around),
    ...withoutEffect(plan).map(
      ({ description: words }) =>
        `⚠️ Without effect in this mode: ${words}. Choose *${modeNames.live}* for that.`,
    ),
    mode === "live" &&
      refreshEveryMs(plan) === undefined &&
      "It is brought up to date at its set times, not in between.",
  ];
}

/** What the plan wants, and the bot may not do. */
export function describeMissing(
  { channelId, mentionRoleId }: ScheduleSettings,
  { missingPermissions }: Preflight,
): readonly (string | false)[] {
  return [
    mentionRoleId !== undefined &&
      missingPermissions.includes("MentionEveryone") &&
      `⚠️ <@&${mentionRoleId}> is not pinged as things are: not everybody may mention it, and I lack *Mention Everyone* in <#${channelId}>. Allow one of the two, in the role's settings or in the channel's.`,
    missingPermissions.includes("PinMessages") &&
      `⚠️ Nothing is pinned as things are: I lack *Pin Messages* in <#${channelId}>. Give me that in the channel's settings, Permissions. The post stands without it, too.`,
  ];
}

/** What was chosen, and needs a board that is looked at all the time. */
function withoutEffect(plan: ScheduleSettings): readonly BoardOption[] {
  if (refreshEveryMs(plan) !== undefined) return [];
  const options = findKind(plan.kind)?.options ?? [];
  return options.filter(({ name, liveOnly = false }) => liveOnly && plan.options[name] === true);
}
