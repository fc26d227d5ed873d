import { describe, expect, test } from "vitest";
import { contract } from "../../src/api/contract/index.ts";
import { type LeftOut, findLeftOut } from "../../src/api/contract/records.ts";
import { SessionGroup } from "../../src/api/contract/sessions.ts";
import { ContractError } from "../../src/api/errors.ts";
import { answer } from "./scripted-service.ts";
import { params, world } from "./client-fixture.ts";

const here = world();
const anOrder = (number: number) => ({ _id: `o${number}`, order_number: number, items: ["Latte"] });
const wrongOrder = { _id: 7, items: "none" };

const day = { date: "2026-11-16T00:00:00Z" };

const assignment = {
  active: true,
  _id: "a",
  target: 10,
  target_type: "minutes",
  name: "Minutes",
  completed: 3,
  due: "2026-11-22T23:59:59Z",
};
const week = {
  week_start: "2026-11-09T00:00:00Z",
  week_end: "2026-11-15T23:59:59Z",
  week_number: 46,
  year: 2026,
  assignment_name: "Minutes",
  passed: true,
  target: 10,
  target_type: "minutes",
  achieved: 12,
};

describe("a list with one wrong record", () => {
  const staffId = "7";

  test("keeps the rest, counts it, and says what is wrong with it", async () => {
    const told: [string, LeftOut][] = [];
    const api = here().connect({ onLeftOut: (...what) => told.push(what) });
    here().service.script(answer(200, [anOrder(1), wrongOrder, anOrder(2)]));
    const orders = await api.searchOrders({ params });
    expect(orders.map(({ order_number: number }) => number)).toEqual([1, 2]);
    expect(findLeftOut(orders)).toMatchObject([{ noun: "order", unreadable: 1, beyond: 0 }]);
    expect(told.map(([operation]) => operation)).toEqual(["searchOrders"]);
    expect(told[0]?.[1].issues.map(({ path }) => path.join("."))).toEqual(["1._id", "1.items"]);
  });

  test.each([
    ["getAssignments", { assigned: [assignment, { ...assignment, due: "soon" }], history: [] }, "assignment"],
    ["getAssignments", { assigned: [], history: [week, { ...week, achieved: "12" }] }, "past result"],
    ["getActivity", { totals: {}, last_25: [{ start: "a" }, { duration: "long" }] }, "visit"],
    ["getCalendar", { days: [day, { date: "Monday" }] }, "day"],
    ["listPosts", [{ _id: "p" }, { _id: 8, title: "Q" }], "post"],
    ["listBanComments", [{ _id: "c" }, {}], "comment"],
    ["listTaskboardBoards", [{ id: "b" }, null], "board"],
    [
      "listTaskboardActions",
      [
        { _id: "a", triggers: [{}] },
        { _id: "b", triggers: [7] },
      ],
      "action",
    ],
  ] as const)("is the same in %s %#", async (operation, body, noun) => {
    here().service.script(answer(200, body));
    const input = { params: { ...params, staffId, userId: staffId, banId: "b" }, query: {} };
    const read = await here().api[operation](input);
    expect(findLeftOut(read)).toMatchObject([{ noun, unreadable: 1 }]);
  });
});

test("fields that nothing reads may hold anything", async () => {
  const { api, service } = here();
  service.script(
    answer(200, [{ ...anOrder(1), workspace: [], friends: null }]),
    answer(200, {
      totals: { period: 7 },
      last_25: [{ events: 3, job_id: {}, game_details: { brightness: "1" } }],
    }),
    answer(200, [{ _id: "p", dominant_colour: 7, text_dark: "no", workspace: 1 }]),
    answer(200, { type: 7, id: "7", avatar: { colour: 3 } }),
  );
  const orders = await api.searchOrders({ params });
  const activity = await api.getActivity({ params: { ...params, userId: "7" }, query: {} });
  const posts = await api.listPosts({ params });
  await api.getUser({ params: { userId: "7" } });
  expect([orders, activity, posts].map(findLeftOut)).toEqual([[], [], []]);
  expect([orders.length, activity.last_25.length, posts.length]).toEqual([1, 1, 1]);
});

