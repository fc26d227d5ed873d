import type { AppContext } from "../context.ts";
import type { RoleObstacle } from "../domain/role-obstacles.ts";
import { formatNonce } from "../schedules/delivery/attempts.ts";
import { obstacleLine } from "../ui/role-obstacle-text.ts";

/** Tells the managers which reward roles can't be given or taken, whenever that changes. Never rejects. */
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
    // Stored before sending: one message too few is better than one a minute.
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
