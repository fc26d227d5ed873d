import { Validator } from "@seriousme/openapi-schema-validator";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type ServiceEmulator, startServiceEmulator } from "../../playground/service/index.ts";
import { type ApiClient, createApiClient } from "../../src/api/client.ts";
import { contract, type OperationName, type WorkspaceContract } from "../../src/api/contract/index.ts";
import type { Contract } from "../../src/api/endpoint.ts";
import { findLeftOut } from "../../src/api/contract/records.ts";
import { createAgent } from "../../src/api/transport.ts";
import { judgeAnswer, judgeRequest } from "../support/service/judge.ts";
import { watchRequests } from "../support/service-requests.ts";
import { fixture, type Json, places, replaceAt, written } from "./json.ts";
import { answers, bodies } from "./resources.ts";

const rows: Contract = contract;

const Parameters = z.array(z.object({ name: z.string(), in: z.string() })).optional();
const Operation = z.object({ parameters: Parameters });
const Path = z.object({ parameters: Parameters }).catchall(Operation);
const Paths = z.object({ paths: z.record(z.string(), Path) });

test("it is a valid OpenAPI document with each operation of the contract", async () => {
  const text = await readFile(new URL("../../docs/service.openapi.json", import.meta.url), "utf8");
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  const named = text.matchAll(/"operationId": "(\w+)"/g).map(([, name = ""]) => name);
  expect([...named].toSorted()).toEqual(Object.keys(contract).toSorted());
});

test("each part of a path is declared once, which the validator doesn't look at", async () => {
  const text = await readFile(new URL("../../docs/service.openapi.json", import.meta.url), "utf8");
  const { paths } = Paths.parse(JSON.parse(text));
  const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
  expect(new Set(shapes).size).toBe(shapes.length);
  for (const [path, { parameters = [], ...operations }] of Object.entries(paths))
    for (const own of Object.values(operations)) {
      const declared = [...parameters, ...(own.parameters ?? [])].filter((each) => each.in === "path");
      const parts = path.matchAll(/\{(\w+)\}/g).map(([, name = ""]) => name);
      expect(declared.map(({ name }) => name).toSorted(), path).toEqual([...parts].toSorted());
    }
});

test("the validator refuses a document with a mistake in it", async () => {
  const text = await readFile(new URL("../../docs/service.openapi.json", import.meta.url), "utf8");
  const { valid } = await new Validator().validate(JSON.parse(text.replace('"in": "path"', '"in": "road"')));
  expect(valid).toBe(false);
});

/** The first operation with this answer or body, called at some path that fits. */
function findRow(part: "response" | "body", schema: unknown) {
  const row = Object.values(rows).find((each) => each[part] === schema);
  if (row === undefined) throw new Error("no operation has it");
  return { method: row.method, path: row.path.replaceAll(/\{\w+\}/g, "1") };
}

function isFine(judge: () => void): boolean {
  try {
    judge();
    return true;
  } catch {
    return false;
  }
}

/** Whether the bot reads all of it. */
function isReadWhole(schema: (typeof answers)[number]["schema"], value: Json): boolean {
  const { success, data } = schema.safeParse(value);
  return success && hasAll(data);
}
function hasAll(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return true;
  return findLeftOut(data).length === 0 && Object.values(data).every(hasAll);
}

describe.each(answers)("an answer with $name", ({ name, schema }) => {
  const row = findRow("response", schema);
  const full = fixture(`${name}.full`);
  const fits = (answer: Json) => isFine(() => judgeAnswer({ ...row, status: 200, answer }));

  test("fits with every documented field, and with as few as may be", () => {
    expect(fits(full)).toBe(true);
    expect(fits(fixture(`${name}.minimal`))).toBe(true);
  });

  test("may miss exactly those fields that the bot can do without", () => {
    for (const path of places(full).filter((each) => typeof each.at(-1) === "string")) {
      const without = replaceAt(full, path, undefined);
      expect(fits(without), written(path)).toBe(isReadWhole(schema, without));
      const empty = replaceAt(full, path, null);
      expect(fits(empty), `${written(path)}: null`).toBe(isReadWhole(schema, empty));
    }
  });

  test("is read whole whenever it fits, whatever stands in it", () => {
    const others: readonly Json[] = ["text", "", 7, 7.5, true, [], ["text"], {}];
    for (const path of places(full))
      for (const other of others) {
        const changed = replaceAt(full, path, other);
        if (fits(changed))
          expect(isReadWhole(schema, changed), `${written(path)}: ${JSON.stringify(other)}`).toBe(true);
      }
  });
});

