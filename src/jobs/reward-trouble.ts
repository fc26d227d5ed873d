import type { AppContext } from "../context.ts";
import type { RoleObstacle } from "../discord/member-roles.ts";
import { formatNonce } from "../schedules/delivery/retry.ts";

/** What is wrong with a role, and what helps; each after the role. */
export const obstacleTexts: Readonly<Record<RoleObstacle, readonly [problem: string, help: string]>> = {
  gone: ["was deleted", "Choose another one."],
  everyone: ["is everybody's role", "Choose another one."],
  managed: ["belongs to an app or to Discord, so nobody can give it", "Choose another one."],
  "bot-lacks-permission": ["can't be given, because I lack *Manage Roles*", "Give my role that permission."],
  "above-bot": [
    "is above my own role, so I can't give it",
    "Move my role above it under *Server Settings > Roles*.",
  ],
  "caller-lacks-permission": [
    "is nothing you can give yourself, because you lack *Manage Roles*",
    "Ask someone who has it.",
  ],
  "above-caller": [
    "isn't below your own highest role, so you can't give it yourself",
    "Ask someone above it.",
  ],
};

/** Tells the managers which reward roles can't be given or taken, each time it is something else. Never rejects. */
export async function tellRewardTrouble(
  guildId: string,
  obstacles: ReadonlyMap<string, RoleObstacle>,
  { store, messenger, log, commandMention }: AppContext,
): Promise<void> {
  const trouble = [...obstacles].toSorted(([a], [b]) => a.localeCompare(b));
  const now = JSON.stringify(trouble);
  try {
    const settings = await store.guildSettings.all(guildId);
    const before = settings.get("rewards-trouble");
    if (trouble.length === 0) {
      if (before !== undefined) await store.guildSettings.remove(guildId, "rewards-trouble");
      return;
    }
    if (before === now) return;
    // First, since a message too few is better than one each minute.
    await store.guildSettings.set(guildId, "rewards-trouble", now);
    const channelId = settings.get("managers-channel");
    if (channelId === undefined) return;
    const lines = trouble.map(([roleId, obstacle]) => obstacleLine(roleId, obstacle));
    const content = [
      "I can't change who has a role that a week earns:",
      ...lines,
      `I'll keep trying, so nothing is lost. See ${commandMention("settings rewards")}.`,
    ].join("\n");
    await messenger.post(channelId, { content }, { nonce: formatNonce(`rewards ${guildId} ${now}`) });
  } catch (error) {
    log.info("couldn't tell the managers of reward roles that are out of reach", { guildId, error });
  }
}

/** `<@&123> is above my own role, so I can't give it. Move my role above it …` */
export function obstacleLine(roleId: string, obstacle: RoleObstacle): string {
  const [problem, help] = obstacleTexts[obstacle];
  return `⚠️ <@&${roleId}> ${problem}. ${help}`;
}
