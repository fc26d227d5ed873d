import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../support/harness.ts";
import { shown } from "../support/replies.ts";

let harness: Harness;
let observer: DatabaseSync;
/** What ended with a commit that waited for the disk. */
let commits: string[] = [];
// Nothing of the bot tells when SQLite waits for the disk.
// oxlint-disable-next-line typescript/unbound-method -- called on the statement below
const { run, all } = StatementSync.prototype;
beforeAll(async () => {
  harness = await startHarness({ sqlite: true, withJobs: false });
  observer = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"), { readOnly: true });
  // Different once another connection committed something.
  const versionOf = observer.prepare("pragma data_version");
  const version = (): unknown => Reflect.apply(all, versionOf, [])[0]?.["data_version"];
  let before = version();
  let isDurable = true;
  const observed = (work: typeof run | typeof all) =>
    function (this: StatementSync, ...given: unknown[]): unknown {
      const result: unknown = Reflect.apply(work, this, given);
      const setting = /^pragma synchronous = (\w+)/.exec(this.sourceSQL)?.[1];
      if (setting !== undefined) isDurable = setting === "full";
      const after = version();
      if (after !== before && isDurable) commits.push(this.sourceSQL);
      before = after;
      return result;
    };
  Object.assign(StatementSync.prototype, { run: observed(run), all: observed(all) });
});
afterAll(async () => {
  Object.assign(StatementSync.prototype, { run, all });
  observer.close();
  await harness[Symbol.asyncDispose]();
});

test("a confirmed write waits for the disk twice: before sending, and with its outcome", async () => {
  const mia = harness.as("mia");
  const log = async () => {
    const asked = shown(await mia.run("order create", { items: "Flat white" }));
    return shown(await mia.press(asked, "Log order")).text;
  };
  await log();
  commits = [];
  expect(await log()).toContain("logged");
  expect(commits).toEqual([
    expect.stringMatching(/^update "drafts" set "state" = \?, "lease_until"/),
    "commit",
  ]);
});
