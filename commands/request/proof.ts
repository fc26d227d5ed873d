import type { AppContext } from "../../src/context.ts";
import type { DiscordFile } from "../../src/discord/files.ts";
import type { ReplyFile } from "../../src/ui/reply.ts";
import type { ProofPicture, TimeRequest } from "./store.ts";

/** Discord takes 10 MiB a file from a bot. */
export const maxPictureBytes = 8 * 1024 * 1024;

export interface HeldProof extends Disposable {
  readonly pictures: readonly ReplyFile[];
}

interface SentProof extends Pick<TimeRequest, "guildId"> {
  /** Its size is known only while it comes from a form. */
  readonly proof: readonly (ProofPicture & Pick<DiscordFile, "size">)[];
}

/**
 * Downloads a request's pictures to post them with its card: Discord deletes files sent through a form after a day. Disposed,
 * they make room for others.
 * @param admit called right before the download
 * @throws NotAPictureError, and whatever `DiscordFiles.hold` throws
 */
export async function holdProof(
  { guildId, proof }: SentProof,
  { files }: Pick<AppContext, "files">,
  admit?: () => Promise<void>,
): Promise<HeldProof> {
  const held = await files.hold({
    guildId,
    files: proof,
    maxBytes: maxPictureBytes,
    ...(admit && { admit }),
  });
  try {
    const pictures = held.data.map((data, index) => {
      const type = detectPictureType(data);
      if (type === undefined) throw new NotAPictureError(proof[index]?.name ?? "");
      const number = index + 1;
      return {
        name: `proof-${number}.${type}`,
        data,
        description: `Proof, picture ${number} of ${proof.length}`,
      };
    });
    return { pictures, [Symbol.dispose]: () => held[Symbol.dispose]() };
  } catch (error) {
    held[Symbol.dispose]();
    throw error;
  }
}

export class NotAPictureError extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super("a file that came as proof is no picture");
    this.fileName = fileName;
  }
}

const starts = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
] as const;
const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** A picture's type by its first bytes, whatever its name; `undefined` for anything else. */
function detectPictureType(data: Uint8Array): "png" | "jpg" | "gif" | "webp" | undefined {
  const has = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => data[at + index] === byte);
  if (has(riff) && has(webp, 8)) return "webp";
  return starts.find(([, bytes]) => has(bytes))?.[0];
}
