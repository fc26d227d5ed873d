import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPastedPeople, readPeopleFile } from "../../commands/account/import/read-list.ts";
import { parseZone } from "../../src/domain/zones.ts";
import { createIndex, findOnly } from "../../src/domain/search.ts";
import { parseDays, parseTime } from "../../commands/boards/rule-text.ts";
import { cleanTyped, foldText, foldVersion, parseWholeNumber, plainMarks } from "../../src/typed-text.ts";
import { readMinutes } from "../../commands/time-request/ask.ts";
import { createNotConnectedFile } from "../../commands/account/import/render.ts";
import type { ImportedPerson } from "../../commands/account/import/store.ts";
import { readMemberCell, readUserCell } from "../../commands/account/import/job.ts";
import { anyCharacter } from "../support/any-character.ts";

describe("names are equal", () => {
  test.each([
    ["O'Brien", ["O’Brien", "O‘Brien", "Oʼbrien", "O`Brien", "O´Brien", "O＇Brien", "O′Brien"]],
    ["Anna-Lena", ["Anna‐Lena", "Anna‑Lena", "Anna–Lena", "Anna—Lena", "Anna−Lena", "Anna－Lena"]],
    [
      "Mia Bloom",
      ["Mia\u00a0Bloom", "Mia\u202fBloom", "Mia\u3000Bloom", "Mia  Bloom", "M\u00adia Bl\u200boom"],
    ],
    ["Noor", ["\u200eNoor\u200f", "\u2067Noor\u2069", "\ufeffNoor", "Ｎｏｏｒ"]],
    ["Łukasz Ørsted", ["Lukasz Orsted", "LUKASZ ØRSTED"]],
    ['The "Big" Café', ["The “Big” Cafe", "The «Big» CAFÉ", "The „Big‟ Café"]],
    ["Room 12", ["Room １２", "Room ١٢", "Room ۱۲", "Room १२"]],
  ])("to %s however a keyboard writes them", (name, others) => {
    for (const other of others) expect(foldText(other), other).toBe(foldText(name));
  });

  test("only if they are: the letters still count", () => {
    expect(foldText("O’Brian")).not.toBe(foldText("O'Brien"));
    expect(foldText("Anna Lena")).not.toBe(foldText("Anna-Lena"));
  });

  test("when they were folded before", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
      }),
    );
  });
});

test("a change of folding comes with a new version of it, so that stored names are folded again", () => {
  const characters = Array.from({ length: 0x3_0000 }, (_, code) => String.fromCodePoint(code));
  const folded = characters.filter((character) => /\p{L}|\p{N}|\p{P}|\p{Z}/u.test(character)).map(foldText);
  const samples = ["Straße", "ΟΔΥΣΣΕΥΣ", " a  b ", "a\n b"].map(foldText);
  const digest = createHash("sha256")
    .update([...folded, ...samples].join("\n"))
    .digest("hex")
    .slice(0, 16);
  expect({ foldVersion, digest }).toEqual({ foldVersion: 2, digest: "389f5d953272926c" });
});

describe("what nobody sees", () => {
  test.each([
    ["marks of direction", "\u200e4711\u200f\u202a\u202c\u2066\u2069\u061c"],
    ["zero-width spaces and joiners", "47\u200b11\u200d\u2060"],
    ["soft hyphens", "4\u00ad711"],
    ["byte order marks and nulls", "\ufeff4711\0"],
  ])("isn't part of what is typed: %s", (_what, typed) => {
    expect(cleanTyped(typed)).toBe("4711");
  });

  test("becomes a plain space or a line end where it is one", () => {
    expect(cleanTyped("a\u00a0b\u202fc\u3000d\r\ne\u2028f\tg")).toBe("a b c d\ne\nf\tg");
  });

  test.each(["❤️", "👩🏽‍💻", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "👨‍👩‍👧‍👦", "❤️‍🔥", "क्‍ष"])(
    "stays where it changes what is seen: %s",
    (text) => {
      expect(cleanTyped(text)).toBe(text);
    },
  );

  test("is removed once for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(cleanTyped(cleanTyped(text))).toBe(cleanTyped(text));
      }),
    );
  });
});

test("numbers, times, days and zones are read as phones type them", () => {
  expect(parseTime("６：３０\u202fPM")).toBe("18:30");
  expect(parseTime("١٨:٠٠")).toBe("18:00");
  for (const typed of ["Mo–Fr", "Mo\u2011Fr", "Ｍｏ\u200b—Ｆｒ", "every weekday"])
    expect(parseDays(typed), typed).toEqual([1, 2, 3, 4, 5]);
  expect(parseDays("Monday、Tuesday")).toEqual([1, 2]);
  expect(parseZone("America/Port‑au‑Prince")).toBe("America/Port-au-Prince");
  expect(readMinutes("٩٠")).toBe(90);
  expect(readMinutes("１：３０")).toBe(90);
  expect(plainMarks("0 18 * * 1–5")).toBe("0 18 * * 1-5");
});

