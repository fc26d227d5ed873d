import { request } from "undici";
import { UserError } from "../errors.ts";
import { secondMs } from "../time.ts";

/** A person is waiting, and such files are small. */
const withinMs = 8 * secondMs;

/**
 * The contents of a file uploaded to Discord. `undefined` if it is larger than allowed, whatever size Discord reported.
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
      // undici's bodies yield buffers.
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
