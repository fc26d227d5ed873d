// Depends on: database.
import { OverwriteType, PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { newestText, shown } from "../support/replies.ts";
import { askToAdd, askToChange, openCard, pressOnCard, type Settings } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar, orders, staff, ada, managerRole, staffRole } = playgroundIds;
const { SendMessages, ViewChannel, MentionEveryone } = PermissionFlagsBits;
const minuteMs = 60_000;
const weekly = { kind: "calendar", channel: calendar, days: "mon", time: "6pm", zone: "Europe/Berlin" };
const mayNotWrite = `You can't write in <#${calendar}> yourself`;
const mayNotPing = `You can't ping <@&${staffRole}> in <#${calendar}> yourself`;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const store = () => harness.app.ctx.store;
const count = async () => (await store().schedules.list(guildId)).length;
const askAdd = (name: "ada" | "theo", settings: Settings) => askToAdd(harness.as(name, "staff"), settings);
const askEdit = (id: string, changes: Settings) => askToChange(harness.as("theo", "staff"), id, changes);
const onCard = (id: string, label: string) => pressOnCard(harness.as("theo", "staff"), id, label);
/** In the calendar channel managers may not do this. */
function deny(permission: bigint): void {
  const overwrite = { id: managerRole, type: OverwriteType.Role, allow: 0n, deny: permission };
  harness.discord.setOverwrites(calendar, [overwrite]);
}
/** An answer that takes a while is a message of its own. */
async function refused(question: SeenMessage, label: string, why: string | RegExp): Promise<void> {
  const theo = harness.as("theo", "staff");
  await theo.press(question, label);
  await until("the press is refused", () => new RegExp(why).test(newestText(theo)));
}
async function scheduleOf(name: "ada" | "theo", options: Settings = {}) {
  const question = await askAdd(name, { ...weekly, ...options });
  shown(await harness.as(name, "staff").press(question, "Add schedule"));
  const schedule = (await store().schedules.list(guildId)).at(-1);
  if (schedule === undefined) throw new Error(`nothing was added: ${question.text}`);
  return schedule;
}

test("a schedule changed while it is being resumed stays as changed", async () => {
  const { id } = await scheduleOf("ada");
  expect(await store().schedules.pause(guildId, id, undefined)).toBe(true);
  const theo = harness.as("theo", "staff");
  const card = await openCard(theo, id);
  const held = harness.discord.faults.holdAnswers("/channels");
  const resuming = theo.press(card, "Resume");
  await until("Discord is asked about the channel", () => held.count > 0);
  const rule = { kind: "weekly", days: [2], time: "09:00" } as const;
  await store().schedules.change(guildId, id, { rule, nextDueAt: undefined });
  held.release();
  expect(shown(await resuming).text).toContain("Someone changed or removed this schedule at the same moment");
  expect(await store().schedules.find(guildId, id)).toMatchObject({ state: "paused", nextDueAt: undefined });
});

describe("a manager who can't write in a channel", () => {
  test("can't have a schedule there, and an admin can", async () => {
    deny(SendMessages);
    expect((await askAdd("theo", weekly)).text).toContain(mayNotWrite);
    expect(await count()).toBe(0);
    await scheduleOf("ada");
  });

  test("can't see it either: the reply is the same", async () => {
    const question = await askAdd("theo", weekly);
    deny(ViewChannel);
    await refused(question, "Add schedule", mayNotWrite);
  });

  test("has the permission checked again on confirming", async () => {
    const question = await askAdd("theo", weekly);
    deny(SendMessages);
    await refused(question, "Add schedule", mayNotWrite);
    expect(await count()).toBe(0);
  });

  test("can neither move a schedule there nor change one that is there", async () => {
    const { id } = await scheduleOf("theo", { channel: orders });
    const moving = await askEdit(id, { channel: calendar });
    const { id: there } = await scheduleOf("ada");
    deny(SendMessages);
    expect((await askEdit(id, { channel: calendar })).text).toContain(mayNotWrite);
    expect((await askEdit(there, { time: "7pm" })).text).toContain(mayNotWrite);
    await refused(moving, "Change schedule", mayNotWrite);
    expect((await store().schedules.find(guildId, id))?.channelId).toBe(orders);
  });
});

