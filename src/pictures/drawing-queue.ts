import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { LruMap } from "../lru-map.ts";
import {
  asUsual,
  minuteMs,
  raceTimeout,
  secondMs,
  startSystemTimer,
  type Stretch,
  type Timer,
} from "../time.ts";
import type { ReplyFile } from "../ui/reply.ts";
import { type Drawings, getFileName, type Picture } from "./picture.ts";
import type { DrawRequest, DrawResponse } from "./drawing-process.ts";

export interface Pictures {
  /**
   * The picture as a PNG; `undefined` if it can't be drawn here or now, so that the message has to do without
   * it. Servers take turns.
   */
  draw(picture: Picture, asker: PictureAsker): Promise<ReplyFile | undefined>;
  /**
   * A recently drawn picture, by its name, to stay in a channel: without what is true only now. `undefined` if it is gone, or
   * can't be drawn here or now. A person is waiting for it.
   */
  drawLasting(name: string, guildId: string): Promise<ReplyFile | undefined>;
  /** Doesn't wait for pictures that aren't drawn yet. */
  close(): Promise<void>;
}

export interface PictureAsker {
  readonly guildId: string;
  /** A person is waiting for it: such pictures come first, and are done without after a second. */
  readonly isAwaited: boolean;
}

export interface PictureOptions {
  readonly drawings: Drawings;
  /** Called once, if this machine turns out to be unable to draw. */
  readonly onUnavailable: (reason: string) => void;
  readonly onFailure: (reason: string) => void;
  /** How long a person waits for a picture; 1 s by default, and 3 s while the process that draws starts. */
  readonly answerWithinMs?: number;
  /** For these times, and for those that drawing may take; as long as usual by default. */
  readonly stretch?: Stretch;
  readonly timer?: Timer;
  /** Runs this instead of the program that draws. */
  readonly workerFile?: string;
}

const maxCachedBytes = 4 * 1024 * 1024;
/** Twelve times the largest picture there should be. Discord refuses a message with a file that is far larger. */
const maxPictureBytes = 1_000_000;
/** More than all live messages of a busy minute; further boards have no picture. */
const maxWaiting = 200;
/** A server has fewer boards, and room is left for the others. */
const maxWaitingOfGuild = 50;
/** Of those asked last. */
const maxGuildsInTurns = 1_000;
const answerWithinUsuallyMs = secondMs;
/** Otherwise a server that asks for a picture now and then would never see one on a slow machine. */
const answerWithinAtStartMs = 3 * secondMs;
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
  readonly asker: PictureAsker;
  readonly resolve: (png: Buffer | undefined) => void;
}

interface Drawn {
  readonly picture: Picture;
  readonly file: ReplyFile;
}

/** Draws one picture at a time in a separate process, which starts with the first one. */
export function createPictures(options: PictureOptions): Pictures {
  const {
    drawings,
    onUnavailable,
    onFailure,
    workerFile,
    answerWithinMs,
    stretch = asUsual,
    timer = startSystemTimer,
  } = options;
  const cache = new LruMap<string, Drawn>({
    maxSize: maxCachedBytes,
    getSize: ({ file }) => file.data.length,
  });
  const inFlight = new Map<string, Promise<ReplyFile | undefined>>();
  const waiting: Waiting[] = [];
  /** When each guild had its last turn, as a number that grows. */
  const turns = new LruMap<string, number>({ maxSize: maxGuildsInTurns });
  let turn = 0;
  let current: Waiting | undefined;
  let worker: ChildProcess | undefined;
  let isOff = false;
  /** The process that draws has drawn. */
  let isReady = false;
  let nextId = 1;
  let cancelTimer = (): void => undefined;

  function start(): ChildProcess {
    const started = fork(workerFile ?? drawings.program, {
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
    isReady = true;
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

  function endWorker(): void {
    worker?.kill("SIGKILL");
    worker = undefined;
    isReady = false;
  }

  /** The next one gets a new process. */
  function drop(reason: string): void {
    endWorker();
    onFailure(reason);
    finish(undefined);
  }

  function turnOff(): void {
    isOff = true;
    cancelTimer();
    endWorker();
    for (const { resolve } of [...(current ? [current] : []), ...waiting.splice(0)]) resolve(undefined);
    current = undefined;
  }

  function next(): void {
    if (current !== undefined || isOff) return;
    const chosen = choose();
    current = chosen;
    if (chosen === undefined) {
      if (worker !== undefined) endLater();
      return;
    }
    waiting.splice(waiting.indexOf(chosen), 1);
    turns.set(chosen.asker.guildId, (turn += 1));
    cancelTimer();
    const timeoutMs = stretch(worker === undefined ? startTimeoutMs + drawTimeoutMs : drawTimeoutMs);
    worker ??= start();
    cancelTimer = startSystemTimer(timeoutMs, () => drop("a picture took too long"));
    // If it is already gone, its own exit event reports that.
    worker.send(chosen.request, () => undefined);
  }

  /** The first one of the guild whose last turn is the longest ago. */
  function choose(): Waiting | undefined {
    const awaited = waiting.filter(({ asker }) => asker.isAwaited);
    const lastTurn = ({ asker }: Waiting): number => turns.peek(asker.guildId) ?? 0;
    // Sorting keeps the order of those that are equal.
    return (awaited.length > 0 ? awaited : waiting).toSorted((a, b) => lastTurn(a) - lastTurn(b))[0];
  }

  function hasRoom({ guildId }: PictureAsker): boolean {
    const ofGuild = waiting.filter(({ asker }) => asker.guildId === guildId).length;
    return waiting.length < maxWaiting && ofGuild < maxWaitingOfGuild;
  }

  /** Waiting for that keeps no program running that is done: the process ends with it anyway. */
  function endLater(): void {
    const idle = setTimeout(endWorker, idleMs).unref();
    cancelTimer = () => clearTimeout(idle);
  }

  async function drawAndCache(
    name: string,
    picture: Picture,
    asker: PictureAsker,
  ): Promise<ReplyFile | undefined> {
    const data = await new Promise<Buffer | undefined>((resolve) => {
      if (!hasRoom(asker)) {
        resolve(undefined);
        return;
      }
      waiting.push({ request: { id: nextId++, picture }, asker, resolve });
      next();
    });
    inFlight.delete(name);
    if (data === undefined) return undefined;
    const file = { name, data, description: drawings.describe(picture) };
    cache.set(name, { picture, file });
    return file;
  }

  async function draw(picture: Picture, asker: PictureAsker): Promise<ReplyFile | undefined> {
    if (isOff) return undefined;
    const name = getFileName(picture);
    const cached = cache.get(name);
    if (cached !== undefined) return cached.file;
    const withinMs = answerWithinMs ?? stretch(isReady ? answerWithinUsuallyMs : answerWithinAtStartMs);
    const drawing = inFlight.get(name) ?? drawAndCache(name, picture, asker);
    inFlight.set(name, drawing);
    // It is drawn all the same: the next look finds it.
    return asker.isAwaited ? raceTimeout(drawing, withinMs, () => undefined, timer) : drawing;
  }

  return {
    draw,

    async drawLasting(name, guildId) {
      const drawn = cache.get(name);
      return drawn && draw(drawings.toLasting(drawn.picture), { guildId, isAwaited: true });
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
