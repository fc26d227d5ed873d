import type { z } from "zod";
import { contract } from "../../src/api/contract/index.ts";

export interface Resource {
  /** Of its two fixtures, `.full` and `.minimal`. */
  readonly name: string;
  readonly schema: z.ZodType;
}

/** What the service sends, one entry for each form of answer that the interface document shows. */
export const answers: readonly Resource[] = [
  { name: "assignments", schema: contract.getAssignments.response },
  { name: "created-order", schema: contract.createOrder.response },
  { name: "orders", schema: contract.searchOrders.response },
  { name: "role", schema: contract.createRole.response },
  { name: "gifted-activity", schema: contract.giftActivity.response },
  { name: "activity", schema: contract.getActivity.response },
  { name: "user", schema: contract.getUser.response },
  { name: "session-server", schema: contract.createSessionServer.response },
  { name: "calendar", schema: contract.getCalendar.response },
  { name: "ban-comments", schema: contract.listBanComments.response },
  { name: "posts", schema: contract.listPosts.response },
  { name: "taskboard", schema: contract.getTaskboard.response },
  { name: "boards", schema: contract.listTaskboardBoards.response },
  { name: "actions", schema: contract.listTaskboardActions.response },
  { name: "success", schema: contract.deleteBanComment.response },
  { name: "success", schema: contract.deletePost.response },
  { name: "success", schema: contract.setTaskboardFormat.response },
  { name: "success", schema: contract.deleteTaskboardAction.response },
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
