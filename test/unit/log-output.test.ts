import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  write,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOutput } from "../../src/log/index.ts";
import { until } from "../support/wait-for.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "workspace-bot-output-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (number: number): string => `${String(number).padStart(99, "0")}\n`;

/** A pipe that nobody reads until `read` is called. */
function openPipe(): { readonly fd: number; read(): string } {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1024 * 1024);
  return {
    fd,
    read() {
      try {
        return buffer.toString("utf8", 0, readSync(fd, buffer));
      } catch {
        return "";
      }
    },
  };
}

test("lines come in order, the last ones with the flush at the end", () => {
  const path = join(folder, "log");
  const fd = openSync(path, "w");
  const output = createOutput({ fd });
  output.flush();
  for (let number = 0; number < 100; number++) output.write(line(number));
  closeSync(fd);
  expect(readFileSync(path, "utf8")).toBe(Array.from({ length: 100 }, (_, number) => line(number)).join(""));
});

test("a stalled reader delays nobody: lines queue, are dropped past the limit, and that is logged", async () => {
  const pipe = openPipe();
  const told: number[] = [];
  const maxBytes = 100_000;
  const output = createOutput({ fd: pipe.fd, maxBytes, onDropped: (lines) => told.push(lines) });
  const startedAt = performance.now();
  for (let number = 0; number < 5_000; number++) output.write(line(number));
  await until("the pipe is full", () => performance.now() - startedAt > 300);
  for (let number = 5_000; number < 10_000; number++) output.write(line(number));

  let text = "";
  await until("it is said", () => {
    text += pipe.read();
    return told.length > 0;
  });
  const lines = text.split("\n").slice(0, -1);
  expect(lines.length * 100).toBeGreaterThanOrEqual(maxBytes);
  expect(lines.length + (told[0] ?? 0)).toBe(10_000);
  expect(lines).toEqual([...lines].toSorted());
  closeSync(pipe.fd);
});

test("at the end a stalled reader is given one second", () => {
  const pipe = openPipe();
  const output = createOutput({ fd: pipe.fd });
  for (let number = 0; number < 5_000; number++) output.write(line(number));
  const startedAt = performance.now();
  output.flush();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  output.write("after the end\n");
  // The pipe stays open: a write that is still under way would reach the file that gets its number next.
});

/** What a program prints that has a logger on standard output, line by line. */
function printedBy(script: string): readonly Record<string, unknown>[] {
  const logger = JSON.stringify(join(import.meta.dirname, "../../src/log/index.ts"));
  const start = `import { createLogger } from ${logger}; const log = createLogger({ level: "info" });`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", start + script], {
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
  return Array.from(printed.trimEnd().split("\n"), (each) => Object(JSON.parse(each)));
}

test("what is logged right before the process exits arrives", () => {
  const printed = printedBy(`for (let n = 0; n < 100; n++) log.info("line", { n }); process.exit(0);`);
  // A line that is being written meanwhile may come after the others.
  const arrived = printed.map(({ n }) => Number(n)).toSorted((one, other) => one - other);
  expect(arrived).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("the log says how many lines were dropped, once there is room again", () => {
  // More than the 1 MiB that may wait, before any of it can be written.
  const printed = printedBy(`for (let n = 0; n < 1_500; n++) log.info("x".repeat(1_000));`);
  const arrived = printed.filter(({ message }) => String(message).startsWith("xxx")).length;
  expect(arrived).toBeLessThan(1_100);
  expect(printed.slice(arrived)).toEqual([
    {
      level: "warn",
      time: expect.any(String),
      lines: 1_500 - arrived,
      message: "lines of the log were dropped",
    },
  ]);
});

test.skipIf(!existsSync("/dev/full"))("a full disk drops lines and has no other effect", async () => {
  const fd = openSync("/dev/full", "w");
  const told: number[] = [];
  const output = createOutput({ fd, maxBytes: 1_000, onDropped: (lines) => told.push(lines) });
  for (let number = 0; number < 50; number++) output.write(line(number));
  const startedAt = performance.now();
  await until("it tried more than once", () => performance.now() - startedAt > 300);
  output.flush();
  expect(told).toEqual([]);
  // Stays open, as above.
});

test.skipIf(!existsSync("/dev/full"))(
  "a disk that was full gets what waited, in order, and then the number of dropped lines",
  async () => {
    const path = join(folder, "log");
    const fd = openSync(path, "w");
    const full = openSync("/dev/full", "w");
    let isFull = true;
    const refusals: (string | undefined)[] = [];
    const told: number[] = [];
    const output = createOutput({
      fd,
      maxBytes: 1_000,
      onDropped: (lines) => told.push(lines),
      write: (_fd, bytes, done) =>
        write(isFull ? full : fd, bytes, (error, written) => {
          if (error !== null) refusals.push(error.code);
          done(error, written);
        }),
    });
    for (let number = 0; number < 50; number++) output.write(line(number));
    await until("it tried more than once", () => refusals.length > 1);
    expect(new Set(refusals)).toEqual(new Set(["ENOSPC"]));
    expect(told).toEqual([]);

    isFull = false;
    await until("it is said", () => told.length > 0);
    const written = readFileSync(path, "utf8").split("\n").slice(0, -1);
    expect(written).toEqual(Array.from(written, (_, number) => line(number).trim()));
    expect(written.length).toBeGreaterThanOrEqual(10);
    expect(told).toEqual([50 - written.length]);
    closeSync(full);
    closeSync(fd);
  },
);