describe("an entry is named", () => {
  const entries = [
    { text: "Opening hours", value: "1" },
    { text: "Closing hours", value: "2" },
    { text: "Menu", value: "3" },
    { text: "Menu of spring", value: "4" },
  ];
  test.each([
    ["2", "2"],
    ["menu", "3"],
    ["opening", "1"],
    ["spring", "4"],
    ["hours", undefined],
    ["nothing", undefined],
    [" ", undefined],
  ])("by %j", (typed, value) => {
    expect(findOnly(entries, typed)?.value).toBe(value);
  });

  test("as a search finds it", () => {
    expect(createIndex(entries).find("OPENING\u00a0hours", 2)).toHaveLength(1);
  });
});

describe("a list of people", () => {
  const peopleIn = (list: string) =>
    readPastedPeople(list).map(({ line, typedMember, typedUser }) => [line, typedMember, typedUser]);
  const inFile = (text: string, encoding: BufferEncoding = "utf8") =>
    readPeopleFile(Buffer.from(text, encoding), "en-GB").map(({ line, typedMember, typedUser }) => [
      line,
      typedMember,
      typedUser,
    ]);

  test("is read line by line, each separated in its own way", () => {
    expect(peopleIn("mia, 4711\nnoor; 4712\nsam\t4713\nada 4714\n\nzoe，4715")).toEqual([
      [1, "mia", "4711"],
      [2, "noor", "4712"],
      [3, "sam", "4713"],
      [4, "ada", "4714"],
      [6, "zoe", "4715"],
    ]);
    const byNames = [
      [1, "Bloom, Mia", "4711"],
      [2, "Grün, Zoë", "4712"],
    ];
    expect(inFile('"Bloom, Mia";4711\n"Grün, Zoë";4712')).toEqual(byNames);
    expect(inFile("Our team; and guests\nDiscord user,Workspace user\nmia,4711\nnoor,4712")).toEqual([
      [3, "mia", "4711"],
      [4, "noor", "4712"],
    ]);
    expect(peopleIn('"Bloom, Mia"; 4711\nnoor, 4712')).toEqual([
      [1, "Bloom, Mia", "4711"],
      [2, "noor", "4712"],
    ]);
  });

  test.each([
    ["@Mia - Mia Bloom", "@Mia", "Mia Bloom"],
    ["@Mia: 4711", "@Mia", "4711"],
    ["<@1300000000000000001>: mia_b", "<@1300000000000000001>", "mia_b"],
    ["Mia -> 4711", "Mia", "4711"],
    ["Mia → Mia Bloom", "Mia", "Mia Bloom"],
    ["Mia = mia_b", "Mia", "mia_b"],
    ["Mia / mia_b", "Mia", "mia_b"],
    ["Mia | mia_b", "Mia", "mia_b"],
    ["| Mia | mia_b |", "Mia", "mia_b"],
    ["Mia (mia_b)", "Mia", "mia_b"],
    ["Mia (Mia Bloom)", "Mia", "Mia Bloom"],
    ["Mia (4711)", "Mia", "4711"],
    ["1. Mia 4711", "Mia", "4711"],
    ["• @Mia — mia_b", "@Mia", "mia_b"],
    ["- Mia, 4711", "Mia", "4711"],
    ["Mia | Barista 4711", "Mia | Barista", "4711"],
    ["Mia | Barista | 4711", "Mia | Barista", "4711"],
    ["Mia - Barista - mia_b", "Mia - Barista", "mia_b"],
    ["Anna-Lena anna-lena", "Anna-Lena", "anna-lena"],
    ["Mia https://example.com/users/4711", "Mia", "https://example.com/users/4711"],
    ["mia_b", "", "mia_b"],
  ])("is read as people write it: %j", (line, member, user) => {
    expect(peopleIn(line)).toEqual([[1, member, user]]);
  });

  test("is read from a table in Markdown, with its heading", () => {
    const table = "| Discord | Workspace user |\n| --- | :---: |\n| Mia | mia_b |\n| Noor Aziz | 4712 |";
    expect(peopleIn(table)).toEqual([
      [3, "Mia", "mia_b"],
      [4, "Noor Aziz", "4712"],
    ]);
  });

  test("is read to its end, whatever empty rows are in it", () => {
    const rows = Array.from({ length: 300 }, (_, index) => [
      `user${index},${10_000 + index}`,
      ",",
      '"", \u00a0',
    ]);
    const people = inFile(rows.flat().join("\n"));
    expect(people).toHaveLength(300);
    expect(people.at(-1)).toEqual([898, "user299", "10299"]);
  });

  test("has ids without the marks that pasting adds", () => {
    const id = "1300000000000000001";
    for (const marked of [`\u200e${id}\u200e`, `\u2066${id}\u2069`, `${id}\u200b`, `\u00a0${id}\u00ad`]) {
      const [[, member = "", user = ""] = []] = peopleIn(`${marked}, \u202a4711\u202c`);
      expect(readMemberCell(String(member))).toEqual({ id });
      expect(readUserCell(String(user), "w")).toEqual({ id: "4711" });
      expect(inFile(`${marked},\u200e4711`)).toEqual([[1, id, "4711"]]);
    }
  });

  test.each([
    ["sep=;", ";"],
    ["SEP=,", ","],
    ['"sep=;"', ";"],
    ["sep=\t", "\t"],
    ["sep=|", "|"],
    ["sep=;;;", ";"],
  ])("whose first line is %j is separated so, and starts with the heading", (first, delimiter) => {
    const lines = [first, ["Discord user", "Workspace user"], ["mia", "4711"], ["noor, the second", "4712"]];
    const text = lines
      .map((line) => (typeof line === "string" ? line : line.map((cell) => `"${cell}"`).join(delimiter)))
      .join("\r\n");
    const people = [
      [3, "mia", "4711"],
      [4, "noor, the second", "4712"],
    ];
    expect(inFile(text)).toEqual(people);
    expect(inFile(`\ufeff${text}`)).toEqual(people);
    expect(inFile(`\ufeff${text}`, "utf16le")).toEqual(people);
    expect(peopleIn(text)).toEqual(people);
  });

  test.each(["en-US", "de"])("is read as it was from a file made for a reader of %j", (locale) => {
    const cell = (...marks: readonly string[]) =>
      fc.string({
        unit: fc.constantFrom("a", "ö", "7", ",", ";", '"', "'", " ", "=", ...marks),
        maxLength: 12,
      });
    // Behind a letter: what begins as a formula comes back with an apostrophe.
    const typed = cell().map((text) => `x${text}`.trim());
    const anyPeople = fc.array(fc.tuple(typed, typed, cell("\n", "\n")), { minLength: 1, maxLength: 30 });
    const nobody = {
      discordUserId: undefined,
      memberName: undefined,
      userId: undefined,
      username: undefined,
    };
    const refused: Pick<ImportedPerson, "state" | "reason"> = { state: "refused", reason: "not-member" };
    const rest = { importId: "", guildId: "", avatarUrl: undefined, otherLine: undefined, ...refused };
    const write = (people: readonly (readonly [string, string, string])[]) => {
      const left = people.map(([typedMember, typedUser, displayName], index) => ({
        ...nobody,
        ...rest,
        line: index + 1,
        typedMember,
        typedUser,
        displayName,
      }));
      return createNotConnectedFile({ state: "done" }, left, locale)?.data ?? Buffer.alloc(0);
    };
    fc.assert(
      fc.property(anyPeople, (people) => {
        const written = people.map(([member, user], index) => [index + 2, member, user]);
        const all = people.map(([member, user, name]) => [member, user, name.replaceAll("\n", " ")] as const);
        expect(peopleIn(write(all).toString())).toEqual(written);
        expect(inFile(write(all).toString())).toEqual(written);
        const inSeveralLines = inFile(write(people).toString());
        expect(inSeveralLines.map(([, ...cells]) => cells)).toEqual(
          people.map(([member, user]) => [member, user]),
        );
      }),
      { examples: [[[["x", "x", "\n,\n,\n,"]]], [[["x", "x", "\n;\n;\n;"]]]] },
    );
  });

  test("has its heading where it is, below titles", () => {
    const list = "Our team\n\nAs of November\nWorkspace user,Discord user\n4711,mia";
    expect(inFile(list)).toEqual([[5, "mia", "4711"]]);
    expect(peopleIn(list)).toEqual([[5, "mia", "4711"]]);
    expect(inFile("mia,4711\nDiscord user,Workspace user\nnoor,4712")).toEqual([
      [1, "mia", "4711"],
      [3, "noor", "4712"],
    ]);
  });
});

