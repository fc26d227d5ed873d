import { afterEach, beforeEach, expect, test } from "vitest";
import { type Exchange, startServiceStandIn } from "../../playground/service/index.ts";
import { startMs, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.standIn.close());

test("each request is on the list, without the token", async () => {
  const { standIn } = subject;
  const answer = await subject.call("getCalendar", { query: "?week=1" });
  standIn.faults.add({ kind: "cut" });
  await expect(subject.call("listPosts")).rejects.toThrow();

  expect(standIn.requests).toEqual([
    {
      at: startMs,
      operation: "getCalendar",
      method: "GET",
      path: `/activity/${standIn.workspaceId}/calendar?week=1`,
      status: 200,
      durationMs: 0,
      bytes: Buffer.byteLength(answer.text),
      fault: undefined,
    },
    expect.objectContaining({ operation: "listPosts", status: undefined, bytes: 0, fault: "cut" }),
  ]);
  expect(JSON.stringify(standIn.requests)).not.toContain(standIn.token);
});

test("who wants to know of each exchange is told, until they have heard enough", async () => {
  const heard: Exchange[] = [];
  const stop = subject.standIn.onExchange((exchange) => heard.push(exchange));
  await subject.call("listPosts");
  stop();
  await subject.call("listPosts");
  expect(heard).toHaveLength(1);
});

test("the list keeps the last 500", async () => {
  subject.standIn.setRateLimit(1000);
  for (let count = 0; count < 510; count++) await subject.call("getCalendar", { query: `?n=${count}` });
  expect(subject.standIn.requests).toHaveLength(500);
  expect(subject.standIn.requests.at(-1)?.path).toContain("?n=509");
});

test("a port that is taken is an error, not a silent wait", async () => {
  const port = Number(new URL(subject.standIn.baseUrl).port);
  await expect(startServiceStandIn({ now: () => startMs, port })).rejects.toThrow("EADDRINUSE");
});
