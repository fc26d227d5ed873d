import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatActionName,
  renderAction,
  renderActionDeletionPreview,
  formatActionLine,
  renderActions,
} from "../../commands/taskboard/render-actions.ts";
import { findBoard } from "../../commands/taskboard/boards.ts";
import {
  renderBoards,
  renderTaskboard,
  type TaskboardView,
  renderBoardChange,
  renderFormatChanged,
} from "../../commands/taskboard/render-board.ts";
import { Board, Taskboard, TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { palette } from "../../src/ui/embed.ts";
import { toPayload } from "../../src/ui/reply.ts";
import { checkMessage } from "../../playground/discord/validate-message.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfOne,
  someMember,
  anyId,
  anyNumber,
  hostileText,
  maybe,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const createCustomId = (page: number) => `p:${page}`;
const noActions = { actions: [], page: 0, createCustomId, openId: "open" };
const board = (id: string, name: string) => Board.parse({ id, name });
const orders = TaskboardAction.parse({
  _id: "a1",
  created_by: "4711",
  triggers: [
    {
      type: "order_cancelled",
      name: "An order is cancelled",
      group: "orders",
      fields: [{ type: "count", value: "5", reset_type: "weekly", after: 5, on: 0, grace: 2 }],
    },
  ],
});

const cardOf = (config: object, lists: Partial<TaskboardView> = {}) =>
  renderTaskboard({
    config: Taskboard.parse(config),
    boards: [],
    actionLines: [],
    maySwitch: false,
    listIds: { actions: "a", boards: "b" },
    ...lists,
  });

test.each([
  ["nothing", {}],
  ["nothing but empty texts", { id: "", name: " " }],
])("a board of which %s is known is none", (_, chosen) => {
  const { embeds } = cardOf({ taskboard: { username: "harbour_cafe" }, board: chosen });
  expect(embeds?.[0]).toMatchObject({ title: "Task board", color: palette.waiting });
  expect(embeds?.[0]?.description).toContain("No board chosen yet.");
});

test("a board in use is shown without an id, too", () => {
  const { embeds } = cardOf({ board: { name: "Repairs" } }, { boards: [board("b2", "Ideas")] });
  expect(embeds?.[0]?.title).toBe("Task board: Repairs");
  expect(embeds?.[0]?.description).toContain("**Other boards:** Ideas");
});

test("a task board says its type as it is", () => {
  const { embeds } = cardOf({ type: "kanban", board: { id: "b1", name: "Repairs" } });
  expect(embeds?.[0]?.footer?.text).toBe("Type\u00a0kanban");
});

test("a task board says whose it is, what runs on it and which others there are, and no secret", () => {
  const raw = {
    type: "kanban",
    taskboard: { id: "t1", username: "harbour_cafe" },
    board: { id: "b1", name: "Repairs", background: { color: "#E67700", brightness: "light" } },
    oauth_token: "very-secret",
  };
  const boards = [board("b1", "Repairs"), board("b2", "Ideas")];
  const reply = cardOf(raw, { boards, actionLines: ["🔹 an order is cancelled"] });
  expect(reply.embeds).toEqual([
    {
      title: "Task board: Repairs",
      color: palette.information,
      description:
        "**1 automatic action starts when …**\n🔹 an order is cancelled\nWhat happens then is set in the workspace.\n\n**Other boards:** Ideas\nManagers can switch to another board here.",
      footer: { text: "Account\u00a0harbour_cafe · Type\u00a0kanban" },
    },
  ]);
  expect(JSON.stringify(reply)).not.toContain("very-secret");
});

test("a task board's lists are short, and say when they are empty or unknown", () => {
  const config = { board: { id: "b1", name: "Repairs" } };
  const names = ["Repairs", "A", "B", "C", "D", "E"];
  const boards = names.map((name, index) => board(`b${index + 1}`, name));
  const [many] = cardOf(config, { boards }).embeds ?? [];
  expect(many?.description).toMatch(
    /^\*\*No automatic actions\*\*\n\n\*\*Other boards:\*\* A, B, C, D, 1 more\n/,
  );
  expect(many?.footer).toBeUndefined();
  const actionLines = ["1", "2", "3", "4", "5", "6", "7"];
  const [busy] = cardOf(config, { boards, actionLines }).embeds ?? [];
  expect(busy?.description).toMatch(
    /^\*\*7 automatic actions start when …\*\*\n1\n2\n3\n4\n5\n… and 2 more\nWhat happens/,
  );
  const [unknown] = cardOf(config, { boards: undefined, actionLines: undefined }).embeds ?? [];
  expect(unknown?.description).toMatch(
    /^\*\*Automatic actions:\*\* couldn't be read\n\n\*\*Other boards:\*\* couldn't be read\n/,
  );
  const twins = [board("b1", "Repairs"), board("b2", "Repairs")];
  expect(cardOf(config, { boards: twins }).embeds?.[0]?.footer?.text).toBe("Board\u00a0b1");
});

test("a workspace without a task board reads differently from one without a board", () => {
  const none = cardOf({});
  expect(none.embeds?.[0]?.description).toContain("has no task board");
  const noBoard = cardOf({ taskboard: { id: "t1" } });
  expect(noBoard.embeds?.[0]?.description).toContain("No board chosen yet. Managers can choose one here.");
  const account = { type: "kanban", taskboard: { id: "t1", username: "harbour" } };
  expect(cardOf(account).embeds?.[0]?.footer?.text).toBe("Account\u00a0harbour · Type\u00a0kanban");
});

test("the current board is marked with a sign and in words, and who may change it has a menu with the others", () => {
  const boards = [board("b1", "Repairs"), board("b2", "Ideas")];
  const listFor = (maySwitch: boolean) =>
    renderBoards({ boards, presentId: "b2", maySwitch, page: 0, createCustomId });
  const { embeds } = listFor(false);
  expect(embeds?.[0]?.title).toBe("2 task boards");
  expect(embeds?.[0]?.description).toBe(
    "🔹 **Repairs**\n📌 **Ideas** · in use here\nManagers can switch to another board here.",
  );
  const list = listFor(true);
  expect(list.embeds?.[0]?.description).toBe("🔹 **Repairs**\n📌 **Ideas** · in use here");
  const card = cardOf({ board: { id: "b2", name: "Ideas" } }, { boards, maySwitch: true });
  for (const { components } of [list, card])
    expect(components?.[0]?.components).toMatchObject([
      { placeholder: "Switch to another board", options: [{ label: "Repairs", value: "b1" }] },
    ]);
});

test("many boards are paginated, and a page that is gone shows the last one", () => {
  const boards = Array.from({ length: 25 }, (_, index) => board(`b${index}`, `Board ${index}`));
  const { embeds, components } = renderBoards({
    boards,
    presentId: undefined,
    maySwitch: false,
    page: 9,
    createCustomId,
  });
  expect(embeds?.[0]?.footer?.text).toBe("Page 3 of 3");
  expect(embeds?.[0]?.description?.match(/^🔹 /gmu)).toHaveLength(5);
  expect(components).toHaveLength(1);
});

test("actions take one line each; an opened one says in sentences what triggers it, and who made it", () => {
  const list = renderActions({ ...noActions, actions: [orders] });
  expect(list.embeds?.[0]).toMatchObject({
    title: "1 automatic action starts when …",
    description: "🔹 an order is cancelled\nWhat happens then is set in the workspace.",
  });
  const [opened] = renderAction(orders, undefined, someContext(namesOfOne())).embeds ?? [];
  expect(opened?.title).toBe("When an order is cancelled");
  expect(opened?.description).toBe(
    `Count 5 · resets\u00a0weekly · after\u00a05 · on\u00a00 · grace\u00a02\norders\nMade by <@${someMember}>`,
  );
  const [several] =
    renderAction({ ...orders, triggers: [...orders.triggers, ...orders.triggers] }, undefined, someContext())
      .embeds ?? [];
  expect(several?.title).toBe("Automatic action");
  expect(several?.description).toMatch(
    /(🔹 When \*\*an order is cancelled\*\* · orders\n- Count 5 · .*\n){2}/u,
  );
});

test("what triggers an action reads as one sentence, and its type is said where its name doesn't", () => {
  const lineOf = (...triggers: readonly object[]) =>
    formatActionLine(
      TaskboardAction.parse({ _id: "a1", triggers: triggers.map((each) => ({ ...each, fields: [] })) }),
    );
  expect(lineOf({ name: "The till was opened" })).toBe("🔹 the till was opened");
  expect(lineOf({ name: "Mia logged in" }, {})).toBe("🔹 Mia logged in · 1 more trigger");
  expect(lineOf({ type: "order_cancelled" })).toBe("🔹 order cancelled");
  expect(lineOf()).toBe("🔹 Action a1");
  const moved = { type: "card_moved", name: "A card is in Done", fields: [{}] };
  const opened = renderAction(
    TaskboardAction.parse({ _id: "a1", triggers: [moved] }),
    undefined,
    someContext(),
  );
  expect(opened.embeds?.[0]).toMatchObject({
    title: "When a card is in Done",
    description: "no condition given\ncard moved",
  });
});

test("an action is named by what triggers it", () => {
  expect(formatActionName(orders)).toBe("An order is cancelled · orders");
  expect(formatActionName(TaskboardAction.parse({ _id: "a2" }))).toBe("Action a2");
});

test("an empty list says why it is empty", () => {
  expect(renderActions(noActions).embeds?.[0]?.description).toContain("No actions yet");
  expect(
    renderBoards({ boards: [], presentId: undefined, maySwitch: false, page: 0, createCustomId }).embeds?.[0]
      ?.description,
  ).toContain("No boards yet");
});

test("a change of board shows both boards", () => {
  const change = { boardId: "b2", before: "Repairs", after: "Ideas" };
  const [shown] = renderBoardChange(change).embeds ?? [];
  expect(shown?.fields?.map(({ value }) => value)).toEqual(["**Repairs**", "**Ideas**"]);
  expect(shown?.footer?.text).toBe("Board\u00a0b2");
});

test("a position is shown as it is", () => {
  const { embeds } = renderFormatChanged({ boardId: "b2", boardName: "Ideas", after: -1.5 }, someContext());
  expect(embeds?.[0]?.description).toContain("is now -1.5.");
});

test("a board is found by id or by an unambiguous name, else nothing is changed", () => {
  const boards = [board("b1", "Repairs"), board("b2", "Ideas"), board("b3", "Ideas")];
  expect(findBoard(boards, "b2").id).toBe("b2");
  expect(findBoard(boards, "REPAIRS").id).toBe("b1");
  expect(() => findBoard(boards, "Ideas")).toThrow("nothing was changed");
});

test("whatever the service sends, Discord accepts the lists and the previews", () => {
  const text = maybe(hostileText);
  const number = maybe(anyNumber);
  const field = fc.record({
    type: text,
    value: text,
    reset_type: text,
    after: number,
    on: number,
    grace: number,
  });
  const trigger = fc.record({
    type: text,
    name: text,
    group: text,
    fields: fc.array(field, { maxLength: 12 }),
  });
  const action = fc.record({
    _id: anyId,
    created_by: maybe(fc.oneof(hostileText, fc.constant("4711"))),
    triggers: fc.array(trigger, { maxLength: 12 }),
  });
  const anyBoard = fc.record({
    id: anyId,
    name: text,
    background: fc.record({ color: text, brightness: text, image: text }),
  });
  fc.assert(
    fc.property(
      fc.array(action, { maxLength: 12 }),
      fc.array(anyBoard, { maxLength: 25 }),
      anyNames,
      (actions, boards, names) => {
        const parsedActions = actions.map((raw) => TaskboardAction.parse(raw));
        const parsedBoards = boards.map((raw) => Board.parse(raw));
        const replies = [
          renderActions({ ...noActions, actions: parsedActions, page: 1 }),
          ...parsedActions.map((each) => renderAction(each, "delete", someContext(names))),
          renderBoards({
            boards: parsedBoards,
            presentId: boards[0]?.id,
            maySwitch: true,
            page: 1,
            createCustomId,
          }),
          ...parsedActions.slice(0, 1).map((one) => renderActionDeletionPreview(one, someContext(names))),
          ...parsedBoards
            .slice(0, 1)
            .map((one) =>
              cardOf(
                { type: one.name, board: one },
                { boards: parsedBoards, actionLines: parsedActions.map(formatActionLine) },
              ),
            ),
        ];
        for (const reply of replies) {
          expectWithinLimits(reply, [someMember]);
          checkMessage({ ...toPayload(reply) }, { fileNames: [] });
        }
      },
    ),
    { numRuns: 100 },
  );
});
