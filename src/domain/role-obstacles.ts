/** What keeps a role from being given: it doesn't exist, is no role for people, or is out of reach. */
export type RoleObstacle =
  | "gone"
  | "everyone"
  | "managed"
  | "bot-lacks-permission"
  | "above-bot"
  | "caller-lacks-permission"
  | "above-caller";
