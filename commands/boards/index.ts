// What other features may use of this one.
export {
  type RefreshProblem,
  classifyProblem,
  computeNextTryAt,
  createKey,
  toRefreshProblem,
} from "./attempts.ts";
export {
  type Board,
  type BoardKind,
  type BoardRequest,
  getMessageHash,
  hasSameContent,
  isAfterItsWeek,
  isMentionGone,
  mayPing,
  mentionGoneText,
  parsePictureSetting,
  readPictureTheme,
  refusals,
  weekIsOver,
} from "./board.ts";
export {
  DeliveryBusyError,
  type PauseScope,
  type PermanentCause,
  UnknownBoardError,
  classifyPostFailure,
  deletedChannelText,
  describeInChannel,
  describePause,
  isSurelyNotPosted,
  linkGone,
} from "./attempts.ts";
export { type BoardData, PartialReadError, createBoardData } from "./data.ts";
export {
  type BoardInput,
  type BoardOutput,
  type BoardPart,
  createBoardRequest,
  defineBoard,
  formatStaleLine,
  readFormats,
} from "./define.ts";
export { describeKind, describeKindBriefly, joinKinds, kindNames } from "./kind-names.ts";
export {
  type BoardOption,
  type OptionsOf,
  choiceOption,
  countOption,
  getUsualOptions,
  kindsOption,
  minutesOption,
  partOption,
  pictureOption,
  readOptions,
  switchOption,
} from "./option.ts";
export {
  RuleInput,
  dayNames,
  describeDays,
  describeRule,
  describeRuleBriefly,
  parseDays,
  parseRuleInput,
  parseTime,
} from "./rule-text.ts";
export {
  type ClockChange,
  ScheduleRule,
  findDueAfterWeekStart,
  findDueBeforeWeekEnd,
  findLastDue,
  findNextDue,
  findTimeAfterWeekEnd,
  findTimeBeforeWeekEnd,
  isDueOnEitherDay,
  listClockChanges,
  listNextDues,
  parseRule,
  toZoned,
} from "./rule.ts";
export {
  type Delivery,
  type NewDelivery,
  type PauseCause,
  type PauseFilter,
  type Schedule,
  type ScheduleChange,
  type ScheduleMode,
  createDeliveryRow,
  scheduleModes,
  settingNames,
  toDelivery,
  toSchedule,
  toScheduleColumns,
} from "./store.ts";
export { type BoardSummary, type DigestTile, type SummaryChange, getChangesSince } from "./summary.ts";
