import { defineConfig } from "vitest/config";
import { conditionWithinMs, testWithinMs } from "./test/support/patience.ts";
import { flowsThatDependOn, type Variant } from "./test/support/depends-on.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Everything in every variant, `npm run test:nightly`; without it, what has to hold before a change lands. */
const isNightly = process.env["NIGHTLY"] === "on";

/** What takes longest, or says again at length what a shorter one of these says. */
const onlyNightly = isNightly
  ? []
  : ["test/long/{soak,simulated-years,two-processes-posts,one-pace,shards,chaos}.test.ts"];

const shared = {
  globalSetup: ["test/support/temporary-folder.global.ts", "test/support/postgres.global.ts"],
  setupFiles: ["test/support/each-file.ts"],
  // As in `npm test`, which says why.
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--max-semi-space-size=32"],
  expect: { poll: { timeout: conditionWithinMs, interval: 5 } },
  hookTimeout: testWithinMs,
  testTimeout: testWithinMs,
};

/** The flows again, in another way than `npm test` runs them in. */
const flows = (variant: Variant) => ({
  ...shared,
  include: isNightly ? ["test/flow/**/*.test.ts"] : [...flowsThatDependOn(variant)],
  maxWorkers: 7,
});

/** Most of their time, they wait for programs to start, and for leases to end. */
const processes = { maxWorkers: 5, sequence: { groupOrder: 0 } };

/** What takes minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: "loops",
          include: ["test/long/**/*.test.ts"],
          exclude: onlyNightly,
          testTimeout: 20 * 60_000,
          ...processes,
        },
      },
      {
        test: {
          ...shared,
          name: "the program itself",
          include: ["test/process/**/*.test.ts"],
          ...processes,
        },
      },
      {
        test: {
          ...flows("database"),
          name: "flows on Postgres",
          env: { TEST_DATABASE: "postgres" },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...flows("transport"),
          name: "flows over HTTP interactions",
          exclude: [
            // Those start replicas themselves.
            "test/flow/{shards,weeks-replicas}.test.ts",
            // Those are about the gateway, or about replies as requests of the bot's own.
            "test/flow/{gateway-trouble,held-up,reply-failure}.test.ts",
          ],
          env: { TEST_INTERACTIONS: "http" },
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...flows("cache"),
          name: "flows with memory, limit and breaker",
          // Those start replicas themselves, which always have them.
          exclude: ["test/flow/{shards,weeks-replicas}.test.ts"],
          env: { TEST_SERVICE_CHAIN: "on" },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...flows("wording"),
          name: "flows in a made-up language",
          // It runs a bot of its own beside the one that speaks it.
          exclude: ["test/flow/access.test.ts"],
          env: { TEST_LANGUAGE: "made-up" },
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
