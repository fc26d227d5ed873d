import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { passPictures } from "../support/passing-pictures.ts";

/** Of the 512 MB that hosts are told to plan; the process that draws takes up to 118 MB of them. */
const leftForBotMb = 512 - 118;

test.skipIf(!existsSync("/proc/self/status"))(
  "five forms at once with the largest pictures stay within the memory that hosts are told to plan",
  async () => {
    const { peakMb, cards } = await passPictures(5);
    expect(cards).toEqual([3, 3, 3, 3, 3]);
    expect(peakMb).toBeLessThan(leftForBotMb);
  },
  240_000,
);
