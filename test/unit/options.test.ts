import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseDays, parseTime } from "../../commands/boards/index.ts";
import { commands } from "../../commands/index.ts";
import { parseChoice } from "../../commands/kit/options.ts";

test("a choice is one of those offered, including numbers, or none if none was made", () => {
  expect(parseChoice("mode", ["new", "live"], "live")).toBe("live");
  expect(parseChoice("week", [0, 1], "1")).toBe(1);
  expect(parseChoice("week", [0, 1], null)).toBeUndefined();
});

test("a choice no longer offered is refused, not replaced by another", () => {
  expect(() => parseChoice("what", ["minutes", "orders"], "`speed`")).toThrow(
    "`'speed'` is no longer a choice for `what`, so nothing was done.",
  );
});

test("every option that the pages for servers name is one of a command", () => {
  const options = new Set(
    commands.flatMap((command) =>
      command.kind === "slash" ? listOptionNames(command.json.options ?? []) : [],
    ),
  );
  const pages = ["README.md", "docs/access.md", "docs/schedules.md", "docs/history.md", "docs/privacy.md"];
  const named = pages.flatMap((page) =>
    [...readPage(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => findOptionNames(code)),
  );
  expect(named.filter((name) => !options.has(name))).toEqual([]);
  expect(new Set(named).size).toBeGreaterThan(5);
});

/** Without what is typed in a terminal. */
const readPage = (page: string): string =>
  readFileSync(new URL(`../../${page}`, import.meta.url), "utf8").replaceAll(/^ *```.*?```/gms, "");

type Options = NonNullable<Extract<(typeof commands)[number], { readonly kind: "slash" }>["json"]["options"]>;

function listOptionNames(options: Options): readonly string[] {
  return options.flatMap((option) =>
    ["options" in option ? listOptionNames(option.options ?? []) : option.name].flat(),
  );
}

/** `pin`, or in `/schedule add days:Monday` what is before a value; words that are values themselves are left out. */
function findOptionNames(code: string): readonly string[] {
  if (/^[a-z][a-z-]*$/.test(code))
    return parseDays(code) === undefined && parseTime(code) === undefined ? [code] : [];
  return [...code.matchAll(/(?:^| )([a-z][a-z-]*):(?=[^/\s])/g)].map(([, name = ""]) => name);
}
