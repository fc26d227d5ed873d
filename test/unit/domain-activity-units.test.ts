import { describe, expect, it } from "vitest";
import {
  durationUnits,
  fromMinutes,
  isGrowthInMinutes,
  type TimedEntry,
  toMs,
  guessUnit,
} from "../../commands/activity/format.ts";

const minuteMs = 60_000;

function stay(parts: Partial<TimedEntry>): TimedEntry {
  return {
    startMs: 0,
    endMs: 84 * minuteMs,
    ended: true,
    tracked: true,
    duration: undefined,
    idle: undefined,
    ...parts,
  };
}

describe("the unit of durations", () => {
  it.each(durationUnits)("is recognized from one tracked visit counted in %s", (unit) => {
    expect(guessUnit([stay({ duration: fromMinutes(84, unit) })])).toBe(unit);
  });

  it.each([
    ["idle time is left out of the duration", { duration: 50, idle: 34 }],
    ["almost all of it was idle", { duration: 2, idle: 82 }],
    ["the duration is rounded up", { duration: 85 }],
    ["`ended` is not told", { duration: 84, ended: undefined }],
  ])("is still recognized when %s", (_case, parts) => {
    expect(guessUnit([stay(parts)])).toBe("minutes");
  });

  it.each([
    ["no entries", []],
    ["a visit that is still running", [stay({ duration: 84, ended: false })]],
    ["a gift, whose length need not fit its times", [stay({ duration: 84, tracked: false })]],
    ["times that cannot be read", [stay({ duration: 84, startMs: undefined })]],
    ["an end before the start", [stay({ duration: 84, endMs: -minuteMs })]],
    ["a duration of 0", [stay({ duration: 0 })]],
    ["a visit so short that more than one unit fits", [stay({ duration: 1, endMs: 1_500 })]],
    ["a duration that fits no unit", [stay({ duration: 3 })]],
  ])("is unknown for %s", (_case, entries) => {
    expect(guessUnit(entries)).toBeUndefined();
  });

  it("follows the great majority and is unknown when the visits contradict one another", () => {
    const minutes = stay({ duration: 84 });
    const seconds = stay({ duration: 84 * 60 });
    expect(guessUnit([minutes, minutes, seconds])).toBe("minutes");
    expect(guessUnit([minutes, seconds])).toBeUndefined();
  });

  it("converts minutes into any unit and back", () => {
    for (const unit of durationUnits) expect(toMs(fromMinutes(84, unit), unit)).toBe(84 * minuteMs);
  });
});

describe("a weekly total after a gift of 84 minutes", () => {
  it.each([
    [84, true],
    [83.4, true],
    [120, true],
    [0, false],
    [1.4, false],
    [5_040, false],
  ])("that grew by %s agrees: %s", (grownBy, agrees) => {
    expect(isGrowthInMinutes(84, grownBy)).toBe(agrees);
  });
});
