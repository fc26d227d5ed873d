import { join } from "node:path";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { readPort } from "../support/bot-process.ts";
import { shown } from "../support/replies.ts";
import { startReplicas } from "../support/two-bots.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const support = join(import.meta.dirname, "../support");

interface Probes {
  readonly status: number;
  /** What `/readyz` says of the clock. */
  readonly clock: unknown;
  /** The number with this name. */
  readonly value: (name: string) => number;
}

async function probe(port: number): Promise<Probes> {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const [readyz, metrics] = await Promise.all([get("/readyz"), get("/metrics")]);
  const { checks } = (await readyz.json()) as { readonly checks: Readonly<Record<string, unknown>> };
  const lines = (await metrics.text()).split("\n");
  const value = (name: string) =>
    Number(lines.find((line) => line.startsWith(`workspace_bot_${name} `))?.split(" ")[1] ?? Number.NaN);
  return { status: readyz.status, clock: checks["clock"], value };
}

test("a replica 70 s ahead isn't ready and leaves a write to its sender, and the audit log has one outcome", async () => {
  await using all = await startReplicas({ replicas: [{}], environment: { LOG_LEVEL: "info" } });
  const { service, store, discord } = all;
  const mia = all.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  service.faults.add({ kind: "slow", ms: 9_000, operation: "createOrder" });
  const pressed = mia.press(preview, "Log order");
  await until("the order is on its way", () =>
    discord.requests.some(({ path }) => path.endsWith("/callback")),
  );

  // What it finds abandoned at its start it tells people of.
  const preload = join(support, "skewed.process.ts");
  const skewed = await all.start({ preload, environment: { SKEW_MS: "70000", HTTP_PORT: "0" } });
  const port = await readPort(skewed.output);
  expect(skewed.output()).toContain("the machine's clock and the database's differ");
  const { status, clock, value } = await probe(port);
  expect([status, clock]).toEqual([
    503,
    expect.stringMatching(/clock differs from the database's by (?:69[5-9]|70[0-4])\d{2} ms/),
  ]);
  expect(value("clock_skew_seconds")).toBeCloseTo(70, 0);
  expect(value("ready")).toBe(0);
  await pressed;
  const told = () => mia.read().find(({ id }) => id === preview.id)?.text ?? "";
  await until("the order is logged", () => told().includes("logged"));
  await until(
    "the audit log has it",
    async () => (await store.audit.list(guildId, {}, { limit: 10 })).length > 0,
  );
  const entries = await store.audit.list(guildId, {}, { limit: 10 });
  expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([["order.create", "done"]]);
  expect(skewed.output()).not.toContain("a write was cut off");
});

test("a replica counts as ready while its clock is at most 5 s ahead or behind", async () => {
  const preload = join(support, "clock.process.ts");
  await using all = await startReplicas({
    replicas: [{ preload }],
    environment: { LOG_LEVEL: "info", HTTP_PORT: "0" },
  });
  const [bot] = all.bots;
  const port = await readPort(() => bot?.output() ?? "");
  for (const [aheadMs, isReady] of [
    [0, true],
    [4_500, true],
    [5_500, false],
    [-4_500, true],
    [-5_500, false],
    [0, true],
  ] as const) {
    bot?.send(aheadMs);
    await until(`it is off by ${aheadMs} ms`, async () => {
      const { value } = await probe(port);
      return Math.abs(value("clock_skew_seconds") - aheadMs / 1_000) < 0.2;
    });
    const { status, clock, value } = await probe(port);
    const said = isReady ? "ok" : expect.stringContaining("differs from the database's");
    expect([status, clock, value("ready")]).toEqual([isReady ? 200 : 503, said, isReady ? 1 : 0]);
  }
});
