// Depends on: nothing that varies.
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  bakeryIds,
  type Outcome,
  type Person,
  playgroundIds,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import { misuseFlush } from "../../src/jobs/housekeeping.ts";
import { runJob } from "../../src/jobs/runner.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import type { Draft, NewDraft } from "../../src/store/drafts.ts";
import type { Store } from "../../src/store/store.ts";
import { patientBot } from "../support/bot-process.ts";
import { allComponents, draftKinds, forgeComponent } from "../support/components.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { patient } from "../support/patience.ts";
import { labelsOf, opened, shown } from "../support/replies.ts";
import { startTwoBots } from "../support/two-bots.ts";

const { guildId, ada, theo, mia, managers, orders } = playgroundIds;
const miasId = "104872391";
/** As docs/access.md says. */
const fiveMinutesMs = 5 * 60_000;

let harness: Harness;
let requests = 0;
let screen: SeenMessage;
beforeAll(async () => {
  harness = await startHarness();
  harness.service.onExchange(() => (requests += 1));
  screen = shown(await harness.as("ada").run("help"));
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => {
  harness.clock.advance(61_000);
  harness.service.resetRateLimit();
});

const store = () => harness.app.ctx.store;
/** The newest entries: far more than any mischief adds. */
const recordOf = ({ audit }: Store): Promise<readonly AuditEntry[]> =>
  audit.list(guildId, {}, { limit: 100 });
const outcomesOf = (entries: readonly AuditEntry[]) =>
  entries.map(({ action, outcome }) => `${action} ${outcome}`);

/** What a piece of mischief led to. */
async function after(mischief: () => Promise<unknown>) {
  const known = new Set((await recordOf(store())).map(({ id }) => id));
  const before = { requests, posts: harness.discord.messagesIn(orders).length };
  await mischief();
  return {
    entries: (await recordOf(store())).filter(({ id }) => !known.has(id)),
    requests: requests - before.requests,
    posts: harness.discord.messagesIn(orders).length - before.posts,
  };
}

/** The same of a button that was under an answer of one's own a moment ago, for all anyone knows: it is no misuse. */
async function expectStale(press: () => Promise<Outcome>): Promise<void> {
  const done = await after(async () => {
    const reply = shown(await press());
    expect([reply.private, reply.text]).toEqual([true, expect.stringMatching(refusal)]);
  });
  expect(done).toEqual({ entries: [], requests: 0, posts: 0 });
}

/** Nothing was requested or posted, the person got a private answer, and one entry says who tried what. */
async function expectRefused(
  person: Person,
  target: string,
  mischief: () => Promise<Outcome>,
): Promise<void> {
  // What is refused within five minutes is counted together.
  harness.clock.advance(fiveMinutesMs);
  const {
    entries,
    requests: sent,
    posts,
  } = await after(async () => {
    const reply = shown(await mischief());
    expect([target, reply.private, reply.text]).toEqual([target, true, expect.stringMatching(refusal)]);
  });
  expect([target, sent, posts]).toEqual([target, 0, 0]);
  expect(entries).toEqual([
    expect.objectContaining({
      action: "component.refused",
      outcome: "refused",
      target,
      discordUserId: person.discordUserId,
      workspaceId: undefined,
    }),
  ]);
}
const refusal = /no longer works\. Nothing was done|so nothing was done|so nothing was changed/;

async function draft(parts: Pick<NewDraft, "kind"> & Partial<NewDraft>): Promise<string> {
  const { newId, now } = harness.app.ctx;
  const id = newId();
  await store().drafts.create({
    id,
    guildId,
    discordUserId: ada,
    payload: { workspaceId: harness.service.workspaceId, payload: {} },
    createdAt: now(),
    expiresAt: now() + 60 * 60_000,
    ...parts,
  });
  return id;
}
const stateOf = async (draftId: string): Promise<Draft["state"] | undefined> =>
  (await store().drafts.find(draftId))?.state;

/** The fields of both forms. */
const formTexts = {
  items: "Tea",
  others: "",
  name: "Barista",
  permissions: "",
  "group-roles": "",
  people: "",
};

describe("a forged custom id", () => {
  test("unknown to this version is refused without a misuse entry: another version may have made it", async () => {
    const person = harness.as("ada");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ minLength: 1, maxLength: 100 }),
          fc.constantFrom("__proto__", "constructor", "order", "order.create", ":", "#", "!#cafe:"),
        ),
        async (customId) => {
          for (const mischief of [
            () => person.forge.press(screen, customId),
            () => person.forge.submit(customId, { reason: "because" }),
          ])
            await expectStale(mischief);
        },
      ),
      { numRuns: 40 },
    );
  });

  /** Their name alone is a whole id. */
  const withoutFields: readonly string[] = [
    "account.ask",
    "account.import.match",
    "account.import.list",
    "account.import.template",
    "account.requests",
    "account.this-is-me",
    "audit.channel",
    "audit.channel-off",
    "board.on-now",
    "calendar.mine",
    "calendar.subscribe",
    "calendar.turn-off",
    "help.topic",
    "link.check-again",
    "link.list",
    "link.open",
    "link.remove-all",
    "order.repeat-one",
    "orders.mine",
    "orders.new",
    "orders.open",
    "settings.find-zone",
    "settings.old-after",
    "settings.rewards.choose",
    "settings.rewards.off",
    "settings.show",
    "setup.find-zone",
    "setup.open-link",
    "taskboard.show",
    "taskboard.switch",
    "team.person",
  ];

  test.each(allComponents)("of $name with fields that don't fit is refused", async ({ kind, name }) => {
    const person = harness.as("ada");
    const bare = withoutFields.includes(name) ? [] : [name];
    for (const customId of [...bare, `${name}:%E0%A4%A`, `${name}:1:2:3:4:5:6`]) {
      await expectRefused(person, name, () =>
        forgeComponent(person, kind, customId, screen, { reason: "because" }),
      );
    }
  });

  test.each(["order.form:", "role.form:", "workspace.form:", "link.form:once"])(
    "of %s is refused with fields that its form doesn't have",
    async (customId) => {
      const person = harness.as("ada");
      const name = customId.split(":", 1)[0] ?? "";
      await expectRefused(person, name, () => person.forge.submit(customId, { reason: "because" }));
    },
  );

  test("of a missing draft does nothing, without a misuse entry: it may have expired", async () => {
    const person = harness.as("ada");
    for (const kind of draftKinds) {
      for (const name of [`${kind}.confirm`, `${kind}.discard`]) {
        const { entries, requests: sent } = await after(async () => {
          const reply = await person.forge.press(screen, `${name}:${"x".repeat(22)}`);
          expect(shown(reply).text).toContain("This preview expired a while ago. Nothing was done.");
        });
        expect([name, entries, sent]).toEqual([name, [], 0]);
      }
    }
  });

  test("used repeatedly is recorded twice: at once, and later with the count", async () => {
    harness.clock.advance(fiveMinutesMs);
    const person = harness.as("theo");
    const press = (customId: string) => person.forge.press(screen, customId);
    const { entries } = await after(async () => {
      for (const customId of ["share", "share", "order.change", "share"]) await press(customId);
    });
    expect(entries).toMatchObject([{ action: "component.refused", target: "share", discordUserId: theo }]);
    harness.clock.advance(fiveMinutesMs);
    const { entries: later } = await after(() => runJob(misuseFlush, jobTools(harness.app)));
    expect(later).toMatchObject([
      {
        action: "component.refused",
        discordUserId: theo,
        detail: { times: 3, components: ["share", "order.change"] },
      },
    ]);
    const list = shown(await harness.as("ada").run("audit", { person: theo }));
    expect(list.text).toContain("3×");
  });
});

