import { expect, test } from "vitest";
import type { LogFields, Logger } from "../../src/log/index.ts";
import { withoutRepeats } from "../../src/log/repeats.ts";

function collecting() {
  const lines: (readonly [string, LogFields])[] = [];
  const ignore = (): void => undefined;
  const log: Logger = {
    debug: ignore,
    info: ignore,
    warn: (message, fields = {}) => void lines.push([message, fields]),
    error: (message, fields = {}) => void lines.push([message, fields]),
  };
  let passMinute = ignore;
  const quiet = withoutRepeats(log, (delayMs, callback) => {
    expect(delayMs).toBe(60_000);
    passMinute = callback;
    return ignore;
  });
  return { lines, quiet, passMinute: () => passMinute() };
}

test("a repeated error is one line at once and one line with its count a minute later", () => {
  const { lines, quiet, passMinute } = collecting();
  for (const reference of ["a1", "b2", "c3"])
    quiet.error("it broke", { reference, error: new Error("no row 17") });
  expect(lines).toHaveLength(1);
  passMinute();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject(["it broke", { times: 2, references: ["b2", "c3"] }]);
  passMinute();
  expect(lines).toHaveLength(2);
  quiet.error("it broke", { error: new Error("no row 18") });
  expect(lines).toHaveLength(3);
});

test("other errors and warnings aren't delayed, and the end of the program logs the rest", () => {
  const { lines, quiet } = collecting();
  quiet.error("it broke", { error: new Error("one thing") });
  quiet.error("it broke", { error: new Error("another thing") });
  quiet.warn("take care");
  quiet.warn("take care");
  expect(lines).toHaveLength(4);
  quiet.error("it broke", { error: new Error("one thing") });
  expect(lines).toHaveLength(4);
  quiet.flush();
  expect(lines[4]).toMatchObject(["it broke", { times: 1 }]);
});
