import type { z } from "zod";
import { contract } from "../../src/api/contract/index.ts";

export interface Resource {
  /** Of its two fixtures, `.full` and `.minimal`. */
  readonly name: string;
  readonly schema: z.ZodType;
}

/** What the service sends, one entry for each form of answer that the interface document shows. */
export const answers: readonly Resource[] = [
  { name: "assignments", schema: contract.getAssignments.success },
  { name: "created-order", schema: contract.createOrder.success },
  { name: "orders", schema: contract.searchOrders.success },
  { name: "role", schema: contract.createRole.success },
  { name: "gifted-activity", schema: contract.giftActivity.success },
  { name: "activity", schema: contract.getActivity.success },
  { name: "user", schema: contract.getUser.success },
  { name: "session-server", schema: contract.createSessionServer.success },
  { name: "calendar", schema: contract.getCalendar.success },
  { name: "ban-comments", schema: contract.listBanComments.success },
  { name: "posts", schema: contract.listPosts.success },
  { name: "taskboard", schema: contract.getTaskboard.success },
  { name: "boards", schema: contract.listTaskboardBoards.success },
  { name: "actions", schema: contract.listTaskboardActions.success },
  { name: "success", schema: contract.deleteBanComment.success },
  { name: "success", schema: contract.deletePost.success },
  { name: "success", schema: contract.setTaskboardFormat.success },
  { name: "success", schema: contract.deleteTaskboardAction.success },
];

/** What this program sends. */
export const bodies: readonly Resource[] = [
  { name: "new-order", schema: contract.createOrder.body },
  { name: "new-role", schema: contract.createRole.body },
  { name: "settings", schema: contract.updateWorkspace.body },
  { name: "gift", schema: contract.giftActivity.body },
  { name: "board-choice", schema: contract.setTaskboardBoard.body },
  { name: "board-format", schema: contract.setTaskboardFormat.body },
];
