// Depends on: nothing that varies.
import { test } from "vitest";
import { expectNothingCrosses } from "../support/isolation.ts";

test("two guilds linked to the same workspace share nothing else, whatever their people do", () =>
  expectNothingCrosses({ shared: true }));
