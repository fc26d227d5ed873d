import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

export interface Output extends DestinationStream {
  /**
   * At the end of the program: writes what is left, and from then on writes immediately. Waits at most a
   * second for a stalled reader.
   */
  flush(): void;
}

export interface OutputOptions {
  readonly fd: number;
  /** Of lines waiting to be written; more are dropped. */
  readonly maxBytes?: number;
  /** Called with the number of dropped lines, once lines get through again. */
  readonly onDropped?: (lines: number) => void;
  /** How lines are written while the program runs; to the file descriptor by default. */
  readonly write?: WriteSoon;
}

type WriteSoon = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

const usualMaxBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;
/** The pause before retrying, for a slow reader or a full disk. */
const pauseMs = 100;
const flushWithinMs = 1_000;

/**
 * Writes lines to a file descriptor without ever waiting for it: neither a stalled reader nor a full disk
 * blocks the program or ends it. With pino's own destination, the flush at exit would wait for a full disk
 * forever.
 */
export function createOutput({
  fd,
  maxBytes = usualMaxBytes,
  onDropped,
  write: writeSoon = write,
}: OutputOptions): Output {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let chunk: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let isEnding = false;
  let dropped = 0;

  /** Whole lines, so that the output of other processes lands between them. */
  function takeChunk(): Buffer {
    let bytes = 0;
    let lines = 0;
    for (; lines < waiting.length && (lines === 0 || bytes < chunkBytes); lines++)
      bytes += waiting[lines]?.length ?? 0;
    waitingBytes -= bytes;
    return Buffer.concat(waiting.splice(0, lines), bytes);
  }

  function pump(): void {
    if (isWriting || isEnding) return;
    if (chunk.length === 0) {
      if (waiting.length === 0) return;
      chunk = takeChunk();
    }
    isWriting = true;
    writeSoon(fd, chunk, (error, written) => {
      isWriting = false;
      if (error !== null) {
        // The problem may pass: until then, lines wait as long as there is room.
        if (!isEnding) setTimeout(pump, pauseMs).unref();
        return;
      }
      chunk = chunk.subarray(written);
      if (chunk.length === 0 && waiting.length === 0) reportDropped();
      pump();
    });
  }

  function reportDropped(): void {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped?.(lines);
  }

  /** @returns false if it can't be written */
  function writeNow(bytes: Buffer, untilMs: number): boolean {
    let left = bytes;
    while (left.length > 0) {
      try {
        left = left.subarray(writeSync(fd, left));
      } catch (error) {
        const isBehind = error instanceof Error && "code" in error && error.code === "EAGAIN";
        if (!isBehind || performance.now() > untilMs) return false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs / 10);
      }
    }
    return true;
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (isEnding) {
        writeNow(bytes, 0);
      } else if (waitingBytes + bytes.length > maxBytes) {
        dropped += 1;
      } else {
        waiting.push(bytes);
        waitingBytes += bytes.length;
        pump();
      }
    },
    flush() {
      isEnding = true;
      // The write in progress ends before the process does.
      const left = Buffer.concat([...(isWriting ? [] : [chunk]), ...waiting.splice(0)]);
      if (writeNow(left, performance.now() + flushWithinMs)) reportDropped();
    },
  };
}
