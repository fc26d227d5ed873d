import { request } from "undici";
import { secondMs, systemTimer } from "../time.ts";

const timeoutMs = 10 * secondMs;
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
  const late = new AbortController();
  const cancel = systemTimer(timeoutMs, () => late.abort());
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
