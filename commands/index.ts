import { defineFeature, type Feature } from "../src/feature.ts";
import type { AuditActions } from "../src/interactions/audit-action.ts";
import type { ServerSetting } from "../src/server-setting.ts";
import type { Command } from "../src/interactions/handler.ts";
import { accessAudit, defineAccessCommand } from "./access/feature.ts";
import { accountFeature } from "./account/feature.ts";
import { activityFeature } from "./activity/feature.ts";
import { assignments } from "./assignments/feature.ts";
import { auditFeature } from "./audit/feature.ts";
import { bansFeature } from "./bans/feature.ts";
import { teamFeature } from "./team-board/feature.ts";
import { calendarFeature } from "./calendar/feature.ts";
import { defineHelpCommand } from "./help/feature.ts";
import { linkFeature } from "./link/feature.ts";
import { me } from "./me/feature.ts";
import { offerFix } from "./kit/fix-typed.ts";
import { orderFeature } from "./order/feature.ts";
import { postsFeature } from "./posts/feature.ts";
import { privacyFeature } from "./privacy/feature.ts";
import { remindFeature } from "./remind/feature.ts";
import { requestFeature } from "./time-request/feature.ts";
import { roleFeature } from "./role/feature.ts";
import { scheduleFeature } from "./schedule/feature.ts";
import { sessionFeature } from "./session/feature.ts";
import { defineSettingsFeature } from "./settings/feature.ts";
import { setup } from "./setup/feature.ts";
import { taskboardFeature } from "./taskboard/feature.ts";
import { profile, profileMenu } from "./me/profile/show.ts";
import { workspaceFeature } from "./workspace/feature.ts";
import { rewardsFeature } from "./rewards/feature.ts";
import { weeksFeature } from "./weeks/feature.ts";

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
