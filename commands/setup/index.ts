// What other features may use of this one.
export { showSetup } from "./panel.ts";
