import { test } from "vitest";
import { expectNothingCrosses } from "../support/isolation.ts";

test(
  "between two guilds linked to different workspaces nothing crosses, whatever their people do",
  { timeout: 120_000 },
  () => expectNothingCrosses({ shared: false }),
);
