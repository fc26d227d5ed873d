// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ guarded: true });
});
afterEach(() => harness[Symbol.asyncDispose]());

/** Links the bakery's guild with this key, and posts an order board in both guilds, the bakery's first. */
async function bothBoards(workspace: Pick<WorkspaceEmulator, "workspaceId" | "token">) {
  const { store, vault, now } = harness.app.ctx;
  const { guildId } = bakeryIds;
  const { workspaceId, token } = workspace;
  const sealedToken = vault.seal(token, createLinkSealContext(guildId, workspaceId));
  const made = { linkedByDiscordUserId: playgroundIds.ada, linkedAt: now(), createdAt: now() };
  await store.guildLinks.save(
    { guildId, linkKey: "bakery", workspaceId, name: "B", sealedToken, ...made },
    10,
  );
  const bakery = await board({ guildId, channelId: bakeryIds.counter, linkKey: "bakery" });
  const { guildId: cafeGuildId, orders: channelId } = playgroundIds;
  return { bakery, cafe: await board({ guildId: cafeGuildId, channelId, linkKey: "cafe" }) };
}

/** Posted now, and either live or paused in the end. */
async function board(place: Pick<Schedule, "guildId" | "channelId" | "linkKey">) {
  const { store, now, newId } = harness.app.ctx;
  const id = newId();
  const base = sampleSchedule({ ...place, id, makerDiscordUserId: playgroundIds.ada, createdAt: now() });
  const live = {
    kind: "orders",
    mode: "live",
    options: { pictures: false },
    refreshEveryMs: 120_000,
    nextRefreshAt: now(),
  } as const;
  await store.schedules.create({ ...base, ...live });
  const present = () => store.schedules.find(place.guildId, id);
  await until("it is posted or paused", async () => {
    const { lastOutcome, state } = (await present()) ?? {};
    return lastOutcome === "sent" || state === "paused";
  });
  const found = await present();
  const message = harness.discord
    .messagesIn(place.channelId)
    .find(({ id: each }) => each === found?.messageId);
  return { state: found?.state, reason: found?.pausedReason, text: message?.text };
}

test("boards of two workspaces with the same key each show their own, even within one minute", async () => {
  const other = harness.service.addWorkspace({ name: "Harbour Bakery" });
  other.issueToken(harness.service.token);
  for (const [{ state }, item] of [
    [harness.service, "Flat white"],
    [other, "Rye loaf"],
  ] as const) {
    const at = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
    const order = { _id: "1".repeat(24), order_number: 1, items: [item], status: "submitted", createdAt: at };
    state.orders.clear();
    state.orders.set(order._id, { order: { ...order, updatedAt: at }, steps: [] });
  }
  const { bakery, cafe } = await bothBoards(other);
  expect(bakery.text).toContain("Rye loaf");
  expect(cafe.text).toContain("Flat white");
  expect(cafe.text).not.toContain("Rye loaf");
});

test("with two keys to one workspace, the revoked one gets nothing that the other reads", async () => {
  const token = harness.service.issueToken();
  const { bakery, cafe } = await bothBoards({ workspaceId: harness.service.workspaceId, token });
  expect(bakery).toMatchObject({ state: "active", text: expect.stringContaining("open\u00a0order") });
  expect(cafe).toMatchObject({ state: "paused", reason: expect.stringContaining("no longer accepts") });
});
