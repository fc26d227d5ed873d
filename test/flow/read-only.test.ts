// Depends on: database.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, startHarness } from "../support/harness.ts";
import { openLink, pressOnLink } from "../support/links.ts";
import { labelsOf, opened, shown } from "../support/replies.ts";
import { startTwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const refusal =
  "This server may only read from this workspace, so nothing was sent. An admin can allow changes in ";

test("an admin makes a link read-only and allows changes again, each after a preview and with an audit entry", async () => {
  await using harness = await startHarness();
  const [ada, mia] = [harness.as("ada"), harness.as("mia")];
  const orders = harness.service.state.orders.size;
  expect((await openLink(ada)).text).toContain("Allowed, each after a preview");
  const open = shown(await mia.run("order create", { items: "Flat white" }));

  const question = await pressOnLink(ada, "Make read-only…");
  expect(question.text).toContain("Make Harbour Café read-only?");
  expect(shown(await ada.press(question, "Not now")).text).toContain("Nothing was changed.");
  const receipt = shown(await ada.press(await pressOnLink(ada, "Make read-only…"), "Make read-only"));
  expect(receipt.text).toContain("Link made read-only");
  expect(shown(await ada.press(receipt, "All links")).text).toContain("🔒 Read-only");

  const refused = shown(await mia.press(open, "Log order"));
  expect(refused.text).toContain(refusal);
  expect(refused.private).toBe(true);
  expect(shown(await mia.run("order create")).text).toContain(refusal);
  expect(shown(await mia.run("order search")).text).toContain("orders");
  expect(harness.service.state.orders.size).toBe(orders);

  const allowing = await pressOnLink(ada, "Allow changes…");
  expect(allowing.text).toContain("Allow changes in Harbour Café?");
  await ada.press(allowing, "Allow changes");
  expect(shown(await mia.press(open, "Log order")).text).toContain("logged");
  expect(harness.service.state.orders.size).toBe(orders + 1);
  const entries = await harness.app.ctx.store.audit.list(guildId, { action: "link.read-only" }, { limit: 5 });
  expect(entries).toMatchObject([
    { outcome: "done", detail: { after: "allowed", workspace: "Harbour Café" } },
    { outcome: "done", detail: { after: "read-only", workspace: "Harbour Café" } },
  ]);
  expect(shown(await ada.run("audit")).text).toContain("made **Harbour Café** read-only");
});

test("a workspace is linked read-only from the start, and stays so with another key until changes are allowed", async () => {
  await using harness = await startHarness({ linked: false });
  const { service, app } = harness;
  const ada = harness.as("ada");
  const submit = async (changes: string | undefined) => {
    const form = opened(await ada.run("link set"));
    const typed = { "workspace-id": service.workspaceId, key: service.token };
    return shown(await ada.submit(form, { ...typed, ...(changes !== undefined && { changes: [changes] }) }));
  };
  const isReadOnly = async () => (await app.ctx.store.guildLinks.list(guildId))[0]?.isReadOnly;
  const linked = await submit("read-only");
  expect(linked.text).toContain("It's read-only: nothing is sent that changes the workspace.");
  expect(labelsOf(linked)).toEqual(["Set up the rest", "Allow changes…", "Remove…"]);
  expect(shown(await ada.press(linked, "Allow changes…")).text).toContain("Allow changes in Workspace?");
  expect(await isReadOnly()).toBe(true);
  expect((await submit(undefined)).text).toContain("Key replaced");
  expect(await isReadOnly()).toBe(true);
  expect((await submit("allowed")).text).not.toContain("read-only");
  expect(await isReadOnly()).toBe(false);
  await submit(undefined);
  expect(await isReadOnly()).toBe(false);
  const log = shown(await ada.run("audit")).text;
  expect(log).toContain("linked **Workspace**, read-only");
  expect(log).toContain("replaced the key of **Workspace**, changes allowed");
});

test("an order's card offers to order it again only where changes are allowed, also for a copy in the channel", async () => {
  await using harness = await startHarness();
  const mia = harness.as("mia");
  const cards = async () => {
    const list = shown(await mia.run("order search"));
    const [menu] = list.selects;
    const one = shown(await mia.choose(list, menu?.customId ?? "", [menu?.options[0]?.value ?? ""]));
    const found = shown(await mia.run("order search", { number: 1038 }));
    return { opened: labelsOf(one), found: labelsOf(found), card: found };
  };
  const before = await cards();
  expect(before.opened).toContain("Order again");
  expect(before.found).toContain("Order again");
  await harness.app.ctx.store.guildLinks.setReadOnly(guildId, "cafe", true);
  const after = await cards();
  expect(after.opened).toEqual(before.opened.filter((label) => label !== "Order again"));
  expect(after.found).toEqual(before.found.filter((label) => label !== "Order again"));
  expect(labelsOf(shown(await mia.press(after.card, "Show in channel")))).toEqual([]);
});

test("help and /me lead to nothing that changes a workspace where every link is read-only", async () => {
  await using harness = await startHarness();
  const { ctx } = harness.app;
  await connectAccount(ctx, {
    discordUserId: playgroundIds.mia,
    userId: "104872391",
    displayName: "Mia",
    memberName: "Mia",
  });
  const read = async () => {
    const first = shown(await harness.as("mia").run("help"));
    const [menu] = first.selects;
    const pages = [first.text, JSON.stringify(menu)];
    for (const { value } of menu?.options ?? [])
      pages.push(shown(await harness.as("mia").choose(first, menu?.customId ?? "", [value])).text);
    const mine = shown(await harness.as("mia").run("me"));
    return { first: first.text, help: pages.join("\n"), menus: JSON.stringify(mine.selects) };
  };
  const writes = /order create|request time|Log order/;
  const before = await read();
  expect(before.help).toMatch(writes);
  expect(before.help).not.toContain("read-only");
  expect(before.menus).toContain("Order again");

  await ctx.store.guildLinks.setReadOnly(guildId, "cafe", true);
  const after = await read();
  expect(after.help).not.toMatch(writes);
  expect(after.help).toContain("order search");
  expect(after.help.match(/linked read-only/g)).toHaveLength(1);
  expect(after.first).toContain("🔒 This server is linked read-only");
  expect(after.menus).not.toContain("Order again");

  const other = harness.service.addWorkspace({ name: "Bakery" });
  const [link] = await ctx.store.guildLinks.list(guildId);
  if (link === undefined) throw new Error("there is no link");
  const { workspaceId } = other;
  await ctx.store.guildLinks.save({ ...link, linkKey: "other", workspaceId, isReadOnly: false }, 5);
  expect((await read()).help).toMatch(writes);
});

test("another replica sends nothing as soon as it hears of it", async () => {
  const http = { DISCORD_INTERACTIONS: "http", HTTP_PORT: "0" };
  await using two = await startTwoApps(() => 0, http, { isCaching: true });
  const [first, second] = two.apps;
  await two.discord.endpoints.setInteractionsUrl(`http://127.0.0.1:${second.httpPort ?? 0}/interactions`);
  await until("the second one hears changes", () => second.ctx.store.receivesChanges());
  const mia = two.as("mia");
  const preview = shown(await mia.run("order create", { items: "Mocha" }));
  await first.ctx.store.guildLinks.setReadOnly(guildId, "cafe", true);
  await until("it is known", async () =>
    shown(await mia.run("order create", { items: "Mocha" })).text.includes(refusal),
  );
  const orders = two.service.state.orders.size;
  expect(shown(await mia.press(preview, "Log order")).text).toContain(refusal);
  expect(two.service.state.orders.size).toBe(orders);
});
