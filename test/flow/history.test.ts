// Depends on: database, cache.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";
import { describeDates, formatShortDate, formatWeekOf } from "../../src/ui/time.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { askToForget } from "../support/privacy.ts";
import { labelsOf, menuOf, opened, textOf, shown } from "../support/replies.ts";
import { hourMs, minuteMs } from "../../src/time.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { liveBoards } from "../support/live-boards.ts";
import { withoutPictures } from "../support/without-pictures.ts";
import { searchZone } from "../support/settings.ts";

const { guildId, mia, noor, sam, theo } = playgroundIds;
const miaId = "104872391";
const noorId = "129945018";
const theoId = "118203774";

let harness: Harness;
let weekStart: string;
beforeAll(async () => {
  harness = await startHarness();
  const { ctx } = harness.app;
  const people = [
    [mia, miaId, "=Mia"],
    [noor, noorId, "Noor"],
    [theo, theoId, "Theo"],
  ] as const;
  for (const [discordUserId, userId, name] of people)
    await connectAccount(ctx, { discordUserId, userId, displayName: name, memberName: name });
  expect(textOf(await harness.as("theo").run("board"))).toMatch(
    /^No saved weeks yet\. The numbers of connected people appear within minutes\. Connect people with <\/account connect:/,
  );
  await runJob(weeks, jobTools(harness.app));
  const [newest] = await ctx.store.weeks.known(guildId, harness.service.workspaceId, 1);
  weekStart = newest?.weekStart ?? "";
});
afterAll(() => harness[Symbol.asyncDispose]());

const formats = () => ({
  now: Temporal.Instant.fromEpochMilliseconds(harness.clock.now()),
  dateStyle: usualDateStyle,
});
const as = (name: "ada" | "theo" | "mia" | "noor" | "sam") => harness.as(name);
const pastWeeks = async (name: Parameters<typeof as>[0], person?: string) => {
  const visits = shown(await as(name).run("activity view", person === undefined ? {} : { person }));
  return shown(await as(name).press(visits, "Past weeks"));
};
async function fileOf(message: SeenMessage): Promise<string> {
  const url = message.attachments[0]?.url ?? "";
  return (await fetch(url)).text();
}

