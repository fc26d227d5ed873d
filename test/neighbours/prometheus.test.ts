import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contract } from "../../src/api/contract/index.ts";
import { createPrometheusMetrics } from "../../src/metrics/prometheus.ts";
import { findTool } from "../support/tools.ts";

const alertsPath = join(import.meta.dirname, "../../deploy/alerts.yaml");
const promtool = findTool("promtool") ?? "";

/** What two replicas say, once a minute: a series, and its values in promtool's notation. */
type Series = Readonly<Record<string, string>>;

const minutes = 20;
/** A fault begins at this minute. */
const faultAt = 8;
/** @param step by which it grows each minute */
const growing = (step = 0): string => `0+${step}x${minutes}`;
const staying = (value: number): string => `${value}x${minutes}`;
const from = (healthy: number, faulty: number): string =>
  `${healthy}x${faultAt - 1} ${faulty}x${minutes - faultAt}`;
/** Once, at the fault. */
const jump = (by: number): string => from(0, by);

function histogram(name: string, labels: string, bounds: readonly number[], least: number): Series {
  return Object.fromEntries(
    [...bounds, Number.POSITIVE_INFINITY].map((bound) => [
      `${name}_bucket{${labels},le="${bound === Number.POSITIVE_INFINITY ? "+Inf" : bound}"}`,
      growing(bound >= least ? 60 : 0),
    ]),
  );
}

/** @param slow the bounds of the buckets that what is measured falls in */
function sayHealthy(
  replica: string,
  slow: { answer?: number; late?: number; statement?: number } = {},
): Series {
  const of = `job="cafe-bot",instance="${replica}"`;
  return {
    [`up{${of}}`]: staying(1),
    [`workspace_bot_ready{${of}}`]: staying(1),
    ...histogram("workspace_bot_acknowledgement_seconds", of, [0.1, 1, 2, 3, 5], slow.answer ?? 0.1),
    ...histogram("workspace_bot_post_lateness_seconds", of, [1, 10, 60, 300], slow.late ?? 1),
    ...histogram(
      "workspace_bot_store_call_seconds",
      `${of},kind="select",outcome="ok"`,
      [0.01, 0.25, 1],
      slow.statement ?? 0.01,
    ),
    [`workspace_bot_store_call_seconds_count{${of},kind="select",outcome="error"}`]: growing(),
    [`workspace_bot_posts_total{${of},outcome="failed"}`]: growing(),
    [`workspace_bot_discord_invalid_requests{${of}}`]: staying(0),
    [`workspace_bot_circuit_breakers_open{${of},scope="service"}`]: staying(0),
    [`workspace_bot_circuit_breakers_open{${of},scope="workspace"}`]: staying(1),
    [`workspace_bot_service_calls_total{${of},operation="searchOrders",outcome="ok"}`]: growing(100),
    [`workspace_bot_service_calls_total{${of},operation="searchOrders",outcome="failed"}`]: growing(),
    [`workspace_bot_unknown_writes{${of}}`]: staying(0),
    [`workspace_bot_leases_expired_total{${of},kind="post"}`]: growing(),
    [`workspace_bot_store_pool_connections{${of},state="waiting"}`]: staying(0),
    [`workspace_bot_shards{${of},state="missing"}`]: staying(0),
    [`workspace_bot_shards_unserved{${of}}`]: staying(0),
    [`workspace_bot_clock_skew_seconds{${of}}`]: staying(0.1),
    [`nodejs_eventloop_lag_p99_seconds{${of}}`]: staying(0.02),
  };
}

const of = (replica: string, more = ""): string => `{job="cafe-bot",instance="${replica}"${more}}`;
const failedPosts = (replica: string): string =>
  `workspace_bot_posts_total${of(replica, ',outcome="failed"')}`;
const failedCalls = (replica: string): string =>
  `workspace_bot_service_calls_total${of(replica, ',operation="searchOrders",outcome="failed"')}`;
const failedStatements = (replica: string): string =>
  `workspace_bot_store_call_seconds_count${of(replica, ',kind="select",outcome="error"')}`;
