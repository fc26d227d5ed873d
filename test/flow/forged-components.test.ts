// Depends on: transport.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { allComponents, forgeComponent } from "../support/components.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { samplesOf } from "../support/access/command-options.ts";
import { componentAccess, type IdParts } from "../support/access/matrix.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";
import { newestText, shown } from "../support/replies.ts";
import { storeImport } from "../support/stored-import.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, mia, orders, managers, calendar, adminRole } = playgroundIds;
/** A form may be opened by nothing that was kept, or by what someone typed before. */
const formDrafts: Readonly<Record<string, string>> = {
  "order.form": "order.form",
  "order.form-again": "order.form",
  "role.form": "role.form",
  "role.form-again": "role.form",
  "workspace.form": "workspace.form",
  "workspace.form-again": "workspace.form",
};
const someoneElsesPreview =
  "This preview is for someone else, so nothing was done. Run the command yourself to get your own.";
const outdatedButton =
  "This button is from an older message and no longer works. Nothing was done. Run the command again.";
/** What is said instead of `someoneElsesPreview`. */
const otherRefusals: Readonly<Record<string, string>> = {
  "account.import.show": outdatedButton,
  "account.import.take": outdatedButton,
  "account.import.take-all": outdatedButton,
  "account.import.file": outdatedButton,
  "account.import.undo": outdatedButton,
  "account.withdraw": outdatedButton,
  "request.ask-again": outdatedButton,
  "remind.stop": "This reminder is for someone else, so nothing was changed. Use </remind:",
  "request.withdraw": "This button is for someone else, so nothing was done. Managers can decline it.",
};
/** Presses on what is not theirs are counted together for so long. */
const windowMs = 5 * 60_000;

let harness: Harness;
let screen: SeenMessage;
beforeAll(async () => {
  harness = await startHarness();
  const { store } = harness.app.ctx;
  await store.accessRoles.set(guildId, adminRole, "admin");
  await store.guildSettings.set(guildId, "managers-channel", managers);
  screen = shown(await harness.as("ada").run("help"));
});
afterAll(() => harness[Symbol.asyncDispose]());

/** What Mia's own component is made of, and whether any of that is hers alone. */
function miasParts(): {
  readonly parts: IdParts;
  readonly draftIds: readonly string[];
  readonly claimIds: readonly string[];
  readonly importIds: readonly string[];
  /** Of requests for time. */
  readonly requestIds: readonly string[];
  readonly isHers: () => boolean;
} {
  const { newId, now, store } = harness.app.ctx;
  const draftIds: string[] = [];
  const claimIds: string[] = [];
  const importIds: string[] = [];
  const requestIds: string[] = [];
  let named = false;
  const samples = samplesOf(harness.service);
  const parts: IdParts = {
    ...samples,
    guildId,
    memberId: mia,
    freeMemberId: mia,
    roleId: adminRole,
    channelId: orders,
    postChannelId: calendar,
    scheduleId: "none",
    get presserId() {
      named = true;
      return mia;
    },
    async draft(kind) {
      const id = newId();
      if (kind === "none") return id;
      draftIds.push(id);
      const payload = { workspaceId: harness.service.workspaceId, payload: {} };
      const times = { createdAt: now(), expiresAt: now() + 60_000 };
      await store.drafts.create({ id, guildId, discordUserId: mia, kind, payload, ...times });
      return id;
    },
    async imported() {
      const id = await storeImport(harness.app.ctx, mia, harness.service);
      importIds.push(id);
      return id;
    },
    async timeRequest(own) {
      const id = newId();
      if (own) requestIds.push(id);
      await store.timeRequests.removeByMember(guildId, mia);
      await store.timeRequests.create({ ...sampleTimeRequest(now()), id, guildId, discordUserId: mia }, 5);
      return id;
    },
    async claim(own) {
      const id = newId();
      if (own) claimIds.push(id);
      await store.connectionRequests.create({
        id,
        guildId,
        discordUserId: mia,
        userId: samples.freeUserId,
        displayName: "Mia",
        username: undefined,
        avatarUrl: undefined,
        memberName: "Mia",
        channelId: orders,
        cardChannelId: undefined,
        cardMessageId: undefined,
        createdAt: now(),
        state: "open",
        decidedByDiscordUserId: undefined,
        toldAt: undefined,
        decidedAt: undefined,
        reason: undefined,
      });
      return id;
    },
  };
  const isHers = () => named || draftIds.length + claimIds.length + importIds.length + requestIds.length > 0;
  return { parts, draftIds, claimIds, importIds, requestIds, isHers };
}

