// Depends on: nothing that varies.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import type { Access } from "../../src/interactions/access.ts";
import type { CommandHandler, Component } from "../../src/interactions/handler.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import {
  type Outcome,
  type Person,
  playgroundIds,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import type { SnapshotWeek } from "../../commands/weeks/store.ts";
import { allComponents, draftKinds, forgeComponent } from "../support/components.ts";
import { connectAccount, type Harness, jobTools, link, startHarness } from "../support/harness.ts";
import { optionsOf, type Samples, samplesOf } from "../support/access/command-options.ts";
import {
  admitted,
  askedBy,
  commandAccess,
  componentAccess,
  type IdParts,
  type Kind,
  kinds,
  optionAccess,
} from "../support/access/matrix.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { askToForget } from "../support/privacy.ts";
import { shown } from "../support/replies.ts";
import { storeImport } from "../support/stored-import.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, theo, mia, noor, sam, orders, calendar, managers } = playgroundIds;
const { adminRole, managerRole, staffRole } = playgroundIds;
/** Someone who has left: whatever becomes of them is nobody else's trouble. */
const gone = "1100000000000000999";
const scheduleId = "once-a-year";
const dayMs = 24 * 60 * 60_000;
const mias = "104872391";
const noors = "118203774";

const who: Readonly<Record<Kind, { readonly discordUserId: string; readonly roleIds: readonly string[] }>> = {
  stranger: { discordUserId: sam, roleIds: [] },
  "staff, about themselves": { discordUserId: mia, roleIds: [staffRole] },
  "staff, about others": { discordUserId: noor, roleIds: [staffRole] },
  manager: { discordUserId: theo, roleIds: [managerRole] },
  admin: { discordUserId: ada, roleIds: [adminRole] },
  "former admin": { discordUserId: sam, roleIds: [] },
  // The guild is Ada's own.
  "Manage Server, beside mapped admins": { discordUserId: ada, roleIds: [] },
};

