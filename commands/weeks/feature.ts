import { defineFeature } from "../../src/feature.ts";
import type { Removal } from "../../src/jobs/job.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { weeksAudit } from "./audit.ts";
import { computeOldestKept, parseKeptMonths } from "./snapshot-policy.ts";
import { weeks } from "./job.ts";
import { nextTurn } from "../../src/turns.ts";

/** The service marks a week within minutes of its end; a week not marked by then keeps its snapshot. */
const finalizeWithinMs = 2 * dayMs;

/** As long as each guild chose, at most two years. */
const removeOldWeeks: Removal = async ({ store, now }) => {
  for (const { guildId, value } of await store.guildSettings.everywhere("weeks-kept")) {
    await nextTurn();
    const months = parseKeptMonths(new Map([["weeks-kept", value]]));
    await store.weeks.removeBefore(computeOldestKept(months, now()), guildId);
  }
  await store.weeks.removeBefore(computeOldestKept(24, now()));
};
import { historySetting } from "./settings.ts";

export const weeksFeature = defineFeature({
  jobs: [weeks],
  audit: weeksAudit,
  settings: [historySetting],
  removals: [
    ({ store, now }) => store.weeks.finalizeBefore(now() - finalizeWithinMs),
    removeOldWeeks,
    // Their last week ended within a week of that, so none of theirs is left.
    ({ store, now }) => store.accounts.removeFormer(computeOldestKept(24, now()) - weekMs),
    ({ store }) => store.weeks.removeLostLooks(),
  ],
});
