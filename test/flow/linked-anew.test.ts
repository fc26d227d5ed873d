import { expect, test } from "vitest";
import { playgroundIds } from "../../src/playground/discord/index.ts";
import { linkSealContext } from "../../src/vault/contexts.ts";
import { startHarness } from "../support/harness.ts";
import { shown } from "../support/shown.ts";

test("a question asked before the server was linked to another workspace writes nothing into the new one", async () => {
  await using harness = await startHarness();
  const { service, app } = harness;
  const before = service.state.orders.size;
  const mia = harness.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));

  const { guildLinks } = app.ctx.store;
  const link = await guildLinks.find(playgroundIds.guildId);
  if (link === undefined) throw new Error("the guild is not linked");
  const elsewhere = { ...link, workspaceId: "0".repeat(24) };
  const sealedToken = app.ctx.vault.seal(service.token, linkSealContext(link.guildId, elsewhere.workspaceId));
  await guildLinks.save({ ...elsewhere, sealedToken });

  expect(shown(await mia.press(preview, "Log order")).text).toMatch(
    /linked to another workspace.*nothing was sent/s,
  );
  expect(service.state.orders.size).toBe(before);
});
