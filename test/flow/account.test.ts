// Depends on: database, transport, wording.
import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  bakeryCrew,
  bakeryIds,
  type Person,
  playgroundIds,
  playgroundSeed,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import { outbox } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { askToForgetMe } from "../support/privacy.ts";
import { labelsOf, menuOf, newestText, presentText, textOf, opened, shown } from "../support/replies.ts";

const { guildId, ada, theo, mia, noor, sam, orders } = playgroundIds;
/** Staff see it, too: what they see they still may not decide. */
const cardChannel = "staff";
const miasId = "104872391";
const theosId = "118203774";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  // Away from the writes of the test before, which count for a minute, and from the look-ups, which do for an hour.
  harness.clock.advance(61 * 60_000);
  harness.service.resetRateLimit();
  await store().guildSettings.set(guildId, "managers-channel", playgroundIds[cardChannel]);
});
afterEach(async () => {
  harness.discord.refusePrivateMessages(mia, false);
  harness.discord.faults.restorePermissions();
  for (const discordUserId of [ada, theo, mia, noor]) {
    await store().accounts.disconnect(guildId, discordUserId);
    const claim = await store().connectionRequests.findOpen(guildId, discordUserId);
    if (claim !== undefined)
      await store().connectionRequests.move({
        ...claim,
        from: "open",
        to: "withdrawn",
        decidedByDiscordUserId: discordUserId,
        decidedAt: harness.clock.now(),
      });
  }
});

const store = () => harness.app.ctx.store;
const person = (name: "ada" | "theo" | "mia" | "noor" | "sam") => harness.as(name);
const inManagers = (name: "ada" | "theo") => harness.as(name, cardChannel);
const run = async (who: Person, path: string, options: Readonly<Record<string, string | boolean>> = {}) =>
  shown(await who.run(path, options));
const account = (discordUserId: string) => store().accounts.ofMember(guildId, discordUserId);
const lastCard = (who: Person): SeenMessage => {
  const card = who.read().at(-1);
  if (card === undefined) throw new Error("nothing was posted in the managers' channel");
  return card;
};
/** Mia, who is connected. */
const askToDisconnect = async (who: Person) =>
  shown(await who.press(await run(who, "profile", { person: `<@${mia}>` }), "Disconnect…"));
const recorded = async (action: string) => (await store().audit.list(guildId, { action }, { limit: 1 }))[0];
const connectMia = () =>
  connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miasId,
    displayName: "Mia",
    memberName: "Mia",
  });

/** While someone who is a manager otherwise has another role. */
async function withRole(discordUserId: string, roleId: string, act: () => Promise<void>): Promise<void> {
  harness.discord.setRoles(guildId, discordUserId, [roleId]);
  try {
    await act();
  } finally {
    harness.discord.setRoles(guildId, discordUserId, [playgroundIds.managerRole]);
  }
}

async function ask(who: Person = person("mia"), user = miasId): Promise<SeenMessage> {
  const question = await run(who, "account connect", { user });
  return shown(await who.press(question, "Ask for approval"));
}

