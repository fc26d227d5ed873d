import { defineConfig } from "vitest/config";

const shared = {
  globalSetup: ["test/support/temporary-folder.global.ts", "test/support/postgres.global.ts"],
  setupFiles: ["test/support/each-file.ts"],
  isolate: false,
  experimental: { viteModuleRunner: false },
  expect: { poll: { timeout: 90_000, interval: 5 } },
  hookTimeout: 180_000,
};

/** What takes minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "loops",
          include: ["test/long/**/*.test.ts"],
          testTimeout: 20 * 60_000,
          // Two side by side: one of them waits for the end of leases most of its time.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: "the program itself",
          include: ["test/process/**/*.test.ts"],
          testTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: "flows on Postgres",
          include: ["test/flow/**/*.test.ts"],
          env: { TEST_DATABASE: "postgres" },
          testTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...shared,
          name: "flows over HTTP interactions",
          include: ["test/flow/**/*.test.ts"],
          exclude: [
            // Those start replicas themselves.
            "test/flow/{shards,weeks-replicas}.test.ts",
            // Those are about the gateway, or about replies as requests of the bot's own.
            "test/flow/{gateway-trouble,held-up,reply-failure}.test.ts",
          ],
          env: { TEST_INTERACTIONS: "http" },
          testTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...shared,
          name: "flows with memory, limit and breaker",
          include: ["test/flow/**/*.test.ts"],
          // Those start replicas themselves, which always have them.
          exclude: ["test/flow/{shards,weeks-replicas}.test.ts"],
          env: { TEST_SERVICE_CHAIN: "on" },
          testTimeout: 180_000,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
