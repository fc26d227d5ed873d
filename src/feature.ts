import type { AppContext } from "./context.ts";
import type { AuditActions } from "./interactions/audit-action.ts";
import type { Command } from "./interactions/handler.ts";
import type { ClockSetBack, Job, JobTools, Removal } from "./jobs/job.ts";
import type { ServerSetting } from "./server-setting.ts";
import type { Reader } from "./outbox/queue.ts";
import type { HttpRoutes } from "./server/http-server.ts";
import type { WhenDisconnected } from "./store/accounts.ts";
import type { FeatureStores, StoreTools } from "./store/store.ts";

/** All that the engine has to know of a feature, as data. */
export interface Feature {
  readonly commands?: readonly Command[];
  /** What it writes into the audit log. */
  readonly audit?: AuditActions;
  /** What admins choose for their server. */
  readonly settings?: readonly ServerSetting[];
  /** Its statements, as `FeatureStores` names them. */
  readonly createStores?: (tools: StoreTools) => Partial<FeatureStores>;
  readonly whenDisconnected?: WhenDisconnected;
  /** What it does on a timer. */
  readonly jobs?: readonly Job[];
  /** What it says by itself. */
  readonly purposes?: readonly Reader<JobTools>[];
  /** What it deletes at the end of its retention period: once an hour, in this order. */
  readonly removals?: readonly Removal[];
  /** What it ends that nobody decided in time, right after that: what ends here is deleted an hour later. */
  readonly expiries?: readonly Removal[];
  /** Takes up what an ended process left, where no other process shares the database. */
  readonly whenStartedAlone?: (ctx: AppContext) => Promise<void>;
  readonly whenClockSetBack?: ClockSetBack;
  /** What it answers on the HTTP port, if there is one. */
  readonly createRoutes?: (ctx: AppContext) => HttpRoutes;
}

export function defineFeature(feature: Feature): Feature {
  return feature;
}
