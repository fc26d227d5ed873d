// Depends on: database, wording.
import { PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AuditChannel, createAuditChannel } from "../../commands/audit/channel-posts.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { outbox } from "../support/all-jobs.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { labelsOf, menuOf, newestText, shown, textOf } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, audit, orders, managers, staffRole, starRole } = playgroundIds;
const { ViewChannel, SendMessages } = PermissionFlagsBits;
let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const openChannel = async () => {
  const person = harness.as("ada");
  return shown(await person.press(shown(await person.run("audit")), "Channel…"));
};
const choose = async (channel: string) => {
  const asked = await openChannel();
  // A refusal comes as a message of its own.
  await harness.as("ada").choose(asked, menuOf(asked), [channel]);
  return newestText(harness.as("ada"));
};
const turnOff = async () => textOf(await harness.as("ada").press(await openChannel(), "Turn off"));
const postsIn = (channelId: string) => harness.discord.messagesIn(channelId).map(({ text }) => text);
const settings = () => harness.app.ctx.store.guildSettings.all(guildId);
const written = (text: string, channelId: string = audit) =>
  until(`“${text}” appears in the channel`, () => postsIn(channelId).some((post) => post.includes(text)));
const privately = () => harness.discord.inPrivate(ada).read();

const hourMs = 60 * 60_000;
let made = 0;
const newEntry = () => {
  made += 1;
  const { now, newId } = harness.app.ctx;
  return {
    id: newId(),
    guildId,
    workspaceId: undefined,
    discordUserId: ada,
    action: "order.create",
    target: `target-${made}-`,
    outcome: "done" as const,
    detail: undefined,
    reference: undefined,
    at: now(),
  };
};
const record = async () => {
  const entry = newEntry();
  await harness.app.ctx.recordEntry(entry);
  return entry.target;
};
/** Announces so many at once, while the first post is still on its way. */
const flood = (channel: AuditChannel, count: number) => {
  harness.discord.faults.slowRequests({ delay: 300, times: 1, pathPart: `/channels/${audit}/messages` });
  return Array.from({ length: count }, () => {
    const entry = newEntry();
    void channel.publish(entry);
    return entry.target;
  });
};

test("a channel is given back by undoing the change, unless it was changed again since", async () => {
  const admin = harness.as("ada");
  const chooseIn = async (channel: string) => {
    const asked = await openChannel();
    return shown(await admin.choose(asked, menuOf(asked), [channel]));
  };
  const [first, second] = [await chooseIn(audit), await chooseIn(managers)];
  const present = async () => (await settings()).get("audit-channel");
  expect(textOf(await admin.press(first, "Turn off"))).toContain("so nothing was undone");
  expect(await present()).toBe(managers);
  const undone = shown(await admin.press(second, "Undo"));
  expect(await present()).toBe(audit);
  await chooseIn(orders);
  expect(textOf(await admin.press(undone, "Undo"))).toContain("so nothing was undone");
  expect(await present()).toBe(orders);
});

test("entries are posted in the chosen channel, starting with the choice itself", async () => {
  const chosen = await choose(audit);
  expect(chosen).toContain(`Every change is posted in <#${audit}> from now on`);
  // Discord shows no mentions in titles, only their ids.
  expect(chosen.split("\n")[0]).toBe("Audit log channel chosen");
  await written("for the audit log");
  const ways = await record();
  await written(ways);
  expect(postsIn(audit).at(-1)).toContain(" logged an order");
  expect(harness.discord.messagesIn(audit).every(({ pinged }) => pinged.discordUserIds.length === 0)).toBe(
    true,
  );
  expect(textOf(await harness.as("ada").run("settings"))).toContain(
    `**Audit log channel:** <#${audit}> · chosen by <@`,
  );
});

test("a new channel takes over, and the previous one gets a last message that says so", async () => {
  await choose(audit);
  await choose(managers);
  await written("The audit log ends here");
  await written("for the audit log", managers);
  const target = await record();
  await written(target, managers);
  expect(postsIn(audit).join()).not.toContain(target);
});

