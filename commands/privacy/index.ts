// What other features may use of this one.
export { blankAudit, dropImported } from "./blank-names.ts";