describe("a member who asks to be connected", () => {
  test("sees who that is, asks, is approved by a manager and is notified in private", async () => {
    const question = await run(person("mia"), "account connect", { user: miasId });
    expect(question.private).toBe(true);
    expect(question.text).toMatch(/Is this you\?[\s\S]*\*\*Mia\*\* \(mia\\_brews\)[\s\S]*`104872391`/);
    expect(question.embeds[0]?.thumbnail?.url).toMatch(/^http/);
    expect(labelsOf(question)).toEqual(["Ask for approval", "Not now"]);

    expect(textOf(await person("mia").press(question, "Ask for approval"))).toContain("Request sent");
    expect(await account(mia)).toBeUndefined();
    const card = lastCard(inManagers("theo"));
    expect(card.text).toContain(`<@${mia}> says they are this workspace user`);
    expect(labelsOf(card)).toEqual(["Approve", "Decline"]);

    const decided = textOf(await inManagers("theo").press(card, "Approve"));
    expect(decided).toContain(`Approved by <@${theo}>`);
    expect(decided).toContain("I told them in a private message");
    expect(await account(mia)).toMatchObject({
      userId: miasId,
      connectedByDiscordUserId: theo,
      memberName: "Mia",
    });
    expect(newestText(harness.discord.inPrivate(mia))).toMatch(
      /You're now connected to \*\*Mia\*\* `104872391`/,
    );
    expect(await recorded("account.approve")).toMatchObject({
      discordUserId: theo,
      target: miasId,
      detail: { member: mia, after: miasId },
    });
  });

  test("is declined with a reason, which only they see", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    const form = opened(await inManagers("theo").press(card, "Decline"));
    const decided = textOf(await inManagers("theo").submit(form, { reason: "That is **another** Mia" }));
    expect(decided).toContain(`Declined by <@${theo}>`);
    expect(lastCard(inManagers("theo")).buttons).toEqual([]);
    expect(newestText(harness.discord.inPrivate(mia))).toMatch(
      /was declined, so nothing changed\.\nReason: That is \\\*\\\*another\\\*\\\* Mia/,
    );
    expect(await account(mia)).toBeUndefined();
    const entry = await recorded("account.decline");
    expect(entry).toMatchObject({ target: miasId });
    expect(entry?.detail).toEqual({ member: mia });
  });

  test("gets the answer where they asked when private messages fail, without the reason", async () => {
    harness.discord.refusePrivateMessages(mia);
    await ask();
    const form = opened(await inManagers("theo").press(lastCard(inManagers("theo")), "Decline"));
    const decided = textOf(await inManagers("theo").submit(form, { reason: "private matter" }));
    expect(decided).toContain(`I told them in <#${orders}>`);
    const told = harness.discord.messagesIn(orders).at(-1);
    expect(told?.text).toMatch(new RegExp(`^<@${mia}> your request .* was declined`));
    expect(told?.text).not.toContain("private matter");
    expect(told?.pinged.discordUserIds).toEqual([mia]);
  });

  test("isn't promised an answer in a channel where the bot can't write", async () => {
    const asked = await ask();
    expect(asked.text).toContain("or tell you here if you don't accept those.");
    await person("mia").press(asked, "Withdraw request");
    const bot = { id: harness.discord.applicationId, type: OverwriteType.Member, allow: 0n } as const;
    harness.discord.setOverwrites(orders, [{ ...bot, deny: PermissionFlagsBits.SendMessages }]);
    const { text } = await ask();
    harness.discord.setOverwrites(orders, []);
    expect(text).toContain(
      "I'll send you a private message. If you don't accept those, ask a manager: I can't write in this channel.",
    );
  });

  test.each(["cut", "cut-after"] as const)(
    "learns it once when Discord doesn't say whether the message got through (%s)",
    async (status) => {
      const inPrivate = () => harness.discord.inPrivate(mia).read().length;
      const inOrders = () => harness.discord.messagesIn(orders).length;
      const decide = async () => {
        await ask();
        const decided = await inManagers("theo").press(lastCard(inManagers("theo")), "Approve");
        await store().accounts.disconnect(guildId, mia);
        return textOf(decided);
      };
      // A private channel exists once something was sent there.
      await decide();
      const before = { inPrivate: inPrivate(), inOrders: inOrders() };
      const { channelId } = harness.discord.inPrivate(mia);
      harness.discord.faults.failRequests({ status, pathPart: `/channels/${channelId}/messages` });
      expect(await decide()).toContain("I told them in a private message");
      expect([inPrivate(), inOrders()]).toEqual([before.inPrivate + 1, before.inOrders]);
      harness.discord.refusePrivateMessages(mia);
      harness.discord.faults.failRequests({ status, pathPart: `/channels/${orders}/messages` });
      expect(await decide()).toContain(`I told them in <#${orders}>`);
      expect([inPrivate(), inOrders()]).toEqual([before.inPrivate + 1, before.inOrders + 1]);
    },
  );

  test("and can't be reached anywhere is left to the manager", async () => {
    harness.discord.refusePrivateMessages(mia);
    await ask();
    harness.discord.faults.takePermission(orders, PermissionFlagsBits.SendMessages);
    const decided = textOf(await inManagers("theo").press(lastCard(inManagers("theo")), "Approve"));
    expect(decided).toContain("Please tell them yourself");
    expect(await account(mia)).toMatchObject({ userId: miasId });
  });

  test("and says it's someone else sends no request", async () => {
    const before = inManagers("theo").read().length;
    const question = await run(person("mia"), "account connect", { user: theosId });
    expect(textOf(await person("mia").press(question, "Not now"))).toContain("Nobody was asked");
    expect(inManagers("theo").read()).toHaveLength(before);
  });

  test("twice has one open request, and the first card loses its buttons", async () => {
    await ask();
    const first = lastCard(inManagers("theo"));
    await ask();
    expect(presentText(inManagers("theo"), first)).toContain("Request withdrawn");
    expect(textOf(await inManagers("theo").forge.press(first, first.buttons[0]?.customId ?? ""))).toContain(
      "Request withdrawn",
    );
    expect(await account(mia)).toBeUndefined();
  });

  test("can see that it is pending, and withdraw it", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    const waiting = await run(person("mia"), "profile");
    expect(waiting.text).toContain("A manager hasn't decided yet");
    expect(textOf(await person("mia").press(waiting, "Withdraw request"))).toContain("was withdrawn");
    expect(presentText(inManagers("theo"), card)).toContain("Request withdrawn");
    await person("mia").forge.press(waiting, waiting.buttons[0]?.customId ?? "");
    expect(newestText(person("mia"))).toContain("already withdrawn");
  });
});