describe("a manager who can't write where another person's schedule posts", () => {
  test("can't post it now, neither in the preview nor with its button", async () => {
    const { id } = await scheduleOf("ada");
    const question = await onCard(id, "Post now…");
    deny(SendMessages);
    expect((await onCard(id, "Post now…")).text).toContain(mayNotWrite);
    await refused(question, "Post it now", mayNotWrite);
    expect(await store().deliveries.list(id, 5)).toEqual([]);
  });

  test("can't resume it", async () => {
    const { id } = await scheduleOf("ada");
    await onCard(id, "Pause");
    deny(SendMessages);
    expect((await onCard(id, "Resume")).text).toContain(mayNotWrite);
    expect((await store().schedules.find(guildId, id))?.state).toBe("paused");
  });
});

test("a manager who can't mention a role can't post a schedule that pings it now", async () => {
  harness.discord.setMentionable(guildId, staffRole, true);
  const { id } = await scheduleOf("ada", { mention: staffRole });
  harness.discord.setMentionable(guildId, staffRole, false);
  deny(MentionEveryone);
  expect((await onCard(id, "Post now…")).text).toContain(mayNotPing);
});

describe("a manager who can't mention a role", () => {
  test("can't have a schedule ping it, unless everyone can", async () => {
    deny(MentionEveryone);
    expect((await askAdd("theo", { ...weekly, mention: staffRole })).text).toContain(mayNotPing);
    harness.discord.setMentionable(guildId, staffRole, true);
    await scheduleOf("theo", { mention: staffRole });
  });

  test("has the permission checked again on confirming", async () => {
    const question = await askAdd("theo", { ...weekly, mention: staffRole });
    deny(MentionEveryone);
    await refused(question, "Add schedule", mayNotPing);
    expect(await count()).toBe(0);
  });

  test("can't add it to an existing schedule, neither in the preview nor with its button", async () => {
    const { id } = await scheduleOf("theo");
    const question = await askEdit(id, { mention: staffRole });
    deny(MentionEveryone);
    expect((await askEdit(id, { mention: staffRole })).text).toContain(mayNotPing);
    await refused(question, "Change schedule", mayNotPing);
    expect((await store().schedules.find(guildId, id))?.mentionRoleId).toBeUndefined();
  });
});

test("when Discord doesn't report permissions, nothing is changed", async () => {
  const question = await askAdd("theo", weekly);
  harness.discord.faults.failRequests({ status: 500, times: 20, pathPart: `/members/${playgroundIds.theo}` });
  await refused(question, "Add schedule", /couldn't check your permissions.*nothing was changed/);
  expect(await count()).toBe(0);
});

test("a schedule pings its role once an hour, however often it posts", async () => {
  harness.discord.setMentionable(guildId, staffRole, true);
  const { ctx } = harness.app;
  const id = ctx.newId();
  const place = { guildId, linkKey: "cafe", channelId: staff, makerDiscordUserId: ada };
  const sample = sampleSchedule({ ...place, id, createdAt: ctx.now() });
  await store().schedules.create({ ...sample, mentionRoleId: staffRole });
  const pings: boolean[] = [];
  for (const waitMs of [0, 59 * minuteMs, minuteMs, 30 * minuteMs]) {
    harness.clock.advance(waitMs);
    const before = harness.discord.messagesIn(staff).length;
    await store().deliveries.add({ scheduleId: id, guildId, dueAt: ctx.now() });
    await runJob(posting, jobTools(harness.app));
    await until("it is posted", () => harness.discord.messagesIn(staff).length > before);
    await until("it is written down", async () => {
      const [newest] = await store().deliveries.list(id, 1);
      return newest?.state === "sent";
    });
    const newest = harness.discord.messagesIn(staff).at(-1);
    expect(newest?.text).toContain(`<@&${staffRole}>`);
    pings.push(newest?.pinged.roleIds.includes(staffRole) ?? false);
  }
  expect(pings).toEqual([true, false, true, false]);
});
