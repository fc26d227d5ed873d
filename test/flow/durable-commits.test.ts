// Depends on: database.
import { channel } from "node:diagnostics_channel";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeenMessage } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { shown } from "../support/replies.ts";

let harness: Harness;
let observer: DatabaseSync;
/** What ended with a commit that waited for the disk. */
let commits: string[] = [];
/** Each statement, and each request to Discord or the service, except first replies, which nothing waits for. */
let calls: string[] = [];
// undici publishes each request at the moment it is made.
const requests = channel("undici:request:create");
const onRequest = (message: unknown): void => {
  // The documented form of the message.
  const { request } = message as { readonly request: { readonly method: string; readonly path: string } };
  if (!request.path.endsWith("/callback")) calls.push(`${request.method} ${request.path}`);
};
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
      calls.push(this.sourceSQL);
      const result: unknown = Reflect.apply(work, this, given);
      const setting = /^pragma synchronous = (\w+)/.exec(this.sourceSQL)?.[1];
      if (setting !== undefined) isDurable = setting === "full";
      const after = version();
      if (after !== before && isDurable) commits.push(this.sourceSQL);
      before = after;
      return result;
    };
  Object.assign(StatementSync.prototype, { run: observed(run), all: observed(all) });
  requests.subscribe(onRequest);
});
afterAll(async () => {
  requests.unsubscribe(onRequest);
  Object.assign(StatementSync.prototype, { run, all });
  observer.close();
  await harness[Symbol.asyncDispose]();
});

const claim = /^update "drafts" set "state" = \?, "lease_until"/;
const preview = async () => shown(await harness.as("mia").run("order create", { items: "Flat white" }));
const confirm = async (order: SeenMessage) =>
  expect(shown(await harness.as("mia").press(order, "Log order")).text).toContain("logged");

test("a confirmed write waits for the disk twice: before sending, and with its outcome", async () => {
  await confirm(await preview());
  commits = [];
  await confirm(await preview());
  expect(commits).toEqual([expect.stringMatching(claim), "commit"]);
});

test("a claimed write is sent at once: nothing is read or asked for in between", async () => {
  const order = await preview();
  // What is cached from before would hide a read.
  await harness.restart();
  calls = [];
  await confirm(order);
  const claimed = calls.findIndex((call) => claim.test(call));
  expect(calls.slice(claimed, claimed + 2)).toEqual([
    expect.stringMatching(claim),
    expect.stringMatching(/^POST \/.*\/orders\//),
  ]);
});