describe("no request is sent", () => {
  test.each([
    ["for a name that nobody has", "mia bloom", "I don't know “mia bloom”, so nothing was sent."],
    [
      "for “me”, which says nothing yet",
      "me",
      "I don't know yet who “me” is in the workspace, so nothing was sent",
    ],
    ["for an actor of the workspace", "2", "2 is Kiosk in the workspace, not a person"],
    [
      "for a user that the workspace does not know",
      "99999",
      "has no user with the id `99999`, so nothing was done",
    ],
  ])("%s", async (_case, user, sentence) => {
    expect((await run(person("mia"), "account connect", { user })).text).toContain(sentence);
  });

  test("for a user connected to someone else, without saying to whom", async () => {
    await connectMia();
    const { text } = await run(person("noor"), "account connect", { user: miasId });
    expect(text).toContain(
      "That workspace user is already connected to someone else, so nothing was sent. If it's you, ask a manager.",
    );
    expect(text).not.toContain(mia);
  });

  test("by a member who is connected already", async () => {
    await connectMia();
    const { text } = await run(person("mia"), "account connect", { user: theosId });
    expect(text).toContain(`You're already connected to Mia (<@${mia}>)`);
  });

  test("without a managers' channel", async () => {
    await store().guildSettings.remove(guildId, "managers-channel");
    const { text } = await run(person("mia"), "account connect", { user: miasId });
    expect(text).toMatch(/no managers' channel yet.*settings.*`person`/s);
    // In the form, what was typed is kept, and nothing is wrong with it.
    const form = opened(await person("mia").press(await run(person("mia"), "me"), "This is me"));
    const refused = shown(await person("mia").submit(form, { user: miasId }));
    expect(refused.text).toContain("no managers' channel yet");
    expect(labelsOf(refused)).toEqual(["Try again"]);
  });

  test("by a member who isn't staff", async () => {
    const { text } = shown(await person("sam").forge.run("account connect", { user: miasId }));
    expect(text).toContain("Only staff can use this here");
  });

  test("when the card can't be posted: the request is withdrawn, and the button works again later", async () => {
    const question = await run(person("mia"), "account connect", { user: miasId });
    harness.discord.faults.takePermission(playgroundIds[cardChannel], PermissionFlagsBits.SendMessages);
    await person("mia").press(question, "Ask for approval");
    expect(newestText(person("mia"))).toContain(
      `couldn't post in the managers' channel <#${playgroundIds[cardChannel]}>`,
    );
    expect(await store().connectionRequests.findOpen(guildId, mia)).toBeUndefined();
    harness.discord.faults.restorePermissions();
    expect(textOf(await person("mia").press(question, "Ask for approval"))).toContain("Request sent");
  });
});

describe("when Discord doesn't say whether the card was posted", () => {
  const cardPath = { pathPart: `/channels/${playgroundIds[cardChannel]}/messages` };
  const cards = () => harness.discord.messagesIn(playgroundIds[cardChannel]).length;
  afterEach(() => harness.discord.faults.clear());

  test.each(["cut", "cut-after"] as const)("it's there once, and can be decided (%s)", async (status) => {
    const before = cards();
    harness.discord.faults.failRequests({ ...cardPath, status });
    expect((await ask()).text).toContain("Request sent");
    expect(cards()).toBe(before + 1);
    const card = lastCard(inManagers("theo"));
    expect(textOf(await inManagers("theo").press(card, "Approve"))).toContain("Request approved");
  });

  test.each([
    ["twice", "cut-after", 2],
    ["or that it can't take it now", 503, 1],
  ] as const)("%s, it's there once in the end, and can be decided", async (_how, status, times) => {
    const before = cards();
    harness.discord.faults.failRequests({ ...cardPath, status, times });
    expect((await ask()).text).toContain("Request sent");
    harness.clock.advance(10 * 60_000);
    await runJob(outbox, jobTools(harness.app));
    expect(cards()).toBe(before + 1);
    const open = await store().connectionRequests.findOpen(guildId, mia);
    expect(open?.cardMessageId).toBeDefined();
    const card = lastCard(inManagers("theo"));
    expect(textOf(await inManagers("theo").press(card, "Approve"))).toContain("Request approved");
  });

  test("it's gone in the end if its member was forgotten meanwhile", async () => {
    const before = cards();
    harness.discord.faults.failRequests({ ...cardPath, status: "cut-after", times: 2 });
    expect((await ask()).text).toContain("Request sent");
    expect(cards()).toBe(before + 1);
    await person("mia").press(await askToForgetMe(person("mia")), "Forget me");
    expect(newestText(person("mia"))).toContain("and your names were deleted");
    harness.clock.advance(10 * 60_000);
    await runJob(outbox, jobTools(harness.app));
    expect(cards()).toBe(before);
  });
});

test("the card of someone who was forgotten keeps no name, though Discord refused that for a while", async () => {
  await ask();
  const card = lastCard(inManagers("theo"));
  expect(card.text).toContain("**Mia**");
  const question = await askToForgetMe(person("mia"));
  harness.discord.faults.failRequests({ status: 503, times: 100, pathPart: `/messages/${card.id}` });
  await person("mia").press(question, "Forget me");
  expect(newestText(person("mia"))).toContain(
    "couldn't take the names off all cards of requests to connect yet. I'll keep trying",
  );
  harness.discord.faults.clear();
  harness.clock.advance(10 * 60_000);
  await runJob(outbox, jobTools(harness.app));
  expect(presentText(inManagers("theo"), card)).toContain("Request withdrawn");
  expect(presentText(inManagers("theo"), card)).not.toContain("**Mia**");
});

describe("a request is decided", () => {
  test("never by the person it is about, not even as an admin", async () => {
    await ask(person("ada"), theosId);
    const card = lastCard(inManagers("ada"));
    for (const label of ["Approve", "Decline"]) {
      await inManagers("ada").press(card, label);
      expect(newestText(inManagers("ada"))).toContain("This is your own request");
    }
    expect(await account(ada)).toBeUndefined();
    await inManagers("theo").press(card, "Approve");
    expect(await account(ada)).toMatchObject({ userId: theosId });
  });

  test("only by managers, even with a forged press", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    for (const { customId = "" } of card.buttons) {
      const refused = textOf(await person("noor").forge.press(card, customId));
      expect(refused).toContain("Only managers can use this here");
    }
    const form = opened(await inManagers("theo").press(card, "Decline"));
    await withRole(theo, playgroundIds.staffRole, async () => {
      await inManagers("theo").submit(form, { reason: "" });
      expect(newestText(inManagers("theo"))).toContain("Only managers can use this here");
    });
    expect(await store().connectionRequests.findOpen(guildId, mia)).toBeDefined();
  });

  test("once, when two managers decide at the same moment", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    const form = opened(await inManagers("ada").press(card, "Decline"));
    await Promise.all([
      inManagers("theo").press(card, "Approve"),
      inManagers("ada").submit(form, { reason: "no" }),
    ]);
    const told = harness.discord.inPrivate(mia).read();
    const isApproved = newestText(inManagers("theo")).includes("Request approved");
    expect((await account(mia)) !== undefined).toBe(isApproved);
    expect(newestText(harness.discord.inPrivate(mia))).toContain(
      isApproved ? "You're now connected" : "was declined",
    );
    await inManagers("theo").forge.press(card, card.buttons[0]?.customId ?? "");
    expect(harness.discord.inPrivate(mia).read()).toHaveLength(told.length);
  });

  test("once, and a form that came second says who decided", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    const form = opened(await inManagers("ada").press(card, "Decline"));
    await inManagers("theo").press(card, "Approve");
    expect(textOf(await inManagers("ada").submit(form, { reason: "no" }))).toContain(
      `This request was already approved by <@${theo}>, so there's nothing to decline. Nothing was done.`,
    );
    expect(await account(mia)).toBeDefined();
  });

  test("for two members claiming one user at once: one is connected, the other learns why not", async () => {
    await ask(person("mia"));
    const miasCard = lastCard(inManagers("theo"));
    await ask(person("noor"));
    const noorsCard = lastCard(inManagers("theo"));
    await Promise.all([
      inManagers("theo").press(miasCard, "Approve"),
      inManagers("ada").press(noorsCard, "Approve"),
    ]);
    const isMias = (await account(mia)) !== undefined;
    expect((await account(noor)) !== undefined).toBe(!isMias);
    const [loser, card, manager] = isMias
      ? [noor, noorsCard, "ada" as const]
      : [mia, miasCard, "theo" as const];
    // A press that came after the other was done gets that answer before anything is decided.
    const isDecided = presentText(inManagers(manager), card)?.includes("Request declined") === true;
    expect((await store().connectionRequests.findOpen(guildId, loser)) === undefined).toBe(isDecided);
    expect(newestText(isDecided ? harness.discord.inPrivate(loser) : inManagers(manager))).toMatch(
      /was declined[\s\S]*connected to another member at the same moment|is already connected, so nothing was done/,
    );
  });

  test("for a user meanwhile connected to someone else with a sentence that says to whom", async () => {
    await ask(person("noor"));
    await connectMia();
    await inManagers("theo").press(lastCard(inManagers("theo")), "Approve");
    expect(newestText(inManagers("theo"))).toContain(`Mia (<@${mia}>)`);
    expect(await store().connectionRequests.findOpen(guildId, noor)).toBeDefined();
  });
});

