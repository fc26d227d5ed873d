// What other features may use of this one.
export { assignmentPages, readOn } from "./feature.ts";
