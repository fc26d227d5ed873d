import { assignmentsPageButton } from "../assignments/page-button.ts";
import { readButton } from "../assignments/read-button.ts";
import { viewPageButton } from "../activity/view-page.ts";
import { profileButton } from "./profile-button.ts";

/** What the two ways to a profile have in common. */
export const profileReach = {
  operations: ["getUser", "getActivity", "getAssignments", "searchOrders"],
  controls: [profileButton, viewPageButton, assignmentsPageButton, readButton],
} as const;
