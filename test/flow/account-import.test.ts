// Depends on: database.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage, type Upload } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { submitOnLink } from "../support/links.ts";
import { labelsOf, newestText, presentText, textOf, opened, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";
import { imports } from "../../commands/account/import/job.ts";
import { runJob } from "../../src/jobs/runner.ts";

const { guildId, ada, theo, mia, noor, sam, audit, adminRole, staffRole } = playgroundIds;

let harness: Harness;
let next = 0;
const all: Newcomer[] = [];
beforeAll(async () => {
  harness = await startHarness({ guarded: false, withJobs: false });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.clock.advance(61 * 60_000);
  harness.service.resetRateLimit();
  harness.service.faults.clear();
  for (const discordUserId of [ada, theo, mia, noor, sam])
    await store().accounts.disconnect(guildId, discordUserId);
});

const store = () => harness.app.ctx.store;
const admin = () => harness.as("ada", "staff");
/** A second later, the background has had its turn. */
async function tick(ms = 1_000): Promise<void> {
  harness.clock.advance(ms);
  await runJob(imports, jobTools(harness.app));
}
const account = async (discordUserId: string) =>
  (await store().accounts.ofMember(guildId, discordUserId))?.userId;

/** Sets the language of the admin's Discord. */
const speak = (locale: string) =>
  harness.discord.addMember(
    guildId,
    { id: ada, username: "ada", displayName: "Ada", locale },
    { roleIds: [adminRole] },
  );

interface Newcomer {
  readonly discordUserId: string;
  readonly userId: string;
  readonly username: string;
}

/** A member of the guild and a user of the service who are the same person, and whom nobody has seen yet. */
function newcomer(displayName?: string): Newcomer {
  next += 1;
  const discordUserId = (1_300_000_000_000_000_000n + BigInt(next)).toString();
  const userId = String(700_000_000 + next);
  const username = `newcomer_${next}`;
  harness.discord.addMember(
    guildId,
    { id: discordUserId, username, displayName: displayName ?? `Newcomer ${next}` },
    { roleIds: [staffRole] },
  );
  harness.service.state.users.set(userId, {
    type: "user",
    id: userId,
    username: `user_${next}`,
    display_name: displayName ?? `Newcomer ${next}`,
    avatar: {},
  });
  const made = { discordUserId, userId, username };
  all.push(made);
  return made;
}

/** The service answers 500 for a record like this. @returns mends it */
function failAt({ userId }: Newcomer): () => void {
  const { users } = harness.service.state;
  const user = users.get(userId) ?? expect.unreachable();
  users.set(userId, { ...user, id: "" });
  return () => users.set(userId, user);
}

const listOf = (people: readonly Newcomer[]): string =>
  people.map((each) => `${each.discordUserId}\t${each.userId}`).join("\n");

function file(text: string | Uint8Array, name = "team.csv"): Upload {
  return { name, data: typeof text === "string" ? Buffer.from(text) : text };
}

test("only files with the name of a list can be chosen", async () => {
  for (const name of ["team.xlsx", "team", "team.csv.png"])
    await expect(admin().run("account import", { file: file("a,b", name) })).rejects.toThrow(
      "can't be chosen",
    );
  for (const name of ["team.txt", "TEAM.CSV", "team.tsv"])
    expect(shown(await admin().run("account import", { file: file("a,b", name) })).private).toBe(true);
});

const start = async (data: string | Uint8Array): Promise<SeenMessage> =>
  shown(await admin().run("account import", { file: file(data) }));

/** The message as it is once the background has changed it to something like this. */
async function became({ id }: SeenMessage, words: RegExp): Promise<SeenMessage> {
  const find = () =>
    admin()
      .read()
      .find((message) => message.id === id);
  await until(String(words), async () => {
    await tick();
    return words.test(find()?.text ?? "");
  });
  const message = find();
  if (message === undefined) throw new Error("the message is gone");
  return message;
}

function newestIn(channel: "managers"): SeenMessage {
  const message = harness.as("theo", channel).read().at(-1);
  if (message === undefined) throw new Error("nothing was posted");
  return message;
}

/** What an admin sees once everyone is checked. */
async function reviewed(data: string | Uint8Array): Promise<SeenMessage> {
  const checked = await became(await start(data), /^(?:Checked|Nobody to connect)/);
  const [label = ""] = labelsOf(checked);
  return shown(await admin().press(checked, label));
}

async function imported(data: string | Uint8Array): Promise<SeenMessage> {
  const review = await reviewed(data);
  const [label = ""] = labelsOf(review).filter((each) => each.startsWith("Connect"));
  return became(shown(await admin().press(review, label)), / connected$|was connected/m);
}

describe("an admin who imports a file", () => {
  test("sees everyone first, confirms once, and connects all of them", async () => {
    const [first, second] = [newcomer("Zoë Grün"), newcomer()];
    const progress = await start(
      `Discord user,Workspace user\n@${first.username},https://example.com/users/${first.userId}/profile\n<@${second.discordUserId}>,${second.userId}\n`,
    );
    expect(progress.private).toBe(true);
    expect(progress.text).toMatch(/Checking 2 people[\s\S]*0 of 2 checked. Nobody is connected yet/);
    const checked = await became(progress, /^(?:Checked|Nobody to connect)/);
    expect(checked.text).toContain("✅ 2 people will be connected");
    const review = shown(await admin().press(checked, "Review and connect"));
    expect(review.text).toContain("Connect 2 people?");
    expect(review.text).toContain("🔹 People start on line 2. I took what's above as the heading.");
    expect(review.text).toContain(`✅ <@${first.discordUserId}> → **Zoë Grün** \`${first.userId}\``);
    expect(await account(first.discordUserId)).toBeUndefined();
    const receipt = await became(
      shown(await admin().press(review, "Connect 2 people")),
      /people connected$/m,
    );
    expect(receipt.text).toContain(`✅ 2 people connected by <@${ada}>`);
    expect(receipt.attachments).toEqual([]);
    expect(await account(first.discordUserId)).toBe(first.userId);
    expect(await account(second.discordUserId)).toBe(second.userId);
    const [entry] = await store().audit.list(guildId, { action: "account.import" }, { limit: 1 });
    expect(entry).toMatchObject({ discordUserId: ada, detail: { connected: 2, already: 0, refused: 0 } });
  });

  test("leaves each pair on record, for those who were connected as well", async () => {
    const [first, second, taken] = [newcomer("Zoë Blau"), newcomer(), newcomer()];
    await connectAccount(harness.app.ctx, {
      discordUserId: taken.discordUserId,
      userId: "700888888",
      displayName: "Somebody else",
      memberName: "x",
    });
    await store().guildSettings.set(guildId, "audit-channel", audit);
    await imported([first, second, taken].map((each) => `${each.discordUserId},${each.userId}`).join("\n"));
    const pairs = async () =>
      (await store().audit.list(guildId, { action: "account.connect" }, { limit: 50 })).filter(({ target }) =>
        [first, second, taken].some(({ userId }) => userId === target),
      );
    const byTarget = (
      a: { readonly target?: string | undefined },
      b: { readonly target?: string | undefined },
    ) => (a.target ?? "").localeCompare(b.target ?? "");
    expect((await pairs()).toSorted(byTarget)).toMatchObject(
      [first, second].map(({ discordUserId, userId }) => ({
        discordUserId: ada,
        target: userId,
        outcome: "done",
        detail: { member: discordUserId, person: { userId }, after: userId },
      })),
    );
    const inChannel = () =>
      harness.discord
        .messagesIn(audit)
        .map(({ text }) => text)
        .join("\n");
    for (const { discordUserId } of [first, second])
      await until("it is in the audit channel", () => inChannel().includes(`connected <@${discordUserId}>`));
    await store().guildSettings.remove(guildId, "audit-channel");
    const list = shown(await admin().run("audit", { action: "account.connect" }));
    expect(list.text).toContain(`connected <@${first.discordUserId}> to **Zoë Blau**`);
    const csv = shown(await admin().press(list, "Download CSV")).attachments[0];
    const rows = await (await fetch(csv?.url ?? "")).text();
    for (const { discordUserId, userId } of [first, second]) {
      expect(rows).toContain(discordUserId);
      expect(rows).toContain(userId);
    }

    const kept = await store().personalData.of(guildId, first.discordUserId, 100);
    expect(kept.auditEntries.map(({ action }) => action)).toEqual(["account.connect"]);
    expect(JSON.stringify(kept.auditEntries)).not.toContain(second.userId);
    await store().forgetPerson({
      guildId,
      userId: undefined,
      discordUserId: first.discordUserId,
      disconnects: false,
    });
    const left = JSON.stringify((await pairs()).find(({ target }) => target === first.userId));
    expect(left).toContain(first.discordUserId);
    expect(left).not.toContain("Zoë");
  });

  test("does nothing twice when the same file is imported again", async () => {
    const one = newcomer();
    const text = `${one.discordUserId},${one.userId}`;
    await imported(text);
    const review = await reviewed(text);
    expect(review.text).toContain("Nobody to connect");
    expect(review.text).toContain("🔹 1 person already connected like this");
    expect(labelsOf(review).some((label) => label.startsWith("Connect"))).toBe(false);
  });

  test("sees why each of the others can't be connected, and gets a file of them", async () => {
    const [fine, taken, twice, left] = [newcomer(), newcomer(), newcomer(), newcomer()];
    const other = newcomer();
    await connectAccount(harness.app.ctx, {
      discordUserId: taken.discordUserId,
      userId: "700999999",
      displayName: "Somebody else",
      memberName: "x",
    });
    const botId = "1300000000000009999";
    harness.discord.addMember(
      guildId,
      { id: botId, username: "helper", displayName: "Helper", bot: true },
      { roleIds: [] },
    );
    harness.discord.removeMember(guildId, left.discordUserId);
    const lines = [
      [fine.discordUserId, fine.userId],
      [fine.discordUserId, fine.userId],
      [taken.discordUserId, taken.userId],
      [twice.discordUserId, twice.userId],
      [twice.discordUserId, other.userId],
      [botId, "700000002"],
      [left.discordUserId, left.userId],
      ["nobody of this name", "700000003"],
      [other.username, "799999999"],
      [other.username, "https://example.com/workspaces/64c000000000000000000999/users/700000004"],
      [other.username, '=HYPERLINK("x")'],
      ["1.1E+18", "700000005"],
      [other.username, "2"],
      [ada, "700000006"],
      [other.username, "Nobody Called This"],
    ];
    const csv = lines
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
      .join("\r\n");
    const review = await reviewed(csv);
    expect(review.text).toContain("Connect 1 person?");
    const second = shown(await admin().press(review, "Next"));
    const text = `${review.text}\n${second.text}`;
    for (const sentence of [
      "Line 2: .* the same as line 1",
      "Line 3: .* already connected to another user",
      "Line 4: .* listed with another user in line 5",
      "Line 5: .* listed with another user in line 4",
      "Line 6: .* a bot",
      "Line 7: .* not a member",
      "Line 8: .* not a member",
      "Line 9: .* no workspace user has this id",
      "Line 10: .* the link is to another workspace",
      "Line 11: .* a formula",
      "Line 12: .* the spreadsheet rounded this id",
      "Line 13: .* this id is a machine here",
      "Line 14: .* that's you",
      "Line 15: .* I don't know this name",
    ])
      expect(text).toMatch(new RegExp(sentence));
    expect(second.text).toContain("What helps**\n");
    expect(second.text).toContain("\n• I don't know this name: use the id or the profile link");
    expect(review.text).toContain("\n• already connected to another user: disconnect them first\n");
    const receipt = await became(
      shown(await admin().press(second, "Connect 1 person")),
      /1 person connected$/m,
    );
    expect(receipt.text).toContain("🚫 14 people not connected");
    const rows = await fileOf(receipt);
    expect(rows).toHaveLength(15);
    expect(rows[0]).toContain("Discord user");
    expect(rows.at(-1)).toContain("I don't know this name");
    expect(rows.join("\n")).toContain(`"'=HYPERLINK`);
    expect(await account(fine.discordUserId)).toBe(fine.userId);
  });

  test("gets the file of the others as a spreadsheet in the language of their Discord reads it, and imports it again", async () => {
    const [fine, late] = [newcomer(), newcomer()];
    speak("de");
    harness.discord.removeMember(guildId, late.discordUserId);
    const review = await reviewed(
      `${fine.discordUserId},${fine.userId}\n"${late.username}, of late","${late.userId}"`,
    );
    const rest = shown(await admin().press(review, "Get the rest as CSV"));
    const receipt = await became(
      shown(await admin().press(review, "Connect 1 person")),
      /1 person connected$/m,
    );
    speak("en-GB");
    for (const message of [rest, receipt])
      expect(await fileOf(message)).toEqual([
        '"Discord user";"Workspace user";"Line";"Why not";"Workspace name"',
        expect.stringMatching(`^"${late.username}, of late";"${late.userId}";"2";"not a member`),
      ]);
    const again = await reviewed((await fileOf(receipt)).join("\r\n"));
    expect(again.text).toMatch(/^Nobody to connect\n🚫 \*\*1 person can't be connected/);
    expect(again.text).toMatch(/Line 2: “newcomer.*, of late” · not a member$/m);
  });

  test("can connect people with ids that are machines elsewhere, once the link says so", async () => {
    const [one, other] = [newcomer(), newcomer()];
    for (const id of ["2", "npc-9"])
      harness.service.state.users.set(id, {
        type: "user",
        id,
        username: `user_${id}`,
        display_name: `Jo ${id}`,
      });
    const list = `${one.discordUserId},2\n${other.discordUserId},id:npc-9`;
    const machines = async (typed: string) =>
      expect((await submitOnLink(admin(), "Machines…", { machines: typed })).text).toContain(
        "Machines changed",
      );
    await machines("2, npc-9 Robot");
    const refused = await reviewed(list);
    expect(refused.text).toMatch(/Line 1: .* this id is a machine here/);
    expect(refused.text).toMatch(/Line 2: .* this id is a machine here/);
    await machines("none");
    await imported(list);
    expect([await account(one.discordUserId), await account(other.discordUserId)]).toEqual(["2", "npc-9"]);
    // Whoever is connected stays a person.
    await machines("1, 2, 3, 4");
    expect((await reviewed(list)).text).toContain("2 people already connected like this");
    for (const { discordUserId } of [one, other]) await store().accounts.disconnect(guildId, discordUserId);
  });

  test("loses nobody when the limit is used up midway: the import reports it and continues", async () => {
    const people = Array.from({ length: 12 }, () => newcomer());
    let asked = 0;
    const end = harness.service.onExchange(({ operation }) => {
      if (operation !== "getUser") return;
      asked += 1;
      if (asked === 5)
        harness.service.faults.add({ kind: "status", status: 429, resetSeconds: 30, times: 4 });
    });
    const progress = await start(listOf(people));
    await until("it waits", async () => {
      await tick(200);
      return textNow(progress).includes("used up");
    });
    end();
    expect(textNow(progress)).toMatch(
      /requests for this minute are used up. I'll continue by myself; nothing is lost\. Next try: <t:\d+:R>/,
    );
    harness.clock.advance(31_000);
    const checked = await became(progress, /^(?:Checked|Nobody to connect)/);
    expect(checked.text).toContain("✅ 12 people will be connected");
  });

  test("gets everyone else although the service always fails at one of them", async () => {
    const people = Array.from({ length: 8 }, () => newcomer());
    const [broken] = people;
    if (broken === undefined) expect.unreachable();
    failAt(broken);
    const review = await reviewed(listOf(people));
    expect(review.text).toContain("Connect 7 people?");
    expect(review.text).toContain("I can't read what the workspace has about them: try them again later");
  });

  test("refuses nobody while the service fails at everyone, even if only one is left", async () => {
    const people = Array.from({ length: 6 }, () => newcomer());
    const [last] = people;
    if (last === undefined) expect.unreachable();
    const restore = failAt(last);
    const progress = await start(listOf(people));
    await until("one is left", async () => {
      await tick();
      return textNow(progress).includes("5 of 6");
    });
    harness.service.faults.add({ kind: "status", status: 500, operation: "getUser", times: 1_000 });
    for (let round = 0; round < 10; round += 1) await tick(11_000);
    expect(textNow(progress)).toContain("nothing is lost");
    harness.service.faults.clear();
    restore();
    const checked = await became(progress, /^(?:Checked|Nobody to connect)/);
    expect(checked.text).toContain("✅ 6 people will be connected");
  });

  test("sees who left between the preview and the confirmation", async () => {
    const [stays, goes] = [newcomer(), newcomer()];
    const review = await reviewed(
      [stays, goes].map((each) => `${each.discordUserId};${each.userId}`).join("\n"),
    );
    harness.discord.removeMember(guildId, goes.discordUserId);
    const receipt = await became(
      shown(await admin().press(review, "Connect 2 people")),
      /1 person connected$/m,
    );
    expect(receipt.text).toContain("left the server in the meantime");
    expect(await account(goes.discordUserId)).toBeUndefined();
  });

  test("connects each person once, even with another admin at the same time", async () => {
    const people = Array.from({ length: 8 }, () => newcomer());
    const text = people.map((each) => `${each.discordUserId},${each.userId}`).join("\n");
    const mine = await reviewed(text);
    harness.discord.setRoles(guildId, theo, [playgroundIds.adminRole]);
    await store().accessRoles.set(guildId, playgroundIds.adminRole, "admin");
    const other = harness.as("theo", "staff");
    const theirs = shown(await other.run("account import", { file: file(text) }));
    const see = () => other.read().find(({ id }) => id === theirs.id);
    await until("theirs is checked", async () => {
      await tick();
      return see()?.text.startsWith("Checked") === true;
    });
    const review = shown(await other.press(see() ?? theirs, "Review and connect"));
    await Promise.all([admin().press(mine, "Connect 8 people"), other.press(review, "Connect 8 people")]);
    const first = await became(mine, / connected$|Nobody was connected/m);
    await until("theirs is done", async () => {
      await tick();
      return / connected$|Nobody was connected/m.test(see()?.text ?? "");
    });
    const connected = (message: string): number => Number(/✅ (\d+) p/.exec(message)?.[1] ?? 0);
    expect(connected(first.text) + connected(see()?.text ?? "")).toBe(8);
    for (const person of people) expect(await account(person.discordUserId)).toBe(person.userId);
    harness.discord.setRoles(guildId, theo, [playgroundIds.managerRole]);
    await store().accessRoles.remove(guildId, playgroundIds.adminRole);
  });
});

const textNow = ({ id }: SeenMessage): string =>
  admin()
    .read()
    .find((message) => message.id === id)?.text ?? "";

async function fileOf({ attachments }: SeenMessage): Promise<readonly string[]> {
  const text = await (await fetch(attachments[0]?.url ?? "")).text();
  return text
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
}

describe("a file", () => {
  test.each([
    ["of UTF-8 with a mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    ["of UTF-16", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["of UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le")],
    ["of UTF-16 the other way round", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["of old Windows letters", (text: string) => Buffer.from(text, "latin1")],
  ])("%s is read", async (_what, encode) => {
    const one = newcomer("Zoë Grün");
    const called = `Käthe ${next}`;
    const other = newcomer(called);
    const text = `"Discord user";"Workspace user"\r\n"${called}";"${other.userId}"\r\n"${one.username}";="${one.userId}"`;
    const review = await reviewed(encode(text));
    expect(review.text).toContain("Connect 2 people?");
  });

  test.each([
    ["pl", "Michał Żak", "4d69636861b3 20af616b"],
    ["ru", "Мия Снег", "ccc8df20 d1cdc5c3"],
    ["ja", "山田 ミア", "8e529363 20837e8341"],
  ])("that Excel saved in the Windows of %s is read", async (locale, called, hex) => {
    const one = newcomer(called);
    speak(locale);
    const name = Buffer.from(hex.replaceAll(" ", ""), "hex");
    const review = await reviewed(Buffer.concat([name, Buffer.from(`;${one.userId}\r\n`)]));
    speak("en-GB");
    expect(review.text).toContain("Connect 1 person?");
    expect(review.text).toContain(`✅ <@${one.discordUserId}> → **${called}**`);
  });

  test("whose first person is called like a column starts with that person", async () => {
    const checking = await start("sam,link_hero\nada,captain_olive");
    expect(checking.text).toContain("Checking 2 people");
    const checked = await became(checking, /^(?:Checked|Nobody to connect)/);
    const review = shown(await admin().press(checked, "Review"));
    expect(review.text).toContain("Line 1: ");
    expect(review.text).not.toContain("heading");
  });

  test.each(["Discord user,Workspace user", "Name;UserID", "Workspace profile link\tMember (name or id)"])(
    "with the heading %s starts with the line below it",
    async (heading) => {
      const delimiter = /[,;\t]/.exec(heading)?.[0] ?? "";
      const checking = await start([heading, ["sam", "olive"].join(delimiter)].join("\n"));
      expect(checking.text).toContain("Checking 1 person");
    },
  );

  test.each([
    ["Game username,Discord username,Rank", (one: Newcomer) => [one.userId, one.username, "Barista"]],
    [
      "Timestamp,What is your Discord username?,What is your workspace username?",
      (one: Newcomer) => ["2026/11/01 10:00:00", one.username, one.userId],
    ],
    [
      "Discord username,Discord user ID,Workspace user",
      (one: Newcomer) => [one.username, one.discordUserId, one.userId],
    ],
    ["Username,User ID,Discord tag", (one: Newcomer) => ["never_heard_of", one.userId, one.username]],
    ["Workspace user,Discord user,Week 48", (one: Newcomer) => [one.userId, one.username, "5"]],
  ])("with the heading %s names its people in these columns", async (heading, toRow) => {
    const review = await reviewed(`${heading}\n${toRow(newcomer()).join(",")}`);
    expect(review.text).toContain("Connect 1 person?");
    expect(review.text).toContain("People start on line 2");
  });

  test("with ids as a spreadsheet writes numbers is read, and says which ones it rounded", async () => {
    const [grouped, decimal] = [newcomer(), newcomer()];
    const review = await reviewed(
      [
        `${grouped.username};${grouped.userId.replaceAll(/\B(?=(?:\d{3})+$)/g, ".")},00`,
        `${decimal.username};${decimal.userId}.0`,
        "1310000000000000000;700000001",
        "1.310.000.000.000.000.000;700000001",
      ].join("\n"),
    );
    expect(review.text).toContain("Connect 2 people?");
    for (const line of [3, 4])
      expect(review.text).toMatch(new RegExp(`Line ${line}: .* the spreadsheet rounded this id`));
  });

  test.each([
    ["of more than 1 MB", Buffer.alloc(10 * 1024 * 1024 - 1, "a,1\n"), "larger than 1 MB"],
    [
      "of 10,000 people",
      "1300000000000000001,700000001\n".repeat(10_000),
      "This file has more than 500 people, and I can connect up to 500 at a time",
    ],
    ["of one long line", ",".repeat(1_000_000), "A line in this list is too long, so nothing was imported"],
    ["that is a workbook", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), "This is a workbook, not a CSV file"],
    [
      "that is no text",
      Buffer.from([0, 1, 2, 0, 0, 0, 255, 0, 7, 0, 0, 200]),
      "can't read this file as text",
    ],
    ["with only a header", "Discord user,Workspace user\n", "There's nobody in this file below its heading"],
    ["with nothing in it", "\n\n", "There's nobody in this file"],
  ])("%s is refused with a sentence, and nothing is imported", async (_what, data, sentence) => {
    const { text } = await start(data);
    expect(text.replaceAll("\u202f", " ")).toContain(sentence);
    expect(text).toMatch(/nothing was imported/);
  });
});

describe("without a file", () => {
  test("there are a template, a form for a pasted list, and suggestions", async () => {
    const menu = shown(await admin().run("account import"));
    expect(labelsOf(menu).slice(-3)).toEqual(["Add a list", "Get a template", "Suggest matches"]);
    const template = shown(await admin().press(menu, "Get a template"));
    expect((await fileOf(template))[0]).toBe('"Discord user","Workspace user","Workspace name (not read)"');
  });

  test.each([
    ["link_hero", "1 person"],
    ["sam profile_pic", "1 person"],
    ["sam superuser\nada olive\nmia captain", "3 people"],
  ])("a pasted list of %s is about %s", async (list, people) => {
    const menu = shown(await admin().run("account import"));
    const form = opened(await admin().press(menu, "Add a list"));
    expect(textOf(await admin().submit(form, { list }))).toContain(`Checking ${people}`);
  });

  test("a row pasted from a spreadsheet may begin with an empty cell, as those of the template do", async () => {
    const [filled, empty] = [newcomer(), newcomer("Left Empty")];
    const menu = shown(await admin().run("account import"));
    const form = opened(await admin().press(menu, "Add a list"));
    const list = `Discord user\tWorkspace user\tName\n\t${empty.userId}\tLeft Empty\n${filled.username}\t${filled.userId}\tFilled`;
    const checked = await became(
      shown(await admin().submit(form, { list })),
      /^(?:Checked|Nobody to connect)/,
    );
    expect(checked.text).toMatch(/❔ 1 suggestion by name.*\n✅ 1 person will be connected/);
    const review = shown(await admin().press(checked, "Review and connect"));
    expect(review.text).toContain(`❔ <@${empty.discordUserId}> → **Left Empty**`);
  });

  test("a pasted cell may have several lines, and each person keeps their line", async () => {
    const noted = newcomer();
    const menu = shown(await admin().run("account import"));
    const form = opened(await admin().press(menu, "Add a list"));
    const list = `Discord user\tWorkspace user\tNotes\n${noted.username}\t${noted.userId}\t"on leave\nuntil May"\nstranger\t1234567\t`;
    const answer = shown(await admin().submit(form, { list }));
    expect(answer.text).toContain("Checking 2 people");
    const checked = await became(answer, /^(?:Checked|Nobody to connect)/);
    const review = shown(await admin().press(checked, "Review and connect"));
    expect(review.text).toContain("1 person will be connected");
    expect(review.text).toContain("Line 4: “stranger”");
  });

  test("a pasted list may contain names, and links, which become suggestions", async () => {
    const [named, linked] = [newcomer("Ottilie Braun"), newcomer("Only A Link")];
    const menu = shown(await admin().run("account import"));
    const form = opened(await admin().press(menu, "Add a list"));
    const list = `Ottilie Braun ${named.userId}\nhttps://example.com/users/${linked.userId}/profile`;
    const checked = await became(
      shown(await admin().submit(form, { list })),
      /^(?:Checked|Nobody to connect)/,
    );
    expect(checked.text).toMatch(/❔ 1 suggestion by name.*\n✅ 1 person will be connected/);
    const review = shown(await admin().press(checked, "Review and connect"));
    expect(review.text).toContain(`**1** ❔ <@${linked.discordUserId}> → **Only A Link**`);
    const taken = shown(await admin().press(review, "1"));
    expect(labelsOf(taken)).toContain("Connect 2 people");
    // And given back, so that it stays a suggestion.
    const left = shown(await admin().press(taken, "1 ✓"));
    const receipt = await became(
      shown(await admin().press(left, "Connect 1 person")),
      /1 person connected$/m,
    );
    expect(receipt.text).not.toContain("Only A Link");
    expect(await account(named.discordUserId)).toBe(named.userId);
    expect(await account(linked.discordUserId)).toBeUndefined();
  });

  test("tells members apart whose names begin alike, however many there are", async () => {
    const first = newcomer("Robin");
    for (let count = 0; count < 30; count += 1) newcomer(`Robin ${count}`);
    const [second, last] = [newcomer("Robin"), newcomer("Robin of the hill")];
    const review = await reviewed(`Robin,${first.userId}\nRobin of the hill,${last.userId}`);
    expect(review.text).toContain("Line 1: “Robin” · several members are called that");
    expect(review.text).toContain("1 person will be connected");
    expect(await account(second.discordUserId)).toBeUndefined();
  });

  test("finds nobody by a name that several have, and somebody by any apostrophe", async () => {
    const [first, second, brien] = [
      newcomer("Twin Member"),
      newcomer("Twin Member"),
      newcomer("Cara O’Brien"),
    ];
    const menu = shown(await admin().run("account import"));
    const form = opened(await admin().press(menu, "Add a list"));
    const list = `Twin Member, ${first.userId}\ncara o'brien; \u200e${brien.userId}\u200e\nhttps://example.com/users/${second.userId}`;
    const checked = await became(
      shown(await admin().submit(form, { list })),
      /^(?:Checked|Nobody to connect)/,
    );
    expect(checked.text).toContain("1 person will be connected");
    const [label = ""] = labelsOf(checked);
    const review = shown(await admin().press(checked, label));
    expect(review.text).toContain(`<@${brien.discordUserId}>`);
    for (const { discordUserId } of [first, second]) expect(review.text).not.toContain(`<@${discordUserId}>`);
  });

  test("a file can be added in the form too, and a mistake keeps what was pasted", async () => {
    const someone = newcomer("From A Form");
    const menu = shown(await admin().run("account import"));
    const csv = [file(`${someone.discordUserId},${someone.userId}\n`)];
    const form = opened(await admin().press(menu, "Add a list"));
    const empty = shown(await admin().submit(form, {}));
    expect(empty.text).toContain("You added neither a file nor a list, so nothing was imported");
    const list = 'mia_brews, "104872391';
    const both = shown(
      await admin().submit(opened(await admin().press(empty, "Fix it")), { list, file: csv }),
    );
    expect(both.text).toContain("I can only import one at a time, so nothing was imported");
    const open = shown(await admin().submit(opened(await admin().press(both, "Fix it")), {}));
    expect(open.text).toContain("A quotation mark in this list is never closed");
    const again = opened(await admin().press(open, "Fix it"));
    expect(again.fields.find(({ customId }) => customId === "list")).toMatchObject({ value: list });
    const checked = await became(
      shown(await admin().submit(again, { list: "", file: csv })),
      /^(?:Checked|Nobody to connect)/,
    );
    expect(checked.text).toContain("1 person will be connected");
  });

  test("matching names are suggested, and only the chosen ones are connected", async () => {
    const [one, same, sameToo] = [newcomer("Unique Umlauf"), newcomer("Same Same"), newcomer("Same Same")];
    for (const { discordUserId, userId } of all.filter((each) => ![one, same, sameToo].includes(each)))
      await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: userId, memberName: "x" });
    const link = { guildId, linkKey: "cafe" };
    for (const { userId } of [one, same, sameToo]) {
      await store().people.note([{ link, userIds: [userId] }], { now: harness.clock.now(), staleBefore: 0 });
      const displayName = harness.service.state.users.get(userId)?.display_name ?? "";
      const names = { userId, displayName, username: undefined, colour: undefined };
      const learned = { ...names, foldedNames: [displayName.toLowerCase()] };
      await store().people.learn(link, [learned], harness.clock.now());
    }
    const menu = shown(await admin().run("account import"));
    const checked = await became(
      shown(await admin().press(menu, "Suggest matches")),
      /^(?:Checked|Nobody to connect)/,
    );
    const review = shown(await admin().press(checked, "Review and connect"));
    expect(review.text).toContain(`❔ <@${one.discordUserId}> → **Unique Umlauf**`);
    expect(review.text).not.toContain("Same Same");
    expect(labelsOf(review).some((label) => label.startsWith("Connect"))).toBe(false);
    const taken = shown(await admin().press(review, "Accept all on this page"));
    const [label = ""] = labelsOf(taken).filter((each) => each.startsWith("Connect"));
    await became(shown(await admin().press(taken, label)), /connected$/m);
    expect(await account(one.discordUserId)).toBe(one.userId);
    expect(await account(same.discordUserId)).toBeUndefined();
  });
});

describe("an import", () => {
  test("suggests nobody to themselves, whatever their name is", async () => {
    const userId = "790000001";
    const user = { type: "user", id: userId, username: "ada", display_name: "Ada", avatar: {} } as const;
    harness.service.state.users.set(userId, user);
    await became(await start(userId), /^(?:Checked|Nobody to connect)/);
    const begun = await store().imports.latest(guildId, ada);
    expect(await store().imports.people(begun?.id ?? "")).toMatchObject([
      { state: "refused", reason: "oneself", userId },
    ]);
  });

  test("can't be used by anyone else, not even by a forged press", async () => {
    const one = newcomer();
    const review = await reviewed(`${one.discordUserId},${one.userId}`);
    const confirm = review.buttons.find(({ label }) => label.startsWith("Connect"))?.customId ?? "";
    await harness.as("theo", "staff").forge.press(review, confirm);
    expect(await account(one.discordUserId)).toBeUndefined();
  });

  test("isn't confirmed by an admin whose role was removed since the preview", async () => {
    const one = newcomer();
    const review = await reviewed(`${one.discordUserId},${one.userId}`);
    harness.discord.setRoles(guildId, ada, [staffRole]);
    await store().accessRoles.set(guildId, playgroundIds.adminRole, "admin");
    await admin().press(review, "Connect 1 person");
    expect(newestText(admin())).toContain("Only admins can use this here");
    harness.discord.setRoles(guildId, ada, [playgroundIds.adminRole]);
    await store().accessRoles.remove(guildId, playgroundIds.adminRole);
    await tick();
    expect(await account(one.discordUserId)).toBeUndefined();
  });

  test("stores no name of anyone who was forgotten", async () => {
    const one = newcomer("Forgotten Fenella");
    const receipt = await imported(`Forgotten Fenella,${one.userId}\nnobody,Forgotten Fenella`);
    expect(receipt.text).toContain("1 person connected");
    const begun = await store().imports.latest(guildId, ada);
    await store().forgetPerson({
      guildId,
      userId: one.userId,
      discordUserId: one.discordUserId,
      disconnects: true,
    });
    expect(JSON.stringify(await store().imports.people(begun?.id ?? ""))).not.toContain("Fenella");
  });

  test("connects nobody who isn't in the preview, even if the number is the same", async () => {
    const [one, other] = [newcomer("Preview Paula"), newcomer("Preview Pia")];
    const review = await reviewed(`${one.userId}\n${other.userId}`);
    const preview = shown(await admin().press(review, "1"));
    const elsewhere = shown(await admin().press(shown(await admin().run("account import")), "Continue"));
    await admin().press(shown(await admin().press(elsewhere, "1 ✓")), "2");
    const outcome = await admin().press(preview, "Connect 1 person");
    await tick();
    await tick();
    expect(await account(other.discordUserId)).toBeUndefined();
    expect(`${textOf(outcome)}${newestText(admin())}`).toContain(
      "The list changed after this preview, so nobody was connected.",
    );
  });

  test("connects nobody once a newer one replaced it", async () => {
    const [one, other] = [newcomer(), newcomer()];
    const old = await reviewed(`${one.discordUserId},${one.userId}`);
    await start(`${other.discordUserId},${other.userId}`);
    const outcome = await admin().press(old, "Connect 1 person");
    expect(`${textOf(outcome)}${admin().read().at(-1)?.text}`).toContain(
      "You've started a newer import, so this one connected nobody",
    );
    expect(await account(one.discordUserId)).toBeUndefined();
  });

  test("settles its members' open requests, and notifies them", async () => {
    await store().guildSettings.set(guildId, "managers-channel", playgroundIds.managers);
    const asked = "104872391";
    const question = shown(await harness.as("mia").run("account connect", { user: asked }));
    await harness.as("mia").press(question, "Ask for approval");
    const card = newestIn("managers");
    expect(labelsOf(card)).toEqual(["Approve", "Decline"]);
    await imported(`${mia},${asked}`);
    expect(presentText(harness.as("theo", "managers"), card)).toMatch(
      new RegExp(`✅ Approved by <@${ada}>[\\s\\S]*connected by an import[\\s\\S]*in a private message`),
    );
    expect(labelsOf(newestIn("managers"))).toEqual(["Disconnect…"]);
    expect(await store().connectionRequests.findOpen(guildId, mia)).toBeUndefined();
    expect(harness.discord.inPrivate(mia).read().at(-1)?.text).toContain("You're now connected to");
  });

  test("tells members without private messages where they asked, and that it isn't who they asked for", async () => {
    await store().guildSettings.set(guildId, "managers-channel", playgroundIds.managers);
    const other = newcomer();
    const question = shown(await harness.as("mia").run("account connect", { user: "104872391" }));
    await harness.as("mia").press(question, "Ask for approval");
    const card = newestIn("managers");
    harness.discord.refusePrivateMessages(mia);
    await imported(`${mia},${other.userId}`);
    harness.discord.refusePrivateMessages(mia, false);
    const told = harness.discord.messagesIn(playgroundIds.orders).at(-1);
    expect(told?.text).toMatch(new RegExp(`^<@${mia}> you're now connected to .*isn't who you asked for`));
    expect(told?.pinged.discordUserIds).toEqual([mia]);
    expect(presentText(harness.as("theo", "managers"), card)).toMatch(
      /Request withdrawn[\s\S]*connected to another user by an import[\s\S]*so I told them in <#/,
    );
  });

  test("connects nobody when its server was unlinked", async () => {
    const one = newcomer();
    const review = await reviewed(`${one.discordUserId},${one.userId}`);
    const begun = await store().imports.latest(guildId, ada);
    if (begun === undefined) throw new Error("there is no import");
    await store().imports.advance(begun.id, "asking", "connecting", 0);
    const link = await store().guildLinks.find(guildId, "cafe");
    if (link === undefined) throw new Error("there is no link");
    await store().guildLinks.remove(guildId, "cafe");
    await tick();
    await until("it is over", async () => (await store().imports.find(begun.id))?.state === "done");
    await store().guildLinks.save(link, 10);
    expect((await store().imports.people(begun.id))[0]).toMatchObject({
      state: "refused",
      reason: "link-gone",
    });
    expect(await account(one.discordUserId)).toBeUndefined();
    expect(review.text).toContain("Connect 1 person?");
  });
});