const cutOff = (replica: string): string =>
  `workspace_bot_leases_expired_total${of(replica, ',kind="post"')}`;
const serviceBreaker = (replica: string): string =>
  `workspace_bot_circuit_breakers_open${of(replica, ',scope="service"')}`;

/** A replica that ended: nothing is left of what it said. */
const gone = (replica: string): Series => ({
  ...Object.fromEntries(
    Object.keys(sayHealthy(replica)).map((series) => [series, `1x${faultAt - 1} _x${minutes - faultAt}`]),
  ),
  [`up${of(replica)}`]: from(1, 0),
});

interface Case {
  readonly fires: Series;
  /** Besides the alert itself. */
  readonly also?: readonly string[];
  readonly silent: Series;
}

const cases: Readonly<Record<string, Case>> = {
  BotDown: {
    fires: { ...gone("a"), ...gone("b") },
    also: ["ReplicaGone"],
    silent: { [`workspace_bot_ready${of("a")}`]: `1x${minutes - 2} 0x2` },
  },
  ReplicaGone: { fires: gone("b"), silent: { [`up{job="other",instance="b"}`]: staying(0) } },
  ReplicaNotReady: {
    fires: { [`workspace_bot_ready${of("b")}`]: from(1, 0) },
    silent: { [`workspace_bot_ready${of("b")}`]: `1x${minutes - 4} 0x4` },
  },
  SlowAnswers: { fires: sayHealthy("a", { answer: 3 }), silent: sayHealthy("a", { answer: 1 }) },
  LatePosts: { fires: sayHealthy("a", { late: 300 }), silent: sayHealthy("a", { late: 10 }) },
  FailedPosts: {
    fires: { [failedPosts("a")]: jump(3), [failedPosts("b")]: jump(3) },
    silent: { [failedPosts("a")]: jump(5) },
  },
  InvalidRequests: {
    fires: {
      [`workspace_bot_discord_invalid_requests${of("a")}`]: from(0, 1_100),
      [`workspace_bot_discord_invalid_requests${of("b")}`]: from(0, 1_100),
    },
    silent: { [`workspace_bot_discord_invalid_requests${of("a")}`]: from(0, 1_900) },
  },
  ServiceDown: {
    fires: { [serviceBreaker("a")]: from(0, 1) },
    silent: { [serviceBreaker("a")]: `0x${minutes - 1} 1x1` },
  },
  ServiceErrors: { fires: { [failedCalls("a")]: growing(40) }, silent: { [failedCalls("a")]: growing(10) } },
  UnknownWrites: {
    fires: { [`workspace_bot_unknown_writes${of("b")}`]: from(0, 4) },
    silent: { [`workspace_bot_unknown_writes${of("b")}`]: from(0, 3) },
  },
  ExpiredLeases: {
    fires: { [cutOff("a")]: `0x${minutes - 5} 2x5`, [cutOff("b")]: `0x${minutes - 5} 2x5` },
    silent: { [cutOff("a")]: `0x${minutes - 5} 3x5` },
  },
  SlowDatabase: { fires: sayHealthy("a", { statement: 1 }), silent: sayHealthy("a", { statement: 0.25 }) },
  DatabaseErrors: {
    fires: { [failedStatements("b")]: growing(12) },
    silent: { [failedStatements("b")]: growing(3) },
  },
  PoolExhausted: {
    fires: { [`workspace_bot_store_pool_connections${of("a", ',state="waiting"')}`]: from(0, 2) },
    silent: { [`workspace_bot_store_pool_connections${of("a", ',state="idle"')}`]: staying(3) },
  },
  ShardsMissing: {
    fires: { [`workspace_bot_shards${of("a", ',state="missing"')}`]: from(0, 1) },
    silent: { [`workspace_bot_shards${of("a", ',state="missing"')}`]: `0x${minutes - 3} 1x3` },
  },
  ShardsUnserved: {
    fires: { [`workspace_bot_shards_unserved${of("b")}`]: from(0, 2) },
    silent: { [`workspace_bot_shards_unserved${of("b")}`]: `0x${minutes - 3} 2x3` },
  },
  ClockSkew: {
    fires: { [`workspace_bot_clock_skew_seconds${of("b")}`]: from(0, -3) },
    silent: { [`workspace_bot_clock_skew_seconds${of("b")}`]: from(0, -1) },
  },
  BusyEventLoop: {
    fires: { [`nodejs_eventloop_lag_p99_seconds${of("a")}`]: from(0.02, 0.4) },
    silent: { 'nodejs_eventloop_lag_p99_seconds{job="another-program",instance="a"}': staying(2) },
  },
};

