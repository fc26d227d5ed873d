// Depends on: transport, wording.
import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { newest, textOf } from "../support/replies.ts";

const { guildId, orders, managerRole, staffRole, theo } = playgroundIds;
const { SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;
const thread = "1100000000000000781";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ withJobs: false });
  harness.discord.addChannel(guildId, {
    id: thread,
    name: "rota",
    parentId: orders,
    type: ChannelType.PublicThread,
  });
});
afterAll(() => harness[Symbol.asyncDispose]());
afterEach(() => harness.discord.setOverwrites(orders, []));

const posts = (channelId: string = orders) =>
  harness.discord.messagesIn(channelId).filter(({ content }) => content.includes("Shown by"));

async function show(person = harness.as("theo", "orders")): Promise<string> {
  await person.run("order search");
  return textOf(await person.press(newest(person), "Show in channel"));
}

const deny = (id: string, type = OverwriteType.Role, denied = SendMessages) => ({
  id,
  type,
  allow: 0n,
  deny: denied,
});

test.each([
  ["their role may not", [deny(managerRole)]],
  ["nobody may", [deny(guildId)]],
  [
    "they themselves may not, though their role may",
    [
      { id: managerRole, type: OverwriteType.Role, allow: SendMessages, deny: 0n },
      deny(theo, OverwriteType.Member),
    ],
  ],
])("nothing is shown for someone who can't write in the channel: %s", async (_case, overwrites) => {
  const before = posts().length;
  harness.discord.setOverwrites(orders, overwrites);
  expect(await show()).toContain("You can't write in this channel yourself");
  expect(posts()).toHaveLength(before);
});

test.each([
  ["nothing forbids it", []],
  [
    "one of their roles may, though another may not",
    [
      deny(staffRole),
      { id: managerRole, type: OverwriteType.Role, allow: SendMessages | ViewChannel, deny: 0n },
    ],
  ],
])("it is shown where they can write: %s", async (_case, overwrites) => {
  harness.discord.setRoles(guildId, theo, [managerRole, staffRole]);
  const before = posts().length;
  harness.discord.setOverwrites(orders, overwrites);
  expect(await show()).toContain("Shown by");
  expect(posts()).toHaveLength(before + 1);
});

test.each([
  ["who can write there, though not in its channel", SendMessages, false, true],
  ["who can't, though in its channel", SendMessagesInThreads, false, false],
  ["who can't, since it is locked", 0n, true, false],
])("in a thread it depends on the thread: someone %s", async (_case, denied, locked, mayShow) => {
  harness.discord.setRoles(guildId, theo, [managerRole, staffRole]);
  harness.discord.setOverwrites(orders, [deny(guildId, OverwriteType.Role, denied)]);
  harness.discord.setThread(thread, { locked });
  const before = posts(thread).length;
  const said = await show(harness.discord.as(theo, thread));
  expect(said).toContain(mayShow ? "Shown by" : "You can't write in this channel yourself");
  expect(posts(thread)).toHaveLength(before + (mayShow ? 1 : 0));
});

test("what the bot no longer has, as after a restart, is quoted as the person saw it, with who and when", async () => {
  harness.discord.setRoles(guildId, theo, [managerRole, staffRole]);
  const person = harness.as("theo", "orders");
  await person.run("order search");
  const seen = newest(person);
  await harness.restart();
  const copy = textOf(await person.press(seen, "Show in channel"));
  expect(copy).toMatch(new RegExp(`^-# Shown by <@${theo}>, as seen <t:\\d+:f>\n`));
  expect(copy.split("\n").slice(1)).toEqual(seen.text.split("\n"));
});