test("everything typed is cleaned in one place", () => {
  const root = join(import.meta.dirname, "../..");
  const files = execFileSync("git", ["ls-files", "src", "commands"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith(".ts"));
  const reading = /\.(?:getTextInputValue|getString|getFocused)\(/;
  expect(files.filter((file) => reading.test(readFileSync(join(root, file), "utf8")))).toEqual([
    "commands/kit/fields.ts",
    "commands/kit/options.ts",
    "src/interactions/dispatch/autocomplete.ts",
  ]);
});

describe("a whole number", () => {
  test.each([
    [
      1200,
      ["1200", "1,200", "1.200", "1 200", "1\u202f200", "1\u00a0200", "1'200", "1’200", " 1200 ", "１２００"],
    ],
    [1_200_300, ["1,200,300", "1.200.300", "1 200 300"]],
    [-1200, ["-1200", "−1,200"]],
    [12, ["12", "012", "١٢"]],
    [0, ["0", "00"]],
  ])("is %d however its thousands are separated", (meant, all) => {
    for (const typed of all) expect(parseWholeNumber(typed), typed).toBe(meant);
  });

  test.each([
    "",
    " ",
    "-",
    "1,2",
    "1.5",
    "12,00",
    "1,200.300",
    "0,500",
    "1,2000",
    "1e3",
    "0x10",
    "9".repeat(17),
  ])("isn't %j", (typed) => expect(parseWholeNumber(typed)).toBeUndefined());
});
