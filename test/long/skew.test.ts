import { join } from "node:path";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { shown } from "../support/shown.ts";
import { startReplicas } from "../support/two-bots.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const preload = join(import.meta.dirname, "../support/skewed.process.ts");

test("a replica 70 s ahead leaves a write to its sender, and the audit log has one outcome", async () => {
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
  const skewed = await all.start({ preload, environment: { SKEW_MS: "70000" } });
  expect(skewed.output()).toContain("the machine's clock and the database's differ");
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
