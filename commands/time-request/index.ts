// What other features may use of this one.
export type { TimeRequest } from "./store.ts";
