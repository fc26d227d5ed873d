// What other features may use of this one.
export { chooseAuditChannel } from "./channel.ts";
export { maxEntries } from "./tables.ts";