function comeBack(): void {
  const user = playgroundSeed.users.find(({ id }) => id === noor);
  if (user !== undefined) harness.discord.addMember(guildId, user, { roleIds: [playgroundIds.staffRole] });
}

test("who left before a manager declined isn't mentioned where they asked, and the card doesn't say so", async () => {
  await ask(person("noor"));
  harness.discord.removeMember(guildId, noor);
  const before = harness.discord.messagesIn(orders).length;
  const form = opened(await inManagers("theo").press(lastCard(inManagers("theo")), "Decline"));
  const decided = textOf(await inManagers("theo").submit(form, {}));
  comeBack();
  expect(decided).toContain("I couldn't reach them in private or in the channel where they asked");
  expect(harness.discord.messagesIn(orders)).toHaveLength(before);
});

test("nobody is connected who left the server, until they are back", async () => {
  await ask(person("noor"));
  const card = lastCard(inManagers("theo"));
  harness.discord.removeMember(guildId, noor);
  const said = `<@${noor}> has left this server, so nothing was done`;
  expect(textOf(await inManagers("theo").press(card, "Approve"))).toContain(said);
  const list = await run(person("theo"), "account list");
  const several = shown(await person("theo").press(list, "Approve several…"));
  expect(textOf(await person("theo").press(several, "Approve 1"))).toContain(
    "not approved: this member has left the server",
  );
  expect(await account(noor)).toBeUndefined();
  comeBack();
  expect(textOf(await inManagers("theo").press(card, "Approve"))).toContain("Request approved");
});

