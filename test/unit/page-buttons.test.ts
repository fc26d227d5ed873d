import { expect, test } from "vitest";
import { createPageButtons, turnButtons } from "../../commands/kit/paged-list.ts";

test.each([
  ["first", 0, [true, false, false]],
  ["middle", 1, [false, false, false]],
  ["last", 2, [false, true, false]],
])("the %s of three pages has buttons only to pages that exist", (_, index, off) => {
  const rows = createPageButtons(
    { index, count: 3 },
    { before: "Previous", after: "Next" },
    (page) => `list~${page}`,
  );
  const buttons = rows.flatMap(({ components }) => components);
  expect(buttons).toMatchObject(["Previous", "Next", "Reload"].map((label) => ({ label })));
  expect(buttons.map(({ disabled }) => disabled)).toEqual(off);
});

test("a list with no other buttons has none on a single page", () => {
  const rowsOf = (count: number) =>
    turnButtons({ index: 0, count }, { before: "Previous", after: "Next" }, (page) => `list~${page}`);
  expect(rowsOf(1)).toEqual([]);
  expect(rowsOf(2)).toHaveLength(1);
});
