/** Why the bot can't give a role: it doesn't exist, isn't for people, or is too high for the bot. */
export type RoleObstacle =
  | "gone"
  | "everyone"
  | "managed"
  | "bot-lacks-permission"
  | "needs-two-factor"
  | "above-bot"
  | "caller-lacks-permission"
  | "above-caller";

/** What is wrong with a role, and how to fix it; each follows the role's mention. */
const obstacleTexts: Readonly<Record<RoleObstacle, readonly [problem: string, help: string]>> = {
  gone: ["was deleted", "Choose another one."],
  everyone: ["is everyone's role", "Choose another one."],
  managed: ["belongs to an app or to Discord, so nobody can give it", "Choose another one."],
  "bot-lacks-permission": [
    "can't be given, because I don't have *Manage Roles*",
    "Give my role that permission.",
  ],
  "needs-two-factor": [
    "can't be given or taken, because this server requires two-factor authentication of whoever does that",
    "Whoever runs me has to turn it on in the Discord account that owns my application.",
  ],
  "above-bot": [
    "is above my own role, so I can't give it",
    "Move my role above it under *Server Settings > Roles*.",
  ],
  "caller-lacks-permission": [
    "is one you can't give yourself, because you don't have *Manage Roles*",
    "Ask someone who has it.",
  ],
  "above-caller": [
    "isn't below your own highest role, so you can't give it yourself",
    "Ask someone above it.",
  ],
};

/** `<@&123> is above my own role, so I can't give it. Move my role above it …` */
export function formatObstacleLine(roleId: string, obstacle: RoleObstacle): string {
  const [problem, help] = obstacleTexts[obstacle];
  return `⚠️ <@&${roleId}> ${problem}. ${help}`;
}
