// Depends on: transport.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeenMessage } from "../../playground/discord/index.ts";
import { samplesOf } from "../support/access/command-options.ts";
import { allComponents } from "../support/components.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { newest, shown } from "../support/replies.ts";

let harness: Harness;
let list: SeenMessage;
beforeAll(async () => {
  // A Wednesday of the week that the menus' ids name, on whatever day the test runs.
  const aheadMs = Date.parse("2026-11-18T12:00:00Z") - Date.now();
  harness = await startHarness({ withJobs: false, realNow: () => Date.now() + aheadMs });
  list = shown(await harness.as("ada").run("help"));
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Of each list, what its menu's id is made of, and what is said of a row that was there when the list was made. */
const menus: Readonly<Record<string, readonly [fields: () => readonly string[], sentence: RegExp]>> = {
  "account.list.open": [() => ["0"], /isn't connected anymore\. See who's connected with/],
  "activity.view.open": [
    () => [samplesOf(harness.service).userId, "0"],
    /This visit is no longer among the last 25\. See the current ones with/,
  ],
  "audit.list.open": [() => ["", "", "0"], /This entry is no longer in the audit log\. See the current ones/],
  "bans.comments.open": [() => [samplesOf(harness.service).banId, "0"], /This comment is gone/],
  "board.open": [() => ["2026-11-16", "0"], /doesn't know this person/],
  "leaderboard.open": [
    () => ["minutes", "2026-11-16", "0"],
    /has no place in that week\. See the current places/,
  ],
  "link.open": [() => [], /This link was removed, so nothing was changed\. See the present ones with/],
  "order.search.open": [() => ["", "0"], /This order is no longer among the ones I can read/],
  "orders.open": [() => [], /This order is no longer among the ones I can read/],
  "posts.open": [() => ["", "0"], /This post is gone/],
  "schedule.open": [
    () => ["0"],
    /This schedule was removed, so nothing was done\. See the current ones with/,
  ],
  "taskboard.actions.open": [() => ["0"], /This action is gone\. See the current/],
};
const opening = allComponents.filter(({ kind, name }) => kind === "select" && name.endsWith(".open"));

test("every list has a row here", () => {
  expect(opening.map(({ name }) => name).toSorted()).toEqual(Object.keys(menus));
});

test.each(opening)("$name says in private when the chosen row is gone", async ({ name }) => {
  const [fields, sentence] = menus[name] ?? [() => [], /^$/];
  const customId = [name, ...fields().map(encodeURIComponent)].join(":");
  const ada = harness.as("ada");
  await ada.forge.choose(list, customId, ["920000999"]);
  expect(newest(ada)).toMatchObject({ private: true, text: expect.stringMatching(sentence) });
});
