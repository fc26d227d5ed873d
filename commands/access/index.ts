// What other features may use of this one.
export { promptRole, setConfirmation } from "./set.ts";
