import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { passPictures } from "../support/passing-pictures.ts";

/** What hosts are told to plan, in MB. */
const plannedMb = 512;

test.skipIf(!existsSync("/proc/self/status")).each([
  { forms: 5, maxMb: plannedMb },
  // Together they bring 360 MB, each byte of which is in memory twice for a while.
  { forms: 15, maxMb: 640 },
])(
  "$forms forms at once with the largest pictures take less than $maxMb MB, and none is lost",
  async ({ forms, maxMb }) => {
    const { peakMb, cards } = await passPictures(forms);
    expect(cards).toEqual(Array.from({ length: forms }, () => 3));
    expect(peakMb).toBeLessThan(maxMb);
  },
  240_000,
);
