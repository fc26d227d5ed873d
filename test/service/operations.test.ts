import { afterAll, beforeAll, expect, test } from "vitest";
import { contract, type OperationName } from "../../src/api/contract/index.ts";
import type { ServiceStandIn } from "../../playground/service/index.ts";
import { firstOf, type Given, startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await startSubject();
});
afterAll(() => subject.standIn.close());

const userId = ({ state }: ServiceStandIn) => firstOf(state.assignments.keys());
const boardId = ({ state }: ServiceStandIn) => firstOf(state.taskboard.boards.keys());
const banId = ({ state }: ServiceStandIn) => firstOf(state.banComments.keys());

/** For each operation a request that must work. */
const requests: Readonly<Record<OperationName, (standIn: ServiceStandIn) => Given>> = {
  getAssignments: (standIn) => ({ params: { staffId: userId(standIn) } }),
  createOrder: () => ({ body: { items: ["Flat white"] } }),
  searchOrders: () => ({}),
  createRole: () => ({ body: { name: "Baker", permissions: ["assign_host"] } }),
  updateWorkspace: () => ({ body: { name: "Harbour Café", theme: "winter" } }),
  giftActivity: (standIn) => ({ params: { userId: userId(standIn) }, body: { duration: 60_000 } }),
  getActivity: (standIn) => ({ params: { userId: userId(standIn) } }),
  getUser: (standIn) => ({ params: { userId: userId(standIn) } }),
  createSessionServer: ({ state }) => ({ params: { eventId: firstOf(state.eventIds) } }),
  getCalendar: () => ({}),
  listBanComments: (standIn) => ({ params: { banId: banId(standIn) } }),
  deleteBanComment: (standIn) => {
    const comments = standIn.state.banComments.get(banId(standIn)) ?? [];
    return { params: { banId: banId(standIn), commentId: firstOf(comments)._id } };
  },
  listPosts: () => ({}),
  deletePost: ({ state }) => ({ params: { postId: firstOf(state.posts.keys()) } }),
  getTaskboard: () => ({}),
  listTaskboardBoards: () => ({}),
  setTaskboardBoard: (standIn) => ({ body: { board: boardId(standIn) } }),
  setTaskboardFormat: (standIn) => ({ body: { board: boardId(standIn), format: { position: 2 } } }),
  listTaskboardActions: () => ({}),
  deleteTaskboardAction: ({ state }) => ({ params: { actionId: firstOf(state.taskboard.actions.keys()) } }),
};
// The keys are the record's own.
const operations = Object.keys(requests) as OperationName[];

test.each(operations)("%s answers with 200 in the form of the contract", async (operation) => {
  const answer = await subject.call(operation, requests[operation](subject.standIn));
  expect(answer.status).toBe(200);
  expect(contract[operation].response.safeParse(answer.json()).error).toBeUndefined();
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
});

test.each(operations)(
  "%s refuses a request without a token, in the service's error form",
  async (operation) => {
    const given = requests[operation](subject.standIn);
    const answer = await subject.call(operation, { ...given, authorization: "" });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ statusCode: 401, error: "Unauthorized", message: expect.any(String) });
  },
);

test.each(operations.filter((name) => contract[name].path.includes("{workspaceId}")))(
  "%s does not know another workspace",
  async (operation) => {
    const given = requests[operation](subject.standIn);
    const params = { ...given.params, workspaceId: "ffffffffffffffffffffffff" };
    const answer = await subject.call(operation, { ...given, params });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
  },
);
