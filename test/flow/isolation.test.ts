import { test } from "vitest";
import { expectNothingCrosses } from "../support/isolation.ts";

test(
  "between two guilds that are linked each to a workspace of its own nothing crosses, whatever their people do",
  { timeout: 120_000 },
  () => expectNothingCrosses({ shared: false }),
);
