// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startHarness } from "../support/harness.ts";
import { labelsOf, presentText, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

test("a confirmed order delayed for half a minute isn't sent, and can then be sent again", async () => {
  await using harness = await startHarness();
  const { discord, service, clock } = harness;
  const mia = harness.as("mia");
  const orders = () => service.state.orders.size;
  const before = orders();
  const preview = shown(await mia.run("order create", { items: "Flat white" }));

  using _ = harness.losePatience("bot");
  // The service asks to be left alone for two seconds; meanwhile half a minute passes.
  service.faults.add({ operation: "createOrder", kind: "status", status: 429, resetSeconds: 2 });
  const answered = () => discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
  const pressed = mia.press(preview, "Log order");
  await until("the service asked to be left alone", () => service.faults.active.length === 0);
  await until("the press is answered after the command", () => answered() === 2);
  clock.advance(31_000);
  const held = shown(await pressed);
  expect(held.text).toContain("This took too long on my side, so nothing was sent.");
  expect(held.text).toContain("Flat white");
  expect(labelsOf(held)).toEqual(["Try again"]);
  expect(orders()).toBe(before);

  await mia.press(held, "Try again");
  expect(presentText(mia, preview)).toMatch(/Order #\d+ logged/);
  expect(orders()).toBe(before + 1);

  const [sent, unsent] = await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, { limit: 2 });
  expect([sent?.outcome, unsent?.outcome]).toEqual(["done", "unsent"]);
});
