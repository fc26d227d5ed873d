/** Why the bot can't give a role: it doesn't exist, isn't for people, or is too high for the bot. */
export type RoleObstacle =
  | "gone"
  | "everyone"
  | "managed"
  | "bot-lacks-permission"
  | "above-bot"
  | "caller-lacks-permission"
  | "above-caller";
