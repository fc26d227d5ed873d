import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LruMap } from "../lru-map.ts";
import { minuteMs, secondMs, startSystemTimer } from "../time.ts";
import { describePicture, toLastingPicture, getFileName, type Picture } from "./picture.ts";
import type { DrawRequest, DrawResponse } from "./drawing-process.ts";

/** A file to attach to a message. */
export interface PictureFile {
  readonly name: string;
  readonly data: Buffer;
  /** Read out by screen readers. */
  readonly description: string;
}

export interface Pictures {
  /**
   * The picture as a PNG; `undefined` if it can't be drawn here or now, so that the message has to do without
   * it.
   * @param isAwaited whether a person is waiting for it: such pictures come first
   */
  draw(picture: Picture, isAwaited?: boolean): Promise<PictureFile | undefined>;
  /**
   * A recently drawn picture, by its name, to stay in a channel: without what is true only now. `undefined` if it is gone, or
   * can't be drawn here or now.
   */
  drawLasting(name: string): Promise<PictureFile | undefined>;
  /** Doesn't wait for pictures that aren't drawn yet. */
  close(): Promise<void>;
}

export interface PictureOptions {
  /** Called once, if this machine turns out to be unable to draw. */
  readonly onUnavailable: (reason: string) => void;
  readonly onFailure: (reason: string) => void;
  /** The file the drawing process runs. */
  readonly workerFile?: string;
}

const maxCachedBytes = 4 * 1024 * 1024;
/** Twelve times the largest picture there should be. Discord refuses a message with a file that is far larger. */
const maxPictureBytes = 1_000_000;
/** More than all live messages of a busy minute; further boards have no picture. */
const maxWaiting = 200;
/** Twenty times what a picture takes on a busy machine. */
const drawTimeoutMs = 5 * secondMs;
/** The first picture also waits for its process, which loads the fonts: on a busy machine that can take seconds. */
const startTimeoutMs = 10 * secondMs;
/** After this, the process ends and frees its memory. */
const idleMs = 2 * minuteMs;

/** Its pixels are invisible to the garbage collector, so it collects after each picture. */
const workerFlags = ["--expose-gc", "--max-old-space-size=128"];

interface Waiting {
  readonly request: DrawRequest;
  readonly isAwaited: boolean;
  readonly resolve: (png: Buffer | undefined) => void;
}

interface Drawn {
  readonly picture: Picture;
  readonly file: PictureFile;
}

/** Draws one picture at a time in a separate process, which starts with the first one. */
export function createPictures({ onUnavailable, onFailure, workerFile }: PictureOptions): Pictures {
  const cache = new LruMap<string, Drawn>({
    maxSize: maxCachedBytes,
    getSize: ({ file }) => file.data.length,
  });
  const inFlight = new Map<string, Promise<PictureFile | undefined>>();
  const waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let worker: ChildProcess | undefined;
  let isOff = false;
  let nextId = 1;
  let cancelTimer = (): void => undefined;

  function start(): ChildProcess {
    const started = fork(workerFile ?? fileURLToPath(new URL("./drawing-process.ts", import.meta.url)), {
      // The process gets no other environment: the machine's fonts would make the same data look different.
      env: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
      execArgv: [...process.execArgv, ...workerFlags],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.unref();
    started.channel?.unref();
    started.on("message", (response: DrawResponse) => {
      if (started === worker) receive(response);
    });
    started.on("error", (error) => {
      if (started === worker) drop(String(error));
    });
    started.on("exit", (code, signal) => {
      if (started === worker) drop(`the process that draws ended: ${signal ?? code}`);
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
    finish("png" in response ? sendable(response.png) : undefined);
  }

  /** Nothing for a picture too large to send, which is reported. */
  function sendable(png: Uint8Array): Buffer | undefined {
    if (png.length <= maxPictureBytes) return Buffer.from(png);
    onFailure(`the picture is too large: ${png.length} bytes`);
    return undefined;
  }

  function finish(png: Buffer | undefined): void {
    cancelTimer();
    current?.resolve(png);
    current = undefined;
    next();
  }

  /** The next one gets a new process. */
  function drop(reason: string): void {
    worker?.kill("SIGKILL");
    worker = undefined;
    onFailure(reason);
    finish(undefined);
  }

  function turnOff(): void {
    isOff = true;
    cancelTimer();
    worker?.kill("SIGKILL");
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
      if (worker !== undefined) endLater();
      return;
    }
    cancelTimer();
    const timeoutMs = worker === undefined ? startTimeoutMs + drawTimeoutMs : drawTimeoutMs;
    worker ??= start();
    cancelTimer = startSystemTimer(timeoutMs, () => drop("a picture took too long"));
    // If it is already gone, its own exit event reports that.
    worker.send(chosen.request, () => undefined);
  }

  /** Waiting for that keeps no program running that is done: the process ends with it anyway. */
  function endLater(): void {
    const timer = setTimeout(() => {
      worker?.kill("SIGKILL");
      worker = undefined;
    }, idleMs).unref();
    cancelTimer = () => clearTimeout(timer);
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
    cache.set(name, { picture, file });
    return file;
  }

  async function draw(picture: Picture, isAwaited = false): Promise<PictureFile | undefined> {
    if (isOff) return undefined;
    const name = getFileName(picture);
    const cached = cache.get(name);
    if (cached !== undefined) return cached.file;
    const drawing = inFlight.get(name) ?? drawAndCache(name, picture, isAwaited);
    inFlight.set(name, drawing);
    return drawing;
  }

  return {
    draw,

    async drawLasting(name) {
      const drawn = cache.get(name);
      return drawn && draw(toLastingPicture(drawn.picture), true);
    },

    async close() {
      const ended = worker;
      turnOff();
      if (ended?.exitCode !== null || ended.signalCode !== null) return;
      ended.ref();
      await once(ended, "exit");
    },
  };
}
