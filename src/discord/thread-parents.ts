import { ChannelType, type Client, GatewayDispatchEvents } from "discord.js";
import { LruMap } from "../lru-map.ts";

/** Knows the parent channel of an interaction's thread, which Discord sends and discord.js drops. */
export interface ThreadParents {
  /** `undefined` if the interaction didn't come from a thread, or if a thousand others came since. */
  of(this: void, interactionId: string): string | undefined;
}

/** The fields of an interaction used here. */
interface SentFrom {
  readonly id: string;
  readonly channel?: { readonly type: ChannelType; readonly parent_id?: string | null };
}

const threads: readonly ChannelType[] = [
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];
/** Each is looked up right after it arrives. */
const maxParents = 1_000;

/** Needs no intent and no request. The parent of any other channel is its category, which is never linked. */
export function watchThreadParents(client: Client): ThreadParents {
  const parents = new LruMap<string, string>({ maxSize: maxParents });
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ id, channel }: SentFrom) => {
    if (channel === undefined || !channel.parent_id || !threads.includes(channel.type)) return;
    parents.set(id, channel.parent_id);
  });
  return { of: (interactionId) => parents.get(interactionId) };
}