const refusal = /^Only [\w *]+ can [\w' ]+ here\. (?:You're|You don't have) /;

/** Every command as a person starts it, menus by their names. */
const handlers: readonly { readonly path: string; readonly handler: CommandHandler }[] = commands.flatMap(
  (command) =>
    command.kind === "slash"
      ? [...command.handlers].map(([sub, handler]) => ({
          path: `${command.json.name} ${sub}`.trim(),
          handler,
        }))
      : [],
);
const menus = commands.flatMap((command) => (command.kind === "slash" ? [] : [command]));
const autocompletes = handlers.flatMap(({ path, handler }) =>
  [...handler.autocomplete.keys()].map((option) => ({ path, option, access: handler.access })),
);

let harness: Harness;
let requests = 0;
let written = 0;
/** A private message on each one's screen, to press on. */
const screens = new Map<string, SeenMessage>();
let post: SeenMessage;

beforeAll(async () => {
  harness = await startHarness();
  harness.service.onExchange(({ method }) => {
    requests += 1;
    if (method !== "GET") written += 1;
  });
  await reset();
  for (const discordUserId of [ada, theo, mia, noor, sam])
    screens.set(discordUserId, shown(await harness.discord.as(discordUserId, orders).run("help")));
  const search = shown(await harness.as("mia").run("order search"));
  post = shown(await harness.as("mia").press(search, "Show in channel"));
  // Something has to be there to be suggested.
  const { store, now } = harness.app.ctx;
  const cafe = { guildId, linkKey: "cafe" };
  await store.people.note([{ link: cafe, userIds: ["4711"] }], { now: now(), staleBefore: 0 });
  const known = { userId: "4711", displayName: "Known", username: undefined, colour: undefined };
  await store.people.learn(cafe, [{ ...known, foldedNames: ["known"] }], now());
  await runJob(weeks, jobTools(harness.app));
  const question = shown(await harness.as("mia").run("order create", { items: "Tea" }));
  await harness.as("mia").press(question, "Log order");
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(reset);

/** All as it was, whatever was done by those who may. */
async function reset(): Promise<void> {
  const { app, clock, service, discord } = harness;
  const { store } = app.ctx;
  clock.advance(61_000);
  // Refusals of the last minutes are recorded together later: now, not amid the next attempt.
  await app.ctx.misuseAudit.flush();
  service.resetRateLimit();
  for (const { discordUserId, roleIds } of Object.values(who).toReversed())
    discord.setRoles(guildId, discordUserId, roleIds);
  discord.setRoles(guildId, ada, [adminRole]);
  await store.accessRoles.set(guildId, adminRole, "admin");
  await store.accessRoles.set(guildId, managerRole, "manager");
  await store.accessRoles.set(guildId, staffRole, "staff");
  await store.guildSettings.set(guildId, "managers-channel", managers);
  await store.guildLinks.rename(guildId, "cafe", "Harbour Café");
  for (const discordUserId of [ada, theo, sam, gone]) await store.accounts.disconnect(guildId, discordUserId);
  for (const { id } of await store.schedules.list(guildId)) await store.schedules.remove(guildId, id);
  const place = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: theo };
  await store.schedules.create(sampleSchedule({ ...place, id: scheduleId, createdAt: clock.now() }));
  const { ctx } = app;
  await store.guildSettings.remove(guildId, "weeks-kept");
  await connectAccount(ctx, { discordUserId: mia, userId: mias, displayName: "Mia", memberName: "Mia" });
  await connectAccount(ctx, { discordUserId: noor, userId: noors, displayName: "Noor", memberName: "Noor" });
  // Mia may have been forgotten.
  await connectAccount(ctx, { discordUserId: gone, userId: "4712", displayName: "Gone", memberName: "Gone" });
  await ctx.store.weeks.snapshot(createOldWeek("4712"));
  await store.accounts.disconnect(guildId, gone);
}

/** Of which there is always an old one to be deleted. */
function createOldWeek(userId: string): SnapshotWeek {
  const { service, clock } = harness;
  const about = { guildId, workspaceId: service.workspaceId, userId, weekStart: "2026-01-05" };
  const numbers = { minutes: 1, messages: 2, orders: 3, assignments: [] };
  return { ...about, ...numbers, endsAt: clock.now() - 100 * dayMs, snapshotAt: clock.now() };
}

const samples = (): Samples => ({
  ...samplesOf(harness.service),
  userId: mias,
  memberId: mia,
  freeMemberId: theo,
  roleId: managerRole,
  channelId: orders,
  postChannelId: calendar,
  scheduleId,
});

/** One of a kind, with the roles of this moment. */
async function enter(kind: Kind): Promise<Person> {
  const { discordUserId, roleIds } = who[kind];
  const person = harness.discord.as(discordUserId, orders);
  // Some are the same person, and a press at once after another is a double press.
  harness.clock.advance(5_000);
  if (kind === "former admin") {
    harness.discord.setRoles(guildId, discordUserId, [adminRole]);
    const may = shown(await person.forge.run("access show"));
    expect(may.text).not.toMatch(refusal);
  }
  harness.discord.setRoles(guildId, discordUserId, roleIds);
  return person;
}

/** What someone started before losing access may still be recorded meanwhile, as theirs. */
const recorded = (discordUserId: string) => harness.app.ctx.store.audit.count(guildId, { discordUserId });
/** Public answers; what the clock or an earlier decision brings into the channel meanwhile answers nobody. */
const posted = () => harness.discord.messagesIn(orders).filter(({ asked }) => asked !== undefined).length;

/** What became of an attempt. A refusal is private, and nothing was requested from the service, done or recorded. */
async function attempt(
  person: Person,
  act: (person: Person) => Promise<Outcome>,
): Promise<"admitted" | "refused"> {
  const before = [requests, await recorded(person.discordUserId), posted()];
  const outcome = await act(person);
  if (outcome.kind === "form") return "admitted";
  const { text, private: isPrivate } = shown(outcome);
  if (!refusal.test(text)) {
    expect(text).not.toMatch(/Something broke|its database/);
    return "admitted";
  }
  expect(isPrivate).toBe(true);
  expect([requests, await recorded(person.discordUserId), posted()]).toEqual(before);
  return "refused";
}

/** Lets one of each kind try. */
async function expectAdmitted(access: Access, act: (person: Person) => Promise<Outcome>): Promise<void> {
  const verdicts: (readonly [Kind, string])[] = [];
  for (const kind of kinds) {
    const person = await enter(kind);
    verdicts.push([kind, await attempt(person, act)]);
  }
  expect(verdicts).toEqual(
    kinds.map((kind) => [kind, admitted[access].includes(kind) ? "admitted" : "refused"]),
  );
}

describe("the table", () => {
  test("names every command with its declared access, and no others", () => {
    const declared = [
      ...handlers.map(({ path, handler }) => [path, handler.access] as const),
      ...menus.map(({ json, handler }) => [json.name, handler.access] as const),
    ];
    expect(Object.fromEntries(declared)).toEqual(commandAccess);
  });

  test("names every button and form with its declared access, and no others", () => {
    const declared = Object.fromEntries(allComponents.map(({ name, access }) => [name, access]));
    const named = Object.entries(componentAccess).map(([name, { access }]) => [name, access] as const);
    expect(declared).toEqual(Object.fromEntries(named));
  });

  test("knows how each preview is opened", () => {
    expect(Object.keys(askedBy).toSorted()).toEqual(draftKinds.toSorted());
  });
});

describe("a command admits exactly whom it declares", () => {
  test.each(handlers)("/$path", ({ path, handler }) =>
    expectAdmitted(handler.access, (person) => person.forge.run(path, optionsOf(path, samples()))),
  );

  test.each(optionAccess)("/$path with a member: $access", ({ path, options, access }) =>
    expectAdmitted(access, (person) => person.forge.run(path, options(samples()))),
  );

  test.each(menus)("right-click: $json.name", ({ kind, json, handler }) =>
    expectAdmitted(handler.access, (person) =>
      kind === "user-menu" ? person.runOnUser(json.name, mia) : person.runOnMessage(json.name, post.id),
    ),
  );

  test("and Manage Server everywhere, as long as no role is mapped to admin", async () => {
    await harness.app.ctx.store.accessRoles.remove(guildId, adminRole);
    const person = await enter("Manage Server, beside mapped admins");
    for (const { path } of handlers)
      expect([path, await attempt(person, () => person.forge.run(path, optionsOf(path, samples())))]).toEqual(
        [path, "admitted"],
      );
  });
});

describe("autocomplete answers exactly those who may run the command", () => {
  test.each(autocompletes)("$option of /$path", async ({ path, option, access }) => {
    const options = optionsOf(path, samples());
    const may = admitted[access === "self-or-manager" ? "staff" : access];
    for (const kind of kinds) {
      const person = await enter(kind);
      const before = requests;
      const suggest = () => person.forge.suggest(path, options, { name: option, value: "" });
      if (may.includes(kind)) {
        await until(`${kind} is shown something`, async () => (await suggest()).length > 0);
      } else {
        expect([kind, await suggest()]).toEqual([kind, []]);
        expect(requests).toBe(before);
      }
    }
  });

  test.each(autocompletes.filter(({ access }) => access === "self-or-manager"))(
    "$option of /$path shows staff only themselves",
    async ({ path, option }) => {
      const valuesFor = async (kind: Kind, value: string) =>
        (await (await enter(kind)).forge.suggest(path, {}, { name: option, value })).map(
          (each) => each.value,
        );
      expect(await valuesFor("staff, about others", "")).toEqual([noors]);
      for (const typed of ["Mia", mias, `<@${mia}>`])
        expect(await valuesFor("staff, about others", typed)).toEqual([]);
      expect(await valuesFor("staff, about themselves", "")).toEqual([mias]);
      expect(await valuesFor("manager", "")).toEqual(expect.arrayContaining([mias, noors]));
    },
  );
});

describe("a button or form admits exactly whom it declares, whoever gets hold of it", () => {
  test.each(allComponents)("$name", (component) =>
    expectAdmitted(component.access, (person) => useForged(component, person)),
  );
});

describe("through a read-only link nothing is sent that changes the workspace, and whoever wants to is told first", () => {
  beforeEach(async () => {
    await harness.app.ctx.store.guildLinks.setReadOnly(guildId, "cafe", true);
    written = 0;
  });
  afterAll(() => harness.app.ctx.store.guildLinks.setReadOnly(guildId, "cafe", false));

  async function expectNothingWritten({ needs }: Pick<CommandHandler, "needs">, outcome: Outcome) {
    if (needs === "write") {
      const { text, private: isPrivate } = shown(outcome);
      expect(text).toContain("may only read from this workspace, so nothing was sent. An admin can allow");
      expect(isPrivate).toBe(true);
    } else if (outcome.kind !== "form") expect(shown(outcome).text).not.toContain("may only read");
    expect(written).toBe(0);
  }

  test.each(handlers)("/$path", async ({ path, handler }) => {
    const person = await enter("admin");
    await expectNothingWritten(handler, await person.forge.run(path, optionsOf(path, samples())));
  });

  test.each(menus)("right-click: $json.name", async ({ kind, json, handler }) => {
    const person = await enter("admin");
    const act =
      kind === "user-menu" ? person.runOnUser(json.name, mia) : person.runOnMessage(json.name, post.id);
    await expectNothingWritten(handler, await act);
  });

  test.each(allComponents)("$name", async (component) => {
    const person = await enter("admin");
    await expectNothingWritten(component, await useForged(component, person));
  });

  test("and every command or control through which something can be written says that it needs to", () => {
    const needing = [
      ...handlers.map(({ path, handler }) => ({ path, ...handler })),
      ...menus.map(({ json, handler }) => ({ path: json.name, ...handler })),
    ]
      .filter(({ needs }) => needs === "write")
      .map(({ path }) => path);
    expect(needing.toSorted()).toEqual(
      [
        "Log order",
        "activity gift",
        "order create",
        "post-delete",
        "request time",
        "role create",
        "session create-server",
        "taskboard format",
        "workspace settings",
      ].toSorted(),
    );
  });

  const writes = Object.entries(askedBy).filter(
    ([kind, { inStages }]) =>
      inStages !== true && allComponents.find(({ name }) => name === `${kind}.confirm`)?.needs === "write",
  );
  test.each(writes)("%s, previewed before that", async (kind, { path, options, ask }) => {
    const { store } = harness.app.ctx;
    await store.guildLinks.setReadOnly(guildId, "cafe", false);
    const person = await enter("admin");
    const asked = options?.(samples()) ?? optionsOf(path, samples());
    const question = (await ask?.(person, samples())) ?? shown(await person.forge.run(path, asked));
    const confirm = question.buttons.find(({ customId }) =>
      customId?.startsWith(`${kind}.confirm`),
    )?.customId;
    if (confirm === undefined) throw new Error(`no question came: ${question.text}`);
    await store.guildLinks.setReadOnly(guildId, "cafe", true);
    await expectNothingWritten({ needs: "write" }, await person.press(question, confirm));
    await store.guildLinks.setReadOnly(guildId, "cafe", false);
    await person.press(question, confirm);
    expect(written).toBe(1);
  });
});

async function useForged({ kind, name }: Component, person: Person): Promise<Outcome> {
  const row = componentAccess[name];
  if (row === undefined) throw new Error("the table does not name it");
  const screen = screens.get(person.discordUserId);
  if (screen === undefined) throw new Error("there is nothing on the screen");
  const parts = partsFor(person);
  const customId = [name, ...(await row.fields(parts)).map(encodeURIComponent)].join(":");
  return forgeComponent(person, kind, customId, screen, row.typed?.(parts));
}

function partsFor({ discordUserId }: Person): IdParts {
  const { newId, now, store } = harness.app.ctx;
  const created = { createdAt: now(), guildId };
  const { freeUserId } = samples();
  return {
    ...samples(),
    guildId,
    presserId: discordUserId,
    async draft(kind) {
      const id = newId();
      await store.drafts.create({
        ...created,
        id,
        discordUserId,
        kind,
        payload: { workspaceId: harness.service.workspaceId, payload: {} },
        expiresAt: now() + 60_000,
      });
      return id;
    },
    imported: () => storeImport(harness.app.ctx, discordUserId, harness.service),
    async timeRequest(own, state) {
      const id = newId();
      const member = own ? discordUserId : gone;
      await store.timeRequests.removeByMember(guildId, member);
      const request = { ...sampleTimeRequest(now()), id, guildId, discordUserId: member, userId: freeUserId };
      await store.timeRequests.create(request, 5);
      if (state !== undefined)
        await store.timeRequests.move({ id, guildId, from: "open", to: state, dueAt: undefined });
      return id;
    },
    async claim(own) {
      const id = newId();
      await store.connectionRequests.create({
        ...created,
        id,
        discordUserId: own ? discordUserId : gone,
        userId: freeUserId,
        displayName: "Gone",
        username: undefined,
        avatarUrl: undefined,
        memberName: "Gone",
        channelId: orders,
        cardChannelId: undefined,
        cardMessageId: undefined,
        state: "open",
        decidedByDiscordUserId: undefined,
        toldAt: undefined,
        decidedAt: undefined,
        reason: undefined,
      });
      return id;
    },
  };
}

/** The roles of the tier below the one that this confirmation takes. */
function rolesBelow(kind: string): readonly string[] {
  const access = componentAccess[`${kind}.confirm`]?.access;
  return access === "admin" ? [managerRole] : access === "manager" ? [staffRole] : [];
}

describe("a role removed between the preview and the press counts at once", () => {
  // What everyone may do needs no role.
  const guarded = Object.entries(askedBy).filter(
    ([kind, { inStages }]) => inStages !== true && componentAccess[`${kind}.confirm`]?.access !== "everyone",
  );
  test.each(guarded)("%s", async (kind, { path, options, ask }) => {
    const person = harness.discord.as(sam, orders);
    harness.discord.setRoles(guildId, sam, [adminRole]);
    const asked = options?.(samples()) ?? optionsOf(path, samples());
    const question = (await ask?.(person, samples())) ?? shown(await person.forge.run(path, asked));
    const confirm = question.buttons.find(({ customId }) =>
      customId?.startsWith(`${kind}.confirm`),
    )?.customId;
    if (confirm === undefined) throw new Error(`no question came: ${question.text}`);

    for (const roleIds of [rolesBelow(kind), []]) {
      harness.discord.setRoles(guildId, sam, roleIds);
      expect(await attempt(person, () => person.press(question, confirm))).toBe("refused");
    }
    harness.discord.setRoles(guildId, sam, [adminRole]);
    const before = await recorded(person.discordUserId);
    expect(await attempt(person, () => person.press(question, confirm))).toBe("admitted");
    expect(await recorded(person.discordUserId)).toBe(before + 1);
    if (kind === "schedule.run")
      await until("it is posted", () => harness.discord.messagesIn(calendar).length > 0);
    if (kind === "link.remove") await link(harness.app.ctx, harness.service);
  });

  test("and a manager who was an admin deletes nobody's data", async () => {
    const person = harness.discord.as(sam, orders);
    harness.discord.setRoles(guildId, sam, [adminRole]);
    const question = await askToForget(person, "4712");
    const { store } = harness.app.ctx;
    const saved = () => store.weeks.ofUser(guildId, harness.service.workspaceId, "4712", 10);
    const before = await saved();
    expect(before).toHaveLength(1);

    harness.discord.setRoles(guildId, sam, [managerRole]);
    expect(await attempt(person, () => person.press(question, "Forget them"))).toBe("refused");
    expect(await saved()).toEqual(before);
    harness.discord.setRoles(guildId, sam, [adminRole]);
    expect(await attempt(person, () => person.press(question, "Forget them"))).toBe("admitted");
    expect(await saved()).toEqual([]);
  });

  test("and nothing is shown in the channel with it", async () => {
    const person = harness.as("theo");
    for (const [path, roleIds] of [
      ["order search", []],
      ["activity view", [staffRole]],
    ] as const) {
      harness.discord.setRoles(guildId, theo, [managerRole]);
      const reply = shown(await person.run(path, optionsOf(path, samples())));
      harness.discord.setRoles(guildId, theo, roleIds);
      expect([path, await attempt(person, () => person.press(reply, "Show in channel"))]).toEqual([
        path,
        "refused",
      ]);
      harness.discord.setRoles(guildId, theo, [managerRole]);
      const shownThere = posted();
      expect(await attempt(person, () => person.press(reply, "Show in channel"))).toBe("admitted");
      expect(posted()).toBe(shownThere + 1);
    }
  });
});
