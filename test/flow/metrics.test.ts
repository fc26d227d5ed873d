import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { createPrometheusMetrics } from "../../src/metrics/prometheus.ts";
import { posting } from "../../src/schedules/delivery/index.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/shown.ts";
import { until } from "../support/wait-for.ts";

const root = join(import.meta.dirname, "../..");
const names = [
  "workspace_bot_acknowledgement_seconds",
  "workspace_bot_build_info",
  "workspace_bot_circuit_breakers_open",
  "workspace_bot_clock_skew_seconds",
  "workspace_bot_discord_invalid_requests",
  "workspace_bot_discord_rate_limited_total",
  "workspace_bot_discord_requests_total",
  "workspace_bot_hears_changes",
  "workspace_bot_leases_expired_total",
  "workspace_bot_post_lateness_seconds",
  "workspace_bot_posts_total",
  "workspace_bot_ready",
  "workspace_bot_service_call_seconds",
  "workspace_bot_service_calls_total",
  "workspace_bot_service_reads_total",
  "workspace_bot_shards",
  "workspace_bot_shards_unserved",
  "workspace_bot_store_call_seconds",
  "workspace_bot_store_pool_connections",
  "workspace_bot_unknown_writes",
];

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ withPort: true, withJobs: false, interactions: "gateway" });
});
afterAll(() => harness[Symbol.asyncDispose]());

const get = (path: string) => fetch(`http://127.0.0.1:${harness.app.httpPort ?? 0}${path}`);
const metrics = async () => (await get("/metrics")).text();
/** Of the line that starts like this. */
async function valueOf(line: string): Promise<number> {
  const found = (await metrics()).split("\n").find((each) => each.startsWith(`${line} `));
  return Number(found?.split(" ").at(-1) ?? Number.NaN);
}

