// What other features may use of this one.
export { isFoundBy, type KindFoundBy, reminderKinds } from "./kinds.ts";
export { listReminders, reminderComponents } from "./list.ts";
export { announceNotices } from "./notice/job.ts";
export { type Sighting, observeIn } from "./notice/store.ts";
export { reminderTexts } from "./render-state.ts";
export type { Reminder, WantedNotice } from "./store.ts";
export { readOwnReminders } from "./turn.ts";
