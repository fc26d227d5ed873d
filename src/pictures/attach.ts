import { findAttachedName } from "../ui/embed.ts";
import type { Reply, ReplyFile } from "../ui/reply.ts";
import { getFileName, type Picture } from "./picture.ts";
import type { Pictures } from "./drawing-queue.ts";

/** The same message with a picture in its first embed, where Discord shows it below the text. */
export function withPicture(reply: Reply, file: ReplyFile): Reply {
  return { ...withImage(reply, file.name), files: [...(reply.files ?? []), file] };
}

/** The same for an edit of a message that already shows this picture, with its other files. */
export function withKeptPicture({ files: _files, ...reply }: Reply, picture: Picture): Reply {
  return { ...withImage(reply, getFileName(picture)), keepsFiles: true };
}

/** Of a person in a server. */
interface Asking {
  readonly pictures: Pictures;
  readonly guildId: string;
}

/** Something that a picture can show. */
export interface Pictured {
  /** All of it in words. */
  readonly message: Reply;
  /** What isn't in the picture, for a message that shows it; all of it if left out. */
  readonly beside?: Reply | undefined;
  readonly picture: Picture | undefined;
}

/** The message with its picture; in words alone if none can be drawn. */
export async function drawInto(
  { message, beside = message, picture }: Pictured,
  { pictures, guildId }: Asking,
): Promise<Reply> {
  const file = picture && (await pictures.draw(picture, { guildId, isAwaited: true }));
  return file === undefined ? message : withPicture(beside, file);
}

function withImage({ embeds = [], ...rest }: Reply, name: string): Reply {
  const [first = {}, ...others] = embeds;
  return { ...rest, embeds: [{ ...first, image: { url: `attachment://${name}` } }, ...others] };
}

/**
 * A message copied from one with pictures, to stay as it is: with the pictures that are still there, uploaded again without
 * what was true only then.
 */
export async function withCopiedPictures(copy: Reply, { pictures, guildId }: Asking): Promise<Reply> {
  const copied = await Promise.all(
    (copy.embeds ?? []).map(async (embed) => {
      const name = findAttachedName(embed.image?.url);
      if (name === undefined) return { embed };
      const { image: _image, ...rest } = embed;
      const file = await pictures.drawLasting(name, guildId);
      if (file === undefined) return { embed: rest };
      return { embed: { ...rest, image: { url: `attachment://${file.name}` } }, file };
    }),
  );
  const files = copied.flatMap(({ file }) => file ?? []);
  return { ...copy, embeds: copied.map(({ embed }) => embed), ...(files.length > 0 && { files }) };
}
