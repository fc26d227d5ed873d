import { describe, expect, it } from "vitest";
import { computeContrast, getInk, getPersonColour, palettes } from "../../src/pictures/kit/colours.ts";

/** WCAG AA. */
const [ofWords, ofShapes] = [4.5, 3];

describe.each(Object.entries(palettes))("on the %s card", (_theme, palette) => {
  const { paper, cell, ink, muted, track, pale, tones } = palette;
  const backgrounds = [paper, cell, ...Object.values(tones).map(({ tint }) => tint)];

  it.each(backgrounds)("words can be read on %s", (background) => {
    expect(computeContrast(ink, background)).toBeGreaterThanOrEqual(ofWords);
    expect(computeContrast(muted, background)).toBeGreaterThanOrEqual(ofWords);
  });

  it.each(Object.entries(tones))("%s can be told from what is behind it", (_name, tone) => {
    for (const background of [paper, cell, tone.tint]) {
      expect(computeContrast(tone.ink, background)).toBeGreaterThanOrEqual(ofWords);
      expect(computeContrast(tone.strong, background)).toBeGreaterThanOrEqual(ofShapes);
    }
    expect(computeContrast(getInk(tone.strong), tone.strong)).toBeGreaterThanOrEqual(ofWords);
  });

  it("a column that doesn't stand out still does from the card, and a bar from what is missing of it", () => {
    for (const fill of [pale, ...Object.values(tones).map(({ strong }) => strong)])
      for (const background of [paper, track])
        expect(computeContrast(fill, background)).toBeGreaterThanOrEqual(ofShapes);
  });
});

it.each([
  "#FFFFFF",
  "#000000",
  "#808080",
  "#FF0000",
  "#00FF00",
  "#777777",
  getPersonColour("Nora", undefined),
])("an initial can be read on someone's colour, %s", (colour) => {
  expect(computeContrast(getInk(colour), colour)).toBeGreaterThanOrEqual(ofWords);
});

it("contrast is what WCAG says it is", () => {
  expect(computeContrast("#FFFFFF", "#000000")).toBe(21);
  expect(computeContrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
});
