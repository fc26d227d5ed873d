/**
 * The product's colours on white, each with a tint as a background for text. A word beside it always says the
 * same.
 */
export const colours = {
  paper: "#FFFFFF",
  edge: "#DFE2E7",
  ink: "#1F2329",
  muted: "#5C6470",
  line: "#E6E8EC",
  track: "#ECEEF2",
  cell: "#FAFBFC",
  blue: "#4C6EF5",
  blueTint: "#E8EDFF",
  pale: "#BAC8FF",
  green: "#2F9E44",
  greenTint: "#E4F4E7",
  orange: "#F08C00",
  orangeInk: "#A85B00",
  orangeTint: "#FFF0D9",
  red: "#E03131",
  redTint: "#FDE6E6",
  grey: "#868E96",
  /** Of columns of weeks that were excused. */
  off: "#ADB5BD",
  greyTint: "#EEF0F2",
  /** Of columns of a time that is over. */
  faded: "#CED4DA",
  violet: "#6741D9",
  violetTint: "#EFE9FF",
} as const;

export type Colour = (typeof colours)[keyof typeof colours];

export interface Tone {
  /** Of bars and marks. */
  readonly strong: string;
  /** Of words on `tint` and on white. */
  readonly ink: string;
  readonly tint: string;
}

export const tones = {
  information: { strong: colours.blue, ink: "#3B5BDB", tint: colours.blueTint },
  done: { strong: colours.green, ink: "#237A35", tint: colours.greenTint },
  waiting: { strong: colours.orange, ink: colours.orangeInk, tint: colours.orangeTint },
  failed: { strong: colours.red, ink: "#C22525", tint: colours.redTint },
  over: { strong: colours.grey, ink: "#565E66", tint: colours.greyTint },
  event: { strong: colours.violet, ink: "#5A37C4", tint: colours.violetTint },
} as const satisfies Readonly<Record<string, Tone>>;
export type ToneName = keyof typeof tones;

/** For people whose colour is unknown: none that means passed, behind or failed. */
const personColours = [
  "#0B7285",
  "#A61E4D",
  "#6D4C41",
  "#364FC7",
  "#495057",
  "#5F3DC4",
  "#9C36B5",
  "#862E9C",
  "#1864AB",
  "#7048E8",
] as const;

/** A person's own colour if valid, otherwise a fixed one for their name. */
export function getPersonColour(name: string, colour: string | undefined): string {
  if (colour !== undefined && /^#?[\da-f]{6}$/i.test(colour)) return `#${colour.replace("#", "")}`;
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return personColours[sum % personColours.length] ?? personColours[0];
}

/** White or ink, whichever is more readable on this colour. */
export function getInk(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 165 ? colours.ink : colours.paper;
}
