/** A stream of numbers from 0 up to 1 that depends on the seed alone. */
export type Random = () => number;

/** The mulberry32 generator: small, and good enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number; both ends are possible. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[between(random, 0, from.length - 1)] ?? from[0];
}

export function hex(random: Random, digits: number): string {
  let text = "";
  while (text.length < digits) text += "0123456789abcdef".charAt(between(random, 0, 15));
  return text;
}

/** In the form of this service's ids: 24 hex digits. */
export function newId(random: Random): string {
  return hex(random, 24);
}
