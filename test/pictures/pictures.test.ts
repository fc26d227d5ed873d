import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { drawings } from "../../commands/pictures.ts";
import {
  describePace,
  showsProgress,
  teamDrawing,
  type TeamPicture,
} from "../../commands/team-board/draw.ts";
import { calendarDrawing } from "../../commands/calendar/board/draw.ts";
import { ordersDrawing } from "../../commands/order/board/draw.ts";
import { leaderboardDrawing } from "../../commands/team-board/leaderboard/draw.ts";
import { standingsDrawing } from "../../commands/team-board/standings/draw.ts";
import type { ReportPicture } from "../../commands/team-board/report/draw.ts";
import { createPictures, type PictureOptions } from "../../src/pictures/drawing-queue.ts";
import { asUsual } from "../../src/time.ts";
import { conditionWithinMs, patient } from "../support/patience.ts";
import { samples } from "../support/picture-samples.ts";
import { differenceFromGolden } from "./golden.ts";

const said: string[] = [];
const say = (reason: string): void => void said.push(reason);
const make = (options: Partial<PictureOptions> = {}) =>
  createPictures({ drawings, onUnavailable: say, onFailure: say, stretch: patient, ...options });
const pictures = make();
afterAll(() => pictures.close());

const folder = mkdtempSync(join(tmpdir(), "workspace-bot-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const running = (code: string): string => {
  const file = join(folder, `${(files += 1)}.mjs`);
  writeFileSync(file, code);
  return file;
};
/** Nobody is waiting for what is drawn. */
const board = { guildId: "1", isAwaited: false };
const one = samples["team-one"] ?? expect.unreachable();
const many = samples["team-many"] ?? expect.unreachable();

describe("each kind of picture in each state", () => {
  /** Dark by default. */
  const light = Object.entries(samples).flatMap(([name, picture]) =>
    name.endsWith("-many") ? [[`${name}-light`, { ...picture, theme: "light" as const }] as const] : [],
  );
  it.each([...Object.entries(samples), ...light])(
    "%s looks as it did when a person approved it",
    async (name, picture) => {
      const file = (await pictures.draw(picture, board)) ?? expect.unreachable(`not drawn: ${said.join()}`);
      expect(differenceFromGolden(name, file.data)).toBeLessThan(0.002);
      expect(file.data.length).toBeLessThan(80_000);
      expect(file.description).not.toMatch(/undefined|NaN|\n/);
      expect(file.description.length).toBeLessThanOrEqual(1_024);
    },
  );

  it("the same data gives the same bytes in another process", async () => {
    const other = make();
    const [here, there] = await Promise.all([pictures.draw(many, board), other.draw(many, board)]);
    await other.close();
    expect(here?.data.equals(there?.data ?? Buffer.alloc(0))).toBe(true);
  });

  it("has the line of a target above the weeks alone that have it", async () => {
    const since = samples["profile-other-goal"];
    if (since?.kind !== "profile") throw new Error("it is no profile");
    const always = { ...since, targetSince: 0 };
    const [some, all] = await Promise.all([pictures.draw(since, board), pictures.draw(always, board)]);
    expect(some?.data.equals(all?.data ?? Buffer.alloc(0))).toBe(false);
  });

  it("draws no bar for people without goals yet, beside people who have some", async () => {
    const withFirst = async (share: number, marked: number) => {
      if (many.kind !== "team") return expect.unreachable();
      const rows = many.rows.map((row, index) =>
        index === 2 ? { ...row, share, expected: 0 } : { ...row, expected: marked },
      );
      const picture: TeamPicture = { ...many, rows };
      return (await pictures.draw(picture, board))?.data ?? expect.unreachable();
    };
    const [none, half] = [await withFirst(0, 0.5), await withFirst(0.5, 0.5)];
    expect(none.equals(half)).toBe(true);
    expect((await withFirst(0, 0)).equals(await withFirst(0.5, 0))).toBe(false);
  });

  it("numbers every week of a report, or only some if there isn't room for all", async () => {
    const report = samples["report-many"] ?? one;
    if (report.kind !== "report") throw new Error("Not a report");
    const weeks = (passed: readonly number[]) => {
      const trend = passed.map((count) => ({ label: "", counts: { passed: count, failed: 0, excused: 0 } }));
      const picture: ReportPicture = { ...report, numbers: [], days: [], trend };
      return pictures.draw(picture, board);
    };
    // A third week that is too low for a number leaves the second one without its own.
    const [all, some] = [await weeks([9, 6, 0, 9]), await weeks([9, 6, 1, 9])];
    expect(all?.data.length).toBeGreaterThan(some?.data.length ?? Infinity);
  });

  it("is 1136 pixels wide, and transparent at its corners", async () => {
    const { data } = (await pictures.draw(one, board)) ?? expect.unreachable();
    expect(data.readUInt32BE(16)).toBe(1_136);
    const palette = data.indexOf("tRNS");
    expect([...data.subarray(palette + 4, palette + 14)]).toContain(0);
  });
});

it("a team's legend says where everyone should be, or only what the marks are", () => {
  const team = samples["team-post"] ?? one;
  if (team.kind !== "team") throw new Error("Not a team");
  const picture = { ...team, expected: "35 min", expectedBy: "Wed 11:24" };
  expect(describePace(picture)).toBe("should be at 35 min by Wed 11:24");
  expect(describePace({ ...picture, isFresh: true })).toBe("should be at 35 min by now");
  expect(describePace({ ...picture, expected: undefined })).toBe(undefined);
});

it("a team's picture is worth a look once something is expected, or if most people got somewhere", () => {
  if (many.kind !== "team") throw new Error("Not a team");
  const [first = expect.unreachable()] = many.rows;
  const weekOf = (shares: readonly number[], expected = 0): TeamPicture => ({
    ...many,
    rows: shares.map((share) => ({
      ...first,
      outcome: share === 1 ? "passed" : "on-track",
      share,
      expected,
    })),
  });
  expect(showsProgress(weekOf([0, 0.03, 0.1, 0.2, 0.9, 1]))).toBe(false);
  expect(showsProgress(weekOf([0, 0.03, 0.25, 0.4, 0.9, 1]))).toBe(true);
  expect(showsProgress(weekOf([0, 0.03, 0.1, 0.2, 0.9, 1], 0.2))).toBe(true);
});

describe("alternative texts", () => {
  it("say the same as the picture", () => {
    expect(drawings.describe(many)).toBe(
      "12 people: 2 behind (Kenji 26 of 120 min, Nora 53 of 120 min), 6 on track, 3 passed, 1 excused.",
    );
    expect(drawings.describe(samples["team-post"] ?? one)).toMatch(
      /1 excused\. Marks on the bars show what is expected by Wed 11:24\.$/,
    );
    expect(drawings.describe(samples["calendar-today"] ?? one)).toBe(
      "Calendar of 23 to 29 November, London time. Thu 26: 19:00 Barista training.",
    );
    expect(drawings.describe(samples["orders-many"] ?? one)).toMatch(
      /^31 orders in progress at Thu 26 Nov, 14:20\. Usually handed over in 9 min\. 1 stuck: #1030 Earl Grey \+2, 40 min\. 2 late: #1031 .*\. 27 preparing: .*, 13 min; 21 more\.$/,
    );
    expect(drawings.describe(samples["orders-odd"] ?? one)).toMatch(
      /^9 999 orders in progress .*\. 3 333 x: #10000001 x \+1, 3 d 12 h; 3 332 more\.$/,
    );
    expect(drawings.describe(samples["standings-many"] ?? one)).toBe(
      "Week of 16 November: 2 failed (Kenji, Nora), 9 passed, 1 excused. Most minutes: Mia 424 min, Theo 392 min, Amara 311 min.",
    );
    expect(drawings.describe(samples["standings-one"] ?? one)).toBe("Week of 16 November: 1 failed (Kenji).");
    expect(drawings.describe(samples["report-many"] ?? one)).toBe(
      "Week of 16 November, Harbour Café: 412 orders, was 409; 11 min to hand over, was 13 min; 3 new posts, same as before. Last 12 weeks, passed: 6, 7, 5, 8, 7, 9, 8, 6, 9, 8, 7, 9; failed: 3, 2, 4, 2, 4, 2, 3, 4, 1, 3, 4, 2. Orders by day: Mon 58, Tue 49, Wed 61, Thu 66, Fri 84, Sat 72, Sun 22.",
    );
  });

  it("show by an ellipsis where a long name or line was cut", () => {
    const person = { name: "Maximiliane ".repeat(6).trim() };
    const cut = "Maximiliane Maximiliane Maximiliane Max…";
    const failed = { outcome: "failed", share: 0, expected: 0, numbers: "0 of 5 min", goal: "" } as const;
    const row = { ...failed, person };
    const counts = [{ outcome: "failed", count: 1 }] as const;
    const place = { place: 1, person, value: 1, numbers: "5 min", isOwn: false };
    const texts = [
      leaderboardDrawing.describe({ kind: "leaderboard", title: "Most minutes", rows: [place], total: 1 }),
      teamDrawing.describe({ kind: "team", rows: [row], counts }),
      standingsDrawing.describe({ kind: "standings", title: "Week", best: [place], rows: [row], counts }),
    ];
    expect(texts.map((text) => text.replaceAll("\u00a0", " "))).toEqual([
      `Most minutes, 1 person: 1. ${cut} 5 min.`,
      `1 person: 1 failed (${cut} 0 of 5 min).`,
      `Week: 1 failed (${cut}). Most minutes: ${cut} 5 min.`,
    ]);
    const long = "An evening of slow coffee and fast chess ".repeat(2);
    const days = [
      {
        weekday: "Mon",
        date: 23,
        isToday: false,
        items: [{ kind: "event", time: "19:00", label: long }],
      },
    ] as const;
    expect(calendarDrawing.describe({ kind: "calendar", title: "the week", zone: "London time", days })).toBe(
      "Calendar of the week, London time. Mon 23: 19:00 An evening of slow coffee and fast chess An evening of slow….",
    );
    const order = { number: "#7", items: [`2 × ${long}`, "1 × Bun"], age: "3 min", ageMs: 180_000 };
    const groups = [{ state: "late", tone: "waiting", count: 1, orders: [order] }] as const;
    expect(
      ordersDrawing.describe({ kind: "orders", at: "10:24", groups, total: 1, usual: undefined }),
    ).toMatch(/: #7 2 × An evening of slow coffee and fa… \+1, 3 min\.$/);
  });

  it("name everyone as the picture does, even without a visible name", () => {
    const people = [{ name: "", username: "mia_k" }, { name: "\u200b" }];
    const rows = people.map((person, index) => ({
      place: index + 1,
      person,
      value: 1,
      numbers: "5 min",
      isOwn: false,
    }));
    expect(leaderboardDrawing.describe({ kind: "leaderboard", title: "Most minutes", rows, total: 2 })).toBe(
      "Most minutes, 2 people: 1. mia_k 5 min, 2. Someone 5 min.",
    );
    const failed = { outcome: "failed", share: 0, expected: 0, numbers: "0 of 5 min", goal: "" } as const;
    expect(
      teamDrawing.describe({
        kind: "team",
        rows: people.map((person) => ({ ...failed, person })),
        counts: [{ outcome: "failed", count: 2 }],
      }),
    ).toBe("2 people: 2 failed (mia_k 0 of 5 min, Someone 0 of 5 min).");
    expect(
      standingsDrawing.describe({
        kind: "standings",
        title: "Week of 16 November",
        best: people.map((person) => ({ person, numbers: "5 min" })),
        rows: people.map((person) => ({ ...failed, person })),
        counts: [{ outcome: "failed", count: 2 }],
      }),
    ).toBe("Week of 16 November: 2 failed (mia_k, Someone). Most minutes: mia_k 5 min, Someone 5 min.");
  });
});

describe("when drawing fails", () => {
  it("says once that this machine can't draw, and no picture is attempted again", async () => {
    said.length = 0;
    const workerFile = running("process.on('message', () => process.send({ unavailable: 'no build' }));");
    const off = make({ workerFile });
    expect(await Promise.all([off.draw(one, board), off.draw(many, board)])).toEqual([undefined, undefined]);
    expect(await off.draw(one, board)).toBeUndefined();
    expect(said).toEqual(["no build"]);
    await off.close();
  });

  it("drawings that can't be read at the moment are tried again with the next picture", async () => {
    said.length = 0;
    const program = join(folder, "later.mjs");
    const updating = make({ drawings: { ...drawings, program } });
    expect(await updating.draw(one, board)).toBeUndefined();
    expect(said).toEqual([expect.stringContaining("ended")]);
    writeFileSync(program, `import ${JSON.stringify(pathToFileURL(drawings.program).href)};`);
    expect((await updating.draw(one, board))?.data.length).toBeGreaterThan(1_000);
    await updating.close();
  });

  it("a process that dies costs one picture and is replaced", async () => {
    said.length = 0;
    const dying = make({
      workerFile: running(
        "process.on('message', ({ id, picture }) => { if (picture.rows.length === 1) process.kill(process.pid, 'SIGKILL'); process.send({ id, png: new Uint8Array([1]) }); });",
      ),
    });
    expect(await Promise.all([dying.draw(one, board), dying.draw(many, board)])).toMatchObject([
      undefined,
      { name: expect.stringMatching(/^team-[\w-]{16}\.png$/) },
    ]);
    expect(said).toHaveLength(1);
    await dying.close();
  });

  it("a picture too large to send isn't sent, and the next one is drawn", async () => {
    said.length = 0;
    const large = make({
      workerFile: running(
        "process.on('message', ({ id, picture }) => process.send({ id, png: new Uint8Array(picture.rows.length === 1 ? 2_000_000 : 1) }));",
      ),
    });
    const tooLarge = await large.draw(one, board);
    expect(tooLarge?.data.length).toBeUndefined();
    expect(said).toEqual([expect.stringContaining("2000000 bytes")]);
    expect(await large.draw(many, board)).toMatchObject({ data: Buffer.alloc(1) });
    expect(said).toHaveLength(1);
    await large.close();
  });

  it("a program that forgot to close it ends after its last picture", async () => {
    const workerFile = running(
      "process.on('message', ({ id }) => process.send({ id, png: new Uint8Array([1]) }));",
    );
    const queue = new URL("../../src/pictures/drawing-queue.ts", import.meta.url).href;
    const program = running(
      `import { drawings } from ${JSON.stringify(import.meta.resolve("../../commands/pictures.ts"))};
       import { createPictures } from ${JSON.stringify(queue)};
       const pictures = createPictures({ drawings, onUnavailable: console.log, onFailure: console.log, workerFile: ${JSON.stringify(workerFile)} });
       const file = await pictures.draw(${JSON.stringify(one)}, ${JSON.stringify(board)});
       console.log(file.name);`,
    );
    // Far less than an idle process is kept.
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: conditionWithinMs });
    expect(stdout).toMatch(/^team-[\w-]{16}\.png\n$/);
  });

  it("closing cancels what isn't drawn yet", async () => {
    const closing = make({ workerFile: running("setInterval(() => undefined, 1000)") });
    const drawn = closing.draw(one, board);
    await closing.close();
    expect(await drawn).toBeUndefined();
    expect(await closing.draw(many, board)).toBeUndefined();
  });

  it("draws interactive requests before background ones, and identical pictures once", async () => {
    const order: string[] = [];
    const workerFile = running(
      "let drawn = 0; process.on('message', ({ id }) => setTimeout(() => process.send({ id, png: new Uint8Array([++drawn]) }), 5));",
    );
    // However busy this machine is.
    const busy = make({ workerFile, answerWithinMs: conditionWithinMs });
    const note = async (name: string, picture: typeof one, isAwaited: boolean): Promise<void> => {
      const file = await busy.draw(picture, { guildId: "1", isAwaited });
      order.push(`${name} ${file?.data[0]}`);
    };
    const [first, second] = [samples["orders-one"] ?? one, samples["orders-many"] ?? one];
    await Promise.all([
      note("first", first, false),
      note("board", many, false),
      note("same board", many, false),
      note("person", second, true),
    ]);
    expect(order).toEqual(["first 1", "person 2", "board 3", "same board 3"]);
    await busy.close();
  });

  it("takes servers in turns, the one that asked for many behind the one that asked for one", async () => {
    const order: string[] = [];
    const workerFile = running(
      "process.on('message', ({ id }) => setTimeout(() => process.send({ id, png: new Uint8Array([1]) }), 1));",
    );
    const busy = make({ workerFile, answerWithinMs: conditionWithinMs });
    const ask = async (guildId: string, isAwaited: boolean, number: number): Promise<void> => {
      const file = await busy.draw({ ...many, [`${guildId}-${number}`]: number }, { guildId, isAwaited });
      order.push(file === undefined ? `${guildId} without` : `${guildId} ${isAwaited ? "person" : "board"}`);
    };
    await Promise.all([
      ...Array.from({ length: 5 }, (_, number) => ask("crowd", true, number)),
      ask("board", false, 0),
      ...Array.from({ length: 2 }, (_, number) => ask("few", true, number)),
      ask("one", true, 0),
    ]);
    expect(order).toEqual([
      "crowd person",
      "few person",
      "one person",
      "crowd person",
      "few person",
      "crowd person",
      "crowd person",
      "crowd person",
      "board board",
    ]);
    await busy.close();
  });

  it("keeps room for other servers, however many pictures one asks for", async () => {
    const workerFile = running(
      "process.on('message', ({ id }) => setTimeout(() => process.send({ id, png: new Uint8Array([1]) }), 1));",
    );
    const busy = make({ workerFile, answerWithinMs: conditionWithinMs });
    const ask = (guildId: string, number: number) =>
      busy.draw({ ...many, [`${guildId}-${number}`]: number }, { guildId, isAwaited: true });
    const crowd = Promise.all(Array.from({ length: 190 }, (_, number) => ask("crowd", number)));
    expect(await ask("one", 0)).toBeDefined();
    const drawn = (await crowd).filter((file) => file !== undefined);
    expect(drawn.length).toBeGreaterThanOrEqual(50);
    expect(drawn.length).toBeLessThan(60);
    await busy.close();
  });

  it("a person does without a picture that isn't there in time; the next look has it, and boards wait", async () => {
    const answered: (() => void)[] = [];
    const waits: number[] = [];
    const workerFile = running(
      "let go; process.on('message', ({ id, picture }) => setTimeout(() => process.send({ id, png: new Uint8Array([1]) }), picture.slow ? 20 : 0));",
    );
    const slow = make({
      workerFile,
      stretch: asUsual,
      timer(delayMs, callback) {
        waits.push(delayMs);
        answered.push(callback);
        return () => undefined;
      },
    });
    const person = { guildId: "1", isAwaited: true };
    const late = { ...many, slow: true };
    const first = slow.draw(late, person);
    answered[0]?.();
    expect(await first).toBeUndefined();
    const [posted, asked] = await Promise.all([slow.draw(late, board), slow.draw(one, board)]);
    expect(posted?.name).toBe((await slow.draw(late, person))?.name);
    expect(asked).toBeDefined();
    const next = slow.draw({ ...late, [`look${waits.length}`]: waits.length }, person);
    answered[1]?.();
    expect(await next).toBeUndefined();
    // The first one also waits for the process that draws.
    expect(waits).toEqual([3_000, 1_000]);
    await slow.close();
  });
});
