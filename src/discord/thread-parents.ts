import { ChannelType, type Client, GatewayDispatchEvents } from "discord.js";
import { LruMap } from "../lru-map.ts";

/** Knows which channel the thread of an interaction belongs to: Discord says it, and discord.js drops it. */
export interface ThreadParents {
  /** `undefined` when the interaction came from no thread, or long ago. */
  of(this: void, interactionId: string): string | undefined;
}

/** What of an interaction is read here. */
interface SentFrom {
  readonly id: string;
  readonly channel?: { readonly type: ChannelType; readonly parent_id?: string | null };
}

const threads: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];
/** Each is asked for right after it came. */
const maxParents = 1_000;

/** Needs no intent and no request. The parent of other channels is their category, which nothing is bound to. */
export function watchThreadParents(client: Client): ThreadParents {
  const parents = new LruMap<string, string>({ maxSize: maxParents });
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ id, channel }: SentFrom) => {
    if (channel === undefined || !channel.parent_id || !threads.includes(channel.type)) return;
    parents.set(id, channel.parent_id);
  });
  return { of: (interactionId) => parents.get(interactionId) };
}
