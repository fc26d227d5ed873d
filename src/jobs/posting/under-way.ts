import type { FullPlaces, InLine } from "../../store/delivery-line.ts";

/** Posts that are worked on at once. Discord takes about forty a second of them in all. */
const atOnce = 32;
/** Discord takes five in five seconds in one channel, so more of them would only keep others waiting. */
const inOneChannel = 2;
/** Its workspace may be slow to answer, or out of requests. */
const inOneGuild = 6;

/** What one process works on, so that nobody's posts keep those of others waiting. */
export interface UnderWay {
  readonly size: number;
  readonly free: number;
  full(): FullPlaces;
  /** As many as there is room for, in their channels and guilds too, in the order of the line. */
  pick(line: readonly InLine[]): readonly InLine[];
  /** @param work never rejects */
  begin(place: Pick<InLine, "channelId" | "guildId">, work: () => Promise<void>): void;
  /** Resolves when the next of them has ended; never when there are none. */
  nextEnd(): Promise<void>;
  allEnds(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const works = new Set<Promise<void>>();
  const channels = createCounts(inOneChannel);
  const guilds = createCounts(inOneGuild);
  return {
    get size() {
      return works.size;
    },
    get free() {
      return atOnce - works.size;
    },
    full: () => ({ channelIds: channels.full(), guildIds: guilds.full() }),
    pick(line) {
      const [pickedChannels, pickedGuilds] = [channels.copy(), guilds.copy()];
      const picked: InLine[] = [];
      for (const one of line) {
        if (picked.length >= atOnce - works.size) break;
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
    nextEnd: () => Promise.race(works),
    allEnds: async () => void (await Promise.all(works)),
  };
}

interface Counts {
  hasRoom(key: string): boolean;
  add(key: string): void;
  take(key: string): void;
  full(): readonly string[];
  copy(): Counts;
}

function createCounts(most: number, counts = new Map<string, number>()): Counts {
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
    copy: () => createCounts(most, new Map(counts)),
  };
}