test.each([
  ["a colour", { colour: 3, initial: "/7.png" }, { initial: "/7.png" }],
  ["a picture", { colour: "#336699", initial: 3, transparent: [] }, { colour: "#336699" }],
  ["an avatar", "/7.png", undefined],
])("a wrong type of %s costs a user only that field", async (_, avatar, read) => {
  const { api, service } = here();
  service.script(answer(200, { type: "user", id: "7", display_name: "Mia", avatar }));
  const user = await api.getUser({ params: { userId: "7" } });
  expect(user).toEqual({ id: "7", display_name: "Mia", avatar: read });
});

test("a user whose id is a number has a name all the same", async () => {
  const { api, service } = here();
  service.script(answer(200, { id: 104_872_391, display_name: "Mia" }));
  expect(await api.getUser({ params: { userId: "104872391" } })).toMatchObject({
    id: "104872391",
    display_name: "Mia",
  });
});

test("a number too large to represent is never infinite", async () => {
  here().service.script(
    answer(200, '[{"_id":"a","order_number":1.8e308},{"_id":"b","order_number":-1e999}]'),
  );
  const orders = await here().api.searchOrders({ params });
  expect(orders.map(({ order_number: number }) => number)).toEqual([undefined, undefined]);
});

test.each([
  ["orders", "searchOrders", [wrongOrder]],
  ["posts", "listPosts", [null, {}]],
  ["comments", "listBanComments", [{ body: "Hi" }]],
  ["boards", "listTaskboardBoards", ["Main"]],
  ["actions", "listTaskboardActions", [{ _id: "a", triggers: "many" }]],
  ["days", "getCalendar", { days: [{ date: "Monday" }, { date: "Tuesday" }] }],
] as const)("%s of which none can be read aren't taken for none", async (_, operation, body) => {
  const { api, service } = here();
  service.script(answer(200, body), answer(200, Array.isArray(body) ? [] : { days: [] }));
  const input = { params: { ...params, banId: "b" }, query: {} };
  await expect(api[operation](input)).rejects.toBeInstanceOf(ContractError);
  // Truly none is none.
  await expect(api[operation](input)).resolves.toBeDefined();
});

describe("a field that nothing is decided by", () => {
  test("costs an order nothing when it is of another type", async () => {
    const { api, service } = here();
    service.script(
      answer(200, [
        { ...anOrder(1), updatedAt: "", game_id: 123, customer: 104_872_391, items: ["Latte", null] },
        { ...anOrder(2), createdAt: 0, job_id: {}, order_number: "two" },
      ]),
    );
    const [one, two] = await api.searchOrders({ params });
    expect(one).toMatchObject({ order_number: 1, game_id: "123", customer: "104872391", items: ["Latte"] });
    expect(two).toMatchObject({ _id: "o2", order_number: undefined, createdAt: undefined });
  });

  test("costs an assignment nothing, and a ticked checkbox counts as one", async () => {
    const { api, service } = here();
    const ticked = { ...assignment, description: 7, target: 1, target_type: "checkbox", completed: true };
    const marked = { ...week, achieved: false };
    service.script(answer(200, { assigned: [ticked, { ...ticked, completed: false }], history: [marked] }));
    const { assigned, history } = await api.getAssignments({ params: { ...params, staffId: "7" } });
    expect(assigned.map(({ completed }) => completed)).toEqual([1, 0]);
    expect(history.map(({ achieved }) => achieved)).toEqual([0]);
  });

  test("costs a post, a comment and an action nothing", async () => {
    const { api, service } = here();
    service.script(
      answer(200, [{ _id: "p", title: 7, updatedAt: "" }]),
      answer(200, [{ _id: "c", author: 4_711, createdAt: "soon", files: [null] }]),
      answer(200, [{ _id: "a", created_by: {}, triggers: [null, { fields: [{ after: "1", value: 3 }] }] }]),
    );
    expect(await api.listPosts({ params })).toMatchObject([{ _id: "p", title: undefined }]);
    expect(await api.listBanComments({ params: { ...params, banId: "b" } })).toMatchObject([
      { _id: "c", author: "4711", files: [] },
    ]);
    expect(await api.listTaskboardActions({ params })).toMatchObject([
      { _id: "a", triggers: [{ fields: [{ value: "3" }] }] },
    ]);
  });
});

test("a list that is wrong from its first record on is refused with its first issues", async () => {
  here().service.script(
    answer(
      200,
      Array.from({ length: 500 }, () => wrongOrder),
    ),
  );
  const error: unknown = await here()
    .api.searchOrders({ params })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ContractError);
  expect(error).toMatchObject({ outcomeUnknown: false });
  expect((error as ContractError).issues.length).toBeLessThan(10);
});

