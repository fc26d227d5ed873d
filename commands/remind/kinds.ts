/**
 * What a member can be reminded of in private: `week` is what is missing before it ends, `assignment` a new goal,
 * `marked` the result of a past week, `order` that one of their orders is ready.
 */
export const reminderKinds = ["week", "assignment", "marked", "order"] as const;
export type ReminderKind = (typeof reminderKinds)[number];
