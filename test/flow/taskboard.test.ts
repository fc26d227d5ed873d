// Depends on: transport, cache.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Person, playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, newestText, textOf, shown } from "../support/replies.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const boardCalled = (name: string): string => {
  const board = [...harness.service.state.taskboard.boards.values()].find(
    (candidate) => candidate.name === name,
  );
  if (board === undefined) throw new Error(`the emulator has no board called ${name}`);
  return board.id;
};
/** A list that the task board leads to. */
const listOf = async (person: Person, label: "All boards" | "Automatic actions") =>
  shown(await person.press(shown(await person.run("taskboard show")), label));
/** The preview of using another board, or the refusal. */
const askToUse = async (boardId: string) => {
  const theo = harness.as("theo");
  return shown(await theo.forge.choose(await listOf(theo, "All boards"), "taskboard.switch", [boardId]));
};
/** Opens an action, then asks whether to delete it. */
const askToDelete = async (actionId: string) => {
  const theo = harness.as("theo");
  const list = await listOf(theo, "Automatic actions");
  const action = shown(await theo.choose(list, menuOf(list), [actionId]));
  expect(labelsOf(action)).toContain("Delete…");
  return shown(await theo.press(action, "Delete…"));
};
const newestEntry = async () => {
  const page = { limit: 1 };
  return (await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, page))[0];
};
const callsOf = (operation: string) =>
  harness.service.requests.filter((request) => request.operation === operation);

test("the task board leads to its lists and they lead back, and its secret is nowhere", async () => {
  const message = shown(await harness.as("mia").run("taskboard show"));
  expect(message.private).toBe(true);
  expect(message.text).toContain("Shift planning");
  expect(message.text).toContain("\n**Other boards:** Repairs, Ideas from guests");
  expect(message.text).toContain("\n**4 automatic actions start when …**\n🔹 an assignment fails\n");
  expect(message.text).not.toContain(harness.service.state.taskboard.account.id);
  expect(labelsOf(message)).toEqual(["Automatic actions", "All boards"]);
  for (const [label, title] of [
    ["Automatic actions", /^\d automatic actions/],
    ["All boards", /^\d task boards/],
  ] as const) {
    const list = shown(await harness.as("mia").press(message, label));
    expect(list.text).toMatch(title);
    expect(labelsOf(list)).toEqual(["Back to the task board", "Reload"]);
    const again = shown(await harness.as("mia").press(list, "Back to the task board"));
    expect([again.id, again.text]).toEqual([message.id, message.text]);
  }
  expect(JSON.stringify(message)).not.toContain(harness.service.oauthToken);
});

test("the task board is shown without the lists that can't be read", async () => {
  const { faults } = harness.service;
  faults.add({ operation: "listTaskboardActions", kind: "status", status: 403, times: 5 });
  faults.add({ operation: "listTaskboardBoards", kind: "status", status: 403, times: 5 });
  const { text } = shown(await harness.as("mia").run("taskboard show"));
  expect(text).toContain("Task board: Shift planning");
  expect(text).toMatch(
    /\*\*Automatic actions:\*\* couldn't be read\n\n\*\*Other boards:\*\* couldn't be read/,
  );
});

test("the boards are listed, with the current one marked", async () => {
  const { text } = await listOf(harness.as("mia"), "All boards");
  expect(text).toMatch(/📌 .*Shift planning.* in use here/);
  expect(text).toMatch(/🔹 .*Repairs/);
});

