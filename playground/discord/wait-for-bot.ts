import type { Gateway } from "./gateway.ts";
import type { World } from "./state.ts";

/** Waits on events, so that it ends at the very moment the bot is there. */
export async function waitForBot(
  world: World,
  gateway: Gateway,
  { commands = true, timeoutMs = 120_000 }: { readonly commands?: boolean; readonly timeoutMs?: number } = {},
): Promise<void> {
  const isReachable = () => world.endpoints.interactionsUrl !== undefined || allShards(gateway);
  const isThere = () => isReachable() && (!commands || world.commands.any());
  if (isThere()) return;
  const there = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => there.reject(new Error(`The bot was not there after ${timeoutMs} ms.`)),
    timeoutMs,
  );
  const unwatch = world.events.watch(() => {
    if (isThere()) there.resolve();
  });
  try {
    await there.promise;
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

function allShards({ connected }: Gateway): boolean {
  const expected = Math.max(0, ...connected.map(({ shard }) => shard[1]));
  return expected > 0 && new Set(connected.map(({ shard }) => shard[0])).size === expected;
}
