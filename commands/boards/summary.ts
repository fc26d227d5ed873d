import type { APIButtonComponentWithCustomId } from "discord.js";
import type { ToneName } from "../../src/pictures/kit/colours.ts";
import { dayMs } from "../../src/time.ts";

/** What a digest says about one kind. */
export interface BoardSummary {
  /** `Orders`. */
  readonly heading: string;
  /** `12 open, 3 ready, 2 stuck`. */
  readonly text: string;
  /** Whether `lines` say all of `text`, so that it's only needed if some of them are left out. */
  readonly isTextInLines?: boolean;
  /** The most urgent first. */
  readonly lines: readonly string[];
  /** What someone has to look at, beginning with a number: `2 stuck orders`. */
  readonly alert?: string | undefined;
  /** What came or went since the last digest: `14 new orders`. */
  readonly changes?: readonly SummaryChange[];
  readonly tile?: DigestTile | undefined;
  /** The one that fits below a digest. */
  readonly button?: APIButtonComponentWithCustomId | undefined;
}

export interface SummaryChange {
  readonly count: number;
  /** Its words below or after the number: `new orders`. */
  readonly unit: string;
}

/** From when a digest tells what changed, in epoch milliseconds: its last post, or a day before the first one. */
export function getChangesSince(lastAsOf: number | undefined, now: number): number {
  return lastAsOf === undefined || lastAsOf > now ? now - dayMs : lastAsOf;
}

/** One part of the whole of a tile. */
export interface DigestPart {
  /** `stuck`. */
  readonly label: string;
  readonly count: number;
  readonly tone: ToneName;
}

/** One subject in numbers. */
export interface DigestTile {
  /** `Orders`. */
  readonly heading: string;
  /** `12`. */
  readonly value: string;
  /** `open`. */
  readonly unit: string;
  /** The most urgent first. */
  readonly parts: readonly DigestPart[];
}
