// Depends on: database.
import { describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { WorkspaceEmulator } from "../../playground/service/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { pressOnLink } from "../support/links.ts";
import { opened, shown } from "../support/replies.ts";

const setLink = async (harness: Harness, { workspaceId, token }: WorkspaceEmulator) => {
  const form = opened(await harness.as("ada").run("link set"));
  await harness.as("ada").submit(form, { "workspace-id": workspaceId, key: token, name: "Another" });
};

test("a preview from before its workspace was replaced writes nothing to the new one", async () => {
  await using harness = await startHarness();
  const other = harness.service.addWorkspace({ name: "Harbour Bakery" });
  const before = [harness.service.state.orders.size, other.state.orders.size];
  const mia = harness.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));

  await harness.as("ada").press(await pressOnLink(harness.as("ada"), "Remove…"), "Remove link");
  await setLink(harness, other);

  expect(shown(await mia.press(preview, "Log order")).text).toContain(
    "a workspace this server is no longer linked to, so nothing was done",
  );
  expect([harness.service.state.orders.size, other.state.orders.size]).toEqual(before);
});

test("a preview from before the default workspace changed still writes to its own", async () => {
  await using harness = await startHarness();
  const { service } = harness;
  const other = service.addWorkspace({ name: "Harbour Bakery" });
  const before = [service.state.orders.size, other.state.orders.size] as const;
  const mia = harness.as("mia");
  const preview = shown(await mia.run("order create", { items: "Flat white" }));

  await setLink(harness, other);
  await pressOnLink(harness.as("ada"), "Make default", "Another");

  expect(shown(await mia.press(preview, "Log order")).text).toContain("logged");
  expect([service.state.orders.size, other.state.orders.size]).toEqual([before[0] + 1, before[1]]);
});

test("a preview stored for one workspace is never sent to another", async () => {
  await using harness = await startHarness();
  const { service, app } = harness;
  const { newId, now, store } = app.ctx;
  const mia = harness.as("mia");
  const screen = shown(await mia.run("help"));
  const id = newId();
  await store.drafts.create({
    id,
    guildId: playgroundIds.guildId,
    discordUserId: playgroundIds.mia,
    kind: "order.create",
    payload: { workspaceId: "64b0000000000000000000ff", payload: { items: ["Flat white"] } },
    createdAt: now(),
    expiresAt: now() + 60_000,
  });
  const before = service.requests.length;
  const reply = shown(await mia.forge.press(screen, `order.create.confirm:${id}`));
  expect(reply.text).toContain("was linked to another workspace after this preview, so nothing was sent");
  expect(service.requests.length).toBe(before);
  expect((await store.drafts.find(id))?.state).toBe("open");
});

describe("a preview from before someone in it was connected to another workspace user", () => {
  const { guildId, mia, theo } = playgroundIds;
  const userIds = { [mia]: "104872391", [theo]: "118203774" } as const;

  test.each([
    ["gives nothing to the user they were", "theo", mia, "Gift activity", `<@${mia}> is no longer connected`],
    ["gives nothing in the name of that user", "theo", theo, "Gift activity", "You're no longer connected"],
    ["logs no order in the name of that user", "mia", mia, "Log order", "You're no longer connected"],
  ] as const)("%s", async (_what, asked, discordUserId, label, refusal) => {
    await using harness = await startHarness();
    const { store } = harness.app.ctx;
    const names = { displayName: "Someone", memberName: "Someone" };
    for (const member of [mia, theo] as const)
      await connectAccount(harness.app.ctx, { ...names, discordUserId: member, userId: userIds[member] });
    const person = harness.as(asked);
    const preview = shown(
      await (label === "Log order"
        ? person.run("order create", { items: "Flat white" })
        : person.run("activity gift", { person: `<@${mia}>`, duration: "30" })),
    );
    const writes = () =>
      harness.service.requests.filter(({ operation }) =>
        ["giftActivity", "createOrder"].includes(operation ?? ""),
      ).length;
    await store.accounts.disconnect(guildId, discordUserId);
    await connectAccount(harness.app.ctx, { ...names, discordUserId, userId: "555000111" });
    expect(shown(await person.press(preview, label)).text).toContain(refusal);
    expect(writes()).toBe(0);

    await store.accounts.disconnect(guildId, discordUserId);
    await connectAccount(harness.app.ctx, { ...names, discordUserId, userId: userIds[discordUserId] });
    await person.press(preview, label);
    expect(writes()).toBe(1);
  });
});
