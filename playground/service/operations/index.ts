import type { Answers } from "../service.ts";
import { activityAnswers } from "./activity.ts";
import { assignmentAnswers } from "./assignments.ts";
import { banAnswers } from "./bans.ts";
import { orderAnswers } from "./orders.ts";
import { postAnswers } from "./posts.ts";
import { sessionAnswers } from "./sessions.ts";
import { taskboardAnswers } from "./taskboard.ts";
import { userAnswers } from "./users.ts";
import { workspaceAnswers } from "./workspace.ts";

export const answers: Answers = {
  ...assignmentAnswers,
  ...orderAnswers,
  ...workspaceAnswers,
  ...activityAnswers,
  ...userAnswers,
  ...sessionAnswers,
  ...banAnswers,
  ...postAnswers,
  ...taskboardAnswers,
};
