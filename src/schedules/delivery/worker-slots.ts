import type { Saturated, ReadyDelivery } from "../../store/delivery-queue.ts";

/** Posts in progress at once. Discord accepts about forty a second in total. */
const maxConcurrent = 32;
/** Discord accepts five per five seconds in one channel, so more would only keep others waiting. */
const maxPerChannel = 2;
/** A guild's workspace may be slow to respond, or out of requests. */
const maxPerGuild = 6;

/** The deliveries one process is working on, limited so that no channel or guild holds up the others. */
export interface WorkerSlots {
  readonly size: number;
  readonly free: number;
  saturated(): Saturated;
  /** As many as there is room for, also per channel and guild, in queue order. */
  select(line: readonly ReadyDelivery[]): readonly ReadyDelivery[];
  /** @param work never rejects */
  begin(place: Pick<ReadyDelivery, "channelId" | "guildId">, work: () => Promise<void>): void;
  /** Resolves when the next of them ends; never if there are none. */
  onceAnyDone(): Promise<void>;
  drain(): Promise<void>;
}

export function createWorkerSlots(): WorkerSlots {
  const works = new Set<Promise<void>>();
  const channels = createKeyedCounter(maxPerChannel);
  const guilds = createKeyedCounter(maxPerGuild);
  return {
    get size() {
      return works.size;
    },
    get free() {
      return maxConcurrent - works.size;
    },
    saturated: () => ({ channelIds: channels.full(), guildIds: guilds.full() }),
    select(line) {
      const [pickedChannels, pickedGuilds] = [channels.copy(), guilds.copy()];
      const picked: ReadyDelivery[] = [];
      for (const one of line) {
        if (picked.length >= maxConcurrent - works.size) break;
        if (!pickedChannels.hasRoom(one.channelId) || !pickedGuilds.hasRoom(one.guildId)) continue;
        pickedChannels.add(one.channelId);
        pickedGuilds.add(one.guildId);
        picked.push(one);
      }
      return picked;
    },
    begin({ channelId, guildId }, work) {
      channels.add(channelId);
      guilds.add(guildId);
      const done: Promise<void> = work().finally(() => {
        works.delete(done);
        channels.take(channelId);
        guilds.take(guildId);
      });
      works.add(done);
    },
    onceAnyDone: () => Promise.race(works),
    drain: async () => void (await Promise.all(works)),
  };
}

interface KeyedCounter {
  hasRoom(key: string): boolean;
  add(key: string): void;
  take(key: string): void;
  full(): readonly string[];
  copy(): KeyedCounter;
}

function createKeyedCounter(most: number, counts = new Map<string, number>()): KeyedCounter {
  const countOf = (key: string): number => counts.get(key) ?? 0;
  return {
    hasRoom: (key) => countOf(key) < most,
    add: (key) => void counts.set(key, countOf(key) + 1),
    take(key) {
      const left = countOf(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    full: () => [...counts].filter(([, count]) => count >= most).map(([key]) => key),
    copy: () => createKeyedCounter(most, new Map(counts)),
  };
}
