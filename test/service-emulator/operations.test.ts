import { afterAll, beforeAll, expect, test } from "vitest";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import type { ServiceEmulator } from "../../playground/service/index.ts";
import { judgeAnswer } from "../support/service/judge.ts";
import { firstOf, type Given, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await startSubject();
});
afterAll(() => subject.emulator.close());

const userId = ({ state }: ServiceEmulator) => firstOf(state.assignments.keys());
const boardId = ({ state }: ServiceEmulator) => firstOf(state.taskboard.boards.keys());
const banId = ({ state }: ServiceEmulator) => firstOf(state.banComments.keys());

/** For each operation a request that must work. */
const requests: Readonly<Record<OperationName, (emulator: ServiceEmulator) => Given>> = {
  getAssignments: (emulator) => ({ params: { staffId: userId(emulator) } }),
  createOrder: () => ({ body: { items: ["Flat white"] } }),
  searchOrders: () => ({}),
  createRole: () => ({ body: { name: "Baker", permissions: ["assign_host"] } }),
  updateWorkspace: () => ({ body: { name: "Harbour Café", theme: "winter" } }),
  giftActivity: (emulator) => ({ params: { userId: userId(emulator) }, body: { duration: 60_000 } }),
  getActivity: (emulator) => ({ params: { userId: userId(emulator) } }),
  getUser: (emulator) => ({ params: { userId: userId(emulator) } }),
  createSessionServer: ({ state }) => ({ params: { eventId: firstOf(state.eventIds) } }),
  getCalendar: () => ({}),
  listBanComments: (emulator) => ({ params: { banId: banId(emulator) } }),
  deleteBanComment: (emulator) => {
    const comments = emulator.state.banComments.get(banId(emulator)) ?? [];
    return { params: { banId: banId(emulator), commentId: firstOf(comments)._id } };
  },
  listPosts: () => ({}),
  deletePost: ({ state }) => ({ params: { postId: firstOf(state.posts.keys()) } }),
  getTaskboard: () => ({}),
  listTaskboardBoards: () => ({}),
  setTaskboardBoard: (emulator) => ({ body: { board: boardId(emulator) } }),
  setTaskboardFormat: (emulator) => ({ body: { board: boardId(emulator), format: { position: 2 } } }),
  listTaskboardActions: () => ({}),
  deleteTaskboardAction: ({ state }) => ({ params: { actionId: firstOf(state.taskboard.actions.keys()) } }),
};
// The keys are the audit log's own.
const operations = Object.keys(requests) as OperationName[];

test.each(operations)("%s responds with 200 in the shape of the contract", async (operation) => {
  const answer = await subject.call(operation, requests[operation](subject.emulator));
  expect(answer.status).toBe(200);
  expect(contract[operation].response.safeParse(answer.json()).error).toBeUndefined();
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
});

test.each(operations)(
  "%s refuses a request without a token, in the service's error form",
  async (operation) => {
    const given = requests[operation](subject.emulator);
    const answer = await subject.call(operation, { ...given, authorization: "" });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ statusCode: 401, error: "Unauthorized", message: expect.any(String) });
  },
);

test.each(operations.filter((name) => contract[name].path.includes("{workspaceId}")))(
  "%s responds with 404 for another workspace",
  async (operation) => {
    const given = requests[operation](subject.emulator);
    const params = { ...given.params, workspaceId: "ffffffffffffffffffffffff" };
    const answer = await subject.call(operation, { ...given, params });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
  },
);

test("an answer of another shape is refused by docs/service.openapi.json, whichever operation gives it", async () => {
  for (const operation of operations) {
    const { method, path } = contract[operation];
    const given = requests[operation](subject.emulator);
    subject.emulator.faults.add({ kind: "nonsense", form: "wrong-shape" });
    const answer = await subject.call(operation, given);
    const judge = () =>
      judgeAnswer({
        method,
        path: path.replaceAll(/\{\w+\}/g, "1"),
        status: answer.status,
        answer: answer.json(),
      });
    // Of these two, any answer fits.
    if (operation === "updateWorkspace" || operation === "setTaskboardBoard") judge();
    else expect(judge, operation).toThrow(`answer to ${method} ${path}`);
  }
});