test("posting is stopped with a last message in the channel", async () => {
  expect(labelsOf(await openChannel())).toEqual([]);
  await choose(audit);
  const asked = await openChannel();
  expect(asked.text).toContain(`Every change is posted in <#${audit}>`);
  expect(await turnOff()).toContain("no longer posted to a channel");
  expect(textOf(await harness.as("ada").press(asked, "Turn off"))).toContain("nothing was changed");
  await written("The audit log ends here");
  const before = postsIn(audit).length;
  await record();
  await choose(managers);
  await written("for the audit log", managers);
  expect(postsIn(audit)).toHaveLength(before);
});

test("a channel where the bot can't post is refused, and one that strangers see is pointed out", async () => {
  harness.discord.setBotPermissions(audit, ViewChannel | SendMessages);
  expect(await choose(audit)).toContain("I need *Embed Links*, *Attach Files* there");
  expect((await settings()).has("audit-channel")).toBe(false);
  expect(await choose(orders)).toContain("⚠️ Everyone in this server can see");
});

test("many entries at once go out in few posts, in order, and none is lost", async () => {
  await choose(audit);
  await written("for the audit log");
  const before = postsIn(audit).length;
  const targets = flood(createAuditChannel(harness.app.ctx), 41);
  await written(targets.at(-1) ?? "");
  const posts = postsIn(audit).slice(before);
  expect(posts).toHaveLength(5);
  expect(posts.join("\n").match(/target-\d+-/g)).toEqual(targets);
});

test("entries over the queue's limit are counted in the next post", async () => {
  await choose(audit);
  await written("for the audit log");
  const targets = flood(createAuditChannel(harness.app.ctx), 61);
  await written(targets[50] ?? "");
  expect(postsIn(audit).join()).toContain("10 earlier entries couldn't be posted");
  expect(postsIn(audit).join()).not.toContain(targets[51]);
});

test("a reply never waits for the channel", async () => {
  await choose(audit);
  await written("for the audit log");
  const held = Promise.withResolvers<void>();
  harness.discord.faults.slowRequests({ delay: held.promise, pathPart: `/channels/${audit}/messages` });
  const question = await harness.as("ada").run("access set", { role: staffRole, tier: "none" });
  if (question.kind !== "message") throw new Error("no question came");
  await harness.as("ada").press(question.message, "Remove the tier");
  expect(postsIn(audit).join()).not.toContain(" changed <@&");
  held.resolve();
  await written(" changed <@&");
});

test("when posting fails, the admin who chose the channel gets one private message until it works again", async () => {
  await choose(audit);
  await written("for the audit log");
  const failures = () => harness.logs.filter((line) => line.includes("could not be posted")).length;
  const before = failures();
  harness.discord.faults.takePermission(audit, SendMessages);
  await record();
  await until("Ada gets a message", () => privately().length > 0);
  await record();
  await until("both failed", () => failures() === before + 2);
  expect(privately()).toHaveLength(1);
  expect(privately()[0]?.text).toMatch(
    new RegExp(`couldn't post the audit log in <#${audit}>: I can't post there anymore.*Send Messages`, "s"),
  );
  expect(textOf(await harness.as("ada").run("settings"))).toMatch(
    /Posting there fails\. .* First failed: <t:\d+:R>/,
  );

  harness.discord.faults.restorePermissions();
  const target = await record();
  await written(target);
  expect(postsIn(audit).at(-1)).toContain("2 earlier entries couldn't be posted");
  await until("the trouble is over", async () => !(await settings()).has("audit-trouble"));
  expect(privately()).toHaveLength(1);

  harness.discord.deleteChannel(audit);
  await record();
  await until("Ada gets another message", () => privately().length === 2);
  expect(privately()[1]?.text).toMatch(
    /in the channel you chose: it was deleted[\s\S]*choose another channel/,
  );
  expect(privately()[1]?.text).not.toMatch(new RegExp(`${audit}|give me`));
});

