import { expect, test } from "vitest";
import { contract } from "../../src/api/contract/index.ts";
import type { Contract } from "../../src/api/endpoint.ts";

/** Numbers, methods and paths exactly as the interface document prints them. */
const documented = `
  1  GET    /staff/assignments/{workspaceId}/{staffId}                     getAssignments
  2  POST   /players/orders/{workspaceId}                                  createOrder
  3  POST   /workspace/{workspaceId}/roles                                 createRole
  4  POST   /activity/{workspaceId}/user/{userId}                          giftActivity
  5  POST   /workspace/taskboard/{workspaceId}/format                      setTaskboardFormat
  6  POST   /workspace/{workspaceId}                                       updateWorkspace
  7  POST   /workspace/taskboard/{workspaceId}/boards                      setTaskboardBoard
  8  GET    /activity/{workspaceId}/user/{userId}                          getActivity
  9  GET    /players/orders/{workspaceId}/search                           searchOrders
  10 GET    /workspace/posts/{workspaceId}                                 listPosts
  11 POST   /activity/sessions/{workspaceId}/{eventId}/server              createSessionServer
  12 GET    /workspace/taskboard/{workspaceId}/actions                     listTaskboardActions
  13 GET    /players/bans/{workspaceId}/{banId}/comments                   listBanComments
  14 GET    /workspace/taskboard/{workspaceId}                             getTaskboard
  15 GET    /users/{userId}                                                getUser
  16 GET    /activity/{workspaceId}/calendar                               getCalendar
  17 GET    /workspace/taskboard/{workspaceId}/boards                      listTaskboardBoards
  18 DELETE /players/bans/{workspaceId}/{banId}/comments/{commentId}       deleteBanComment
  19 DELETE /workspace/taskboard/{workspaceId}/actions/{actionId}          deleteTaskboardAction
  20 DELETE /workspace/posts/{workspaceId}/{postId}                        deletePost
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/))
  .map(([number, method, path, operation]) => ({ number: Number(number), method, path, operation }));

const rows: Contract = contract;

test("the table in this test is complete", () => {
  expect(documented.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(new Set(documented.map(({ operation }) => operation)).size).toBe(20);
});

test("the contract holds exactly the documented operations", () => {
  const held = Object.entries(rows).map(([operation, { method, path }]) => `${operation} ${method} ${path}`);
  const expected = documented.map(({ operation, method, path }) => `${operation} ${method} ${path}`);
  expect(held.toSorted()).toEqual(expected.toSorted());
});

test.each(Object.entries(rows))("the parameters of %s are those of its path", (_, { path, params }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  expect(Object.keys(params.shape).toSorted()).toEqual(named.toSorted());
});

test("reads may be retried, and writes may not", () => {
  for (const [operation, { method, retryable }] of Object.entries(rows)) {
    expect(retryable, operation).toBe(method === "GET");
  }
});

test("only the operations that document a body or a query have one", () => {
  expect(withPart("body").toSorted()).toEqual([
    "createOrder",
    "createRole",
    "giftActivity",
    "setTaskboardBoard",
    "setTaskboardFormat",
    "updateWorkspace",
  ]);
  expect(withPart("query").toSorted()).toEqual(["getActivity", "getCalendar"]);
});

function withPart(part: "body" | "query"): string[] {
  return Object.entries(rows).flatMap(([operation, row]) => (row[part] === undefined ? [] : [operation]));
}

/** What a write makes untrue, as one would say it without looking at the code. */
const untrueAfter = {
  createOrder: ["searchOrders"],
  createRole: [],
  giftActivity: ["getActivity", "getAssignments"],
  setTaskboardFormat: ["getTaskboard"],
  updateWorkspace: [],
  setTaskboardBoard: ["getTaskboard", "listTaskboardActions", "listTaskboardBoards"],
  createSessionServer: ["getCalendar"],
  deleteBanComment: ["listBanComments"],
  deleteTaskboardAction: ["listTaskboardActions"],
  deletePost: ["listPosts"],
};

test("each write invalidates the reads it affects, and nothing else", () => {
  const invalidated = Object.entries(rows).flatMap(([name, row]) =>
    "invalidates" in row ? [[name, row.invalidates.toSorted()] as const] : [],
  );
  expect(Object.fromEntries(invalidated)).toEqual(untrueAfter);
});
