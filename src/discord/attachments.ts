import { request } from "undici";
import { UserError } from "../errors.ts";
import { secondMs } from "../time.ts";

/** Somebody waits for it, and a file of this kind is small. */
const withinMs = 8 * secondMs;

/**
 * What is in a file that somebody uploaded to Discord. `undefined` when it is larger, whatever Discord said of its size.
 * @throws UserError if it can't be fetched
 */
export type ReadAttachment = (url: string, maxBytes: number) => Promise<Buffer | undefined>;

export const readAttachment: ReadAttachment = async (url, maxBytes) => {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(withinMs) });
    if (statusCode !== 200) throw new Error(`Discord answered ${statusCode} for a file`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      // A body of undici gives buffers.
      const data = chunk as Buffer;
      bytes += data.length;
      if (bytes > maxBytes) return undefined;
      chunks.push(data);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    throw new UserError(
      "I couldn't fetch the file from Discord, so nothing was done. Upload it again in a moment.",
      { cause },
    );
  }
};
