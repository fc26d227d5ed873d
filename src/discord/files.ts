import { request } from "undici";
import { createByteBudget } from "../byte-budget.ts";
import { minuteMs, secondMs, startSystemTimer } from "../time.ts";

/** A file that someone uploaded to Discord. */
export interface DiscordFile {
  /** Given by Discord. */
  readonly url: string;
  /** As Discord reports it, in bytes; without it, the file may take as much as is allowed. */
  readonly size?: number | undefined;
}

interface WantedFiles {
  readonly guildId: string;
  readonly files: readonly DiscordFile[];
  /** Of each file. */
  readonly maxBytes: number;
  /** Called once there is room, right before the download: whoever has waited may no longer need the files. */
  readonly admit?: () => Promise<void>;
}

/** Files that people uploaded to Discord. */
export interface DiscordFiles {
  /**
   * Downloads files. Until the result is disposed, they count towards the memory for files: whoever has them keeps them no
   * longer. Waits for room before that, with servers in turns.
   * @throws NoRoomError after a minute without room; RangeError for a file longer than allowed or than Discord said; Error if an
   * address isn't Discord's or a download fails; and whatever `admit` throws
   */
  hold(wanted: WantedFiles): Promise<HeldFiles>;
}

export interface HeldFiles extends Disposable {
  /** In the order of the files. */
  readonly data: readonly Buffer[];
}

/** A person is waiting. Discord takes about a second for 8 MB. */
const fileWithinMs = 10 * secondMs;
/** Their answer may take a quarter of an hour. */
const roomWithinMs = minuteMs;
const mebibyte = 1024 * 1024;
/**
 * While a file is sent on, it is in memory twice, as downloaded and as a part of the request; the latter a while longer. Five
 * forms with three pictures of 8 MiB took 180 MB at most.
 */
const totalBytes = 32 * mebibyte;
/** What one form can bring: three pictures of 8 MiB. */
const bytesPerGuild = 24 * mebibyte;
/** Where Discord stores uploads. */
const hosts: ReadonlySet<string> = new Set(["cdn.discordapp.com", "media.discordapp.net"]);

/** @param apiUrl Discord's API; files may also come from its host */
export function createDiscordFiles(apiUrl: string): DiscordFiles {
  const budget = createByteBudget({ total: totalBytes, perKey: bytesPerGuild, waitMs: roomWithinMs });

  function parse(address: string): URL {
    const url = new URL(address);
    const isDiscords = url.protocol === "https:" && hosts.has(url.hostname) && url.port === "";
    if (isDiscords || url.origin === new URL(apiUrl).origin) return url;
    throw new Error("a file is not where Discord keeps files");
  }

  return {
    async hold({ guildId, files, maxBytes, admit }) {
      if (files.length === 0) return { data: [], [Symbol.dispose]: () => undefined };
      const wanted = files.map(({ url, size = maxBytes }) => {
        if (size > maxBytes) throw new RangeError(`a file is longer than ${maxBytes} bytes`);
        return { url: parse(url), bytes: size };
      });
      const room = await budget.reserve(
        guildId,
        wanted.reduce((sum, { bytes }) => sum + bytes, 0),
      );
      try {
        await admit?.();
        const data = await downloadAll(wanted);
        return {
          data,
          [Symbol.dispose]() {
            for (const { buffer } of data) freeNow(buffer);
            room[Symbol.dispose]();
          },
        };
      } catch (error) {
        room[Symbol.dispose]();
        throw error;
      }
    },
  };
}

/** Without waiting for the garbage collector, which would let several forms' files pile up. */
function freeNow(memory: ArrayBufferLike): void {
  if (memory instanceof ArrayBuffer && !memory.detached) memory.transfer(0);
}

interface WantedFile {
  readonly url: URL;
  readonly bytes: number;
}

/** When one fails, the others are given up before that is said: nothing arrives in memory that isn't counted anymore. */
async function downloadAll(wanted: readonly WantedFile[]): Promise<readonly Buffer[]> {
  const stop = new AbortController();
  const cancel = startSystemTimer(fileWithinMs, () => stop.abort());
  const downloads = wanted.map((file) => download(file, stop.signal));
  try {
    return await Promise.all(downloads);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(downloads);
    throw error;
  } finally {
    cancel();
  }
}

/** @throws RangeError if the file is longer than it may be */
async function download({ url, bytes }: WantedFile, signal: AbortSignal): Promise<Buffer> {
  const { statusCode, body } = await request(url, { signal });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`Discord answered ${statusCode} for a file`);
  }
  // In its place at once: pieces put together at the end would need twice the room.
  const data = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  for await (const chunk of body) {
    // undici's bodies yield buffers unless another encoding is set.
    const piece = chunk as Buffer;
    if (length + piece.length > bytes) throw new RangeError(`a file is longer than ${bytes} bytes`);
    length += piece.copy(data, length);
  }
  return data.subarray(0, length);
}