const prometheusTest = (changed: Series, alerts: readonly string[]) => ({
  interval: "1m",
  input_series: Object.entries({ ...sayHealthy("a"), ...sayHealthy("b"), ...changed }).map(
    ([series, values]) => ({ series, values }),
  ),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minutes}m`,
      exp_samples: alerts.map((alertname) => ({
        labels: `{alertname="${alertname}"}`,
        value: alertname === "ReplicaGone" && alerts.includes("BotDown") ? 2 : 1,
      })),
    },
  ],
});

/** @returns what it complains about */
async function runPromtool(args: readonly string[], input = ""): Promise<string> {
  const child = spawn(promtool, args, { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  const closed = once(child, "close");
  child.stdin.end(input);
  await closed;
  return child.exitCode === 0 ? "" : output;
}

test("every alert has a case", async () => {
  const alerts = await readFile(alertsPath, "utf8");
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  expect(Object.keys(cases).toSorted()).toEqual(named.toSorted());
});

test.skipIf(promtool === "")(
  "while two replicas are well no alert fires; each fires alone for its fault, and not just below it",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "workspace-bot-alerts-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const tests = Object.entries(cases).flatMap(([alert, { fires, also = [], silent }]) => [
      prometheusTest(fires, [alert, ...also]),
      prometheusTest(silent, []),
    ]);
    const path = join(folder, "tests.yaml");
    // JSON is YAML.
    await writeFile(
      path,
      JSON.stringify({
        rule_files: [alertsPath],
        // Between scrapes, as mostly, where Prometheus estimates what counters did.
        evaluation_interval: "45s",
        tests: [prometheusTest({}, []), ...tests],
      }),
    );
    expect(await runPromtool(["test", "rules", path])).toBe("");
  },
);

test.skipIf(promtool === "")(
  "Prometheus's own check finds nothing wrong with the bot's numbers",
  async () => {
    const metrics = createPrometheusMetrics("1.2.3", Date.now, Object.keys(contract));
    expect(await runPromtool(["check", "metrics"], await metrics.text())).toBe("");
  },
);

test("counters are there before anything is counted, so that the first event is seen", async () => {
  const text = await createPrometheusMetrics("1.2.3", Date.now, Object.keys(contract)).text();
  for (const line of [
    'workspace_bot_posts_total{outcome="failed"} 0',
    'workspace_bot_leases_expired_total{kind="write"} 0',
    'workspace_bot_discord_rate_limited_total{scope="global"} 0',
    'workspace_bot_discord_requests_total{status="429"} 0',
    'workspace_bot_service_calls_total{operation="searchOrders",outcome="no response"} 0',
    'workspace_bot_service_reads_total{source="cache"} 0',
    'workspace_bot_store_call_seconds_count{kind="select",outcome="error"} 0',
  ])
    expect(text).toContain(`${line}\n`);
});

test("alerts and dashboard name only numbers that are there before anything happened", async () => {
  const text = await createPrometheusMetrics("1.2.3", Date.now, Object.keys(contract)).text();
  const there = new Set([...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name));
  const files = ["alerts.yaml", "grafana.json"].map((file) =>
    readFile(join(import.meta.dirname, "../../deploy", file), "utf8"),
  );
  for (const file of await Promise.all(files)) {
    const named = [...file.matchAll(/\b(?:workspace_bot|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    // Of calls to the service, the times appear with the first call: no rule counts them.
    const missing = named.filter(
      (name) => !there.has(name) && !name.startsWith("workspace_bot_service_call_seconds"),
    );
    expect(missing).toEqual([]);
  }
});