describe("a draft", () => {
  test.each(draftKinds)("of %s can be claimed only by its owner, where it was made", async (kind) => {
    const person = harness.as("ada");
    const other = draftKinds.find((each) => each !== kind) ?? "";
    const drafts = [
      await draft({ kind, guildId: bakeryIds.guildId }),
      await draft({ kind, discordUserId: theo }),
      await draft({ kind: other }),
    ];
    for (const draftId of drafts) {
      for (const name of [`${kind}.confirm`, `${kind}.discard`])
        await expectRefused(person, name, () => person.forge.press(screen, `${name}:${draftId}`));
      expect(await stateOf(draftId)).toBe("open");
    }
  });

  test.each([
    { component: "order.change", kind: "order.create" },
    { component: "order.again", kind: "order.create" },
    { component: "order.respell", kind: "order.create" },
    { component: "order.fix", kind: "order.form" },
    { component: "role.change", kind: "role.create" },
    { component: "role.fix", kind: "role.form" },
    { component: "link.fix", kind: "link.form" },
    { component: "schedule.zone.fix", kind: "schedule.zone.form" },
  ])("is opened by $component only for its owner, where it was made", async ({ component, kind }) => {
    const person = harness.as("ada");
    for (const parts of [{ guildId: bakeryIds.guildId }, { discordUserId: theo }]) {
      const draftId = await draft({ kind, ...parts });
      await expectRefused(person, component, () => person.forge.press(screen, `${component}:${draftId}`));
    }
  });

  test("of another guild's filter turns no pages here", async () => {
    const person = harness.as("ada");
    for (const { component, kind, rest } of [
      { component: "order.search.page", kind: "order.search", rest: "0" },
      { component: "audit.list.page", kind: "audit.list", rest: ":0" },
    ]) {
      const draftId = await draft({ kind, guildId: bakeryIds.guildId, payload: { action: "order." } });
      await expectRefused(person, component, () =>
        person.forge.press(screen, `${component}:${draftId}:${rest}`),
      );
    }
  });

  test("of another person isn't filled in by a forged form", async () => {
    const person = harness.as("ada");
    for (const form of ["order.form", "role.form", "workspace.form"]) {
      for (const parts of [{ guildId: bakeryIds.guildId }, { discordUserId: theo }]) {
        const draftId = await draft({ kind: form, ...parts });
        for (const customId of [`${form}:${draftId}`, `${form}-again:${draftId}`])
          await expectRefused(person, customId.split(":", 1)[0] ?? "", () =>
            person.forge.submit(customId, formTexts, screen),
          );
      }
    }
  });

  test("of Mia's can't be confirmed by anyone who gets hold of her button", async () => {
    const question = shown(await harness.as("mia").run("order create", { items: "Tea" }));
    const [confirm] = question.buttons;
    for (const name of ["ada", "theo", "noor"] as const) {
      const person = harness.as(name);
      await expectRefused(person, "order.create.confirm", () =>
        person.forge.press(question, confirm?.customId ?? ""),
      );
    }
    const { entries } = await after(() => harness.as("mia").press(question, "Log order"));
    expect(outcomesOf(entries)).toEqual(["order.create done"]);
  });
});

