// Depends on: database.
import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { names as nameLookUp } from "../../src/jobs/look-up-names.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { watchRequests } from "../support/service-requests.ts";
import { labelsOf, newestText, textOf, opened, shown } from "../support/replies.ts";

const { guildId, ada, theo, mia, noor, sam, staff, orders, managerRole, staffRole, managers } = playgroundIds;
const miasId = "104872391";

let harness: Harness;
let next = 0;
beforeAll(async () => {
  harness = await startHarness({ guarded: false, withJobs: false });
  const link = { guildId, linkKey: "cafe" };
  for (const [userId, displayName] of [
    ["810000001", "Rosa Grün"],
    ["810000002", "Double Name"],
    ["810000003", "Double Name"],
  ] as const) {
    harness.service.state.users.set(userId, {
      type: "user",
      id: userId,
      display_name: displayName,
      avatar: {},
    });
    await store().people.note([{ link, userIds: [userId] }], { now: 0, staleBefore: 0 });
    const names = { userId, displayName, username: undefined, colour: undefined };
    const foldedNames = [displayName === "Rosa Grün" ? "rosa grun" : "double name"];
    await store().people.learn(link, [{ ...names, foldedNames }], 1);
  }
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.clock.advance(61 * 60_000);
  harness.service.resetRateLimit();
  await store().guildSettings.set(guildId, "managers-channel", managers);
  for (const discordUserId of [ada, theo, mia, noor, sam]) {
    await store().accounts.disconnect(guildId, discordUserId);
    const open = await store().connectionRequests.findOpen(guildId, discordUserId);
    if (open !== undefined)
      await store().connectionRequests.move({
        ...open,
        from: "open",
        to: "withdrawn",
        decidedByDiscordUserId: discordUserId,
        decidedAt: 0,
      });
  }
});

const store = () => harness.app.ctx.store;
const account = async (discordUserId: string) =>
  (await store().accounts.ofMember(guildId, discordUserId))?.userId;

/** Someone new with the staff role, who asked to be connected. */
async function asker(): Promise<string> {
  next += 1;
  const discordUserId = (1_300_000_000_000_000_000n + BigInt(next)).toString();
  const userId = String(820_000_000 + next);
  const user = { id: discordUserId, username: `asker_${next}`, displayName: `Asker ${next}` };
  harness.discord.addMember(guildId, user, { roleIds: [staffRole] });
  const names = { display_name: `Asker ${next}`, username: `asker_${next}` };
  harness.service.state.users.set(userId, { type: "user", id: userId, avatar: {}, ...names });
  const person = harness.discord.as(discordUserId, staff);
  const question = shown(await person.run("account connect", { user: userId }));
  expect(textOf(await person.press(question, "Ask for approval"))).toContain("Request sent");
  return discordUserId;
}

describe("a member says who they are", () => {
  test.each([
    ["a name", "rosa grun"],
    ["an id", "810000001"],
    ["a pasted link", "https://example.com/users/810000001/profile"],
  ])("by %s", async (_what, user) => {
    const question = shown(await harness.as("mia").run("account connect", { user }));
    expect(question.text).toMatch(/Is this you\?[\s\S]*Rosa Grün[\s\S]*`810000001`/);
  });

  test("by a name that two users have, and chooses which", async () => {
    const asked = shown(await harness.as("mia").run("account connect", { user: "Double Name" }));
    expect(asked.text).toContain("matches more than one person");
    const [, second = ""] = labelsOf(asked);
    expect(textOf(await harness.as("mia").press(asked, second))).toMatch(
      /Is this you\?[\s\S]*`81000000[23]`/,
    );
  });

  test("and is only offered people who aren't connected", async () => {
    await connectAccount(harness.app.ctx, {
      discordUserId: noor,
      userId: "810000001",
      displayName: "Rosa Grün",
      memberName: "Noor",
    });
    const suggest = (value: string) =>
      harness.as("mia").suggest("account connect", {}, { name: "user", value });
    expect((await suggest("")).map(({ value }) => value)).toEqual(["810000002", "810000003"]);
  });

  test("and is offered all of those, however many others are connected", async () => {
    const members = Array.from({ length: 100 }, (_, index) => ({
      discordUserId: `1200000000000000${100 + index}`,
      userId: String(830_000_000 + index),
      displayName: `Connected ${index}`,
      memberName: `Connected ${index}`,
    }));
    for (const member of members) await connectAccount(harness.app.ctx, member);
    const refused = shown(await harness.as("mia").run("assignments"));
    const form = opened(await harness.as("mia").press(refused, "This is me"));
    const listed = form.fields.find(({ label }) => label === "Workspace user")?.options ?? [];
    const offered = await harness.as("mia").suggest("account connect", {}, { name: "user", value: "" });
    for (const { discordUserId } of members) await store().accounts.disconnect(guildId, discordUserId);
    expect(offered.map(({ value }) => value)).toEqual(["810000002", "810000003", "810000001"]);
    expect(listed.map(({ value }) => value)).toEqual(["810000002", "810000003", "810000001"]);
  });

  test("a manager connects a member by a name", async () => {
    const question = shown(
      await harness.as("theo").run("account connect", { user: "Rosa Grün", person: mia }),
    );
    await harness.as("theo").press(question, "Connect");
    expect(await account(mia)).toBe("810000001");
  });

  test("with a button on the message that says they aren't connected", async () => {
    const refused = shown(await harness.as("mia").run("assignments"));
    expect(labelsOf(refused)).toContain("This is me");
    const form = opened(await harness.as("mia").press(refused, "This is me"));
    const question = shown(await harness.as("mia").submit(form, { user: "Rosa Grün" }));
    expect(question.text).toContain("Is this you?");
    expect(question.private).toBe(true);
  });
});

