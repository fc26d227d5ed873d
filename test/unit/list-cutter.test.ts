import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createListCutter } from "../../src/api/long-list.ts";

/** Cut where the numbers say, and put together again; `undefined` when it was refused. */
function read(text: string, cuts: readonly number[]): unknown {
  const bytes = Buffer.from(text);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  const pieces = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
  const cutter = createListCutter(1_000_000);
  const elements: unknown[] = [];
  try {
    for (const piece of pieces) {
      const part = cutter.push(piece);
      if (part !== undefined) elements.push(...JSON.parse(part));
    }
    elements.push(...JSON.parse(cutter.end()));
  } catch {
    return undefined;
  }
  return elements;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const cuts = fc.array(fc.nat(2_000), { maxLength: 12 });

describe("a list cut into shorter ones", () => {
  it("reads like the whole, wherever its pieces begin and end", () => {
    const list = fc.array(fc.jsonValue(), { maxLength: 20 });
    fc.assert(
      fc.property(list, cuts, fc.constantFrom(undefined, 1, "\t"), (values, places, indent) => {
        const text = JSON.stringify(values, undefined, indent);
        expect(read(text, places)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused if and only if the whole isn't a list", () => {
    const scraps = fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", " ", "1", '"a"', "null", "é");
    const text = fc.array(scraps, { maxLength: 10 }).map((parts) => parts.join(""));
    const broken = fc
      .tuple(fc.array(fc.jsonValue(), { maxLength: 4 }), fc.nat(200), scraps)
      .map(([values, at, scrap]) => {
        const whole = JSON.stringify(values);
        const place = at % (whole.length + 1);
        return whole.slice(0, place) + scrap + whole.slice(place);
      });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          broken,
          text.map((inside) => `[${inside}]`),
        ),
        cuts,
        (sent, places) => {
          expect(read(sent, places)).toEqual(parsed(sent));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("stops at an element that is too long", () => {
    const cutter = createListCutter(100);
    expect(cutter.push(Buffer.from(`["a", "b", "`))).toBe(`["a", "b"]`);
    expect(() => cutter.push(Buffer.from("c".repeat(200)))).toThrow(RangeError);
  });
});
