import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ServiceEmulator, startServiceEmulator } from "../../playground/service/index.ts";
import { checkReads } from "../../src/start/check-reads.ts";

const program = join(import.meta.dirname, "../../src/main.ts");

let service: ServiceEmulator;
/** Stands still while the service answers, however busy the machine is. */
let clockMs: number;
beforeEach(async () => {
  clockMs = 0;
  service = await startServiceEmulator({ now: Date.now });
});
afterEach(() => service.close());

const queryNames = { week: "week", game: "game" };

/** What is printed, and whether all fits, after these lines on standard input. */
async function check(
  lines: readonly string[] = [service.workspaceId, service.token, someone()],
  config: Partial<Parameters<typeof checkReads>[0]> = {},
) {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(lines.map((line) => `${line}\n`).join(""));
  const printed: string[] = [];
  const whole = { workspaceApiUrl: service.baseUrl, queryNames, ...config };
  const fits = await checkReads(
    whole,
    { input, output },
    (line) => printed.push(line),
    () => clockMs,
  );
  const lineOf = (name: string) => printed.find((line) => line.slice(6).startsWith(name));
  return { fits, text: printed.join("\n"), lineOf };
}
const someone = () => [...service.state.users.keys()][0] ?? "";

test("a service that fits is tried with reads alone, each once", async () => {
  const before = JSON.stringify([...service.state.orders.values()]);
  const { fits, lineOf, text } = await check();
  expect(fits).toBe(true);
  for (const read of [
    "getCalendar",
    "searchOrders",
    "listPosts",
    "getActivity",
    "getUser",
    "listBanComments",
  ])
    expect(lineOf(read)).toMatch(/^(?:ok|warn) +\w+ +fits/);
  expect(lineOf("duration unit")).toMatch(/^ok .*(milliseconds|seconds|minutes)$/);
  expect(lineOf("week parameter")).toMatch(/^ok .*week is understood$/);
  expect(lineOf("rate limit")).toMatch(/^ok .*X-Ratelimit-Limit: \d+$/);
  expect(text).toMatch(/No problems.*\. 11 requests sent\.$/);
  expect(service.requests).toHaveLength(11);
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(JSON.stringify([...service.state.orders.values()])).toBe(before);
  expect(text).not.toContain(service.token);
});

test("what is refused, not there, slow, in another form or unanswered is said read by read", async () => {
  const { faults } = service;
  service.setForbidden(["listPosts"]);
  faults.add({ operation: "getTaskboard", kind: "status", status: 404, times: 9 });
  faults.add({ operation: "searchOrders", kind: "nonsense", form: "html", times: 9 });
  faults.add({ operation: "listTaskboardActions", kind: "wrong-records", times: 9 });
  faults.add({ operation: "getUser", kind: "nonsense", form: "wrong-shape", times: 9 });
  service.onExchange(({ operation }) => (clockMs += operation === "getAssignments" ? 2_100 : 0));
  faults.add({ operation: "getCalendar", kind: "bare", times: 9 });
  faults.add({ operation: "listTaskboardBoards", kind: "status", status: 503, times: 9 });
  const { fits, lineOf, text } = await check();
  expect(fits).toBe(false);
  expect(lineOf("listPosts")).toMatch(/^warn .* refused \(403\)$/);
  expect(lineOf("getTaskboard")).toMatch(/^warn .* not there \(404\)$/);
  expect(lineOf("searchOrders")).toMatch(/^FAIL .* HTML instead of JSON \(200\)$/);
  expect(text).toMatch(/\nwarn +listTaskboardActions +1 action not as documented\n/);
  expect(lineOf("getUser")).toMatch(/^FAIL .* not as documented \(200\)$/);
  expect(lineOf("getAssignments")).toMatch(/^warn .* fits.*, slow \([\d.]+ s\)$/);
  expect(lineOf("getCalendar")).toMatch(/ fits, without advance_calendar/);
  expect(lineOf("listTaskboardBoards")).toMatch(/^FAIL .* no usable answer \(503\)$/);
  expect(lineOf("week parameter")).toMatch(/^skip /);
  expect(text).toMatch(/\n3 problems, \d+ warnings\. \d+ requests sent\.$/);
  expect(service.requests.length).toBeLessThanOrEqual(20);
});

test("at most twenty requests are sent to a service that is down", async () => {
  service.faults.add({ kind: "status", status: 500, times: 1_000 });
  const { fits, text } = await check();
  expect(fits).toBe(false);
  expect(service.requests).toHaveLength(20);
  expect(text).toContain("it can read nothing of this workspace");
});

test("a wrong key, an ignored week parameter and a missing user id are told apart", async () => {
  const wrong = await check([service.workspaceId, "no-such-key", ""]);
  expect(wrong.fits).toBe(false);
  expect(wrong.lineOf("getCalendar")).toMatch(/^warn .* refused \(401\)$/);
  expect(wrong.lineOf("getUser")).toMatch(/^skip .* without a user id$/);
  expect(wrong.text).not.toContain("no-such-key");

  const ignored = await check(undefined, { queryNames: { week: "wochen", game: "game" } });
  expect(ignored.fits).toBe(true);
  expect(ignored.lineOf("week parameter")).toMatch(
    /^warn .*wochen=-1 shows the same week; set WORKSPACE_QUERY_WEEK to its name$/,
  );
});

test("a workspace id and an address that aren't known there are a problem of their own", async () => {
  const config = { workspaceApiUrl: `${service.baseUrl}/v2` };
  service.faults.add({ kind: "status", status: 404, times: 1_000 });
  for (const wrong of [
    await check(["0".repeat(24), service.token, someone()]),
    await check(undefined, config),
  ]) {
    expect(wrong.fits).toBe(false);
    expect(wrong.lineOf("workspace")).toMatch(
      /^FAIL .*the workspace id or the service's address isn't known/,
    );
    expect(wrong.lineOf("getCalendar")).toMatch(/^warn .* not there \(404\)$/);
    expect(wrong.text).not.toMatch(/\bfits\b/);
    expect(wrong.text).toMatch(/\n1 problem, /);
  }
});

test("the address is asked for where no setting has it, and nothing is sent without id and key", async () => {
  const lines = [service.baseUrl, service.workspaceId, service.token];
  expect((await check(lines, { workspaceApiUrl: "" })).fits).toBe(true);
  const sent = service.requests.length;
  await expect(check([service.workspaceId])).rejects.toThrow("a workspace id and its key on standard input");
  expect(service.requests).toHaveLength(sent);
});

test("the program asks on standard input, takes nothing as an argument, and ends with 1 if something doesn't fit", async () => {
  const run = (args: readonly string[], input: string) => {
    const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"], WORKSPACE_API_URL: "http://127.0.0.1:9" },
      input,
      encoding: "utf8",
    });
    return { status, stdout };
  };
  expect(run(["--check-service"], "only-an-id\n")).toEqual({
    status: 1,
    stdout: "Give a workspace id and its key on standard input, a line each. Nothing was sent.\n",
  });
  const down = run(["--check-service"], "an-id\nsome-secret-key\n");
  expect(down.status).toBe(1);
  expect(down.stdout).toContain("no usable answer");
  expect(down.stdout).not.toContain("some-secret-key");
  const refused = run(["--check-service=some-secret-key"], "");
  expect(refused.status).toBe(1);
  expect(refused.stdout).not.toContain("some-secret-key");
});
