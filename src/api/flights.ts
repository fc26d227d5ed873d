import type { Family } from "./answer-cache.ts";
import type { Lane } from "./turn.ts";

/** A read under way. */
export interface Flight {
  readonly family: Family;
  readonly lane: Lane;
  /** When its time is over, in epoch milliseconds. */
  readonly until: number;
  readonly answer: Promise<unknown>;
  /** It has its turn and is out. */
  out: boolean;
  /** Its answer is for others too. */
  kept: boolean;
  /** A write came between: its answer may be older than that write. */
  spoiled: boolean;
}

export interface Flights {
  /** One that began after the last write, so that whoever comes now may share it. */
  get(key: string): Flight | undefined;
  /** It takes the place of another one of that key, which goes on for those who wait for it. */
  add(key: string, flight: Flight): void;
  remove(key: string, flight: Flight): void;
  spoil(family: Family): void;
}

/** The reads under way, so that those who ask for the same share one. */
export function createFlights(): Flights {
  const newest = new Map<string, Flight>();
  const all = new Map<Family, Set<Flight>>();
  return {
    get(key) {
      const flight = newest.get(key);
      return flight?.spoiled === true ? undefined : flight;
    },

    add(key, flight) {
      newest.set(key, flight);
      const family = all.get(flight.family);
      if (family === undefined) all.set(flight.family, new Set([flight]));
      else family.add(flight);
    },

    remove(key, flight) {
      if (newest.get(key) === flight) newest.delete(key);
      const family = all.get(flight.family);
      family?.delete(flight);
      if (family?.size === 0) all.delete(flight.family);
    },

    spoil(family) {
      for (const flight of all.get(family) ?? []) flight.spoiled = true;
    },
  };
}