describe("a member's weeks", () => {
  test("take one line each, newest first, with the workspace's mark", async () => {
    const reply = await pastWeeks("mia");
    expect(reply.private).toBe(true);
    expect(reply.text).toMatch(/^Your weeks: \d\sof\s\d\spassed\n/);
    expect(reply.text).not.toContain(miaId);
    expect(reply.text).toMatch(/^(?:✅|🟦|🟧) \*\*\d+\s\w+\*\* · this\u00a0week · .*[\d\u202f]+\smin/mu);
    expect(reply.text).toMatch(/-# Updated: <t:\d+:R>/);
    expect(reply.text).toMatch(
      /^(?:✅ \*\*\d+\s\w+\*\* · passed|❌ \*\*\d+\s\w+\*\* · failed) · [\d\u202f]+\smin$/m,
    );
    expect(labelsOf(reply)).toEqual(["Download CSV", "Show in channel", "Reload"]);
    const shared = textOf(await as("mia").press(reply, "Show in channel"));
    expect(shared).toMatch(/^[^\n]*\n=Mia's weeks: /);
    expect(shared).toMatch(/ · so\u00a0far · /);
    const three = shown(await as("mia").choose(reply, menuOf(reply), ["3"]));
    expect(three.text.match(/^\S+ \*\*\d+ /gm)).toHaveLength(3);
    // The picture counts the same weeks.
    const counted = /\d\sof\s(\d)\spassed/.exec(three.text)?.[1];
    expect(three.embeds[0]?.image?.description).toContain(`Last ${counted} weeks: `);
  });

  test("are for managers, and for staff when they are their own", async () => {
    const own = await pastWeeks("mia");
    const buttons = ["Download CSV", "Reload"].map(
      (wanted) => own.buttons.find(({ label }) => label === wanted)?.customId ?? "",
    );
    const menu = menuOf(own).replace(miaId, noorId);
    for (const refused of [
      ...(await Promise.all(buttons.map((id) => as("mia").forge.press(own, id.replace(miaId, noorId))))),
      await as("mia").forge.choose(own, menu, ["3"]),
    ])
      expect(textOf(refused)).toContain("Only managers can see other people's data here");
    expect((await pastWeeks("theo", "Noor")).text).toContain(`Noor (id\u00a0${noorId})`);
  });

  test("say that there are none of someone who isn't connected, and what to do", async () => {
    const reply = await pastWeeks("theo", "345820117");
    expect(reply.text).toContain(
      "No saved weeks, since only those of connected people are saved. A manager can connect them with </account connect:",
    );
    expect(labelsOf(reply)).not.toContain("Download CSV");
    expect(reply.selects).toEqual([]);
  });

  test("come as a table in which no name is a formula", async () => {
    const reply = await pastWeeks("mia");
    const answer = shown(await as("mia").press(reply, "Download CSV"));
    expect(answer.text).toContain("\n-# Times are in UTC. The file contains names");
    const file = await fileOf(answer);
    const lines = file.trim().split("\r\n");
    expect(lines[0]).toContain('"Name","User id","Week from","Minutes"');
    expect(lines).toHaveLength(10);
    expect(lines[1]).toContain(`"'=Mia","${miaId}","${weekStart}"`);
    expect(lines[0]).toMatch(/,"Activity read"$/);
    expect(lines[1]).toMatch(/,"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"$/);
  });
});

test("this week's visits are those since the service's week began, whatever the server's time zone", async () => {
  const { activity } = harness.service.state;
  const before = activity.get(theoId) ?? [];
  const beganAt = Date.parse(weekStart);
  const at = (minutes: number) => new Date(beganAt + minutes * 60_000).toISOString();
  activity.set(theoId, [{ start: at(-40), end: at(-20), ended: true, duration: 1_200_000, friends: [] }]);
  await searchZone(as("ada"), "Europe/Berlin");
  await harness.forgetRead();
  const { text } = shown(await as("theo").run("activity view"));
  expect(text).toMatch(
    /week: 0\smin in game\n[\s\S]*No visits this week yet\.\n\n\*\*Before this week\*\*\n.*20\smin/,
  );
  activity.set(theoId, before);
  await harness.forgetRead();
});

describe("the team board", () => {
  test("shows everyone, those who need attention first, and says how old it is", async () => {
    const reply = shown(await as("theo").run("board"));
    expect(reply.private).toBe(true);
    expect(reply.text).toMatch(/^Team board: (?:\d|nobody|all)[^\n]*\nWeek ends: <t:\d+:R>\n/);
    expect(reply.embeds[0]?.image?.description).toMatch(/^3 people: /);
    for (const name of ["Mia", "Noor", "Theo"]) expect(JSON.stringify(reply.selects)).toContain(name);
    expect(reply.embeds[0]?.footer?.text).toMatch(/^3\speople · last read$/);
    expect(reply.embeds[0]?.timestamp).toBeDefined();
    expect(labelsOf(reply)).toEqual(["Download CSV", "On now", "Show in channel", "Reload"]);
  });

  test("shows an earlier week that was suggested, and no other", async () => {
    const choices = await as("theo").suggest("board", { week: "" }, { name: "week", value: "" });
    expect(choices[0]).toEqual({ name: "This week", value: "This week" });
    expect(textOf(await as("theo").run("board", { week: "This week" }))).toContain("Week ends: ");
    expect(choices).toHaveLength(9);
    const earlier = String(choices[1]?.value);
    const reply = shown(await as("theo").run("board", { week: earlier }));
    expect(reply.text).toMatch(/Week of \d+\s\w+[^\n]*\nEnded: <t:\d+:R>/);
    expect(reply.text).toMatch(/^Team board: \d\s(failed|passed|excused)/);
    const onDay = (from: string, days: number) => Temporal.PlainDate.from(from).add({ days }).toString();
    const [title = ""] = /Week of \d+\s\w+/.exec(reply.text) ?? [];
    for (const week of [onDay(earlier, 3), onDay(earlier, 6), title.toUpperCase()])
      expect(textOf(await as("theo").run("board", { week }))).toContain(title);
    // No week is saved right before the first, nor right after the last.
    const first = String(choices.at(-1)?.value);
    for (const command of ["board", "leaderboard"]) {
      for (const week of [onDay(weekStart, 7), onDay(first, -1), "2001-01-01"])
        expect(textOf(await as("theo").run(command, { week }))).toMatch(
          new RegExp(`There's no saved week “${week}”\\. The first one is the week of \\d`),
        );
      for (const week of ["2026-02-30", "nonsense"])
        expect(textOf(await as("theo").run(command, { week }))).toMatch(
          new RegExp(`I don't know the week “${week}”\\. Try \\*last week\\* or \\*\\d`),
        );
    }
  });

  test("shows a week that is named as people say it", async () => {
    const lastWeek = Temporal.PlainDate.from(weekStart).subtract({ weeks: 1 });
    const { text } = shown(await as("theo").run("board", { week: lastWeek.toString() }));
    for (const week of [
      "last week",
      "a week ago",
      formatShortDate(lastWeek, formats()),
      describeDates(lastWeek, "short", formats()),
      formatWeekOf(lastWeek, formats()),
    ])
      expect(shown(await as("theo").run("board", { week })).text, week).toBe(text);
    const [found] = await as("theo").suggest("board", { week: "" }, { name: "week", value: "last week" });
    expect(found?.value).toBe(lastWeek.toString());
  });

  test("is for managers, and so is its table", async () => {
    expect(textOf(await as("mia").forge.run("board"))).toContain("Only managers can see everyone's results");
    const reply = shown(await as("theo").run("board"));
    const file = await fileOf(shown(await as("theo").press(reply, "Download CSV")));
    expect(file.trim().split("\r\n")).toHaveLength(4);
    expect(file).toContain(`"Noor","${noorId}","${weekStart}"`);
    const shared = shown(await as("theo").press(reply, "Show in channel"));
    const csv = reply.buttons.find(({ label }) => label === "Download CSV")?.customId ?? "";
    expect(textOf(await as("mia").forge.press(shared, csv))).toContain("Only managers can use this here");
  });

  test("has a table with the same columns for someone whose week isn't saved yet", async () => {
    const { ctx } = harness.app;
    const names = { displayName: "New", memberName: "New" };
    await connectAccount(ctx, { discordUserId: sam, userId: "987000001", ...names });
    const reply = shown(await as("theo").run("board"));
    const file = await fileOf(shown(await as("theo").press(reply, "Download CSV")));
    await ctx.store.accounts.disconnect(guildId, sam);
    const [head, ...lines] = file.trim().split("\r\n");
    expect(lines).toHaveLength(4);
    const columns = (line = ""): number => line.split('","').length;
    for (const line of lines) expect(columns(line)).toBe(columns(head));
  });
});

describe("deleting someone's weeks", () => {
  const leftId = "987654321";
  const weeksOf = (userId: string) =>
    harness.app.ctx.store.weeks.ofUser(guildId, harness.service.workspaceId, userId, 10);
  async function remember(userId: string): Promise<void> {
    const { ctx } = harness.app;
    const past = Temporal.PlainDate.from(weekStart).subtract({ days: 7 }).toString();
    await ctx.store.weeks.snapshot({
      guildId,
      workspaceId: harness.service.workspaceId,
      userId,
      weekStart: past,
      endsAt: ctx.now() - 1,
      snapshotAt: ctx.now() - 2,
      minutes: 5,
      messages: 6,
      orders: 7,
      assignments: [],
    });
  }

  test("is for admins, accepts the user id of someone disconnected, and asks first", async () => {
    const left = { discordUserId: sam, userId: leftId, displayName: "Left", memberName: "Left" };
    await connectAccount(harness.app.ctx, left);
    await remember(leftId);
    await harness.app.ctx.store.accounts.disconnect(guildId, sam);
    const theos = shown(await as("theo").run("privacy"));
    expect(textOf(await as("theo").forge.press(theos, `privacy.others:${guildId}`))).toContain(
      "Only admins can use this here",
    );
    const form = opened(await as("ada").press(shown(await as("ada").run("privacy")), "Forget someone else…"));
    const listed = form.fields.find(({ customId }) => customId === "listed")?.options ?? [];
    const leftOne = `${leftId} · not connected · 1 week`;
    expect(listed.map(({ label, value }) => [label, value])).toContainEqual([leftOne, leftId]);
    const which = await askToForget(as("ada"), "9876");
    expect(labelsOf(which)).toEqual(expect.arrayContaining([leftOne, "User 9876", "Fix it"]));
    const question = shown(await as("ada").press(which, leftOne));
    expect(question.text).toMatch(/Forget this person\?[\s\S]*• 1 saved week from \d+\s\w+\s\d{4}\n/);
    expect(question.text).not.toContain("stay connected");
    expect(labelsOf(question)).toEqual(["Keep it", "Forget them"]);
    await as("ada").press(question, "Keep it");
    expect(await weeksOf(leftId)).toHaveLength(1);

    const others = (await weeksOf(noorId)).length;
    const again = await askToForget(as("ada"), leftId);
    expect(textOf(await as("ada").press(again, "Forget them"))).toContain(
      "1 saved week and their names were deleted",
    );
    expect(await weeksOf(leftId)).toEqual([]);
    expect(await weeksOf(noorId)).toHaveLength(others);
    const entries = await harness.app.ctx.store.audit.list(
      guildId,
      { action: "privacy.forget-person" },
      { limit: 5 },
    );
    expect(entries).toMatchObject([{ outcome: "done", target: leftId, detail: { before: "1 week" } }]);
  });

  test("says that history starts over for people who are connected", async () => {
    const question = await askToForget(as("ada"), "Noor");
    expect(question.text).toMatch(
      /9 saved weeks [\s\S]*the names I keep for <@\d+>[\s\S]*stay connected[\s\S]*disconnect/,
    );
  });
});

describe("the leaderboard", () => {
  test("ranks by minutes, messages or orders, and marks the reader's own place", async () => {
    await using _text = await withoutPictures(harness);
    const minutes = shown(await as("mia").run("leaderboard"));
    expect(minutes.text).toMatch(
      /^Most minutes this\sweek\nYou're\s\d\w+\sof\s\d+ · \d+\smin\nWeek ends: <t:\d+:R>\n/,
    );
    expect(minutes.text).toMatch(/^(?:🥇|🥈|🥉) \*\*<@\d+> · \d+\smin\*\*$/mu);
    expect(minutes.text).toMatch(/🥇 .* · \d+\smin/);
    const copy = shown(await as("mia").press(minutes, "Show in channel"));
    expect(copy.text).toMatch(/^(?:🥇|🥈|🥉) <@\d+> · \d+\smin$/mu);
    expect(copy.text).not.toMatch(/^(?:🥇|🥈|🥉|\*\*\d+\.\*\*) \*\*<@|You're/mu);
    expect(textOf(await as("noor").run("leaderboard", { what: "messages" }))).toMatch(
      /Most messages[\s\S]*^(?:🥇|🥈|🥉) \*\*<@\d+> · \d+\smessages?\*\*$/mu,
    );
    expect(textOf(await as("theo").run("leaderboard", { what: "orders" }))).toMatch(/\d+\sorders?/);
  });

  test("opens a person's places in every ranking, and says when the person is gone", async () => {
    const list = shown(await as("mia").run("leaderboard"));
    const [menu] = list.selects;
    const [first] = menu?.options ?? [];
    expect(first?.description).toMatch(/^Place 1 · \d+\smin$/);
    const open = async () => as("mia").choose(list, String(menu?.customId), [String(first?.value)]);
    const card = shown(await open());
    expect(card).toMatchObject({ private: true });
    expect(card.text).toMatch(/places this\u00a0week\n[\s\S]*\n-# Week ends: <t:\d+:R>$/m);
    expect(card.text).toMatch(/^🥇 \*\*Place 1\*\* of \d · \*\*\d+\smin\*\*$/mu);
    expect(card.text).toMatch(/\*\*Place \d\*\* of \d · \*\*\d+ messages?\*\*/);
    expect(card.text).toMatch(/\*\*Place \d\*\* of \d · \*\*\d+ orders?\*\*/);
    const own = menu?.options.find(({ label }) => label === "=Mia");
    const ownCard = shown(await as("mia").choose(list, String(menu?.customId), [String(own?.value)]));
    expect(ownCard.text).toContain("Your places this\u00a0week");
    expect(shown(await as("mia").press(ownCard, "Show in channel")).text).toMatch(
      /=Mia's places\n[\s\S]*-# Week ends: /,
    );
    const forged = as("mia").forge.choose(list, String(menu?.customId), ["1"]);
    expect(textOf(await forged)).toContain("has no place in that week");
  });

  test("tells people who are not connected how to get a place", async () => {
    const list = shown(await as("ada").run("leaderboard"));
    expect(list.text).toContain("You aren't connected yet");
    const shared = shown(await as("ada").press(list, "Show in channel"));
    expect(shared.text).toMatch(/^[^\n]*\nMost minutes\nWeek ends: /);
    expect(shared.text).not.toMatch(/\byou\b/i);
    expect(textOf(await as("sam").forge.run("leaderboard"))).toContain("Only staff can see the leaderboard");
  });

  test("says so for a week without numbers", async () => {
    const past = Temporal.PlainDate.from(weekStart).subtract({ days: 7 }).toString();
    const reply = shown(await as("mia").run("leaderboard", { week: past, what: "messages" }));
    expect(reply.text).toContain("Nobody has any numbers in that week.");
    expect(labelsOf(reply)).toEqual(["Show in channel", "Reload"]);
  });

  test("comes as a table with places", async () => {
    const reply = shown(await as("mia").run("leaderboard"));
    const answer = shown(await as("mia").press(reply, "Download CSV"));
    // It has no times.
    expect(answer.text).toContain("\n-# The file contains names");
    const file = await fileOf(answer);
    expect(file).toContain('"Place","Name","User id","Week from","Minutes in the game"');
    expect(file.trim().split("\r\n")[1]).toMatch(/^"1",/);
  });

  test("names a person on their card who has a place by orders alone", async () => {
    const { ctx } = harness.app;
    const { workspaceId } = harness.service;
    const start = Temporal.PlainDate.from(weekStart).subtract({ weeks: 12 });
    const endsAt = start.add({ weeks: 1 }).toZonedDateTime("UTC").epochMilliseconds;
    const none = { minutes: undefined, messages: undefined, assignments: undefined };
    const week = { guildId, workspaceId, userId: noorId, weekStart: start.toString(), endsAt, ...none };
    await ctx.store.weeks.snapshot({ ...week, snapshotAt: endsAt - 1, orders: 3 });
    const list = shown(await as("mia").run("leaderboard", { what: "orders", week: start.toString() }));
    const card = shown(await as("mia").choose(list, String(list.selects[0]?.customId), [noorId]));
    expect(card.text).toContain("Noor's places, week of");
    expect(card.text).toContain(`<@${noor}>`);
  });
});

test("numbers that were read long ago are read again when someone looks, or it says why they can't be", async () => {
  await using own = await startHarness();
  toNextWednesday(own.clock);
  const { ctx } = own.app;
  await connectAccount(ctx, { discordUserId: mia, userId: miaId, displayName: "Mia", memberName: "Mia" });
  await runJob(weeks, jobTools(own.app));
  const readAt = (message: SeenMessage) => Date.parse(message.embeds[0]?.timestamp ?? "");
  const ask = async (command: string) => shown(await own.as("theo").run(command));
  const lately = () => own.clock.now() - minuteMs;
  own.clock.advance(2 * hourMs);
  const board = await ask("board");
  expect(readAt(board)).toBeGreaterThan(lately());
  own.clock.advance(hourMs);
  const reloaded = shown(await own.as("theo").press(board, "Reload"));
  expect(readAt(reloaded)).toBeGreaterThan(lately());
  own.clock.advance(hourMs);
  own.service.faults.add({ kind: "status", status: 401, times: 50 });
  const old = await ask("board");
  expect(readAt(old)).toBe(readAt(reloaded));
  for (const { text } of [old, await ask("leaderboard")])
    expect(text).toContain(
      "⚠️ The workspace no longer accepts this server's key, so these are the last numbers I could read.",
    );
});

test("a live leaderboard reads old numbers again at each look, or says that it couldn't", async () => {
  await using own = await startHarness();
  toNextWednesday(own.clock);
  const { ctx } = own.app;
  await connectAccount(ctx, { discordUserId: mia, userId: miaId, displayName: "Mia", memberName: "Mia" });
  await connectAccount(ctx, { discordUserId: noor, userId: noorId, displayName: "Noor", memberName: "Noor" });
  const at = (agoMs: number) => new Date(own.clock.now() - agoMs).toISOString();
  const visit = { start: at(2 * hourMs), end: at(hourMs), ended: true, duration: hourMs, friends: [] };
  for (const userId of [miaId, noorId]) own.service.state.activity.set(userId, [visit]);
  await runJob(weeks, jobTools(own.app));
  const boards = liveBoards(() => own);
  const { id } = await boards.standing({ kind: "leaderboard", options: {}, refreshEveryMs: 15 * minuteMs });
  const posted = async (): Promise<SeenMessage> => {
    const { messageId } = await boards.present(id);
    return boards.messages().find((message) => message.id === messageId) ?? expect.unreachable();
  };
  const readAt = async () => Date.parse((await posted()).embeds[0]?.timestamp ?? "");
  const lookLater = async () => {
    own.clock.advance(hourMs);
    await boards.looked(id);
  };
  await lookLater();
  expect(await readAt()).toBeGreaterThan(own.clock.now() - minuteMs);

  // What is left of someone who isn't connected anymore makes the others' numbers no older.
  await ctx.store.accounts.disconnect(guildId, noor);
  await lookLater();
  const last = await readAt();
  expect(last).toBeGreaterThan(own.clock.now() - minuteMs);
  expect((await posted()).embeds[0]?.image?.description).toContain("2 people");
  const board = shown(await own.as("theo").run("board"));
  expect(Date.parse(board.embeds[0]?.timestamp ?? "")).toBe(last);

  own.service.faults.add({ kind: "status", status: 503, times: 500 });
  await lookLater();
  expect(await readAt()).toBe(last);
  expect((await posted()).text).toMatch(/^⚠️ The workspace/);
});
