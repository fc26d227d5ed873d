import { request } from "undici";
import { afterEach, expect, test } from "vitest";
import { inflateSync } from "node:zlib";
import type { ServiceEmulator } from "../../playground/service/index.ts";
import { startSubject } from "./calling.ts";

const started: ServiceEmulator[] = [];
afterEach(async () => {
  for (const emulator of started.splice(0)) await emulator.close();
});

async function subjectOf(seed?: number) {
  const subject = await startSubject(seed === undefined ? {} : { seed });
  started.push(subject.emulator);
  return subject;
}

test("the same seed and clock produce the same data, ids and secrets; another seed produces others", async () => {
  const [first, second, other] = [await subjectOf(4), await subjectOf(4), await subjectOf(5)];
  expect(second.emulator.state).toEqual(first.emulator.state);
  expect(second.emulator.token).toBe(first.emulator.token);
  expect(second.emulator.oauthToken).toBe(first.emulator.oauthToken);
  expect(other.emulator.workspaceId).not.toBe(first.emulator.workspaceId);
  const body = { items: ["Espresso"] };
  const made = (await first.call("createOrder", { body })).json();
  expect((await second.call("createOrder", { body })).json()).toEqual(made);
});

test("the café has what each command needs to show", async () => {
  const { state } = (await subjectOf()).emulator;
  expect(state.assignments.size).toBe(12);
  expect(state.orders.size).toBe(80);
  expect(state.posts.size).toBe(7);
  expect(new Set([...state.posts.values()].map((post) => post.type))).toEqual(new Set(["featured", "small"]));
  expect([...state.banComments.values()].map((comments) => comments.length)).toEqual([4]);
  expect(state.taskboard.boards.size).toBe(3);
  expect(state.taskboard.actions.size).toBe(4);
  expect(state.eventIds.size).toBe(1);
  expect(state.roles.size).toBe(1);
  const submitters = new Set([...state.orders.values()].map(({ order }) => order.submitted_by));
  for (const submitter of ["1", "2", "3", "4", undefined]) expect(submitters).toContain(submitter);
  const entries = [...state.activity.values()].flat();
  expect(entries.some((entry) => entry.gifted_by)).toBe(true);
});

test("past weeks were passed, failed and excused, and only they have a target of 0", async () => {
  const { state } = (await subjectOf()).emulator;
  const people = [...state.assignments.values()];
  const history = people.flatMap((person) => person.history);
  expect(history.some((week) => week.passed)).toBe(true);
  expect(history.some((week) => !week.passed && week.timeoff !== true)).toBe(true);
  expect(history.some((week) => week.timeoff === true)).toBe(true);
  expect(history.some((week) => week.target === 0)).toBe(true);
  expect(people.flatMap((person) => person.assigned).every(({ target }) => target > 0)).toBe(true);
  expect(new Set(people[0]?.history.map((week) => week.week_start)).size).toBe(8);
});

test("its pictures are PNGs, need no token, and have the size they state", async () => {
  const { emulator } = await subjectOf();
  for (const [name, { width, height }] of emulator.state.pictures) {
    const response = await request(`${emulator.baseUrl}/pictures/${name}`);
    const bytes = Buffer.from(await response.body.arrayBuffer());
    expect(response.headers["content-type"]).toBe("image/png");
    expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    const dataLength = bytes.readUInt32BE(33);
    expect(inflateSync(bytes.subarray(41, 41 + dataLength))).toHaveLength(height * (width * 4 + 1));
  }
  const missing = await request(`${emulator.baseUrl}/pictures/none.png`);
  expect(missing.statusCode).toBe(404);
  await missing.body.dump();
});

test("each picture that a response names exists at the service", async () => {
  const { emulator, call } = await subjectOf();
  const posts = (await call("listPosts")).text;
  const addresses = posts.match(/http:[^"]+\/pictures\/[^"]+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    expect(address.startsWith(emulator.baseUrl)).toBe(true);
    expect(emulator.state.pictures.has(address.split("/").at(-1) ?? "")).toBe(true);
  }
});
