// What other features may use of this one.
export { assertRoom, tryAdd } from "./add.ts";
export { markPaused, pauseMatching } from "./delivery/pause.ts";
export { readKind, resolveSettings } from "./panel-input.ts";
export { type BusyTime, findBusyTime, findEarlyPost, readWeekEnd, runPreflight } from "./preflight.ts";
export { describeEarlyPost, describeMissingRights, describeWeekEnd } from "./render.ts";
export { ScheduleSettings, describeChanges, hasNoSetTimes, listRuns } from "./settings.ts";