test("a board that the workspace didn't accept isn't reported as set", async () => {
  const { service } = harness;
  const theo = harness.as("theo");
  const question = await askToUse(boardCalled("Repairs"));
  service.faults.add({ operation: "setTaskboardBoard", kind: "nonsense", form: "html" });
  const reply = shown(await theo.press(question, "Use this board"));
  expect(reply.text).toMatch(/don't know whether it does.*\/taskboard show/s);
  expect(service.state.taskboard.boardId).not.toBe(boardCalled("Repairs"));
});

test("another board is chosen in the list of all, previewed as a change, and set once confirmed", async () => {
  const list = await listOf(harness.as("theo"), "All boards");
  const others = list.selects[0]?.options.map(({ label, value }) => [label, value]);
  expect(others).toContainEqual(["Repairs", boardCalled("Repairs")]);

  const question = shown(await harness.as("theo").choose(list, menuOf(list), [boardCalled("Repairs")]));
  expect(question.text).toMatch(/Shift planning[\s\S]*Repairs/);
  expect(callsOf("setTaskboardBoard")).toEqual([]);
  const presses = [1, 2, 3].map(() => harness.as("theo").press(question, "Use this board"));
  await Promise.all(presses);
  expect(callsOf("setTaskboardBoard")).toHaveLength(1);
  expect(harness.service.state.taskboard.boardId).toBe(boardCalled("Repairs"));
  expect(await newestEntry()).toMatchObject({
    action: "taskboard.set-board",
    outcome: "done",
    detail: { before: "Shift planning", after: "Repairs" },
  });
});

test("of two who were shown a change before either confirmed the second changes nothing", async () => {
  const [one, other] = [
    await askToUse(boardCalled("Repairs")),
    await askToUse(boardCalled("Ideas from guests")),
  ];
  await harness.as("theo").press(one, "Use this board");
  const told = textOf(await harness.as("theo").press(other, "Use this board"));
  expect(told).toContain(
    "The workspace has switched to another board since this preview, so nothing was changed",
  );
  expect(harness.service.state.taskboard.boardId).toBe(boardCalled("Repairs"));
  expect(callsOf("setTaskboardBoard")).toHaveLength(1);
});

test("a manager switches boards from the card, once the change is confirmed", async () => {
  const theo = harness.as("theo");
  const card = shown(await theo.run("taskboard show"));
  const [menu] = card.selects;
  expect(menu?.options.map(({ label }) => label)).toEqual(["Repairs", "Ideas from guests"]);
  const choice = [boardCalled("Repairs")];
  const question = shown(await theo.choose(card, String(menu?.customId), choice));
  expect(question.text).toMatch(/Use another board\?[\s\S]*Shift planning[\s\S]*Repairs/);
  expect(callsOf("setTaskboardBoard")).toEqual([]);
  await theo.press(question, "Use this board");
  expect(harness.service.state.taskboard.boardId).toBe(boardCalled("Repairs"));
  const again = shown(await theo.choose(card, String(menu?.customId), choice));
  expect(again.text).toContain("already uses this board, so nothing was changed");
});

test("a board is previewed, or refused, by the one in use now, not by one that was read before", async () => {
  await using guarded = await startHarness({ guarded: true });
  const theo = guarded.as("theo");
  const list = await listOf(theo, "All boards");
  const { taskboard } = guarded.service.state;
  const idOf = (name: string) => [...taskboard.boards.values()].find((each) => each.name === name)?.id ?? "";
  taskboard.boardId = idOf("Repairs");
  const ask = async (name: string) =>
    shown(await theo.forge.choose(list, "taskboard.switch", [idOf(name)])).text;
  expect(await ask("Shift planning")).toMatch(/Use another board\?[\s\S]*Now\n\*\*Repairs/);
  expect(await ask("Repairs")).toContain("already uses this board, so nothing was changed");
});

test("choosing the current board or an unknown one changes nothing", async () => {
  const same = await askToUse(boardCalled("Shift planning"));
  expect(same.text).toContain("already uses this board, so nothing was changed");
  const none = await askToUse("../boards");
  expect(none.text).toContain("no board with that name or id, so nothing was changed");
});

test("a format is previewed, then set", async () => {
  const board = boardCalled("Repairs");
  const question = shown(await harness.as("theo").run("taskboard format", { board, position: 3 }));
  const receipt = shown(await harness.as("theo").press(question, "Set format"));
  expect(receipt.text).toContain("is now 3");
  expect(harness.service.state.taskboard.positions.get(board)).toBe(3);
});

test("a position that the service refuses is explained in the service's words, and can be changed", async () => {
  const question = shown(
    await harness.as("theo").run("taskboard format", { board: boardCalled("Repairs"), position: -1 }),
  );
  const reply = shown(await harness.as("theo").press(question, "Set format"));
  expect(reply.text).toContain("didn't accept that, so nothing was changed");
  expect(reply.text).toContain("whole number");
});

test("the actions are listed, and the menu opens one with what triggers it", async () => {
  const list = await listOf(harness.as("mia"), "Automatic actions");
  const [menu] = list.selects;
  const option = menu?.options.find(({ label }) => label.startsWith("An assignment fails"));
  const action = shown(await harness.as("mia").choose(list, String(menu?.customId), [String(option?.value)]));
  expect(action.text).toContain("When an assignment fails\n");
  expect(labelsOf(action)).not.toContain("Delete…");
  expect(action.text).toContain("Count 2 · resets\u00a0monthly · after\u00a02 · grace\u00a01");
});

test("an action is found by its trigger, shown, and deleted once", async () => {
  const list = await listOf(harness.as("theo"), "Automatic actions");
  const listed = list.selects[0]?.options.find(({ label }) => label.includes("cancel"));
  const action = String(listed?.value);
  const question = await askToDelete(action);
  expect(question.text).toContain("an order is cancelled");
  await Promise.all([1, 2].map(() => harness.as("theo").press(question, "Delete action")));
  expect(callsOf("deleteTaskboardAction")).toHaveLength(1);
  expect(harness.service.state.taskboard.actions.has(action)).toBe(false);
});

test("an action that the workspace didn't delete can be tried again", async () => {
  const [action = ""] = harness.service.state.taskboard.actions.keys();
  const question = await askToDelete(action);
  harness.service.faults.add({ kind: "unsuccessful", operation: "deleteTaskboardAction" });
  await harness.as("theo").press(question, "Delete action");
  expect(newestText(harness.as("theo"))).toContain("didn't delete the action");
  expect(textOf(await harness.as("theo").press(question, "Delete action"))).toContain("Action deleted");
});

test("an action changed after the preview isn't deleted, but shown as it is now", async () => {
  const { actions } = harness.service.state.taskboard;
  const [action] = actions.values();
  if (action === undefined) throw new Error("the emulator has no action");
  const question = await askToDelete(action._id);
  const triggers = [...(action.triggers ?? []), { type: "staff", name: "Somebody joins", fields: [] }];
  actions.set(action._id, { ...action, triggers });
  const again = shown(await harness.as("theo").press(question, "Delete action"));
  expect(again.text).toContain("Someone changed this action after the preview, so nothing was deleted");
  expect(again.text).toContain("somebody joins");
  expect(callsOf("deleteTaskboardAction")).toEqual([]);
  expect(textOf(await harness.as("theo").press(again, "Delete action"))).toContain("Action deleted");
});

test("an action deleted meanwhile is said to be gone already", async () => {
  const [action = ""] = harness.service.state.taskboard.actions.keys();
  const question = await askToDelete(action);
  harness.service.state.taskboard.actions.delete(action);
  expect(shown(await harness.as("theo").press(question, "Delete action")).text).toContain("was already gone");
});

test("an action deleted before anyone asks is said to be gone, and another can be chosen", async () => {
  const theo = harness.as("theo");
  const [actionId = ""] = harness.service.state.taskboard.actions.keys();
  const list = await listOf(theo, "Automatic actions");
  const action = shown(await theo.choose(list, menuOf(list), [actionId]));
  harness.service.state.taskboard.actions.delete(actionId);
  await harness.forgetRead();
  await theo.press(action, "Delete…");
  expect(newestText(theo)).toMatch(/no action with that id, so nothing was deleted.*It may already be gone/);
});

test("an action whose id doesn't fit into a button is opened without one", async () => {
  const _id = "f".repeat(90);
  harness.service.state.taskboard.actions.set(_id, { _id, triggers: [{ name: "Rain" }] });
  const theo = harness.as("theo");
  const list = await listOf(theo, "Automatic actions");
  const action = shown(await theo.choose(list, menuOf(list), [_id]));
  expect(action.text).toContain("When Rain");
  expect(labelsOf(action)).toEqual(["Show in channel"]);
});

test("the pages of a long list work after a restart", async () => {
  const { actions } = harness.service.state.taskboard;
  for (let index = 0; index < 12; index++) {
    actions.set(`extra-${index}`, {
      _id: `extra-${index}`,
      triggers: [{ name: `Extra ${index}`, fields: [] }],
    });
  }
  const first = await listOf(harness.as("mia"), "Automatic actions");
  expect(first.text).toContain("Page 1 of 2");
  await harness.restart();
  const second = shown(await harness.as("mia").press(first, "Next"));
  expect(second.id).toBe(first.id);
  expect(second.text).toContain("Page 2 of 2");
});

test("staff may view the task board, and change none of it", async () => {
  const [action = ""] = harness.service.state.taskboard.actions.keys();
  const board = boardCalled("Repairs");
  const mia = harness.as("mia");
  const screen = shown(await mia.run("help"));
  for (const attempt of [
    () => mia.forge.choose(screen, "taskboard.switch", [board]),
    () => mia.run("taskboard format", { board, position: 1 }),
    () => mia.forge.press(screen, `taskboard.ask-delete:${action}`),
  ])
    expect(textOf(await attempt())).toContain("Only managers can use this here");
  expect(harness.service.requests).toEqual([]);
});

test("a stranger gets a clear sentence, no suggestions, and the service isn't asked", async () => {
  const sam = harness.as("sam");
  const refused = shown(await sam.run("taskboard show"));
  expect(refused.text).toContain("You don't have a staff role yet");
  for (const customId of ["taskboard.boards.page:0", "taskboard.actions.page:0"]) {
    await sam.forge.press(refused, customId);
    expect(newestText(sam)).toContain("You don't have a staff role yet");
  }
  const options = [{ board: "" }, { name: "board", value: "" }] as const;
  for (const name of ["sam", "mia"] as const)
    expect(await harness.as(name).suggest("taskboard format", ...options)).toEqual([]);
  expect(harness.service.requests).toEqual([]);
});

test("a server whose link was removed gets a sentence that says so", async () => {
  await harness.app.ctx.store.guildLinks.remove(playgroundIds.guildId, "cafe");
  expect(shown(await harness.as("mia").run("taskboard show")).text).toContain(
    "isn't linked to a workspace yet",
  );
});

test("a board or an action that is newer than the list as last read is found", async () => {
  await using guarded = await startHarness({ guarded: true });
  const theo = guarded.as("theo");
  const { taskboard } = guarded.service.state;
  const boards = await listOf(theo, "All boards");
  const actions = await listOf(theo, "Automatic actions");
  const [action] = taskboard.actions.values();
  if (action === undefined) throw new Error("there are no actions");
  const addBoard = (number: number): string => {
    guarded.clock.advance(10_000);
    const id = `64f1c0ffee64f1c0ffee000${number}`;
    taskboard.boards.set(id, { id, name: `Just in ${number}` });
    return id;
  };
  const addAction = (number: number): string => {
    guarded.clock.advance(10_000);
    const _id = `64f1c0ffee64f1c0ffee000${number}`;
    taskboard.actions.set(_id, { ...action, _id });
    return _id;
  };
  addBoard(1);
  const asked = { board: "just in 1", position: 2 };
  expect(textOf(await theo.run("taskboard format", asked))).toContain("Just in 1");
  expect(textOf(await theo.forge.choose(boards, "taskboard.switch", [addBoard(2)]))).toContain("Just in 2");
  expect(textOf(await theo.forge.choose(actions, menuOf(actions), [addAction(3)]))).not.toContain("gone");
  const question = textOf(await theo.forge.press(actions, `taskboard.ask-delete:${addAction(4)}`));
  expect(question).toContain("Delete this action?");
});
