// What other features may use of this one.
export { type PartialResult, toPartial } from "./profile/read.ts";
export { profileReach, showProfile } from "./profile/show.ts";
