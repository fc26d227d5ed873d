import { expect, test } from "vitest";
import { formatMachines, parseMachines, usualMachines } from "../../src/domain/machines.ts";

const pointOfSale = { userId: "1", name: "Point of sale" };

test.each([
  ["usual ones need no name", "1, 2", [pointOfSale, { userId: "2", name: "Kiosk" }]],
  [
    "a name of their own",
    "1 Till;7 Drive-through",
    [
      { userId: "1", name: "Till" },
      { userId: "7", name: "Drive-through" },
    ],
  ],
  [
    "an equals sign, and lines",
    "1 = Till\n7=Bar 2",
    [
      { userId: "1", name: "Till" },
      { userId: "7", name: "Bar 2" },
    ],
  ],
  ["no name at all", "npc-9", [{ userId: "npc-9", name: "Machine npc-9" }]],
  ["digits of another keyboard", "１ Till", [{ userId: "1", name: "Till" }]],
  ["none", " None ", []],
  ["nothing between separators", ", 1 ,", [pointOfSale]],
])("a typed list is read: %s", (_case, typed, machines) => {
  expect(parseMachines(typed)).toEqual(machines);
});

test.each([
  ["a name without an id", "1, Kiosk", { problem: "no-id", text: "Kiosk" }],
  ["nothing that could be an id", "1, a/1 Till", { problem: "no-id", text: "a/1 Till" }],
  ["an id twice", "7 Till, 1, 7 Bar", { problem: "twice", text: "7" }],
  ["a long name", `7 ${"x".repeat(41)}`, { problem: "long-name", text: "x".repeat(41), max: 40 }],
  ["too many", Array.from({ length: 13 }, (_, id) => `${id}`).join(), { problem: "too-many", max: 12 }],
])("a typed list is refused: %s", (_case, typed, problem) => {
  expect(parseMachines(typed)).toEqual(problem);
});

test("what is shown can be typed", () => {
  for (const machines of [usualMachines, [], [{ userId: "npc-9", name: "Bar 2" }]])
    expect(parseMachines(formatMachines(machines))).toEqual(machines);
});
