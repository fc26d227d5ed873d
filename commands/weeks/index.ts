// What other features may use of this one.
export { compareNeed, findTellingGoal } from "./attention.ts";
export { type ProfileDay, type ProfilePicture, describeRecord, showsMinutes } from "./draw.ts";
export {
  describeGoalsPassed,
  describeLeft,
  describeNoGoals,
  describeNumbers,
  describeUncounted,
  describeWeekState,
  findEndOfWeekMs,
  formatGoalLine,
  formatShortLines,
  getStatusNow,
  getToneOfGoals,
  listGoalStatuses,
  sortGoalsByUrgency,
  weekMarks,
  weekTexts,
} from "./goal-text.ts";
export { computeLeastByNow, isCounted, parseGoal } from "./goals.ts";
export { WeekStart, findWeek, noSavedWeeksText, weekOption } from "./option.ts";
export {
  type MarkedOutcome,
  type OutcomeAssignment,
  type PastWeek,
  type WeekMark,
  type WeekOutcome,
  type WeekResult,
  type WeekSummary,
  countFailedInRow,
  findLastWeekEnd,
  findProvenMinutes,
  findWeekResult,
  getMarkedOutcome,
  getWeekMark,
  groupMarkedWeeks,
  groupPastWeeks,
  isTimeOff,
  listWeekAssignments,
  summarizeWeek,
  toMarkedAssignment,
} from "./results.ts";
export { listWeekCells, toWeeksInPicture, weekHead, weeksInPictures } from "./saved-weeks.ts";
export type { KeptMonths } from "./snapshot-policy.ts";
export type { KnownWeek, LinkWithWeeks, Week, WeekAssignment, Weeks } from "./store.ts";
export {
  describeBehind,
  describeJudged,
  describeMissing,
  describeOutcomes,
  describePassedSoFar,
  describeResults,
  describeStreak,
  describeSummary,
  describeTimeLeft,
  describeTotal,
  findGoalToShow,
  formatGoalLines,
  formatOutcomeHeading,
  formatOwnDue,
  formatPersonLine,
  formatPersonUnderHeading,
  formatShortGoal,
  formatTitleWithWeek,
  formatWeekEnd,
  getToneOfOutcomes,
  labelWeekEnd,
  outcomeMarks,
  outcomeTexts,
  splitOutcomes,
  withStreak,
  withTimeLeft,
} from "./text.ts";
