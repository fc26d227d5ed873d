import { afterEach, beforeEach, expect, test } from "vitest";
import { startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

test("each response says how many requests are left, and in how many seconds they are renewed", async () => {
  expect((await subject.call("getCalendar")).headers).toMatchObject({
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "99",
    "x-ratelimit-reset": "60",
  });
  subject.pass(20_500);
  const refused = await subject.call("getCalendar", { query: "?week=soon" });
  expect(refused.headers).toMatchObject({ "x-ratelimit-remaining": "98", "x-ratelimit-reset": "40" });
});

test("the hundred and first request of a minute is refused, the first of the next is not", async () => {
  for (let count = 1; count <= 100; count++) {
    expect(await subject.call("getCalendar")).toMatchObject({ status: 200 });
  }
  subject.pass(12_000);
  const refused = await subject.call("createOrder", { body: { items: ["Espresso"] } });
  expect(refused.json()).toMatchObject({ statusCode: 429, error: "Too Many Requests" });
  expect(refused.headers).toMatchObject({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "48" });
  expect(subject.emulator.state.orders.size).toBe(80);

  subject.pass(48_000);
  expect(await subject.call("getCalendar")).toMatchObject({ status: 200 });
});

test("the limit can be lowered and its minute restarted", async () => {
  subject.emulator.setRateLimit(1);
  expect(await subject.call("getCalendar")).toMatchObject({ status: 200 });
  expect(await subject.call("getCalendar")).toMatchObject({ status: 429 });
  subject.emulator.resetRateLimit();
  expect(await subject.call("getCalendar")).toMatchObject({ status: 200 });
});

test("a request with a wrong token does not use up the workspace's requests", async () => {
  await subject.call("getCalendar", { authorization: "Bearer wrong" });
  expect((await subject.call("getCalendar")).headers["x-ratelimit-remaining"]).toBe("99");
});
