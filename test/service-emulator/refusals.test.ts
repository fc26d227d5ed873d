import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OperationName } from "../../src/api/contract/index.ts";
import { firstOf, type Given, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

test("a wrong token is refused, and so is the right one once it is revoked", async () => {
  expect(await subject.call("listPosts", { authorization: "Bearer wrong" })).toMatchObject({ status: 401 });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  subject.emulator.revokeToken();
  expect(await subject.call("listPosts")).toMatchObject({ status: 401 });
});

test("a new token replaces the old one", async () => {
  const before = subject.emulator.token;
  const issued = subject.emulator.issueToken();
  expect(subject.emulator.token).toBe(issued);
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  expect(await subject.call("listPosts", { authorization: `Bearer ${before}` })).toMatchObject({
    status: 401,
  });
});

test("a token may be denied some operations", async () => {
  subject.emulator.setForbidden(["deletePost"]);
  const params = { postId: firstOf(subject.emulator.state.posts.keys()) };
  const answer = await subject.call("deletePost", { params });
  expect(answer.json()).toMatchObject({ statusCode: 403, error: "Forbidden" });
  expect(await subject.call("listPosts")).toMatchObject({ status: 200 });
  subject.emulator.setForbidden([]);
  expect(await subject.call("deletePost", { params })).toMatchObject({ status: 200 });
});

const unknown = "000000000000000000000000";
const unknownThings: readonly (readonly [OperationName, Given])[] = [
  ["getAssignments", { params: { staffId: "7" } }],
  ["getActivity", { params: { userId: "7" } }],
  ["giftActivity", { params: { userId: "7" }, body: { duration: 1 } }],
  ["getUser", { params: { userId: "1" } }],
  ["createSessionServer", { params: { eventId: unknown } }],
  ["listBanComments", { params: { banId: unknown } }],
  ["deleteBanComment", { params: { banId: unknown, commentId: unknown } }],
  ["deletePost", { params: { postId: unknown } }],
  ["setTaskboardBoard", { body: { board: unknown } }],
  ["setTaskboardFormat", { body: { board: unknown, format: { position: 1 } } }],
  ["deleteTaskboardAction", { params: { actionId: unknown } }],
];
test.each(unknownThings)("%s responds with 404 to an unknown id", async (operation, given) => {
  const answer = await subject.call(operation, given);
  expect(answer.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
});

const badRequests: readonly (readonly [string, OperationName, Given])[] = [
  ["no JSON", "createOrder", { text: "{items" }],
  ["no body", "createOrder", {}],
  ["a field of the wrong type", "createRole", { body: { name: 7 } }],
  ["an empty name", "createRole", { body: { name: " " } }],
  ["a week that is no number", "getCalendar", { query: "?week=soon" }],
  ["a week that is no whole number", "getCalendar", { query: "?week=1.5" }],
  ["a week in another age", "getCalendar", { query: "?week=99999999999" }],
  ["a position below zero", "setTaskboardFormat", { body: { board: "x", format: { position: -1 } } }],
];
test.each(badRequests)("%s is refused with 400", async (_what, operation, given) => {
  const answer = await subject.call(operation, given);
  expect(answer.json()).toMatchObject({ statusCode: 400, error: "Bad Request" });
});

test("an id stays within its path segment, whatever it contains", async () => {
  const postId = "a/b %2F ☕?#";
  subject.emulator.state.posts.set(postId, { _id: postId });
  expect(await subject.call("deletePost", { params: { postId } })).toMatchObject({ status: 200 });
  expect(subject.emulator.state.posts.has(postId)).toBe(false);
});

test("an address without an operation is not found", async () => {
  const response = await request(`${subject.emulator.baseUrl}/players/orders`);
  expect(response.statusCode).toBe(404);
  expect(await response.body.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
});

test("something deleted can't be deleted again", async () => {
  const params = { postId: firstOf(subject.emulator.state.posts.keys()) };
  expect((await subject.call("deletePost", { params })).json()).toEqual({ success: true });
  expect(await subject.call("deletePost", { params })).toMatchObject({ status: 404 });
  const left = (await subject.call("listPosts")).text;
  expect(left).not.toContain(params.postId);
});

test("state that breaks the contract becomes a 500 that says where", async () => {
  subject.emulator.state.posts.set("x", { _id: "" });
  const answer = await subject.call("listPosts");
  expect(answer.status).toBe(500);
  expect(answer.text).toContain("breaks the contract");
});
