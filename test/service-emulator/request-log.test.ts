import { afterEach, beforeEach, expect, test } from "vitest";
import { type Exchange, startServiceEmulator } from "../../playground/service/index.ts";
import { startMs, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

test("each request is listed, without the token", async () => {
  const { emulator } = subject;
  const answer = await subject.call("getCalendar", { query: "?week=1" });
  emulator.faults.add({ kind: "cut" });
  await expect(subject.call("listPosts")).rejects.toThrow();

  expect(emulator.requests).toEqual([
    {
      at: startMs,
      operation: "getCalendar",
      method: "GET",
      path: `/activity/${emulator.workspaceId}/calendar?week=1`,
      status: 200,
      durationMs: 0,
      bytes: Buffer.byteLength(answer.text),
      fault: undefined,
    },
    expect.objectContaining({ operation: "listPosts", status: undefined, bytes: 0, fault: "cut" }),
  ]);
  expect(JSON.stringify(emulator.requests)).not.toContain(emulator.token);
});

test("a listener receives each exchange, until it unsubscribes", async () => {
  const heard: Exchange[] = [];
  const stop = subject.emulator.onExchange((exchange) => heard.push(exchange));
  await subject.call("listPosts");
  stop();
  await subject.call("listPosts");
  expect(heard).toHaveLength(1);
});

test("the list keeps the last 500", async () => {
  subject.emulator.setRateLimit(1000);
  for (let count = 0; count < 510; count++) await subject.call("getCalendar", { query: `?n=${count}` });
  expect(subject.emulator.requests).toHaveLength(500);
  expect(subject.emulator.requests.at(-1)?.path).toContain("?n=509");
});

test("a port already in use is an error, not a silent wait", async () => {
  const port = Number(new URL(subject.emulator.baseUrl).port);
  await expect(startServiceEmulator({ now: () => startMs, port })).rejects.toThrow("EADDRINUSE");
});
