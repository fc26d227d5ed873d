import { defineFeature, type Feature } from "../src/feature.ts";
import type { Command } from "../src/interactions/handler.ts";
import { defineAccessCommand } from "./access/index.ts";
import { accountFeature } from "./account/index.ts";
import { activity } from "./activity/index.ts";
import { assignments } from "./assignments/index.ts";
import { audit } from "./audit/index.ts";
import { bans } from "./bans/index.ts";
import { teamFeature } from "./team-board/index.ts";
import { calendarFeature } from "./calendar/index.ts";
import { defineHelpCommand } from "./help/index.ts";
import { linkFeature } from "./link/index.ts";
import { me } from "./me/index.ts";
import { offerFix } from "./kit/fix-typed.ts";
import { orderFeature } from "./order/index.ts";
import { postDelete } from "./posts/delete.ts";
import { posts } from "./posts/index.ts";
import { privacy } from "./privacy/index.ts";
import { remindFeature } from "./remind/index.ts";
import { requestFeature } from "./request/index.ts";
import { role } from "./role/index.ts";
import { scheduleFeature } from "./schedule/index.ts";
import { session } from "./session/index.ts";
import { settings } from "./settings/index.ts";
import { setup } from "./setup/index.ts";
import { taskboard } from "./taskboard/index.ts";
import { profile, profileMenu } from "./me/profile/show.ts";
import { workspace } from "./workspace/index.ts";
import { rewardsFeature } from "./rewards/index.ts";
import { weeksFeature } from "./weeks/index.ts";

const declared: readonly Feature[] = [
  defineFeature({ commands: [me] }),
  orderFeature,
  defineFeature({ commands: [activity] }),
  defineFeature({ commands: [assignments] }),
  teamFeature,
  requestFeature,
  remindFeature,
  calendarFeature,
  scheduleFeature,
  weeksFeature,
  defineFeature({ commands: [posts, postDelete] }),
  defineFeature({ commands: [bans] }),
  defineFeature({ commands: [session] }),
  defineFeature({ commands: [role] }),
  defineFeature({ commands: [taskboard] }),
  defineFeature({ commands: [workspace] }),
  defineFeature({ commands: [profile, profileMenu] }),
  accountFeature,
  rewardsFeature,
  defineFeature({ commands: [privacy] }),
  defineFeature({ commands: [setup] }),
  linkFeature,
  defineFeature({ commands: [defineAccessCommand(() => commands)] }),
  defineFeature({ commands: [settings] }),
  defineFeature({ commands: [audit] }),
  defineFeature({ commands: [defineHelpCommand(() => commands)] }),
];

/** Everything that the bot can do. What is not listed here does not exist. */
export const features: readonly Feature[] = declared.map(({ commands: own = [], ...rest }) => ({
  ...rest,
  commands: own.map(offerFix),
}));

export const commands: readonly Command[] = features.flatMap(({ commands: own = [] }) => own);
