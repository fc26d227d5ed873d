import { defineConfig } from "vitest/config";

const shared = {
  globalSetup: ["test/support/postgres.global.ts"],
  isolate: false,
  hookTimeout: 60_000,
  fileParallelism: false,
};

/** What takes minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: "loops", include: ["test/long/**/*.test.ts"], testTimeout: 20 * 60_000 } },
      {
        test: {
          ...shared,
          name: "flows on Postgres",
          include: ["test/flow/**/*.test.ts"],
          env: { TEST_DATABASE: "postgres" },
          testTimeout: 30_000,
        },
      },
    ],
  },
});