test("every metric exists under its name, and there are no others", async () => {
  const text = await metrics();
  const found = [...text.matchAll(/^# TYPE (workspace_bot_\w+) /gm)].map(([, name]) => name ?? "");
  expect(found.toSorted((one, other) => one.localeCompare(other))).toEqual(names);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds ");
  expect(text).toContain("process_resident_memory_bytes ");
});

test("a database that never answers costs a scrape one number, and none of the others", async () => {
  const own = createPrometheusMetrics("1.2.3", Date.now);
  own.setSources({
    unknownWrites: () => Promise.withResolvers<number>().promise,
    pool: () => ({ total: 4, idle: 0, waiting: 7 }),
    shards: () => ({ ready: 1, total: 1 }),
    shardsUnserved: () => 0,
    hearsChanges: () => true,
    skewMs: () => 0,
    isReady: async () => false,
  });
  const scraped = await own.text();
  expect(scraped).toContain("workspace_bot_unknown_writes Nan\n");
  expect(scraped).toContain('workspace_bot_store_pool_connections{state="waiting"} 7\n');
});

const sentPosts = 'workspace_bot_posts_total{outcome="sent"}';
const answers = "workspace_bot_acknowledgement_seconds_count";

test("replies, requests, reads, statements and a late post are counted, without names", async () => {
  const { app, clock, service } = harness;
  const { ctx } = app;
  const mia = harness.as("mia");
  await mia.press(shown(await mia.run("order create", { items: "Flat white" })), "Log order");
  await harness.as("theo").run("order search");
  const { guildId, calendar: channelId, ada } = playgroundIds;
  const about = { guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: clock.now() };
  const due = { ...sampleSchedule({ id: "one", ...about }), nextDueAt: clock.now() - 20_000 };
  await ctx.store.schedules.create(due);
  await runJob(posting, jobTools(app));
  // People have their answer, and a channel its post, before the bot hears of it.
  await until("the post is counted", async () => (await valueOf(sentPosts)) === 1);
  await until("each answer is counted", async () => (await valueOf(answers)) === 3);
  expect(await valueOf(sentPosts)).toBe(1);
  expect(await valueOf('workspace_bot_acknowledgement_seconds_bucket{le="3"}')).toBe(3);
  expect(await valueOf('workspace_bot_post_lateness_seconds_bucket{le="10"}')).toBe(0);
  expect(await valueOf('workspace_bot_post_lateness_seconds_bucket{le="30"}')).toBe(1);
  const created = 'workspace_bot_service_calls_total{operation="createOrder",outcome="ok"}';
  expect(await valueOf(created)).toBe(1);
  expect(await valueOf('workspace_bot_service_reads_total{source="service"}')).toBeGreaterThan(0);
  expect(await valueOf('workspace_bot_discord_requests_total{status="204"}')).toBeGreaterThan(1);
  expect(await valueOf('workspace_bot_shards{state="ready"}')).toBe(1);
  expect(await valueOf('workspace_bot_shards{state="missing"}')).toBe(0);
  const selects = 'workspace_bot_store_call_seconds_count{kind="select",outcome="ok"}';
  expect(await valueOf(selects)).toBeGreaterThan(3);
  expect(await valueOf("workspace_bot_unknown_writes")).toBe(0);
  expect(await valueOf("workspace_bot_ready")).toBe(1);

  const text = await metrics();
  expect(text).not.toMatch(/="[^"]*\d{17,}[^"]*"/);
  for (const secret of [service.workspaceId, "Harbour", "Mia", "mia", "cafe"])
    expect(text).not.toContain(secret);
});

test("429s, failing requests and open circuit breakers are counted", async () => {
  const { discord, service } = harness;
  discord.faults.failRequests({ status: 403, times: 2, pathPart: "/channels/", code: 50_001 });
  await harness.as("ada").run("settings managers-channel", { channel: playgroundIds.managers });
  discord.faults.clear();
  expect(await valueOf("workspace_bot_discord_invalid_requests")).toBeGreaterThan(0);
  service.faults.add({ kind: "status", status: 503, times: 1_000 });
  await harness
    .as("theo")
    .run("bans comments", { ban: "1" })
    .catch(() => undefined);
  service.faults.clear();
  const text = await metrics();
  expect(text).toMatch(/workspace_bot_service_calls_total\{operation="\w+",outcome="failed"\} [1-9]/);
});

test("the bot isn't ready while the gateway is away or while it stops, but stays live", async () => {
  const { discord } = harness;
  expect([(await get("/healthz")).status, (await get("/readyz")).status]).toEqual([200, 200]);
  const probe = await fetch(`http://127.0.0.1:${harness.app.httpPort ?? 0}/readyz`, { method: "HEAD" });
  expect(probe.status).toBe(200);
  discord.faults.failRequests({ status: 503, times: 1_000, pathPart: "/gateway" });
  discord.faults.invalidateSessions(false);
  discord.faults.dropSockets();
  await until("it isn't ready", async () => (await get("/readyz")).status === 503);
  expect(await (await get("/readyz")).json()).toMatchObject({
    status: "not ready",
    checks: {
      store: "ok",
      discord: "not connected to Discord's gateway",
      clock: "ok",
      draining: "ok",
    },
  });
  expect((await get("/healthz")).status).toBe(200);
  expect(await valueOf("workspace_bot_ready")).toBe(0);
  discord.faults.clear();
  await until("it is ready again", async () => (await get("/readyz")).status === 200);
});

test("each log line about an interaction has its id", async () => {
  await harness
    .as("theo")
    .run("order search", { status: "nonsense" })
    .catch(() => undefined);
  await harness.as("theo").run("order search");
  const lines = harness.logs.filter((line) => line.includes("a request to the workspace service"));
  expect(lines.at(-1)).toMatch(/"interaction":"\d{17,}"/);
});

test("every alert has its section, and every number in alerts, dashboard and docs exists", async () => {
  const read = (path: string) => readFile(join(root, path), "utf8");
  const [alerts, dashboard, docs] = await Promise.all(
    ["deploy/alerts.yaml", "deploy/grafana.json", "docs/monitoring.md"].map(read),
  );
  const named = [...(alerts ?? "").matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(docs).toContain(`\n### ${name}\n`);
  for (const name of names) expect(docs).toContain(`\`${name}\``);
  for (const text of [alerts, dashboard, docs]) {
    const used = new Set([...(text ?? "").matchAll(/workspace_bot_\w+/g)].map(([name]) => name));
    for (const name of used) expect(names).toContain(name.replace(/_(?:bucket|count|sum)$/, ""));
  }
});
