import { MessageFlags } from "discord-api-types/v10";
import type { Directory } from "../directory.ts";
import type { StoredMessage } from "../messages.ts";
import type { SeenMessage } from "../member-types.ts";
import { controlsIn, textsIn } from "./rendered-components.ts";

/** A stored message is replaced when it changes, and read far more often than that. */
const rendered = new WeakMap<StoredMessage, SeenMessage>();

/** A stored message as someone reads it. */
export function toSeen(stored: StoredMessage, directory: Directory): SeenMessage {
  const known = rendered.get(stored);
  if (known !== undefined) return known;
  const seen = render(stored, directory);
  rendered.set(stored, seen);
  return seen;
}

function render(stored: StoredMessage, directory: Directory): SeenMessage {
  const { message, pinged, command } = stored;
  const { author, flags = 0, edited_timestamp: editedAt } = message;
  // A forward has nothing of its own.
  const forwarded = message.message_snapshots?.[0]?.message;
  const { content, embeds, components = [], attachments } = forwarded ?? message;
  const asker = message.interaction_metadata?.user;
  const controls = controlsIn(components);
  return {
    id: message.id,
    channelId: message.channel_id,
    content,
    embeds,
    components,
    attachments,
    forwarded: forwarded !== undefined,
    flags,
    private: stored.privateTo !== undefined,
    thinking: (flags & MessageFlags.Loading) !== 0,
    pinned: message.pinned,
    edited: editedAt !== null,
    sentAtMs: Date.parse(message.timestamp),
    editedAtMs: editedAt === null ? undefined : Date.parse(editedAt),
    author: {
      discordUserId: author.id,
      name:
        author.id === directory.botId
          ? directory.seed.applicationName
          : (author.global_name ?? author.username),
      bot: author.bot === true,
    },
    asked:
      asker === undefined
        ? undefined
        : { discordUserId: asker.id, name: asker.global_name ?? asker.username, command },
    repliesTo: forwarded === undefined ? message.message_reference?.message_id : undefined,
    pinged,
    ...controls,
    text: [content, ...embeds.flatMap(embedTexts), ...textsIn(components)]
      .filter((line) => line !== undefined && line !== "")
      .join("\n"),
  };
}

function embedTexts(embed: SeenMessage["embeds"][number]): readonly (string | undefined)[] {
  return [
    embed.author?.name,
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
    embed.footer?.text,
  ];
}
