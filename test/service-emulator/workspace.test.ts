import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Taskboard } from "../../src/api/contract/taskboard.ts";
import { Role } from "../../src/api/contract/workspace.ts";
import { startSubject, type Subject } from "./calling.ts";

let subject: Subject;
beforeEach(async () => {
  subject = await startSubject();
});
afterEach(() => subject.emulator.close());

test("the task board's secret is in the response, and the contract drops it", async () => {
  const answer = await subject.call("getTaskboard");
  expect(answer.text).toContain(subject.emulator.oauthToken);
  expect(JSON.stringify(Taskboard.parse(answer.json()))).not.toContain(subject.emulator.oauthToken);
});

test("setting a board changes the board that is shown", async () => {
  const [, second = ""] = subject.emulator.state.taskboard.boards.keys();
  await subject.call("setTaskboardBoard", { body: { board: second } });
  expect(Taskboard.parse((await subject.call("getTaskboard")).json()).board?.id).toBe(second);
});

test("a board's position is kept", async () => {
  const [board = ""] = subject.emulator.state.taskboard.boards.keys();
  await subject.call("setTaskboardFormat", { body: { board, format: { position: 3 } } });
  expect(subject.emulator.state.taskboard.positions.get(board)).toBe(3);
});

test("a created role has an id and what was requested", async () => {
  const body = { name: "Baker", permissions: ["assign_host"], manual_users: ["118203774"] };
  const role = Role.parse((await subject.call("createRole", { body })).json());
  expect(role).toMatchObject({ ...body, group_roles: [] });
  expect(subject.emulator.state.roles.get(role._id ?? "")).toEqual(role);
});

test("name and theme change only when sent", async () => {
  await subject.call("updateWorkspace", { body: { theme: "winter" } });
  expect(subject.emulator.state.workspace).toMatchObject({ name: "Harbour Café", theme: "winter" });
});

test("a deleted comment is gone from the list", async () => {
  const [[banId, comments] = ["", []]] = subject.emulator.state.banComments;
  const ids = comments.map((comment) => comment._id);
  const [commentId = ""] = ids;
  await subject.call("deleteBanComment", { params: { banId, commentId } });
  const listed = z
    .array(z.object({ _id: z.string() }))
    .parse((await subject.call("listBanComments", { params: { banId } })).json());
  expect(listed.map((comment) => comment._id)).toEqual(ids.slice(1));
});
