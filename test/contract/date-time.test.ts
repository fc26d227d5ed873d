import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ActivityEntry } from "../../src/api/contract/activity.ts";
import { DateTime, EndDateTime } from "../../src/api/contract/fields.ts";

const digits = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, "0"));

test("every date-time that the contract accepts can be parsed", () => {
  const fraction = fc.option(fc.stringMatching(/^\.\d{1,12}$/), { nil: "" });
  const zone = fc.oneof(
    fc.constantFrom("Z", "-00:00"),
    fc
      .tuple(fc.constantFrom("+", "-"), digits(0, 25), digits(0, 61))
      .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
  );
  const moment = fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, "0")),
      digits(0, 13),
      digits(0, 32),
      digits(0, 24),
      digits(0, 60),
      digits(0, 60),
      fraction,
      zone,
    )
    .map(([year, month, day, hour, minute, second, part, offset]) => {
      return `${year}-${month}-${day}T${hour}:${minute}:${second}${part}${offset}`;
    });
  fc.assert(
    fc.property(moment, (text) => {
      if (DateTime.safeParse(text).success) Temporal.Instant.from(text);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["2026-11-16T00:00:00Z", "2026-11-16T00:00:00.5Z", "2026-11-16T23:59:59.999+05:30"])(
  "%s is a valid date-time",
  (text) => {
    expect(DateTime.parse(text)).toBe(text);
  },
);

test.each([
  ["an offset without a colon", "2026-11-16T00:00:00+0000", "2026-11-16T00:00:00+00:00"],
  ["an offset of hours", "2026-11-16T00:00:00-08", "2026-11-16T00:00:00-08:00"],
  ["no seconds", "2026-11-16T00:00+01:00", "2026-11-16T00:00:00+01:00"],
  ["a decimal comma", "2026-11-16T00:00:00,5Z", "2026-11-16T00:00:00.5Z"],
  ["the basic form", "20261116T000000Z", "2026-11-16T00:00:00Z"],
  ["a space and a small z", "2026-11-16 00:00:00z", "2026-11-16T00:00:00Z"],
  ["the name of a zone", "2026-11-16T00:00:00+01:00[Europe/Berlin]", "2026-11-16T00:00:00+01:00"],
  ["no zone, which means UTC", "2026-11-16T00:00:00", "2026-11-16T00:00:00Z"],
  ["no time", "2026-11-16", "2026-11-16T00:00:00Z"],
])("a date-time with %s is read", (_, text, read) => {
  expect(DateTime.parse(text)).toBe(read);
  expect(Temporal.Instant.from(read).epochMilliseconds).toBe(Date.parse(read));
});

test.each([
  ["2026-11-16T09:00:00Z", "2026-11-16T09:00:00Z"],
  ["2026-11-16T09:00:00", "2026-11-16T09:00:00Z"],
  ["2026-11-16 09:00", "2026-11-16T09:00:00Z"],
  ["2026-11-16T09:00:00+01:00", "2026-11-16T09:00:00+01:00"],
  ["2026-11-16", "2026-11-16"],
  ["16/11/2026 09:00", "16/11/2026 09:00"],
  ["", ""],
])(
  "the time of a visit %j is read as %j: without a zone it's UTC, and a date alone is no time",
  (text, read) => {
    expect(ActivityEntry.parse({ start: text, end: text })).toMatchObject({ start: read, end: read });
  },
);

test("a date alone is an end when that day is over", () => {
  expect(EndDateTime.parse("2026-11-22")).toBe("2026-11-22T23:59:59Z");
  expect(EndDateTime.parse("2026-11-22T12:00:00")).toBe("2026-11-22T12:00:00Z");
});

test("the dates that the contract reads can be read everywhere", () => {
  const form = fc.record({
    date: fc.constantFrom("2026-11-16", "20261116", "+002026-11-16"),
    time: fc.constantFrom(
      "",
      "T00:00",
      "T2359",
      "T23:59:59",
      "t23:59:59,123",
      " 23:59:60",
      "T23:59:59.123456789",
    ),
    zone: fc.constantFrom(
      "",
      "Z",
      "z",
      "+0000",
      "-00:00",
      "+05:30",
      "-0330",
      "+14",
      "[Asia/Tokyo]",
      "Z[UTC]",
    ),
  });
  fc.assert(
    fc.property(form, ({ date, time, zone }) => {
      const { success, data } = DateTime.safeParse(`${date}${time}${zone}`);
      if (success) expect(Temporal.Instant.from(data).epochMilliseconds).toBe(Date.parse(data));
    }),
    { numRuns: 500 },
  );
});
