import { defineConfig } from "vitest/config";

/** Loops that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ["test/long/**/*.test.ts"],
    globalSetup: ["test/support/postgres.global.ts"],
    testTimeout: 20 * 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
