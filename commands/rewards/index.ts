// What other features may use of this one.
export { readRewardSetting } from "./plan.ts";