describe("/account list", () => {
  const recordOrder = (discordUserId: string) =>
    harness.app.ctx.recordEntry({
      id: harness.app.ctx.newId(),
      guildId,
      workspaceId: undefined,
      discordUserId,
      action: "order.create",
      target: undefined,
      outcome: "done",
      detail: {},
      reference: undefined,
      at: harness.clock.now(),
    });

  test("counts who is connected per role, and names who is missing as far as a bot can know", async () => {
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId: miasId,
      displayName: "Mia",
      memberName: "Mia",
    });
    // Sam has no role, so nobody misses them.
    for (const discordUserId of [noor, sam]) await recordOrder(discordUserId);
    const list = shown(await harness.as("theo").run("account list"));
    expect(list.text).toContain(`<@&${staffRole}>: **1 of 2** connected`);
    expect(list.text).toContain(`<@&${playgroundIds.managerRole}>: **0 of 1** connected`);
    expect(list.text).toMatch(new RegExp(`have changed something\\n.*<@${noor}>`));
    expect(list.text).not.toContain(`<@${sam}>`);
    expect(list.text).toContain("Discord doesn't tell bots who else has a role, only how many do.");
  });

  test("shows the accounts when Discord doesn't report member counts", async () => {
    await connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId: miasId,
      displayName: "Mia",
      memberName: "Mia",
    });
    harness.discord.faults.failRequests({ status: 500, pathPart: "member-counts", times: 3 });
    const list = shown(await harness.as("theo").run("account list"));
    harness.discord.faults.clear();
    expect(list.text).toBe(`1 connected account\n<@${mia}>`);
  });

  test("names who is missing, however many connected people did something since", async () => {
    await recordOrder(noor);
    harness.clock.advance(1_000);
    const members = Array.from({ length: 90 }, (_, index) =>
      String(1_210_000_000_000_000_000n + BigInt(index)),
    );
    for (const [index, discordUserId] of members.entries()) {
      const names = { displayName: `Busy ${index}`, memberName: `Busy ${index}` };
      await connectAccount(harness.app.ctx, { discordUserId, userId: String(840_000_000 + index), ...names });
      await recordOrder(discordUserId);
    }
    const list = shown(await harness.as("theo").run("account list"));
    for (const discordUserId of members) await store().accounts.disconnect(guildId, discordUserId);
    // They'd be looked up before those of the next tests.
    await store().audit.removeBefore(harness.clock.now() + 1);
    expect(list.text).toMatch(new RegExp(`Not connected yet, but have changed something\\n.*<@${noor}>`));
  });

  test("asks members to connect with one message, whose button opens a request", async () => {
    const list = shown(await harness.as("theo").run("account list"));
    const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
    const posted = shown(await harness.as("theo").submit(form, { channel: [staff] }));
    expect(posted.text).toContain(`Posted in <#${staff}>`);
    const message = harness.discord.messagesIn(staff).at(-1);
    expect(message?.text).toContain("Are you on the team?");
    const ask = opened(await harness.as("mia", "staff").press(message as SeenMessage, "This is me"));
    const question = shown(await harness.as("mia", "staff").submit(ask, { user: miasId }));
    await harness.as("mia", "staff").press(question, "Ask for approval");
    expect((await store().connectionRequests.findOpen(guildId, mia))?.userId).toBe(miasId);
    const [entry] = await store().audit.list(guildId, { action: "account.ask" }, { limit: 1 });
    expect(entry).toMatchObject({ discordUserId: theo, target: staff });
  });

  test("asks nobody where the manager can't write themselves", async () => {
    const before = harness.discord.messagesIn(orders).length;
    const list = shown(await harness.as("theo").run("account list"));
    const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
    const deny = PermissionFlagsBits.SendMessages;
    harness.discord.setOverwrites(orders, [{ id: managerRole, type: OverwriteType.Role, allow: 0n, deny }]);
    const refused = shown(await harness.as("theo").submit(form, { channel: [orders] }));
    harness.discord.setOverwrites(orders, []);
    expect(refused.text).toContain(`You can't write in <#${orders}> yourself`);
    expect(harness.discord.messagesIn(orders)).toHaveLength(before);
  });

  test.each(["cut", "cut-after"] as const)(
    "asks with one message when Discord's answer is lost (%s)",
    async (status) => {
      const before = harness.discord.messagesIn(staff).length;
      const list = shown(await harness.as("theo").run("account list"));
      const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
      harness.discord.faults.failRequests({ status, pathPart: `/channels/${staff}/messages` });
      const posted = shown(await harness.as("theo").submit(form, { channel: [staff] }));
      harness.discord.faults.clear();
      expect(posted.text).toContain(`Posted in <#${staff}>`);
      expect(harness.discord.messagesIn(staff)).toHaveLength(before + 1);
    },
  );

  test.each([
    ["refuses", { status: 403, code: 50_013 }, "so nobody was asked. Choose another channel"],
    ["doesn't answer", { status: 500, times: 9 }, "so I don't know whether anybody was asked"],
  ] as const)("says what came of asking when Discord %s", async (_what, fault, sentence) => {
    const list = shown(await harness.as("theo").run("account list"));
    const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
    harness.discord.faults.failRequests({ ...fault, pathPart: `/channels/${staff}/messages` });
    const refused = textOf(await harness.as("theo").submit(form, { channel: [staff] }));
    harness.discord.faults.clear();
    expect(refused).toContain(sentence);
  });

  test.each([
    ["refuses", { status: 403, code: 50_001 }, "so it's still there. Delete it in the channel yourself"],
    ["doesn't answer", { status: 500, times: 9 }, "so it may still be there. Press *Undo* again"],
  ] as const)("says that asking wasn't undone when Discord %s", async (_what, fault, sentence) => {
    const list = shown(await harness.as("theo").run("account list"));
    const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
    const posted = shown(await harness.as("theo").submit(form, { channel: [staff] }));
    harness.discord.faults.failRequests({ ...fault, pathPart: `/channels/${staff}/messages/` });
    await harness.as("theo").press(posted, "Undo");
    harness.discord.faults.clear();
    expect(newestText(harness.as("theo"))).toContain(sentence);
    expect(textOf(await harness.as("theo").press(posted, "Undo"))).toContain("I deleted the message");
  });

  test("the audit log shows the channel of the message as a channel, and doesn't look it up as a user", async () => {
    const list = shown(await harness.as("theo").run("account list"));
    const form = opened(await harness.as("theo").press(list, "Ask them to connect…"));
    await harness.as("theo").submit(form, { channel: [staff] });
    using sent = watchRequests(harness.service.baseUrl);
    const log = shown(await harness.as("ada").run("audit", { action: "account.ask" }));
    expect(log.text).toContain(`<#${staff}>`);
    await runJob(nameLookUp, jobTools(harness.app));
    expect(sent.list.filter(({ path }) => path.includes(staff))).toEqual([]);
  });

  test("misses nobody who waits for a manager, and says so of nobody else", async () => {
    for (const [discordUserId, name] of [
      [theo, "Theo"],
      [mia, "Mia"],
    ] as const)
      await connectAccount(harness.app.ctx, {
        discordUserId,
        userId: name === "Mia" ? miasId : "118203774",
        displayName: name,
        memberName: name,
      });
    const question = shown(await harness.as("noor").run("account connect", { user: "129945018" }));
    await harness.as("noor").press(question, "Ask for approval");
    const list = async () => shown(await harness.as("theo").run("account list"));
    const everyone = await list();
    expect(everyone.text).toContain(`<@&${staffRole}>: **1 of 2** connected`);
    expect(everyone.text).toContain(`Waiting for a manager\n⏳ <@${noor}>`);
    expect(everyone.text).not.toContain("used me");
    expect(labelsOf(everyone)).not.toContain("Ask them to connect…");
    const quiet = { id: "1300000000000001000", username: "quiet", displayName: "Quiet" };
    harness.discord.addMember(guildId, quiet, { roleIds: [staffRole] });
    const others = await list();
    expect(others.text).toContain(
      "have changed something\nNobody else has changed anything with me in the last 90 days.\n",
    );
    expect(labelsOf(others)).toContain("Ask them to connect…");
  });

  test("asks nobody if no manager could approve", async () => {
    const list = shown(await harness.as("theo").run("account list"));
    await store().guildSettings.remove(guildId, "managers-channel");
    await harness.as("theo").press(list, "Ask them to connect…");
    expect(newestText(harness.as("theo"))).toContain("no managers' channel yet");
  });
});

