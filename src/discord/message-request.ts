import type { APIEmbed } from "discord.js";
import { findAttachedName } from "../ui/embed.ts";
import type { Reply } from "../ui/reply.ts";

export interface PostOptions {
  /** At most 25 characters. For some minutes, Discord creates only one message per nonce. */
  readonly nonce?: string;
  /** A role whose mention in the content pings. */
  readonly pingRoleId?: string | undefined;
  /** If not sent within this time, it is not sent at all; a minute by default. */
  readonly withinMs?: number;
}

/** A message as Discord's API expects it. */
export function createMessageRequest(
  { content = "", embeds = [], components = [], files = [], pings = [] }: Reply,
  { nonce, pingRoleId }: PostOptions = {},
) {
  return {
    body: {
      ...(nonce !== undefined && { nonce, enforce_nonce: true }),
      content,
      embeds,
      components,
      allowed_mentions: { parse: [], users: pings, ...(pingRoleId !== undefined && { roles: [pingRoleId] }) },
      ...(files.length > 0 && {
        attachments: files.map(({ name, description }, id) => ({
          id: String(id),
          filename: name,
          description,
        })),
      }),
    },
    files: files.map(({ name, data }) => ({ name, data })),
  };
}

/** An attached picture sent back by its address would also show up below the embed. */
export function withOwnPicture({ image, ...embed }: APIEmbed): APIEmbed {
  if (image === undefined) return embed;
  const name = findAttachedName(image.url);
  return { ...embed, image: { url: name === undefined ? image.url : `attachment://${name}` } };
}