test.each(bodies)("a request with $name fits, and no other field is sent", ({ name, schema }) => {
  const row = findRow("body", schema);
  for (const kind of ["full", "minimal"])
    expect(() => judgeRequest({ ...row, body: fixture(`${name}.${kind}`) })).not.toThrow();
  const more = replaceAt(fixture(`${name}.full`), ["surprise"], "x");
  expect(() => judgeRequest({ ...row, body: more })).toThrow(/additional properties/);
});

describe("what the bot's own client sends and is answered", () => {
  let service: ServiceEmulator;
  let api: ApiClient<WorkspaceContract>;
  const agent = createAgent();
  beforeAll(async () => {
    service = await startServiceEmulator({ now: Date.now });
    api = createApiClient(contract, {
      baseUrl: service.baseUrl,
      token: service.token,
      dispatcher: agent,
      queryNames: { week: "week", game: "game" },
    });
  });
  afterAll(async () => {
    await agent.destroy();
    await service.close();
  });

  /** Everything that an operation may take. */
  function callAll(): Readonly<Record<OperationName, () => Promise<unknown>>> {
    const { workspaceId, state } = service;
    const [userId = ""] = state.assignments.keys();
    const [board = ""] = state.taskboard.boards.keys();
    const [[banId, comments] = ["", []]] = state.banComments;
    const whole = { params: { workspaceId } };
    const person = { params: { workspaceId, userId } };
    const people = { submitted_by: userId, customer: userId, prepared_by: userId, picked_up_by: userId };
    const role = { name: "Baker", group_roles: ["1"], permissions: ["assign_host"], manual_users: [userId] };
    const gift = { duration: 60_000, messages_sent: 3, game: "Café", gifted_by: userId };
    return {
      getAssignments: () => api.getAssignments({ params: { workspaceId, staffId: userId } }),
      createOrder: () =>
        api.createOrder({ ...whole, body: { items: ["Tea"], order_number: 4_711, ...people } }),
      searchOrders: () => api.searchOrders(whole),
      createRole: () => api.createRole({ ...whole, body: role }),
      updateWorkspace: () => api.updateWorkspace({ ...whole, body: { name: "Harbour", theme: "winter" } }),
      giftActivity: () => api.giftActivity({ ...person, body: gift }),
      getActivity: () => api.getActivity({ ...person, query: { game: true } }),
      getUser: () => api.getUser({ params: { userId } }),
      createSessionServer: () =>
        api.createSessionServer({ params: { workspaceId, eventId: [...state.eventIds][0] ?? "" } }),
      getCalendar: () => api.getCalendar({ ...whole, query: { week: -2 } }),
      listBanComments: () => api.listBanComments({ params: { workspaceId, banId } }),
      deleteBanComment: () =>
        api.deleteBanComment({ params: { workspaceId, banId, commentId: comments[0]?._id ?? "" } }),
      listPosts: () => api.listPosts(whole),
      deletePost: () => api.deletePost({ params: { workspaceId, postId: [...state.posts.keys()][0] ?? "" } }),
      getTaskboard: () => api.getTaskboard(whole),
      listTaskboardBoards: () => api.listTaskboardBoards(whole),
      setTaskboardBoard: () => api.setTaskboardBoard({ ...whole, body: { board } }),
      setTaskboardFormat: () =>
        api.setTaskboardFormat({ ...whole, body: { board, format: { position: 2 } } }),
      listTaskboardActions: () => api.listTaskboardActions(whole),
      deleteTaskboardAction: () =>
        api.deleteTaskboardAction({
          params: { workspaceId, actionId: [...state.taskboard.actions.keys()][0] ?? "" },
        }),
    };
  }

  test("fits, in all 20 operations", async () => {
    using sent = watchRequests(service.baseUrl);
    for (const [name, call] of Object.entries(callAll())) await expect(call(), name).resolves.toBeDefined();
    expect(sent.list).toHaveLength(20);
    for (const { method, path, body } of sent.list)
      judgeRequest({ method, path, body: body === "" ? undefined : JSON.parse(body) });
    expect(service.requests.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

test("what isn't described is refused: paths, queries, bodies and statuses", () => {
  const calendar = { method: "GET", path: "/activity/1/calendar" };
  expect(() => judgeRequest({ ...calendar, path: "/activity/1/kalender", body: undefined })).toThrow(
    "no such operation",
  );
  expect(() => judgeRequest({ ...calendar, path: `${calendar.path}?page=2`, body: undefined })).toThrow(
    "page",
  );
  expect(() => judgeRequest({ ...calendar, path: `${calendar.path}?week=1.5`, body: undefined })).toThrow(
    "week",
  );
  expect(() => judgeRequest({ ...calendar, body: {} })).toThrow("takes no body");
  expect(() => judgeAnswer({ ...calendar, status: 204, answer: undefined })).toThrow("204");
  expect(() => judgeAnswer({ ...calendar, status: 403, answer: { message: 7 } })).toThrow("refusal");
});
