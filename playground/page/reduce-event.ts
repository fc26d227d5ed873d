import type { LiveEvent } from "../discord/page-types.ts";
import type { SeenMessage } from "../discord/member-types.ts";
import type { PageModel } from "./model.ts";

export type MessageEvent = Extract<LiveEvent, { readonly type: `message-${string}` }>;

/** What changes on the page when a message comes, changes or goes. */
export function afterEvent(model: PageModel, event: MessageEvent): Partial<PageModel> {
  const channelId = event.type === "message-deleted" ? event.channelId : event.message.channelId;
  const isHere = channelId === model.channelId;
  const known = model.byChannel[channelId];
  const unread =
    event.type === "message-created" && !isHere ? { unread: new Set([...model.unread, channelId]) } : {};
  if (known === undefined) return unread;
  const messages =
    event.type === "message-deleted"
      ? known.messages.filter(({ id }) => id !== event.messageId)
      : withMessage(known.messages, event.message);
  return { ...unread, byChannel: { ...model.byChannel, [channelId]: { ...known, messages } } };
}

/** Puts a message where its time belongs; one that is already there is replaced. */
export function withMessage(messages: readonly SeenMessage[], message: SeenMessage): readonly SeenMessage[] {
  const index = messages.findIndex(({ id }) => id === message.id);
  if (index !== -1) return messages.with(index, message);
  const after = messages.findLastIndex(({ id }) => isOlder(id, message.id));
  return messages.toSpliced(after + 1, 0, message);
}

/** Ids grow with time; as text, a longer one is the younger. */
function isOlder(id: string, other: string): boolean {
  return id.length === other.length ? id < other : id.length < other.length;
}
