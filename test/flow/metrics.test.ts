// Depends on: transport.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { createPrometheusMetrics } from "../../src/metrics/prometheus.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
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
  harness = await startHarness({ withPort: true, withJobs: false, guarded: true, interactions: "gateway" });
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
    receivesChanges: () => true,
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
  const due = { ...sampleSchedule({ id: "one", ...about }), nextDueAt: clock.now() - 70_000 };
  await ctx.store.schedules.create(due);
  await runJob(posting, jobTools(app));
  // People have their answer, and a channel its post, before the bot hears of it.
  await until("the post is counted", async () => (await valueOf(sentPosts)) === 1);
  await until("each answer is counted", async () => (await valueOf(answers)) === 3);
  expect(await valueOf(sentPosts)).toBe(1);
  expect(await valueOf('workspace_bot_acknowledgement_seconds_bucket{le="3"}')).toBe(3);
  expect(await valueOf('workspace_bot_post_lateness_seconds_bucket{le="60"}')).toBe(0);
  expect(await valueOf('workspace_bot_post_lateness_seconds_bucket{le="900"}')).toBe(1);
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

const rateLimited = (scope: "route" | "global") =>
  `workspace_bot_discord_rate_limited_total{scope="${scope}"}`;
const openBreakers = (scope: "operation" | "workspace" | "service") =>
  `workspace_bot_circuit_breakers_open{scope="${scope}"}`;
const expiredLeases = (kind: "write" | "post") => `workspace_bot_leases_expired_total{kind="${kind}"}`;

test("429s are counted by their scope, and refused requests as invalid", async () => {
  const { discord, app } = harness;
  const { messenger } = app.ctx;
  const before = await valueOf("workspace_bot_discord_invalid_requests");
  const limited = { status: 429, pathPart: "/messages", retryAfterSeconds: 0.05 } as const;
  discord.faults.failRequests(limited);
  await messenger.post(playgroundIds.staff, { content: "One" });
  expect(await valueOf(rateLimited("route"))).toBe(1);
  discord.faults.failRequests({ ...limited, global: true });
  await messenger.post(playgroundIds.staff, { content: "Two" });
  expect(await valueOf(rateLimited("global"))).toBe(1);
  expect(await valueOf(rateLimited("route"))).toBe(1);
  discord.faults.failRequests({ status: 403, pathPart: "/messages", code: 50_001 });
  await expect(messenger.post(playgroundIds.staff, { content: "Three" })).rejects.toThrow();
  expect(await valueOf('workspace_bot_discord_requests_total{status="429"}')).toBe(2);
  expect(await valueOf("workspace_bot_discord_invalid_requests")).toBe(before + 3);
});

test("failed requests to the service are counted, and circuit breakers of an operation and a workspace while they are open", async () => {
  const { service, clock } = harness;
  const failed = 'workspace_bot_service_calls_total{operation="listBanComments",outcome="failed"}';
  expect([await valueOf(openBreakers("workspace")), await valueOf(openBreakers("service"))]).toEqual([0, 0]);
  service.faults.add({ kind: "status", status: 503, times: 1_000 });
  const search = () => harness.as("theo").run("bans", { ban: "1" });
  for (let count = 0; count < 5; count++) await search();
  expect(await valueOf(failed)).toBe(5);
  expect([await valueOf(openBreakers("operation")), await valueOf(openBreakers("workspace"))]).toEqual([
    1, 0,
  ]);
  await harness.as("theo").run("taskboard show");
  expect([await valueOf(openBreakers("workspace")), await valueOf(openBreakers("service"))]).toEqual([1, 0]);
  service.faults.clear();
  clock.advance(minuteMs);
  await search();
  await harness.as("theo").run("taskboard show");
  expect(await valueOf(openBreakers("workspace"))).toBe(0);
  expect(await valueOf(openBreakers("operation"))).toBe(0);
});

test("a breaker of the whole service is counted apart", async () => {
  const own = createPrometheusMetrics("1.2.3", Date.now);
  own.breakerChanged("open", { workspaceId: "w1" });
  own.breakerChanged("open", { workspaceId: "w2" });
  own.breakerChanged("open", { workspaceId: "w2", operation: "listPosts" });
  own.breakerChanged("half-open", {});
  const scraped = await own.text();
  expect(scraped).toContain(`${openBreakers("workspace")} 2\n`);
  expect(scraped).toContain(`${openBreakers("service")} 1\n`);
  expect(scraped).toContain(`${openBreakers("operation")} 1\n`);
});

test("a post and a write that were cut off are counted by their kind", async () => {
  const { clock } = harness;
  const { guildId, staff: channelId, ada: discordUserId } = playgroundIds;
  const { store } = harness.app.ctx;
  const createdAt = clock.now();
  const leaseUntil = createdAt + minuteMs;
  const draft = { id: "cut-off", guildId, discordUserId, kind: "order.create" };
  const payload = { workspaceId: harness.service.workspaceId, payload: {} };
  await store.drafts.create({ ...draft, payload, createdAt, expiresAt: createdAt + 10 * minuteMs });
  await store.drafts.claim({ ...draft, now: createdAt, leaseUntil, sealedReplyToken: undefined });
  const about = { guildId, linkKey: "cafe", channelId, makerDiscordUserId: discordUserId, createdAt };
  await store.schedules.create(sampleSchedule({ id: "cut-off", ...about }));
  const due = { scheduleId: "cut-off", dueAt: createdAt };
  await store.deliveries.add({ ...due, guildId });
  await store.deliveries.claim([due], { now: createdAt, leaseUntil });

  clock.advance(2 * minuteMs);
  await harness.restart();
  expect(await valueOf(expiredLeases("write"))).toBe(1);
  await runJob(posting, jobTools(harness.app));
  await until("the post is counted", async () => (await valueOf(expiredLeases("post"))) === 1);
  await until("it is sent", async () => (await valueOf(sentPosts)) === 1);
  expect(await valueOf(expiredLeases("write"))).toBe(1);
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
  await harness.forgetRead();
  const before = harness.logs.length;
  await harness.as("theo").run("order search");
  const lines = harness.logs.slice(before).filter((line) => line.includes("a request to the workspace"));
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
