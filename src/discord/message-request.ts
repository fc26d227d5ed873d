import type { APIEmbed } from "discord.js";
import { attachedName } from "../ui/embed.ts";
import type { Reply } from "../ui/reply.ts";

export interface PostOptions {
  /** At most 25 characters. Of several posts with one nonce Discord makes one message, for some minutes. */
  readonly nonce?: string;
  /** A role whose mention in the content pings. */
  readonly pingRoleId?: string | undefined;
  /** What has not been sent by then is not sent at all; a minute when left out. */
  readonly withinMs?: number;
}

/** A message as Discord takes it. */
export function requestOf(
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

/** Sent back by its address, a picture of the message itself would show a second time below the embed. */
export function withOwnPicture({ image, ...embed }: APIEmbed): APIEmbed {
  if (image === undefined) return embed;
  const name = attachedName(image.url);
  return { ...embed, image: { url: name === undefined ? image.url : `attachment://${name}` } };
}
