import { Worker } from "node:worker_threads";
import { LruMap } from "../lru-map.ts";
import { minuteMs, secondMs, systemTimer } from "../time.ts";
import { describePicture, nameOfFile, type Picture } from "./picture.ts";
import type { DrawRequest, DrawResponse } from "./worker.ts";

/** A file to attach to a message. */
export interface PictureFile {
  readonly name: string;
  readonly data: Buffer;
  /** Read out by screen readers. */
  readonly description: string;
}

export interface Pictures {
  /**
   * The picture as a PNG; `undefined` where it can't be drawn here or now, so that messages have to do without it.
   * @param isAwaited whether a person is waiting for it: it goes before those nobody waits for
   */
  draw(picture: Picture, isAwaited?: boolean): Promise<PictureFile | undefined>;
  /** One that was drawn lately, by its name. */
  find(name: string): PictureFile | undefined;
  /** Without waiting for what isn't drawn yet. */
  close(): Promise<void>;
}

export interface PictureOptions {
  /** Called once, when this machine turns out to be unable to draw. */
  readonly onUnavailable: (reason: string) => void;
  readonly onFailure: (reason: string) => void;
  /** The file the drawing thread runs. */
  readonly workerUrl?: URL;
}

const maxCachedBytes = 4 * 1024 * 1024;
/** More than all live messages of a busy minute; beyond it boards stay text. */
const maxWaiting = 200;
/** Twenty times what one takes on a busy machine. */
const drawTimeoutMs = 5 * secondMs;
/** Then the thread and its memory are given back. */
const idleMs = 2 * minuteMs;

interface Waiting {
  readonly request: DrawRequest;
  readonly isAwaited: boolean;
  readonly resolve: (png: Buffer | undefined) => void;
}

/** Draws one picture at a time in a thread of its own, which starts with the first one. */
export function createPictures({ onUnavailable, onFailure, workerUrl }: PictureOptions): Pictures {
  const cache = new LruMap<string, PictureFile>({
    maxSize: maxCachedBytes,
    sizeOf: ({ data }) => data.length,
  });
  const inFlight = new Map<string, Promise<PictureFile | undefined>>();
  const waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let worker: Worker | undefined;
  let isOff = false;
  let nextId = 1;
  let cancelTimer = (): void => undefined;

  function start(): Worker {
    const started = new Worker(workerUrl ?? new URL("./worker.ts", import.meta.url), {
      // Nothing of the environment but this: fonts of the machine would make the same data look different.
      env: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      name: "pictures",
    });
    started.unref();
    started.on("message", (response: DrawResponse) => {
      if (started === worker) receive(response);
    });
    started.on("error", (error) => {
      if (started === worker) drop(String(error));
    });
    return started;
  }

  function receive(response: DrawResponse): void {
    if ("unavailable" in response) {
      turnOff();
      onUnavailable(response.unavailable);
      return;
    }
    if (response.id !== current?.request.id) return;
    if ("failure" in response) onFailure(response.failure);
    finish("png" in response ? Buffer.from(response.png) : undefined);
  }

  function finish(png: Buffer | undefined): void {
    cancelTimer();
    current?.resolve(png);
    current = undefined;
    next();
  }

  /** The next one gets a new thread. */
  function drop(reason: string): void {
    void worker?.terminate();
    worker = undefined;
    onFailure(reason);
    finish(undefined);
  }

  function turnOff(): void {
    isOff = true;
    cancelTimer();
    void worker?.terminate();
    worker = undefined;
    for (const { resolve } of [...(current ? [current] : []), ...waiting.splice(0)]) resolve(undefined);
    current = undefined;
  }

  function next(): void {
    if (current !== undefined || isOff) return;
    const awaited = waiting.findIndex(({ isAwaited }) => isAwaited);
    const [chosen] = waiting.splice(Math.max(0, awaited), 1);
    current = chosen;
    if (chosen === undefined) {
      if (worker !== undefined) cancelTimer = systemTimer(idleMs, endIdle);
      return;
    }
    cancelTimer();
    worker ??= start();
    cancelTimer = systemTimer(drawTimeoutMs, () => drop("a picture took too long"));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(chosen.request);
  }

  function endIdle(): void {
    void worker?.terminate();
    worker = undefined;
  }

  async function drawAndCache(
    name: string,
    picture: Picture,
    isAwaited: boolean,
  ): Promise<PictureFile | undefined> {
    const data = await new Promise<Buffer | undefined>((resolve) => {
      if (waiting.length >= maxWaiting) {
        resolve(undefined);
        return;
      }
      waiting.push({ request: { id: nextId++, picture }, isAwaited, resolve });
      next();
    });
    inFlight.delete(name);
    if (data === undefined) return undefined;
    const file = { name, data, description: describePicture(picture) };
    cache.set(name, file);
    return file;
  }

  return {
    async draw(picture, isAwaited = false) {
      if (isOff) return undefined;
      const name = nameOfFile(picture);
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const drawing = inFlight.get(name) ?? drawAndCache(name, picture, isAwaited);
      inFlight.set(name, drawing);
      return drawing;
    },

    find: (name) => cache.get(name),

    async close() {
      const ended = worker;
      turnOff();
      await ended?.terminate();
    },
  };
}
