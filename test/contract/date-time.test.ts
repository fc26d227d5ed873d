import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DateTime } from "../../src/api/contract/fields.ts";

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
