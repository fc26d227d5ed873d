// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { StoreError } from "../../src/store/errors.ts";
import { startHarness } from "../support/harness.ts";
import { startKillable } from "../support/long/crash-order.ts";
import { presentText, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

test("an order whose bot was killed can only be looked for; the audit log says its outcome is unknown", async () => {
  await using killable = await startKillable();
  const { told, buttons, record } = await killable.killAt("once the press was acknowledged", 0);
  expect(told).toMatch(/don't know.*\/order search/s);
  expect(buttons).toEqual(["Look for it"]);
  expect(record).toMatch(new RegExp(`❓ <@${playgroundIds.mia}>.*\\n1 entry`, "s"));
});

test("an order that the database couldn't mark as done is marked later, and its receipt stays true", async () => {
  await using harness = await startHarness();
  const { ctx } = harness.app;
  const { drafts } = ctx.store;
  let refused = 0;
  const resolve: typeof drafts.resolve = (...end) => {
    refused += 1;
    return refused <= 2 ? Promise.reject(new StoreError("locked", "busy")) : drafts.resolve(...end);
  };
  Object.assign(ctx.store, { drafts: { ...drafts, resolve } });
  const mia = harness.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  const receipt = shown(await mia.press(preview, "Log order"));
  expect(receipt.text).toContain("logged");
  await until("it is marked after all", () => refused > 2);
  await harness.restart();
  expect(presentText(mia, receipt)).toBe(receipt.text);
  expect(await harness.app.ctx.store.audit.list(playgroundIds.guildId, {}, { limit: 5 })).toMatchObject([
    { action: "order.create", outcome: "done" },
  ]);
});