test("a reminder is turned off only by the person it reminds, where it reminds", async () => {
  const person = harness.as("ada");
  for (const ids of [
    [guildId, theo],
    [bakeryIds.guildId, ada],
  ])
    await expectRefused(person, "remind.stop", () =>
      person.forge.press(screen, ["remind.stop", ...ids].join(":")),
    );
});

describe("a form that is sent twice", () => {
  test("links once", async () => {
    const { workspaceId, token } = harness.service;
    const person = harness.as("ada");
    const { customId } = opened(await person.run("link set"));
    const values = { "workspace-id": workspaceId, key: token, name: "" };
    const arrived = () => harness.service.requests.map(({ operation }) => operation);
    const before = arrived().length;
    const { entries } = await after(async () => {
      await Promise.all([1, 2].map(() => person.forge.submit(customId, values)));
      expect(shown(await person.forge.submit(customId, values)).text).toContain(
        "This form was already submitted",
      );
    });
    expect(outcomesOf(entries)).toEqual(["link.set done"]);
    const sent = arrived().slice(before);
    // What else the key may read is tried once it is linked.
    const others = sent.filter((operation) => operation !== "getCalendar");
    expect(others).toEqual([...new Set(others)]);
    expect(sent.length - others.length).toBe(2);
  });

  test("declines a request once", async () => {
    await store().guildSettings.set(guildId, "managers-channel", managers);
    const question = shown(await harness.as("mia").run("account connect", { user: miasId }));
    await harness.as("mia").press(question, "Ask for approval");
    const person = harness.as("theo", "managers");
    const card = person.read().at(-1);
    if (card === undefined) throw new Error("nothing was posted in the managers' channel");
    const forms = [opened(await person.press(card, "Decline")), opened(await person.press(card, "Decline"))];
    expect(new Set(forms.map(({ customId }) => customId)).size).toBe(1);
    const { entries } = await after(() =>
      Promise.all(forms.map((form) => person.submit(form, { reason: "Not them" }))),
    );
    expect(outcomesOf(entries)).toEqual(["account.decline done"]);
    expect(harness.discord.inPrivate(mia).read()).toHaveLength(1);
  });

  test("logs no order by itself, however often it is sent", async () => {
    const person = harness.as("mia");
    const { customId } = opened(await person.run("order create"));
    const before = harness.service.state.orders.size;
    const { entries } = await after(() =>
      Promise.all([1, 2, 3].map(() => person.forge.submit(customId, formTexts))),
    );
    expect(entries).toEqual([]);
    expect(harness.service.state.orders.size).toBe(before);
  });
});

