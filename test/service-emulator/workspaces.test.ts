import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { firstOf, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
let bakery: WorkspaceEmulator;
beforeEach(async () => {
  subject = await startSubject();
  bakery = subject.emulator.addWorkspace({ name: "Harbour Bakery" });
});
afterEach(() => subject.emulator.close());

const asBakery = () => ({
  authorization: `Bearer ${bakery.token}`,
  params: { workspaceId: bakery.workspaceId },
});
const titlesIn = (text: string) =>
  z
    .array(z.object({ title: z.string() }))
    .parse(JSON.parse(text))
    .map(({ title }) => title);

test("each token opens its own workspace, with posts of its own", async () => {
  const cafes = titlesIn((await subject.call("listPosts")).text);
  const bakers = titlesIn((await subject.call("listPosts", asBakery())).text);
  expect(bakers).toEqual(["A new stone oven", "Who feeds the starter", "Market stall in spring"]);
  expect(cafes).toHaveLength(7);
  expect(cafes).not.toEqual(expect.arrayContaining([bakers[0]]));
  expect(subject.emulator.others).toEqual([bakery]);
});

test("a token shows nothing of another workspace", async () => {
  const { authorization, params } = asBakery();
  expect(await subject.call("listPosts", { authorization })).toMatchObject({ status: 404 });
  expect(await subject.call("listPosts", { params })).toMatchObject({ status: 404 });
});

test("the two workspaces share no people, ids or pictures", () => {
  const { state } = subject.emulator;
  const shared = (pick: (of: WorkspaceEmulator["state"]) => Iterable<string>) => {
    const own = new Set(pick(bakery.state));
    expect(own.size).toBeGreaterThan(0);
    return [...pick(state)].filter((key) => own.has(key));
  };
  expect(shared((of) => of.assignments.keys())).toEqual([]);
  expect(shared((of) => of.orders.keys())).toEqual([]);
  expect(shared((of) => of.posts.keys())).toEqual([]);
  expect(shared((of) => of.taskboard.boards.keys())).toEqual([]);
  expect(shared((of) => of.pictures.keys())).toEqual([]);
  expect(bakery.oauthToken).not.toBe(subject.emulator.oauthToken);
});

test("a second bakery shares people with the first, and has ids of its own", () => {
  const second = subject.emulator.addWorkspace({ name: "Uptown Bakery" });
  expect(second.state.workspace).toMatchObject({ name: "Uptown Bakery" });
  expect(second.workspaceId).not.toBe(bakery.workspaceId);
  expect(second.token).not.toBe(bakery.token);
  expect([...second.state.users.keys()]).toEqual([...bakery.state.users.keys()]);
});

test("any valid token may request any person", async () => {
  const baker = firstOf(bakery.state.users.keys());
  const barista = firstOf(subject.emulator.state.users.keys());
  expect(await subject.call("getUser", { params: { userId: baker } })).toMatchObject({ status: 200 });
  const { authorization } = asBakery();
  const answer = await subject.call("getUser", { authorization, params: { userId: barista } });
  expect(answer.json()).toMatchObject({ id: barista });
});

test("a write to one workspace isn't in the other", async () => {
  const before = subject.emulator.state.orders.size;
  const made = await subject.call("createOrder", { ...asBakery(), body: { items: ["Rye loaf"] } });
  expect(made.json()).toMatchObject({ workspace: bakery.workspaceId, order_number: 53 });
  expect(bakery.state.orders.size).toBe(23);
  expect(subject.emulator.state.orders.size).toBe(before);
});

test("one workspace's revoked token and used-up limit leave the other unaffected", async () => {
  bakery.setRateLimit(1);
  expect(await subject.call("getCalendar", asBakery())).toMatchObject({ status: 200 });
  expect(await subject.call("getCalendar", asBakery())).toMatchObject({ status: 429 });
  expect((await subject.call("getCalendar")).headers).toMatchObject({ "x-ratelimit-remaining": "99" });
  bakery.setForbidden(["listPosts"]);
  bakery.resetRateLimit();
  expect(await subject.call("listPosts", asBakery())).toMatchObject({ status: 403 });
  bakery.revokeToken();
  expect(await subject.call("listPosts", asBakery())).toMatchObject({ status: 401 });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  const before = asBakery();
  bakery.issueToken();
  expect(await subject.call("getCalendar", before)).toMatchObject({ status: 401 });
  bakery.resetRateLimit();
  expect(await subject.call("getCalendar", asBakery())).toMatchObject({ status: 200 });
});

test("a fault may affect only one workspace", async () => {
  const { workspaceId } = bakery;
  subject.emulator.faults.add({ kind: "status", status: 500, workspaceId });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  expect(await subject.call("listPosts", asBakery())).toMatchObject({ status: 500 });
});

test("the bakery's pictures are served without a token", async () => {
  const response = await request(`${subject.emulator.baseUrl}/pictures/stone-oven.png`);
  expect(response.statusCode).toBe(200);
  await response.body.dump();
});
