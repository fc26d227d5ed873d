import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { passPictures } from "../support/passing-pictures.ts";

/** What hosts are told to plan, in MB. */
const plannedMb = 512;

test.skipIf(!existsSync("/proc/self/status"))(
  "five forms at once with the largest pictures stay within the memory that hosts are told to plan",
  async () => {
    const { peakMb, cards } = await passPictures(5);
    expect(cards).toEqual([3, 3, 3, 3, 3]);
    expect(peakMb).toBeLessThan(plannedMb);
  },
  240_000,
);
