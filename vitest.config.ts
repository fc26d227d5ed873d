import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { conditionWithinMs, testWithinMs } from "./test/support/patience.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/{long,process}/**"],
    globalSetup: [
      "test/support/temporary-folder.global.ts",
      "test/support/postgres.global.ts",
      "test/support/page/browser.global.ts",
    ],
    setupFiles: ["test/support/each-file.ts"],
    // Every file loads the whole bot: kept loaded between files, all of them together take a fraction of the time.
    isolate: false,
    // Node runs TypeScript itself: without Vite's wrappers, flow tests take about a quarter less processor time. Its hook
    // for mocked modules, which there are none of, would look at each import.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // The tests wait for sockets and clocks much of the time: with six, two cores idle for a tenth of a run. Each more
    // has to load and warm up the whole bot, so eight take longer again.
    maxWorkers: 7,
    // Hundreds of bots come and go in each worker: with more room, most of what they leave is collected while young.
    execArgv: ["--max-semi-space-size=32"],
    sequence: { sequencer: LongestFirst },
    // A condition that comes late on a busy machine has come all the same.
    expect: { poll: { timeout: conditionWithinMs, interval: 5 } },
    testTimeout: testWithinMs,
    hookTimeout: testWithinMs,
  },
});
