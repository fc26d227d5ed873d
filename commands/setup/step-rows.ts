import type { CommandPermission } from "../../src/domain/command-permissions.ts";
import type { RoleTier } from "../../src/store/access-roles.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber, pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { formatClockIn, type Dates, labelAge } from "../../src/ui/time.ts";
import { listRefused, withoutUnused } from "../link/index.ts";
import { describeMissingPermissions, describeTimeout, type PostChannel } from "../kit/post-channel.ts";
import { isOptional, type Step, steps } from "../kit/setup-ids.ts";
import type { PrivateChannel, SetupState } from "./read-state.ts";

/** `done` only if it was proven just now; `unknown` if it couldn't be. */
type StepStatus = "done" | "open" | "broken" | "unknown";

export interface StepRow {
  readonly step: Step;
  readonly status: StepStatus;
  /** What is so now, for one line on a phone; markdown. */
  readonly text: string;
  /** What is wrong and what to do about it, or how things are; a few lines. */
  readonly detail?: string;
}

export function createStepRows(state: SetupState, formats: Dates): readonly StepRow[] {
  return steps.map((step) => ({ step, ...createRow(step, state, formats) }));
}

/** The step to do now: the link if there is none, then the first that stopped working, then the first that nobody did yet. */
export function findNextStep(rows: readonly StepRow[]): StepRow | undefined {
  const required = rows.filter(({ step }) => !isOptional(step));
  return (
    // Nothing that stopped can be repaired before.
    rows.find(({ step, status }) => status === "open" && step === "workspace") ??
    rows.find(({ step, status }) => status === "broken" && !isRole(step)) ??
    required.find(({ status }) => status === "open") ??
    rows.find(({ status }) => status === "broken") ??
    rows.find(({ status }) => status === "open")
  );
}

/** Whoever is setting up may give the role to people at the end. */
const isRole = (step: Step): boolean => step === "staff" || step === "managers";

type Row = Omit<StepRow, "step">;

function createRow(step: Step, state: SetupState, { now, dateStyle }: Dates): Row {
  switch (step) {
    case "workspace":
      return createWorkspaceRow(state);
    case "staff":
      return createRoleRow("staff", state);
    case "managers":
      return createRoleRow("manager", state);
    case "managers-channel":
      return createPrivateChannelRow(state.managersChannel, "not chosen yet");
    case "zone":
      return state.zone === undefined
        ? { status: "open", text: "not chosen yet" }
        : {
            status: "done",
            text: `${state.zone} · ${formatClockIn(state.zone, now.epochMilliseconds, dateStyle)}`,
          };
    case "posts":
      return createPostsRow(state);
    case "team":
      return createTeamRow(state);
    case "commands":
      return createCommandsRow(state);
    case "audit":
      return createAuditRow(state);
    default:
      return step satisfies never;
  }
}

const maxName = 40;

function createWorkspaceRow({ workspace }: SetupState): Row {
  if (workspace === undefined) return { status: "open", text: "not linked yet" };
  const { link, others, health, rights = [], keyEnd } = workspace;
  const name = joinParts([escapeMarkdown(link.name, maxName), others > 0 && `${others} more`], " and ");
  switch (health.state) {
    case "works":
    case "limited": {
      const refused = listRefused(withoutUnused(rights));
      if (refused === undefined) return { status: "done", text: joinParts([name, keyEnd]) };
      return {
        status: "broken",
        text: `can't read: ${refused}`,
        detail: `**${name}** accepts the key, but the key can't read: ${refused}. Someone who manages the workspace can give it more permissions.`,
      };
    }
    case "broken":
      return health.isRefused
        ? { status: "broken", text: "key refused", detail: `**${name}**: ${health.text}` }
        : { status: "unknown", text: "couldn't check the key", detail: `**${name}**: ${health.text}` };
    case "outage":
      return {
        status: "unknown",
        text: "couldn't check the key",
        detail: `**${name}** isn't responding. Press *Reload* in a few minutes.`,
      };
    default:
      return health satisfies never;
  }
}

const maxRoles = 2;

function createRoleRow(tier: RoleTier, { roles, memberCounts }: SetupState): Row {
  const mine = roles.filter((role) => role.tier === tier).map(({ roleId }) => roleId);
  if (mine.length === 0) return { status: "open", text: "no role yet" };
  const mentions = joinParts(
    [
      ...mine.slice(0, maxRoles).map((roleId) => `<@&${roleId}>`),
      mine.length > maxRoles && `and ${mine.length - maxRoles} more`,
    ],
    " ",
  );
  if (memberCounts === undefined) return { status: "unknown", text: `${mentions} · couldn't count` };
  const counted = mine.map((roleId) => memberCounts.get(roleId));
  const total = counted.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (total > 0) {
    // Someone with two of the roles counts twice.
    const most = mine.length > 1 ? "up to " : "";
    return {
      status: "done",
      text: `${mentions} · ${most}${pluralize(total, "member")}`,
    };
  }
  const isGone = counted.every((count) => count === undefined);
  return {
    status: "broken",
    text: isGone ? "deleted, or nobody has it" : `${mentions} · nobody has it`,
    detail: `Nobody has ${mentions}${isGone ? ", or it was deleted" : ""}. Give it to people in Discord and press *Reload*, or choose another role.`,
  };
}

function createChannelRow(channel: PostChannel | undefined, none: string): Row {
  if (channel === undefined) return { status: "open", text: none };
  const { channelId, missing } = channel;
  const where = `<#${channelId}>`;
  if (missing === undefined) return { status: "unknown", text: "couldn't check the channel" };
  if (missing === "gone")
    return {
      status: "broken",
      text: "channel deleted",
      detail: "The channel was deleted. Choose another one.",
    };
  if ("timedOutUntil" in missing)
    return { status: "broken", text: "I'm timed out", detail: describeTimeout(missing) };
  return missing.length === 0
    ? { status: "done", text: where }
    : {
        status: "broken",
        text: "I can't post there",
        detail: `I can't post in ${where}: I need ${describeMissingPermissions(missing)}. Allow that in the channel's permissions and press *Reload*, or choose another channel.`,
      };
}

