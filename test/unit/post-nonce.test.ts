import { expect, test } from "vitest";
import { createNonce } from "../../src/schedules/delivery/attempts.ts";

test("each due time of each schedule has its own nonce, always the same, in a form Discord accepts", () => {
  const nonces = ["s1", "s2"].flatMap((scheduleId) =>
    [1, 2].map((dueAt) => createNonce({ scheduleId, dueAt })),
  );
  expect(new Set(nonces).size).toBe(4);
  expect(createNonce({ scheduleId: "s1", dueAt: 1 })).toBe(nonces[0]);
  for (const nonce of nonces) expect(nonce.length).toBeLessThanOrEqual(25);
});