test.each<[string, number, object, (list: readonly object[]) => readonly unknown[]]>([
  ["order", 10_000, { _id: "o" }, (list) => contract.searchOrders.response.parse(list)],
  ["post", 5_000, { _id: "p" }, (list) => contract.listPosts.response.parse(list)],
  ["visit", 100, {}, (last_25) => contract.getActivity.response.parse({ totals: {}, last_25 }).last_25],
  [
    "assignment",
    500,
    assignment,
    (assigned) => contract.getAssignments.response.parse({ assigned, history: [] }).assigned,
  ],
  [
    "past result",
    5_000,
    week,
    (history) => contract.getAssignments.response.parse({ assigned: [], history }).history,
  ],
  ["day", 400, day, (days) => contract.getCalendar.response.parse({ days }).days],
  ["comment", 2_000, { _id: "c" }, (list) => contract.listBanComments.response.parse(list)],
  ["board", 2_000, { id: "b" }, (list) => contract.listTaskboardBoards.response.parse(list)],
  ["action", 2_000, { _id: "a" }, (list) => contract.listTaskboardActions.response.parse(list)],
  ["group", 500, {}, (groups) => contract.createSessionServer.response.parse({ groups }).groups],
  ["role", 500, {}, (roles) => SessionGroup.parse({ roles }).roles],
  ["attendee", 500, {}, (attendees) => SessionGroup.parse({ attendees }).attendees],
])("a list of %s records keeps at most %i, and counts the rest", (noun, most, record, read) => {
  expect(findLeftOut(read(Array.from({ length: most }, () => record)))).toEqual([]);
  const list = read(Array.from({ length: most + 1 }, () => record));
  expect(list).toHaveLength(most);
  expect(findLeftOut(list)).toMatchObject([{ noun, unreadable: 0, beyond: 1 }]);
});

const maxBytes = 8 * 1024 * 1024;
const filled = (record: string, before = "") =>
  `[${before}${`${record},`.repeat(Math.floor((maxBytes - before.length - 10) / (record.length + 1)))}${record}]`;
const ones = (count: number) => `[${"1,".repeat(count)}1]`;

test.each([
  ["numbers", filled("1")],
  ["empty objects", filled("{}")],
  ["wrong orders", filled('{"_id":7,"items":3,"customer":1}')],
  ["wrong orders behind a right one", filled('{"_id":7,"items":3,"customer":1}', '{"_id":"a"},')],
  [
    "orders with wrong items behind a right one",
    `[{"_id":"a"},${Array.from({ length: 8 }, () => `{"_id":"b","items":${ones(maxBytes / 17)}}`).join()}]`,
  ],
  ["lists in lists", `${"[".repeat(maxBytes / 2 - 1)}${"]".repeat(maxBytes / 2 - 1)}`],
])("8 MB of %s neither block the event loop for long nor fill the memory", async (_, body) => {
  const { api, service } = here();
  service.script(answer(200, "[]"), answer(200, body));
  await api.searchOrders({ params });
  const memory = process.memoryUsage().rss;
  // Of this thread alone: what holds the loop, however busy the machine is.
  const { user } = process.threadCpuUsage();
  await api.searchOrders({ params }).catch(() => undefined);
  const heldMs = (process.threadCpuUsage().user - user) / 1_000;
  expect(heldMs).toBeLessThan(500);
  expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024);
});

test.each([
  ["a visit", "getActivity", { totals: {}, last_25: [{}, { friends: "nobody" }] }],
  ["a week", "getActivity", { totals: { minutes: "12" }, last_25: [{}, {}], week_starts_on: 1 }],
  ["a calendar", "getCalendar", { days: [day, day], advance_calendar: "yes" }],
  ["a board in use", "getTaskboard", { taskboard: { id: 7 }, board: { id: "b", background: 3 } }],
  ["a task board without a board", "getTaskboard", { taskboard: {}, board: {} }],
  ["a board", "listTaskboardBoards", [{ id: "b", background: { color: 3, brightness: 4, image: 5 } }]],
] as const)("%s isn't lost over fields that are unread or optional", async (_, operation, body) => {
  here().service.script(answer(200, body));
  const read = await here().api[operation]({ params: { ...params, userId: "7" }, query: {} });
  expect(findLeftOut(read)).toEqual([]);
  const lists = Object.values(read).filter((value) => Array.isArray(value));
  for (const list of lists) expect(list).toHaveLength(2);
});
