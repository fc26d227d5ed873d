// What other features may use of this one.
export { readGuildWorkspaces } from "./guild-workspaces.ts";
export { listRefused, rightReads, withoutUnused } from "./key-rights.ts";
export { describeKeyEnd } from "./render-parts.ts";
export { renderNotStored } from "./render-set.ts";
export { defineLinkForm, linkWorkspace } from "./set.ts";
export { type LinkCheck, checkLink } from "./status.ts";
export { findExpiryOfSealed } from "./verify-key.ts";
