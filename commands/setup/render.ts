import { ChannelType } from "discord.js";
import {
  createButton,
  createButtonRow,
  createChannelMenuRow,
  createMenuRow,
  createRoleMenuRow,
} from "../../src/ui/buttons.ts";
import { withMessageMentions } from "../../src/ui/command-mentions.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { createAskButton } from "../account/index.ts";
import { scheduleChannelTypes } from "../kit/post-channel.ts";
import { createZoneMenuRow } from "../kit/zone-option.ts";
import { isOptional, type PackName, packNames, setupIds, type Step, stepLabels } from "../kit/setup-ids.ts";
import { packs } from "./packs.ts";
import type { SetupState } from "./read-state.ts";
import { findNextStep, type StepRow, createStepRows } from "./step-rows.ts";

/** What is shown besides the state. */
export interface SetupView {
  /** What the person wants to see; the next step that is left, if they didn't say. */
  readonly step?: Step | undefined;
  /** What was just done, or is to be known about it; sentences. */
  readonly done?: string | undefined;
  /** The language of the person's Discord, which says where they may be. */
  readonly locale?: string | undefined;
  /** To choose from in place of the likely ones. */
  readonly zones?: readonly string[] | undefined;
  readonly pack?: PackName | undefined;
}

const marks: Readonly<Record<StepRow["status"], string>> = {
  done: "✅",
  open: "🔹",
  broken: "⚠️",
  unknown: "❔",
};
const statusTexts: Readonly<Record<StepRow["status"], string>> = {
  done: "Done",
  open: "Not done yet",
  broken: "Needs you",
  unknown: "Couldn't be checked",
};

interface StepTexts {
  /** Behind "Next:" or "You can also". */
  readonly todo: string;
  /** In place of it where something was done, but doesn't work. */
  readonly repair?: string;
  /** Behind "Change:". */
  readonly change: string;
  /** What it's for. */
  readonly why: string;
}

const stepTexts: Readonly<Record<Step, StepTexts>> = {
  workspace: {
    todo: "link your workspace.",
    change: "the workspace's key.",
    why: "You need the workspace's id and a key. An administrator creates the key in the workspace's settings.",
  },
  staff: {
    todo: "choose your staff role.",
    change: "add a staff role.",
    why: "Staff log orders and see their own week. To remove a staff role, use `/access set`.",
  },
  managers: {
    todo: "choose your managers' role.",
    change: "add a managers' role.",
    why: "Managers also see everyone's week, plan posts and approve requests. To remove a managers' role, use `/access set`.",
  },
  "managers-channel": {
    todo: "choose the managers' channel.",
    change: "choose another managers' channel.",
    why: "Connection requests arrive there. Choose a channel only managers can see.",
  },
  zone: {
    todo: "choose the server's time zone.",
    change: "choose another time zone.",
    why: "Posts are timed in this zone. *Search…* finds zones that aren't in the list.",
  },
  posts: {
    todo: "plan your first posts.",
    repair: "get your posts going again.",
    change: "add more posts.",
    why: "You'll see the list before anything is added. Use `/schedule add` for anything else.",
  },
  team: {
    todo: "connect your team.",
    change: "connect more of your team.",
    why: "Connected people see their own week. I'll ask them in a channel, or bring in everyone with `/account import`.",
  },
  commands: {
    todo: "see who sees which commands.",
    repair: "show admins their commands.",
    change: "who sees which commands.",
    why: "Discord decides that in *Server Settings*, *Integrations*. Press *Reload* to read it again.",
  },
  audit: {
    todo: "choose a channel for the audit log.",
    change: "choose another channel for the audit log.",
    why: "Pick a channel only admins can see. Changes people make are posted there.",
  },
};

