import { request } from "undici";
import { UserError } from "../errors.ts";
import { secondMs, startSystemTimer } from "../time.ts";

/** A person is waiting, and such files are small. */
const attachmentWithinMs = 8 * secondMs;

/**
 * The contents of a file uploaded to Discord. `undefined` if it is larger than allowed, whatever size Discord reported.
 * @throws UserError if it can't be fetched
 */
export type ReadAttachment = (url: string, maxBytes: number) => Promise<Buffer | undefined>;

export const readAttachment: ReadAttachment = async (url, maxBytes) => {
  try {
    return await download(new URL(url), { maxBytes, withinMs: attachmentWithinMs });
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw new UserError(
      "I couldn't fetch the file from Discord, so nothing was done. Upload it again in a moment.",
      { cause },
    );
  }
};

const fileWithinMs = 10 * secondMs;
/** Where Discord stores uploads. */
const hosts: ReadonlySet<string> = new Set(["cdn.discordapp.com", "media.discordapp.net"]);

interface Limits {
  readonly maxBytes: number;
  /** Discord's API; files may also come from its host. */
  readonly apiUrl: string;
}

/**
 * Downloads a file from an address given by Discord.
 * @throws RangeError if it is too long; Error if the address isn't Discord's or the download fails
 */
export async function downloadFile(address: string, { maxBytes, apiUrl }: Limits): Promise<Buffer> {
  const url = new URL(address);
  const isDiscords = url.protocol === "https:" && hosts.has(url.hostname);
  if (!isDiscords && url.origin !== new URL(apiUrl).origin)
    throw new Error("a file is not where Discord keeps files");
  return download(url, { maxBytes, withinMs: fileWithinMs });
}

/** @throws RangeError if the file is longer than allowed */
async function download(
  url: URL,
  { maxBytes, withinMs }: { readonly maxBytes: number; readonly withinMs: number },
): Promise<Buffer> {
  const late = new AbortController();
  const cancel = startSystemTimer(withinMs, () => late.abort());
  try {
    const { statusCode, body } = await request(url, { signal: late.signal });
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`Discord answered ${statusCode} for a file`);
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of body) {
      // undici's bodies yield buffers unless another encoding is set.
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > maxBytes) throw new RangeError(`a file is longer than ${maxBytes} bytes`);
    }
    return Buffer.concat(chunks);
  } finally {
    cancel();
  }
}
