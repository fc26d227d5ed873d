import { defineContract } from "../endpoint.ts";
import { activityRows } from "./activity.ts";
import { assignmentRows } from "./assignments.ts";
import { banRows } from "./bans.ts";
import { orderRows } from "./orders.ts";
import { postRows } from "./posts.ts";
import { sessionRows } from "./sessions.ts";
import { taskboardRows } from "./taskboard.ts";
import { userRows } from "./users.ts";
import { workspaceRows } from "./workspace.ts";

/**
 * All 20 operations of the workspace service, interface version 2.0.0. Facts about an operation are written here only.
 */
export const contract = defineContract({
  ...assignmentRows,
  ...orderRows,
  ...workspaceRows,
  ...activityRows,
  ...userRows,
  ...sessionRows,
  ...banRows,
  ...postRows,
  ...taskboardRows,
});
export type WorkspaceContract = typeof contract;
export type OperationName = keyof WorkspaceContract;
