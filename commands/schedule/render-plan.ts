import type { BoardOption } from "../../src/boards/board.ts";
import { findKind } from "../../src/boards/index.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code } from "../../src/text/inert.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { dayAndClockIn } from "../shared/zone-time.ts";
import { isAlwaysLive, type Plan, refreshEveryMs } from "./plan.ts";
import type { Surroundings } from "./surroundings.ts";
import { modeNames, planLines } from "./words.ts";

/** What a question or a receipt shows of a schedule. */
export interface PlanView {
  readonly plan: Plan;
  /** The next runs, in epoch milliseconds. */
  readonly dues: readonly number[];
}

export interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

/** The next runs by the reader's clock, and as the clocks of the schedule's zone show them; of a board without set times none. */
export function runFields({ plan, dues }: PlanView): readonly EmbedFieldParts[] {
  if (isAlwaysLive(plan)) return [];
  const lines = dues.map((due) => {
    const at = Temporal.Instant.fromEpochMilliseconds(due);
    return `${timeMark(at, "F")} · ${timeMark(at, "R")}\n${smallPrint(`${dayAndClockIn(plan.zone, due)} in ${plan.zone}`)}`;
  });
  return [
    {
      name: lines.length === 1 ? "Next run" : "Next runs",
      value: lines.length === 0 ? "None: it is never due again." : lines.join("\n"),
    },
  ];
}

export function renderAddQuestion(view: PlanView, around: Surroundings): Answer {
  const { plan } = view;
  return {
    embeds: [
      embed({
        title: "Add this schedule?",
        description: joined(
          [
            ...planLines(plan),
            plan.mode === "standing" && "Its message is put up right after you confirm.",
            ...worries(plan, around),
          ],
          "\n",
        ),
        fields: runFields(view),
      }),
    ],
  };
}

export function renderAdded(view: PlanView, id: string, words: Words): Answer {
  const { commandMention } = words;
  return receipt(
    "Schedule added",
    [
      ...planLines(view.plan),
      view.plan.mode === "standing" && "Its message is put up now.",
      `Next: ${commandMention("schedule preview")} shows what it would post, ${commandMention("schedule list")} how it goes.`,
    ],
    runFields(view),
    { id, words },
  );
}

export interface EditView {
  readonly before: Plan | undefined;
  readonly after: PlanView;
  readonly isPaused: boolean;
}

export function renderEditQuestion({ before, after, isPaused }: EditView, around: Surroundings): Answer {
  const moves = before !== undefined && before.channelId !== after.plan.channelId;
  return {
    embeds: [
      embed({
        title: "Change this schedule?",
        description: joined(
          [
            moves &&
              (before.mode === "standing"
                ? `Its message goes from <#${before.channelId}> and is put up in <#${after.plan.channelId}>.`
                : `What was posted stays in <#${before.channelId}>.`),
            isPaused && "⏸️ It is paused, and stays so.",
            ...worries(after.plan, around),
          ],
          "\n",
        ),
        fields: [
          {
            name: "Now",
            value:
              before === undefined ? "Its settings can no longer be read." : planLines(before).join("\n"),
          },
          { name: "From then on", value: planLines(after.plan).join("\n") },
          ...runFields(after),
        ],
      }),
    ],
  };
}

export function renderEdited(
  { after, isPaused }: Omit<EditView, "before">,
  { id, left }: { readonly id: string; readonly left: boolean },
  words: Words,
): Answer {
  return receipt(
    "Schedule changed",
    [
      ...planLines(after.plan),
      left && oldMessageStays,
      isPaused &&
        `⏸️ It is still paused. Next: let it go on with ${words.commandMention("schedule resume")}.`,
    ],
    runFields(after),
    { id, words },
  );
}

export const oldMessageStays =
  "⚠️ Discord did not let me delete its old message, so it still stands there. Delete it by hand.";

/** A receipt with who, when and the id in small print. */
export function receipt(
  title: string,
  lines: readonly (string | false)[],
  fields: readonly EmbedFieldParts[],
  { id, words: { caller, now } }: { readonly id: string; readonly words: Words },
): Answer {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  const print = smallPrint(`${code(id)} · by <@${caller.discordUserId}> · ${at}`);
  return {
    embeds: [embed({ title, description: joined([...lines, print], "\n"), fields, tone: "done" })],
  };
}

/** What may turn out other than people think. */
function worries(plan: Plan, around: Surroundings): readonly (string | false)[] {
  const { channelId, mentionRoleId, mode } = plan;
  return [
    around.openToAll && `Everyone in this server can read <#${channelId}>, not only staff.`,
    mentionRoleId !== undefined &&
      mode === "standing" &&
      "The role is pinged when the message is put up, and never when it is brought up to date.",
    ...lackWords(plan, around),
    ...withoutEffect(plan).map(
      ({ words }) => `⚠️ Without effect in this mode: ${words}. Choose *${modeNames.standing}* for that.`,
    ),
    mode === "standing" &&
      refreshEveryMs(plan) === undefined &&
      "It is brought up to date at its set times, not in between.",
  ];
}

/** What the plan wants, and the bot may not do. */
export function lackWords(
  { channelId, mentionRoleId }: Plan,
  { lacks }: Surroundings,
): readonly (string | false)[] {
  return [
    mentionRoleId !== undefined &&
      lacks.includes("MentionEveryone") &&
      `⚠️ <@&${mentionRoleId}> is not pinged as things are: not everybody may mention it, and I lack *Mention Everyone* in <#${channelId}>. Allow one of the two, in the role's settings or in the channel's.`,
    lacks.includes("PinMessages") &&
      `⚠️ Nothing is pinned as things are: I lack *Pin Messages* in <#${channelId}>. Give me that in the channel's settings, Permissions. The post stands without it, too.`,
  ];
}

/** What was chosen, and needs a board that is looked at all the time. */
function withoutEffect(plan: Plan): readonly BoardOption[] {
  if (refreshEveryMs(plan) !== undefined) return [];
  const options = findKind(plan.kind)?.options ?? [];
  return options.filter(({ name, liveOnly = false }) => liveOnly && plan.options[name] === true);
}