async function idOfMias(name: string) {
  const row = componentAccess[name];
  if (row === undefined) throw new Error("the table of components does not name it");
  const mias = miasParts();
  const ofForm = formDrafts[name];
  const fields = ofForm === undefined ? await row.fields(mias.parts) : [await mias.parts.draft(ofForm)];
  const customId = [name, ...fields.map(encodeURIComponent)].join(":");
  return { ...mias, customId, typed: row.typed?.(mias.parts) ?? {} };
}

const misuses = () =>
  harness.app.ctx.store.audit.list(guildId, { action: "component.refused" }, { limit: 1 });

test("counted refusals are in the audit log once the bot stops", async () => {
  harness.clock.advance(windowMs + 1_000);
  const { customId, typed } = await idOfMias("account.withdraw");
  expect(typed).toEqual({});
  const person = harness.as("ada");
  const message = person.read().at(-1) ?? shown(await person.run("help"));
  for (let time = 0; time < 3; time += 1) await person.forge.press(message, customId);
  await harness.restart();
  expect(await misuses()).toMatchObject([{ detail: { times: 2, components: ["account.withdraw"] } }]);
});

test("many components belong to one person, including all previews and withdrawals of requests", async () => {
  const personal: string[] = [];
  for (const { name } of allComponents) if ((await idOfMias(name)).isHers()) personal.push(name);
  expect(personal.filter((name) => name.endsWith(".confirm"))).toHaveLength(
    allComponents.filter(({ name }) => name.endsWith(".confirm")).length,
  );
  expect(personal).toEqual(
    expect.arrayContaining([
      "account.withdraw",
      "remind.stop",
      "request.withdraw",
      "order.fix",
      "order.form",
      "schedule.zone.fix",
    ]),
  );
});

test.each(allComponents)(
  "$name does nothing for an admin when it is someone else's",
  async ({ kind, name }) => {
    const { customId, typed, draftIds, claimIds, importIds, requestIds, isHers } = await idOfMias(name);
    if (!isHers()) return;
    const { store } = harness.app.ctx;
    harness.clock.advance(windowMs + 1_000);
    harness.service.resetRateLimit();
    const before = harness.service.requests.length;
    await store.reminders.set({
      guildId,
      discordUserId: mia,
      kind: "week",
      linkKey: "cafe",
      channelId: orders,
      hours: 24,
      setAt: harness.clock.now(),
    });

    const person = harness.as("ada");
    const { length } = person.read();
    await forgeComponent(person, kind, customId, screen, typed);
    await until("the press is answered", () => person.read().length > length);
    await expect.poll(() => newestText(person)).toContain(otherRefusals[name] ?? someoneElsesPreview);
    expect(person.read().at(-1)?.private).toBe(true);
    for (const id of draftIds) expect((await store.drafts.find(id))?.state).toBe("open");
    for (const id of claimIds) expect((await store.connectionRequests.find(id))?.state).toBe("open");
    for (const id of importIds) {
      expect((await store.imports.find(id))?.state).toBe("asking");
      expect(await store.imports.people(id)).toMatchObject([{ state: "waiting" }]);
    }
    for (const id of requestIds) expect((await store.timeRequests.find(id))?.state).toBe("open");
    expect(await store.reminders.find(guildId, mia, "week")).toBeDefined();
    expect(harness.service.requests.length).toBe(before);
    const [entry] = await misuses();
    expect(entry).toMatchObject({ discordUserId: ada, target: name, outcome: "refused" });
  },
);