describe("several requests", () => {
  test("are approved with one press, each once, and the members are notified", async () => {
    const people = [await asker(), await asker(), await asker(), await asker()];
    const list = shown(await harness.as("theo").run("account list"));
    const preview = shown(await harness.as("theo").press(list, "Approve several…"));
    expect(preview.text).toContain("Approve 4 requests?");
    // One of them gets a user in the meantime.
    const [first = ""] = people;
    const other = { userId: "829999999", displayName: "Another", memberName: "x" };
    await connectAccount(harness.app.ctx, { discordUserId: first, ...other });
    const receipt = shown(await harness.as("theo").press(preview, "Approve 4"));
    expect(receipt.text).toContain("3 requests approved");
    expect(receipt.text).toContain("not approved: this member is already connected");
    expect(await account(first)).toBe("829999999");
    for (const discordUserId of people.slice(1)) {
      expect(await account(discordUserId)).toBeDefined();
      expect(newestText(harness.discord.inPrivate(discordUserId))).toContain("You're now connected to");
    }
    const entries = await store().audit.list(guildId, { action: "account.approve" }, { limit: 10 });
    expect(entries).toHaveLength(3);
    await store().accounts.disconnect(guildId, first);
    const open = await store().connectionRequests.findOpen(guildId, first);
    expect(open?.state).toBe("open");
    if (open !== undefined)
      await store().connectionRequests.move({
        ...open,
        from: "open",
        to: "withdrawn",
        decidedByDiscordUserId: first,
        decidedAt: 0,
      });
  });

  test("say whose members can't be reached, and mention no notice when none was sent", async () => {
    const one = await asker();
    harness.discord.refusePrivateMessages(one);
    const other = await asker();
    harness.discord.faults.takePermission(staff, PermissionFlagsBits.SendMessages);
    const ask = async () =>
      shown(
        await harness
          .as("theo")
          .press(shown(await harness.as("theo").run("account list")), "Approve several…"),
      );
    const approve = async (question: SeenMessage) =>
      textOf(await harness.as("theo").press(question, labelsOf(question)[0] ?? ""));
    const receipt = await approve(await ask());
    expect(receipt).toContain("2 requests approved");
    expect(receipt).toMatch(
      new RegExp(`<@${one}> as .*🟧 I couldn't reach them, so please tell them yourself`),
    );
    expect(receipt).toMatch(new RegExp(`<@${other}> as [^🟧\n]*\n`));
    expect(receipt).toContain("I told the others who were approved");

    harness.discord.faults.clear();
    const third = await asker();
    const question = await ask();
    const request = await store().connectionRequests.findOpen(guildId, third);
    if (request === undefined) expect.unreachable();
    await store().connectionRequests.move({
      ...request,
      from: "open",
      to: "withdrawn",
      decidedByDiscordUserId: third,
      decidedAt: 0,
    });
    const nothing = await approve(question);
    expect(nothing).toContain("Nothing was approved");
    expect(nothing).not.toContain("I told");
  });

  test("never include the manager's own", async () => {
    const question = shown(await harness.as("theo").run("account connect", { user: "118203774" }));
    await harness.as("theo").press(question, "Ask for approval");
    const list = shown(await harness.as("theo").run("account list"));
    await harness.as("theo").press(list, "Approve several…");
    expect(newestText(harness.as("theo"))).toContain("The only open request is your own");
  });
});