export function renderSetup(state: SetupState, view: SetupView, ctx: RenderContext): Reply {
  const rows = createStepRows(state, ctx);
  const next = findNextStep(rows);
  const shown = rows.find(({ step }) => step === view.step) ?? next;
  const isFailing = ({ status }: StepRow) => status === "broken" || status === "unknown";
  const listed = [...rows.filter(isFailing), ...rows.filter((row) => !isFailing(row))];
  const required = rows.filter(({ step }) => !isOptional(step));
  const doneCount = required.filter(({ status }) => status === "done").length;
  const isComplete = doneCount === required.length;
  return {
    embeds: [
      createEmbed({
        title: isComplete ? "Setup: all done" : `Setup: ${doneCount} of ${required.length} done`,
        description: joinParts(
          [
            joinParts([view.done, describeLead(shown, rows, isComplete, ctx)], "\n"),
            joinParts(
              [listed.map(formatLine).join("\n"), shown && describeHint(shown, view, ctx)],
              // What it's for belongs to the last row if that is the one shown.
              shown === listed.at(-1) ? "\n" : "\n\n",
            ),
          ],
          "\n\n",
        ),
        tone: rows.some(isFailing) ? "waiting" : isComplete ? "done" : "information",
      }),
    ],
    components: [
      ...createControls(shown?.step, state, view, ctx),
      ...createMenuRow(
        setupIds.go.encode({}),
        "Change another step",
        rows
          .filter(({ step }) => step !== shown?.step)
          .map(({ step, status }) => ({
            label: stepLabels[step].title,
            description: statusTexts[status],
            value: step,
          })),
      ),
      ...createButtonRow(
        ...createButtons(shown?.step, state),
        createButton({ customId: setupIds.show.encode({ step: view.step ?? "" }), label: "Reload" }),
      ),
    ],
  };
}

function describeLead(
  shown: StepRow | undefined,
  rows: readonly StepRow[],
  isComplete: boolean,
  { commandMention }: RenderContext,
): string {
  if (shown === undefined && rows.some(({ status }) => status === "unknown"))
    return "I couldn't check everything. Press *Reload* in a few minutes.";
  // Only the optional step is left, and its row says what it is for.
  if (shown === undefined || (isComplete && shown.status === "open"))
    return `Everything works. Next: tell your staff to try ${commandMention("me")}.`;
  const { step, status } = shown;
  const { todo, repair = todo, change } = stepTexts[step];
  if (status === "done" || status === "unknown") return `**Change:** ${change}`;
  if (status === "broken") return `**Next:** ${repair}`;
  return isOptional(step) ? `You can also ${todo}` : `**Next:** ${todo}`;
}

function describeHint({ step, detail }: StepRow, { pack = "cafe" }: SetupView, ctx: RenderContext): string {
  if (detail !== undefined) return withMessageMentions(detail, ctx.commandMention);
  const { name, description } = packs[pack];
  const what = step === "posts" ? `${name}: ${description}. ` : "";
  return subtext(withMessageMentions(`${what}${stepTexts[step].why}`, ctx.commandMention));
}

function formatLine({ step, status, text }: StepRow): string {
  return `${marks[status]} **${stepLabels[step].title}** · ${text}`;
}

/** The step's selects. */
function createControls(
  step: Step | undefined,
  { zone }: SetupState,
  { zones, locale, pack = "cafe" }: SetupView,
  dates: RenderContext,
): readonly Row[] {
  switch (step) {
    case undefined:
    case "workspace":
    case "team":
    case "commands":
      return [];
    case "staff":
      return createRoleMenuRow(setupIds.role.encode({ tier: "staff" }), "Staff role");
    case "managers":
      return createRoleMenuRow(setupIds.role.encode({ tier: "manager" }), "Managers' role");
    case "managers-channel":
      return createTextChannelRow(setupIds.channel.encode({ setting: step }), "Managers' channel");
    case "audit":
      return createTextChannelRow(setupIds.channel.encode({ setting: step }), "Channel for the audit log");
    case "zone":
      return createZoneMenuRow({ customId: setupIds.zone.encode({}), zone, zones, locale }, dates);
    case "posts":
      return [
        ...createMenuRow(
          setupIds.pack.encode({}),
          "What to post",
          packNames.map((name) => ({
            label: packs[name].name,
            description: packs[name].description,
            value: name,
            chosen: name === pack,
          })),
        ),
        ...createChannelMenuRow({
          customId: setupIds.posts.encode({ pack }),
          placeholder: "Where to post it",
          types: scheduleChannelTypes,
          channelId: undefined,
        }),
      ];
    default:
      return step satisfies never;
  }
}

function createTextChannelRow(customId: string, placeholder: string): readonly Row[] {
  return createChannelMenuRow({
    customId,
    placeholder,
    types: [ChannelType.GuildText],
    channelId: undefined,
  });
}

function createButtons(step: Step | undefined, { workspace }: SetupState) {
  if (step === "zone") return [createButton({ customId: setupIds.findZone.encode({}), label: "Search…" })];
  if (step === "team") return [createAskButton("primary")];
  if (step !== "workspace") return [];
  const label = workspace === undefined ? "Link a workspace" : "Replace the key";
  return [createButton({ customId: setupIds.link.encode({}), label, style: "primary" })];
}