describe("a manager", () => {
  test("doesn't connect a member who left the server since the preview, until they are back", async () => {
    const question = await run(person("theo"), "account connect", { user: miasId, person: noor });
    harness.discord.removeMember(guildId, noor);
    expect(textOf(await person("theo").press(question, "Connect"))).toContain(
      `<@${noor}> has left this server, so nothing was done`,
    );
    expect(await account(noor)).toBeUndefined();
    expect(await recorded("account.connect")).toMatchObject({ outcome: "refused" });
    comeBack();
    const again = await run(person("theo"), "account connect", { user: miasId, person: noor });
    expect(textOf(await person("theo").press(again, "Connect"))).toContain("is now connected to");
  });

  test("connects another member after a preview, which settles their open request", async () => {
    await ask();
    const card = lastCard(inManagers("theo"));
    const question = await run(person("theo"), "account connect", { user: miasId, person: mia });
    expect(question.text).toMatch(/Connect these two\?[\s\S]*Mia/);
    const receipt = textOf(await person("theo").press(question, "Connect"));
    expect(receipt).toMatch(
      new RegExp(String.raw`<@${mia}> is now connected to \*\*Mia\*\*\.\n.*\n-# Connected by <@${theo}>`),
    );
    expect(presentText(inManagers("theo"), card)).toMatch(
      /Request approved[\s\S]*I told them in a private message/,
    );
    expect(newestText(harness.discord.inPrivate(mia))).toMatch(
      /You're now connected to \*\*Mia\*\* `104872391`, as you asked/,
    );
    expect(await recorded("account.connect")).toMatchObject({
      discordUserId: theo,
      target: miasId,
      detail: { member: mia, after: miasId },
    });
  });

  test("connects a member to another user than they asked for, and notifies them", async () => {
    await ask();
    const question = await run(person("theo"), "account connect", { user: "129945018", person: mia });
    await person("theo").press(question, "Connect");
    expect(newestText(harness.discord.inPrivate(mia))).toContain(
      "connected to **Priya** `129945018`, which isn't who you asked for",
    );
    expect(lastCard(inManagers("theo")).text).toContain("Request withdrawn");
  });

  test.each([
    ["themselves", { user: theosId, person: theo }, "You can't approve your own account"],
    ["a bot", { user: theosId, person: playgroundIds.applicationId }, "is a bot"],
  ])("doesn't connect %s", async (_case, options, sentence) => {
    expect((await run(person("theo"), "account connect", options)).text).toContain(sentence);
  });

  test("doesn't connect anyone already connected, nor a user twice, however late that is noticed", async () => {
    const question = await run(person("theo"), "account connect", { user: miasId, person: noor });
    await connectMia();
    await person("theo").press(question, "Connect");
    expect(newestText(person("theo"))).toContain("is already connected, so nothing was done");
    const again = await run(person("theo"), "account connect", { user: theosId, person: mia });
    expect(again.text).toContain("is already connected, so nothing was done");
    expect(await account(noor)).toBeUndefined();
  });

  test("isn't said, nor recorded, to connect whom another manager connected since the preview", async () => {
    const [one, other] = [
      await run(person("theo"), "account connect", { user: miasId, person: mia }),
      await run(person("ada"), "account connect", { user: miasId, person: mia }),
    ];
    await person("theo").press(one, "Connect");
    expect(textOf(await person("ada").press(other, "Connect"))).toContain("so nothing was done");
    expect((await account(mia))?.connectedByDiscordUserId).toBe(theo);
    expect(await recorded("account.connect")).toMatchObject({ discordUserId: ada, outcome: "refused" });
  });

  test("lists who is connected and who is waiting, page by page", async () => {
    await ask(person("noor"), "129945018");
    for (const index of Array.from({ length: 12 }).keys())
      await connectAccount(harness.app.ctx, {
        discordUserId: `12000000000000000${10 + index}`,
        userId: String(5_000 + index),
        displayName: `Person ${10 + index}`,
        memberName: `P${index}`,
      });
    const list = await run(person("theo"), "account list");
    expect(list.text).toContain("12 connected accounts");
    expect(list.text).toContain(`⏳ <@${noor}> as **Priya** \`129945018\``);
    expect(labelsOf(list)).not.toContain("Show in channel");
    expect(list.text).toContain("<@1200000000000000010> · Person 10");
    const [menu] = list.selects;
    const choice = menu?.options.find(({ label }) => label === "Person 10");
    const card = await person("theo").choose(list, String(menu?.customId), [String(choice?.value)]);
    expect(textOf(card)).toMatch(/Person 10[\s\S]*User id\s5000/);
    expect(textOf(await person("theo").press(list, "Next"))).toContain("Person 21");
    for (const index of Array.from({ length: 12 }).keys())
      await store().accounts.disconnect(guildId, `12000000000000000${10 + index}`);
    // A manager, who may not bring in people.
    expect((await run(person("theo"), "account list")).text).toMatch(
      /Nobody is connected yet\. Members can ask with .*, or an admin can bring in a whole team with /,
    );
  });

  test("sees and disconnects others' accounts; staff do neither, nor connect others", async () => {
    await connectMia();
    expect((await run(person("noor"), "profile", { person: `<@${mia}>` })).text).toContain(
      "Only managers can",
    );
    const others = await run(person("theo"), "profile", { person: `<@${mia}>` });
    expect(labelsOf(others)).toContain("Disconnect…");
    const disconnectId = others.buttons.find(({ label }) => label === "Disconnect…")?.customId ?? "";
    const refused = await person("noor").forge.press(await run(person("noor"), "help"), disconnectId);
    expect(textOf(refused)).toContain("Only managers can");
    expect(textOf(refused)).toContain("Nothing was done.");
    expect((await run(person("noor"), "account connect", { user: theosId, person: mia })).text).toContain(
      "Only managers can use this here",
    );
    expect(textOf(await person("noor").forge.run("account list"))).toContain(
      "Only managers can see who is connected here",
    );
    expect(others.text).toMatch(/^Mia's week[\s\S]* · mia\\_brews$/);
    const unconnected = await run(person("theo"), "profile", { person: `<@${sam}>` });
    expect(unconnected.text).toContain("isn't connected");
    expect(labelsOf(unconnected)).toEqual(["Connect…"]);

    const question = await askToDisconnect(person("theo"));
    expect(question.text).toContain("User id\u00a0104872391");
    // There, the manager would delete what is kept of themselves.
    expect(question.text).toMatch(
      /Saved weeks and names stay; they can delete theirs with \*Forget me…\* in /,
    );
    expect(labelsOf(question)).toEqual(["Keep it", "Disconnect"]);
    expect(textOf(await person("theo").press(question, "Disconnect"))).toContain(
      `<@${mia}> is no longer connected to **Mia**.\nConnect again with`,
    );
    expect(await account(mia)).toBeUndefined();
    expect(await recorded("account.disconnect")).toMatchObject({ detail: { member: mia, before: miasId } });
  });

  test("sees a member's open request on the way to their profile, which other staff don't", async () => {
    await ask();
    const asked = { person: `<@${mia}>` };
    const seen = await run(person("theo"), "profile", asked);
    expect(seen.text).toMatch(/isn't connected .*\*\*Mia\*\* `104872391`.*A manager hasn't decided yet/s);
    expect(labelsOf(seen)).toEqual(["Connect…"]);
    const menu = await person("noor").runOnUser("Profile", mia);
    for (const told of [await run(person("noor"), "profile", asked), shown(menu)]) {
      expect(told.text).toContain("isn't connected to a workspace user.");
      expect(told.text).not.toContain(miasId);
      expect(labelsOf(told)).toEqual([]);
    }
  });

  test("disconnects from the list and from a refusal, too, also while nothing can be read", async () => {
    await connectMia();
    const list = await run(person("theo"), "account list");
    const card = shown(await person("theo").choose(list, menuOf(list), [mia]));
    expect(labelsOf(card)).toEqual(["Disconnect…", "Show in channel"]);
    expect(textOf(await person("theo").press(card, "Disconnect…"))).toContain("Disconnect this account?");
    const taken = await run(person("theo"), "account connect", { user: miasId, person: noor });
    expect(taken.text).toContain("is already connected, so nothing was done");
    expect(textOf(await person("theo").press(taken, "Disconnect…"))).toContain("Disconnect this account?");
    harness.service.faults.add({ kind: "status", status: 403, times: 9 });
    await harness.forgetRead();
    const down = await run(person("theo"), "profile", { person: miasId });
    expect(down.text).toMatch(
      /^⚠️ This server's key isn't allowed to do that in the workspace, so I can't show this week\. .*\nMia's account\n<@\d+> is \*\*Mia\*\*/,
    );
    harness.service.faults.clear();
    expect(textOf(await person("theo").press(down, "Disconnect…"))).toContain("Disconnect this account?");
    expect(textOf(await person("theo").press(down, "Reload"))).toContain("Mia's week");
  });

  test("connects a workspace user to a member from the user's profile", async () => {
    const seen = await run(person("theo"), "profile", { person: miasId });
    expect(seen.text).toContain("Not connected to a member of this server");
    const form = opened(await person("theo").press(seen, "Connect…"));
    expect(form.title).toBe("Connect someone");
    const bot = shown(await person("theo").submit(form, { member: [playgroundIds.applicationId] }));
    expect(bot.text).toContain("is a bot, not a person, so nothing was done");
    const fixed = opened(await person("theo").press(bot, "Fix it"));
    const preview = shown(await person("theo").submit(fixed, { member: [mia] }));
    expect(preview.text).toMatch(new RegExp(`Connect these two\\?[\\s\\S]*<@${mia}>[\\s\\S]*${miasId}`));
    await person("theo").press(preview, "Connect");
    expect(await account(mia)).toMatchObject({ userId: miasId, memberName: "Mia" });
  });

  test("who lost the tier before pressing the button can't disconnect anyone", async () => {
    await connectMia();
    const question = await askToDisconnect(person("theo"));
    await withRole(theo, playgroundIds.staffRole, async () => {
      await person("theo").press(question, "Disconnect");
      expect(newestText(person("theo"))).toContain("Only managers can");
    });
    expect(await account(mia)).toBeDefined();
  });
});

describe("a connected member", () => {
  test("sees their own account and disconnects it after a preview", async () => {
    await connectMia();
    const own = await run(person("mia"), "profile");
    expect(own.text).toMatch(/^Your week[\s\S]* · mia\\_brews$/);
    const question = shown(await person("mia").press(own, "Disconnect…"));
    expect(question.text).toContain("User id\u00a0104872391");
    expect(textOf(await person("mia").press(question, "Keep it"))).toContain("stays connected");
    const again = shown(await person("mia").press(own, "Disconnect…"));
    expect(textOf(await person("mia").press(again, "Disconnect"))).toContain("is no longer connected");
    expect(textOf(await person("mia").press(own, "Disconnect…"))).toMatch(
      /^You are not connected .* nothing was disconnected/,
    );
    expect((await run(person("mia"), "profile")).text).toContain("You aren't connected");
  });

  test("sees and ends the connection, and staff withdraw a request, in a server that isn't linked", async () => {
    await connectMia();
    await ask(person("noor"), "129945018");
    const { guildLinks } = store();
    const [link] = await guildLinks.list(guildId);
    if (link === undefined) throw new Error("the server has no link");
    await guildLinks.remove(guildId, link.linkKey);
    const kept = await run(person("mia"), "privacy");
    expect(kept.text).toMatch(/Connected to \*\*Mia\*\* in the workspace since[\s\S]*104872391/);
    const question = shown(await person("mia").press(kept, "Disconnect…"));
    expect(textOf(await person("mia").press(question, "Disconnect"))).toContain("is no longer connected");
    const asked = await run(person("noor"), "privacy");
    expect(textOf(await person("noor").press(asked, "Withdraw request"))).toContain("was withdrawn");
    await guildLinks.save(link, 10);
  });

  test("is not disconnected if the account changed since the preview", async () => {
    await connectMia();
    const question = await askToDisconnect(person("mia"));
    await store().accounts.disconnect(guildId, mia);
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId: theosId,
      displayName: "T",
      memberName: "Mia",
    });
    await person("mia").press(question, "Disconnect");
    expect(newestText(person("mia"))).toContain("connected to another user after this preview");
    expect(await account(mia)).toBeDefined();
  });
});

test("a guild's request can't be decided from another guild", async () => {
  await ask();
  const claim = await store().connectionRequests.findOpen(guildId, mia);
  harness.discord.addGuild(bakeryCrew);
  // Ada owns that guild, and so is an admin there.
  const elsewhere = harness.discord.as(ada, bakeryIds.counter);
  const message = shown(await elsewhere.run("account list"));
  expect(message.text).not.toContain(mia);
  for (const name of ["account.approve", "account.decline", "account.withdraw"]) {
    const forged = await elsewhere.forge.press(message, `${name}:${claim?.id}`);
    expect(textOf(forged)).toContain("no longer works");
  }
  expect(await store().connectionRequests.findOpen(guildId, mia)).toEqual(claim);
});
