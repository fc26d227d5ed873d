// Depends on: nothing that varies.
import { test } from "vitest";
import { expectNothingCrosses } from "../support/isolation.ts";

test("two guilds linked to different workspaces share nothing, whatever their people do", () =>
  expectNothingCrosses({ shared: false }));
