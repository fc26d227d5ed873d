/**
 * What a member may be told of in private: `week` is what is missing before it resets, `assignment` a new goal, `marked`
 * how a week that is over was marked, `order` that an order of theirs is ready.
 */
export const reminderKinds = ["week", "assignment", "marked", "order"] as const;
export type ReminderKind = (typeof reminderKinds)[number];