/** One with what only some people should read: what goes there names people. */
function createPrivateChannelRow(channel: PrivateChannel | undefined, none: string): Row {
  const row = createChannelRow(channel, none);
  return row.status === "done" && channel?.isPublic === true
    ? { ...row, text: joinParts([row.text, "⚠️ everyone can see it"]) }
    : row;
}

function createAuditRow({ auditChannel, isAuditTroubled }: SetupState): Row {
  const row = createPrivateChannelRow(auditChannel, "optional");
  return auditChannel !== undefined && row.status === "done" && isAuditTroubled
    ? {
        status: "broken",
        text: "posting failed",
        detail: `Posting in <#${auditChannel.channelId}> failed. It's all in \`/audit\`. Choose the channel again to continue.`,
      }
    : row;
}

function createPostsRow({ posts }: SetupState): Row {
  if (posts === undefined) return { status: "open", text: "none planned yet" };
  const { active, paused, stopped, next, channel } = posts;
  if (next === undefined || channel === undefined)
    return {
      status: "broken",
      text: `${paused} planned, all paused`,
      detail: "All schedules are paused. See why with `/schedule list`.",
    };
  const tried = createChannelRow(channel, "");
  if (tried.status === "broken")
    return {
      ...tried,
      detail: joinParts([tried.detail, "Open it in `/schedule list` to post it elsewhere."], " "),
    };
  if (tried.status !== "done") return tried;
  const at = next.mode === "live" ? undefined : next.nextDueAt;
  const text = joinParts([
    String(active),
    at !== undefined && labelAge("next", at),
    paused > 0 && `${paused} paused`,
  ]);
  if (stopped === 0) return { status: "done", text };
  return {
    status: "broken",
    text,
    detail: pluralizeText(stopped, {
      one: "I had to pause one of them: open it in `/schedule list` to see why and what to do.",
      other: "I had to pause {count} of them: open each in `/schedule list` to see why and what to do.",
    }),
  };
}

/** Done once half of them are: someone is always new. */
function createTeamRow({ roles, team }: SetupState): Row {
  const staffRoles = roles.filter(({ tier }) => tier === "staff").length;
  if (staffRoles === 0 || team?.members === 0) return { status: "open", text: "nobody connected yet" };
  if (team === undefined) return { status: "unknown", text: "couldn't count" };
  const { members, connected, isOfAll } = team;
  const total = `${staffRoles > 1 ? "up to " : ""}${formatNumber(members)}`;
  const text = isOfAll
    ? `${pluralize(connected, "person", "people")} connected, staff: ${total}`
    : `${formatNumber(connected)} of ${total} connected`;
  return { status: connected > 0 && 2 * connected >= members ? "done" : "open", text };
}

const maxCommands = 8;

function createCommandsRow({ commands }: SetupState): Row {
  if (commands === undefined) return { status: "unknown", text: "couldn't read who sees which" };
  const { all, byCommand, restricted, blindRoleIds, hidden } = commands;
  const changes = [
    all.length > 0 && `All commands: ${listPermissions(all)}`,
    ...[...byCommand].map(([name, permissions]) => `\`/${name}\`: ${listPermissions(permissions)}`),
  ].filter((line) => line !== false);
  const shown = joinParts(
    [
      `Without changes, everyone sees all commands but ${listNames(restricted)}, which need *Manage Server*.`,
      changes.length > 0 && "Changed in this server:",
      ...changes.slice(0, maxCommands).map((line) => `- ${line}`),
      changes.length > maxCommands && `- and ${changes.length - maxCommands} more`,
      changes.length > 0
        ? "Change it in *Server Settings*, *Integrations*. Everyone needs `/help` and `/privacy`."
        : "To show the rest only to staff, allow your staff role and turn off *@everyone* in *Server Settings*, *Integrations*. Everyone needs `/help` and `/privacy`.",
    ],
    "\n",
  );
  if (blindRoleIds.length > 0) {
    const mentions = listSome(blindRoleIds.map((roleId) => `<@&${roleId}>`));
    return {
      status: "broken",
      text: `hidden from ${mentions}`,
      detail: `Discord doesn't show ${mentions} ${listNames(hidden)}. Allow the role there in *Server Settings*, *Integrations*, or give it *Manage Server*.\n${shown}`,
    };
  }
  const isChanged = changes.length > 0;
  return { status: "done", text: isChanged ? "changed in this server" : "shown as usual", detail: shown };
}

const listNames = (names: readonly string[]): string => names.map((name) => `\`/${name}\``).join(", ");

const maxTargets = 6;

/** `✅ @Staff ❌ @everyone`. */
function listPermissions(permissions: readonly CommandPermission[]): string {
  return listSome(
    permissions.map((permission) => `${permission.allowed ? "✅" : "❌"} ${formatTarget(permission)}`),
  );
}

function listSome(parts: readonly string[]): string {
  const more = parts.length - maxTargets;
  return joinParts([...parts.slice(0, maxTargets), more > 0 && `and ${more} more`], " ");
}

function formatTarget({ target, id }: CommandPermission): string {
  switch (target) {
    case "everyone":
      return "@everyone";
    case "role":
      return `<@&${id}>`;
    case "member":
      return `<@${id}>`;
    case "channel":
      return `<#${id}>`;
    case "all-channels":
      return "all channels";
    default:
      return target satisfies never;
  }
}