test("the private message about a failure comes later if Discord fails at it, too, unless posting works by then", async () => {
  await choose(audit);
  await written("for the audit log");
  const toOpen = { status: 502, times: 100, pathPart: "/users/@me/channels" } as const;
  const handled = () => harness.logs.filter((line) => line.includes("audit log can't be posted")).length;
  for (const [round, works] of [true, false].entries()) {
    harness.discord.faults.failRequests(toOpen);
    harness.discord.faults.takePermission(audit, SendMessages);
    await record();
    await until("it failed", () => handled() === round + 1);
    expect(privately()).toEqual([]);
    harness.discord.faults.clear();
    if (works) {
      harness.discord.faults.restorePermissions();
      await written(await record());
      await until("the trouble is over", async () => !(await settings()).has("audit-trouble"));
    }
    harness.clock.advance(hourMs);
    await until("nothing waits to be said", async () => {
      await runJob(outbox, jobTools(harness.app));
      return (await harness.app.ctx.store.outbox.due(Number.MAX_SAFE_INTEGER, 10)).length === 0;
    });
    expect(privately()).toHaveLength(works ? 0 : 1);
  }
  expect(privately()[0]?.text).toContain("I can't post there anymore");
});

test("who chose the channel and is no admin anymore isn't told where the audit log is posted", async () => {
  await choose(audit);
  await written("for the audit log");
  // From then on, *Manage Server* alone makes nobody an admin.
  await harness.app.ctx.store.accessRoles.change(guildId, starRole, { from: undefined, to: "admin" });
  harness.discord.setRoles(guildId, ada, [staffRole]);
  harness.discord.faults.takePermission(audit, SendMessages);
  await record();
  await until("it is handled", () => harness.logs.some((line) => line.includes("audit log can't be posted")));
  expect(privately()).toEqual([]);
});

test.each(["cut", "cut-after"] as const)(
  "an entry is posted once, and not called missing, when Discord's answer is lost (%s)",
  async (status) => {
    await choose(audit);
    await written("for the audit log");
    harness.discord.faults.failRequests({ status, pathPart: `/channels/${audit}/messages` });
    const target = await record();
    await written(target);
    const next = await record();
    await written(next);
    expect(postsIn(audit).join()).not.toContain("couldn't be posted");
    expect(postsIn(audit).filter((post) => post.includes(target))).toHaveLength(1);
  },
);

test("transient failures aren't reported, and unposted entries are counted", async () => {
  await choose(audit);
  await written("for the audit log");
  harness.discord.faults.failRequests({ status: 502, times: 2, pathPart: `/channels/${audit}/messages` });
  const lost = await record();
  await until("the failure is logged", () =>
    harness.logs.some((line) => line.includes("could not be posted")),
  );
  const target = await record();
  await written(target);
  expect(postsIn(audit).at(-1)).toContain("1 earlier entry couldn't be posted");
  expect(postsIn(audit).join()).not.toContain(lost);
  expect(privately()).toHaveLength(0);
  expect((await settings()).has("audit-trouble")).toBe(false);
});

test("when the private message fails too, the settings show the problem until a channel is chosen", async () => {
  await choose(audit);
  await written("for the audit log");
  harness.discord.refusePrivateMessages(ada);
  harness.discord.faults.takePermission(audit, SendMessages);
  await record();
  await until("the trouble is stored", async () => (await settings()).has("audit-trouble"));
  expect(textOf(await harness.as("ada").run("settings"))).toMatch(
    /Posting there fails\. .* First failed: <t:\d+:R>/,
  );
  await choose(managers);
  expect((await settings()).has("audit-trouble")).toBe(false);
});

test("a stop waits for the post being sent and for no other", async () => {
  await choose(audit);
  await written("for the audit log");
  const channel = createAuditChannel(harness.app.ctx);
  const [first = "", second = ""] = flood(channel, 30);
  await channel.stop();
  const late = newEntry();
  await channel.publish(late);
  await harness.restart();
  expect(postsIn(audit).join()).toContain(first);
  expect(postsIn(audit).join()).not.toContain(second);
  expect(postsIn(audit).join()).not.toContain(late.target);
});