test("a form that replaces a message does nothing without one", async () => {
  const person = harness.as("ada");
  for (const component of allComponents) {
    if (component.kind !== "modal" || component.ack !== "update") continue;
    await expectRefused(person, component.name, () =>
      person.forge.submit(`${component.name}:${"x".repeat(22)}`, { reason: "because" }),
    );
  }
});

describe("a reply", () => {
  test("that is private isn't shown by a forged button", async () => {
    const person = harness.as("ada");
    const secret = shown(await person.run("access show"));
    expect(labelsOf(secret)).not.toContain("Show in channel");
    for (const target of ["/access show", "/order search", "/help", "order.search.page", "/nothing"])
      await expectStale(() => person.forge.press(secret, `share:${encodeURIComponent(target)}::`));
    await expectRefused(person, "share", () => person.forge.press(secret, "share:::"));
  });

  test("about someone else isn't shown as if it were about the reader", async () => {
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId: miasId,
      displayName: "Mia",
      memberName: "Mia",
    });
    const own = shown(await harness.as("mia").run("activity view"));
    const person = harness.as("mia");
    const forged = `share:${encodeURIComponent("/activity view")}:118203774:`;
    await expectStale(() => person.forge.press(own, forged));
  });

  test("is shown only by the person who asked for it, and only once", async () => {
    const own = shown(await harness.as("mia").run("order search"));
    const share = own.buttons.find(({ label }) => label === "Show in channel")?.customId ?? "";
    for (const name of ["ada", "noor", "sam"] as const) {
      const person = harness.as(name);
      await expectRefused(person, "share", () => person.forge.press(own, share));
    }
    const { posts } = await after(() =>
      Promise.all([1, 2, 3].map(() => harness.as("mia").press(own, "Show in channel"))),
    );
    expect(posts).toBe(1);
  });
});

test("a draft claimed by two processes at once goes to one of them", async () => {
  await using two = await startTwoBots(patientBot, { stretch: patient });
  const person = two.as("mia");
  const before = two.service.state.orders.size;
  const rounds = 6;
  for (let round = 0; round < rounds; round += 1) {
    const question = shown(await person.run("order create", { items: `Tea ${round}` }));
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => person.press(question, "Log order")));
    expect(outcomes.map(({ kind }) => kind)).not.toContain("failed");
  }
  expect(two.service.state.orders.size - before).toBe(rounds);
  expect(two.service.requests.filter(({ operation }) => operation === "createOrder")).toHaveLength(rounds);
  expect(outcomesOf(await recordOf(two.store))).toEqual(Array(rounds).fill("order.create done"));
});
