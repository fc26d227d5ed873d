// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { DraftClaim } from "../../src/store/drafts.ts";
import { StoreError } from "../../src/store/errors.ts";
import { startHarness } from "../support/harness.ts";
import { askToAdd } from "../support/schedules.ts";
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

test("a preview with a picture, cut off while it was confirmed, says that its outcome is unknown, and leaves no picture", async () => {
  await using harness = await startHarness();
  const theo = harness.as("theo", "staff");
  const { calendar } = playgroundIds;
  const plan = { kind: "calendar", channel: calendar, days: "Tuesday", time: "8:00", zone: "Europe/Berlin" };
  const preview = await askToAdd(theo, plan);
  expect(preview.embeds[1]?.image).toBeDefined();
  const { store } = harness.app.ctx;
  const { drafts } = store;
  const answers = () => harness.discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
  let asked: DraftClaim | undefined;
  const claim: typeof drafts.claim = async (given) => {
    asked = given;
    await until("the press is answered after the command", () => answers() === 2);
    throw new StoreError("locked", "busy");
  };
  Object.assign(store, { drafts: { ...drafts, claim } });
  await theo.press(preview, "Add schedule");
  if (asked === undefined) throw new Error("nothing was claimed");
  // As far as a press comes whose process dies.
  await drafts.claim({ ...asked, leaseUntil: asked.now + 1 });
  harness.clock.advance(1_000);
  await harness.restart();
  const left = theo.read().find((message) => message.id === preview.id);
  expect(left?.text).toContain("I couldn't finish adding the schedule, so I don't know whether it exists");
  expect(left?.buttons).toEqual([]);
  expect(left?.attachments).toEqual([]);
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
