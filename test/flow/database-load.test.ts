// Depends on: nothing that varies.
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobs } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { type Outcome, playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, jobTools } from "../support/harness.ts";
import { shown } from "../support/replies.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const guilds = 10_000;
const { guildId } = playgroundIds;
const eagerId = "104872391";

let two: TwoApps;
/** As they are sent to the server. */
let statements: string[] = [];
// Nothing of the bot counts what reaches the server, with what begins and ends transactions.
// oxlint-disable-next-line typescript/unbound-method -- called on the client below
const { query } = Client.prototype;
beforeAll(async () => {
  two = await startTwoApps();
  await two.apps[1].stop();
  const { store } = two.apps[0].ctx;
  await until("changes are heard", () => store.receivesChanges());
  Reflect.set(Client.prototype, "query", function (this: Client, ...given: unknown[]): unknown {
    const [statement] = given;
    const text = isQuery(statement) ? statement.text : typeof statement === "string" ? statement : "";
    // How it hears that it is still heard.
    if (text !== "" && !text.includes("pg_notify($1, $2)")) statements.push(text);
    return Reflect.apply(query, this, given);
  });
});
afterAll(async () => {
  Reflect.set(Client.prototype, "query", query);
  await two[Symbol.asyncDispose]();
});

function isQuery(statement: unknown): statement is { readonly text: string } {
  return typeof statement === "object" && statement !== null && "text" in statement;
}

async function countOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  statements = [];
  await work();
  return statements;
}

test("a warm /help takes one statement, /order search two, and a confirmed write at most eight", async () => {
  const mia = two.as("mia");
  const preview = async () => shown(await mia.run("order create", { items: "Flat white" }));
  await mia.run("help");
  await mia.run("order search");
  await mia.press(await preview(), "Log order");
  await mia.run("order search");

  // What earlier commands still write down is through by then.
  await until("help takes one", async () => (await countOf(() => mia.run("help"))).length === 1);
  await until("a search takes two", async () => (await countOf(() => mia.run("order search"))).length <= 2);
  await until("a confirmed write takes eight", async () => {
    const asked = await preview();
    return (await countOf(() => mia.press(asked, "Log order"))).length <= 8;
  });
});

test("after a guild change, a search takes three statements, and your own assignments two", async () => {
  const mia = two.as("mia");
  const { ctx } = two.apps[0];
  const names = { displayName: "Mia", memberName: "Mia" };
  await connectAccount(ctx, { discordUserId: playgroundIds.mia, userId: eagerId, ...names });
  let hour = 0;
  await until("a search takes three", async () => {
    await ctx.store.guildSettings.set(guildId, "orders-old-after", String((hour += 1)));
    return (await countOf(() => mia.run("order search"))).length <= 3;
  });
  // The filter is stored for its pages, and not read again for the first one.
  const filtered = await countOf(() => mia.run("order search", { item: "latte" }));
  expect(filtered.filter((text) => text.includes('"drafts"'))).toEqual([
    expect.stringMatching(/^insert into "drafts"/),
  ]);
  let reply: Outcome | undefined;
  await until("assignments take two", async () => {
    const sent = await countOf(async () => (reply = await mia.run("assignments")));
    return sent.length <= 2;
  });
  expect(reply && shown(reply).text).toContain("Your week: ");
});

test("a minute with nothing due in 10,000 guilds takes at most 400 statements", async () => {
  const { ctx } = two.apps[0];
  const outside = new Client({ connectionString: two.databaseUrl });
  await outside.connect();
  await outside.query(
    `insert into guild_links select 'g' || n, 'cafe', 'w' || n, 'Café', 'sealed', '1', 1, 1 from generate_series(1, ${guilds}) n`,
  );
  await outside.query(
    `insert into accounts select 'g' || n, '7', '9001', 'Mia', null, null, 'Mia', '1', 1, e'\\nmia\\nmia\\n', 'mia', null from generate_series(1, ${guilds}) n`,
  );
  const far = ctx.now() + 3 * 60 * 60_000;
  await outside.query(`insert into week_looks select guild_id, link_key, ${far}, 1 from guild_links`);
  await outside.end();
  expect(await ctx.store.guildLinks.list("g9999")).toHaveLength(1);

  let total = 0;
  const counts: Record<string, number> = {};
  for (const job of jobs) {
    if (!("everyMs" in job.schedule)) continue;
    // Work left over from before is done.
    await runJob(job, jobTools(two.apps[0]));
    const one = await countOf(() => runJob(job, jobTools(two.apps[0])));
    counts[job.name] = one.length * Math.ceil(60_000 / job.schedule.everyMs);
    total += counts[job.name] ?? 0;
  }
  expect(counts[weeks.name]).toBeLessThanOrEqual(5);
  expect(total, JSON.stringify(counts)).toBeLessThanOrEqual(400);
  expect(await ctx.store.guildSettings.get(guildId, "zone")).toBeUndefined();
});
