import { defineFeature, type Feature } from "../src/feature.ts";
import type { AuditActions } from "../src/interactions/audit-action.ts";
import type { ServerSetting } from "../src/server-setting.ts";
import type { Command } from "../src/interactions/handler.ts";
import { accessAudit } from "./access/audit.ts";
import { defineAccessCommand } from "./access/index.ts";
import { accountFeature } from "./account/index.ts";
import { activityFeature } from "./activity/index.ts";
import { assignments } from "./assignments/index.ts";
import { auditFeature } from "./audit/index.ts";
import { bansFeature } from "./bans/index.ts";
import { teamFeature } from "./team-board/index.ts";
import { calendarFeature } from "./calendar/index.ts";
import { defineHelpCommand } from "./help/index.ts";
import { linkFeature } from "./link/index.ts";
import { me } from "./me/index.ts";
import { offerFix } from "./kit/fix-typed.ts";
import { orderFeature } from "./order/index.ts";
import { postsFeature } from "./posts/index.ts";
import { privacyFeature } from "./privacy/index.ts";
import { remindFeature } from "./remind/index.ts";
import { requestFeature } from "./request/index.ts";
import { roleFeature } from "./role/index.ts";
import { scheduleFeature } from "./schedule/index.ts";
import { sessionFeature } from "./session/index.ts";
import { defineSettingsFeature } from "./settings/index.ts";
import { setup } from "./setup/index.ts";
import { taskboardFeature } from "./taskboard/index.ts";
import { profile, profileMenu } from "./me/profile/show.ts";
import { workspaceFeature } from "./workspace/index.ts";
import { rewardsFeature } from "./rewards/index.ts";
import { weeksFeature } from "./weeks/index.ts";

/** @param commands those of all features, once they are declared */
function declare(more: readonly Feature[], commands: () => readonly Command[]): readonly Feature[] {
  const before = [
    defineFeature({ commands: [me] }),
    orderFeature,
    activityFeature,
    defineFeature({ commands: [assignments] }),
    teamFeature,
    requestFeature,
    remindFeature,
    calendarFeature,
    scheduleFeature,
    weeksFeature,
    postsFeature,
    bansFeature,
    sessionFeature,
    roleFeature,
    taskboardFeature,
    workspaceFeature,
    defineFeature({ commands: [profile, profileMenu] }),
    accountFeature,
    rewardsFeature,
    privacyFeature,
    defineFeature({ commands: [setup] }),
    linkFeature,
    defineFeature({ commands: [defineAccessCommand(commands)], audit: accessAudit }),
  ];
  const after = [auditFeature, defineFeature({ commands: [defineHelpCommand(commands)] }), ...more];
  return [...before, defineSettingsFeature(joinSettings([...before, ...after])), ...after];
}

/** Everything that the bot can do, and what `more` features can. What is not listed here does not exist. */
export function createFeatures(more: readonly Feature[] = []): readonly Feature[] {
  const all: readonly Feature[] = declare(more, () => joinCommands(all)).map(
    ({ commands: own = [], ...rest }) => ({ ...rest, commands: own.map(offerFix) }),
  );
  return all;
}

export function joinCommands(all: readonly Feature[]): readonly Command[] {
  return all.flatMap(({ commands: own = [] }) => own);
}

/** What the audit log says of everything that features do. */
export function joinAuditActions(all: readonly Feature[]): AuditActions {
  return Object.assign({}, ...all.map(({ audit = {} }) => audit));
}

/** In the order in which they are shown. */
export function joinSettings(all: readonly Feature[]): readonly ServerSetting[] {
  return all.flatMap(({ settings = [] }) => settings).toSorted((a, b) => a.rank - b.rank);
}

export const features = createFeatures();
export const commands = joinCommands(features);
export const auditActions = joinAuditActions(features);
