/** What a server chooses for its pictures, apart from having none. */
export type Theme = "dark" | "light";

/** How something stands, as in lines of text: a word beside it always says the same. */
export type ToneName = "information" | "done" | "waiting" | "failed" | "over" | "event";

export interface Tone {
  /** Of bars and marks. */
  readonly strong: string;
  /** Of words on `tint` and on the card. */
  readonly ink: string;
  /** Behind words, and of the part of a bar that is missing. */
  readonly tint: string;
}

/** Everything a picture is drawn in. */
export interface Palette {
  /** The card. */
  readonly paper: string;
  readonly edge: string;
  /** A field on the card, and its edge. */
  readonly cell: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  /** Of what is missing or nothing. */
  readonly track: string;
  /** Of columns and bars that don't stand out, beside a strong one. */
  readonly pale: string;
  readonly tones: Readonly<Record<ToneName, Tone>>;
}

/**
 * The meaning of each tone is that of the product's colours; a card needs shades of its own, for contrast. A test holds them
 * to WCAG AA: 4.5 for words, 3 for bars and lines.
 */
export const palettes: Readonly<Record<Theme, Palette>> = {
  /** Between Discord's dark greys, so that its edge shows on each of them, and on black and white. */
  dark: {
    paper: "#1E1F24",
    edge: "#44474F",
    cell: "#26282E",
    line: "#3A3D45",
    ink: "#F2F3F5",
    muted: "#B5BAC3",
    track: "#2A2D35",
    pale: "#6071CB",
    tones: {
      information: { strong: "#748FFC", ink: "#BAC8FF", tint: "#272F55" },
      done: { strong: "#40C057", ink: "#8CE99A", tint: "#1D3B25" },
      waiting: { strong: "#FD9A1D", ink: "#FFC46B", tint: "#46310F" },
      failed: { strong: "#FA5252", ink: "#FFA8A8", tint: "#4A2224" },
      over: { strong: "#868E96", ink: "#CED4DA", tint: "#33363D" },
      event: { strong: "#9775FA", ink: "#D0BFFF", tint: "#352A57" },
    },
  },
  light: {
    paper: "#FFFFFF",
    edge: "#DFE2E7",
    cell: "#FAFBFC",
    line: "#E6E8EC",
    ink: "#1F2329",
    muted: "#5C6470",
    track: "#EEF0F4",
    pale: "#6880F3",
    tones: {
      information: { strong: "#3B5BDB", ink: "#3B5BDB", tint: "#E8EDFF" },
      done: { strong: "#2F9E44", ink: "#237A35", tint: "#E4F4E7" },
      waiting: { strong: "#C96F00", ink: "#9A5300", tint: "#FFF0D9" },
      failed: { strong: "#E03131", ink: "#C22525", tint: "#FDE6E6" },
      over: { strong: "#7C848C", ink: "#565E66", tint: "#EEF0F2" },
      event: { strong: "#6741D9", ink: "#5A37C4", tint: "#EFE9FF" },
    },
  },
};

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

/** White or black, whichever is more readable on this colour. */
export function getInk(colour: string): string {
  const [white, black] = ["#FFFFFF", "#000000"];
  return computeContrast(white, colour) >= computeContrast(black, colour) ? white : black;
}

/** As WCAG defines it, from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [one, other].map(computeLuminance).toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
