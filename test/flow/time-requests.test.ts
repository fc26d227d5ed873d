// Depends on: database, transport, cache, wording.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "../support/all-jobs.ts";
import { timeRequests } from "../../commands/time-request/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import {
  type Person,
  playgroundIds,
  playgroundSeed,
  type SeenMessage,
} from "../../playground/discord/index.ts";
import type { FormInput } from "../../playground/discord/member-types.ts";
import { onePixel } from "../support/fill-in.ts";
import { connectAccount, type Harness, jobTools, onHttp, startHarness } from "../support/harness.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { askToForgetMe } from "../support/privacy.ts";
import { labelsOf, newestText, presentText, textOf, opened, shown } from "../support/replies.ts";
import { chooseSetting, openSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, theo, mia, managerRole, staffRole } = playgroundIds;
const miasId = "104872391";
const theosId = "118203774";
const adasId = "310442876";
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Requests of different tests go to different ones of these. */
const askedIn = ["managers", "staff", "calendar"] as const;
let turn = 0;
const cardChannel = () => askedIn[turn % askedIn.length] ?? "managers";
const cardChannelId = () => playgroundIds[cardChannel()];

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  // No test here runs into the next week.
  toNextWednesday(harness.clock);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  // Away from the writes of the test before, which count for a minute.
  harness.clock.advance(61_000);
  turn += 1;
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.refusePrivateMessages(mia, false);
  harness.discord.setRoles(guildId, theo, [managerRole]);
  await store().timeRequests.removeByMember(guildId, mia);
  await store().timeRequests.removeByMember(guildId, theo);
  await store().guildSettings.set(guildId, "time-requests-channel", cardChannelId());
  await connect(mia, miasId, "Mia");
  await connect(theo, theosId, "Theo");
  await connect(ada, adasId, "Ada");
});

const store = () => harness.app.ctx.store;
const person = (name: "ada" | "theo" | "mia" | "noor" | "sam") => harness.as(name);
const inManagers = (name: "ada" | "theo") => harness.as(name, cardChannel());
const inPrivate = (): readonly SeenMessage[] => harness.discord.inPrivate(mia).read();
const gifts = () => harness.service.requests.filter(({ operation }) => operation === "giftActivity").length;
const callbacks = () => harness.discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
async function job(): Promise<void> {
  await runJob(timeRequests, jobTools(harness.app));
  await runJob(outbox, jobTools(harness.app));
}
const cards = () => harness.discord.messagesIn(cardChannelId()).filter(({ embeds }) => embeds.length > 0);
const today = () => new Date(harness.clock.now()).toISOString().slice(0, 10);
const approvals = () => store().audit.count(guildId, { action: "request.approve" });
const entriesOf = async (action: string) => store().audit.list(guildId, { action }, { limit: 10 });

async function connect(discordUserId: string, userId: string, displayName: string): Promise<void> {
  await connectAccount(harness.app.ctx, { discordUserId, userId, displayName, memberName: displayName });
}

type Values = Readonly<Record<string, FormInput>>;
const usual: Values = { minutes: "90", day: [], reason: "Forgot to clock in for the late shift" };
/** Every request is about another length, so that it is one of its own. */
let length = 90;

async function ask(values: Values = {}, who: Person = person("mia")): Promise<SeenMessage> {
  const form = opened(await who.run("request time"));
  length += 1;
  return shown(await who.submit(form, { ...usual, minutes: String(length), day: [today()], ...values }));
}

/** The newest card, as managers see it. */
function card(who: "ada" | "theo" = "theo"): SeenMessage {
  const message = inManagers(who)
    .read()
    .findLast(({ embeds }) => embeds.length > 0);
  if (message === undefined) throw new Error("no card was posted");
  return message;
}

describe("a member who requests time", () => {
  test("fills in a form, sees a receipt, and managers get a card with the week and the pictures", async () => {
    const form = opened(await person("mia").run("request time"));
    expect(form.fields.map(({ label, required }) => [label, required])).toEqual([
      ["How long", true],
      ["Which day", true],
      ["Why", true],
      ["Proof", false],
    ]);
    expect(form.fields[1]?.options).toHaveLength(8);
    expect(form.fields[1]?.options[0]?.label).toMatch(/^Today, \w+day \d+ \w+$/);
    const receipt = shown(
      await person("mia").submit(form, {
        minutes: "1:30",
        day: [today()],
        reason: "Forgot to clock in\n@everyone saw me",
        proof: [onePixel, { ...onePixel, name: "second.jpg" }],
      }),
    );
    expect(receipt.private).toBe(true);
    expect(receipt.text).toMatch(/Time request sent[\s\S]*\*\*1 h 30 min\*\* on \*\*\w+day/);
    expect(labelsOf(receipt)).toEqual(["Withdraw"]);
    const { text, attachments, pinged } = card();
    expect(text).toMatch(/Time request: 1 h 30 min[\s\S]*asks for \*\*1 h 30 min\*\*/);
    expect(text).toMatch(/> Forgot to clock in\n> /);
    expect(text).toMatch(/Time this week\n[\d ]+ → [\d ]+ min/);
    expect(text).toMatch(/Assignments\n.*Minutes/);
    expect(text).toContain("2 pictures above");
    expect(attachments.map(({ filename, description }) => [filename, description])).toEqual([
      ["proof-1.png", "Proof, picture 1 of 2"],
      ["proof-2.png", "Proof, picture 2 of 2"],
    ]);
    expect(pinged.everyone).toBe(false);
    expect(labelsOf(card())).toEqual(["Approve", "Change", "Decline…"]);
    const [entry] = await entriesOf("request.time");
    expect(entry).toMatchObject({ discordUserId: mia, detail: { minutes: 90, pictures: 2 } });
    expect(JSON.stringify(entry)).not.toContain("clock in");
  });

  test("can't while the feature is off, or before they are connected", async () => {
    await store().guildSettings.remove(guildId, "time-requests-channel");
    expect(textOf(await person("mia").run("request time"))).toContain(
      "Asking for time is off in this server",
    );
    await store().guildSettings.set(guildId, "time-requests-channel", cardChannelId());
    const told = shown(await person("noor").run("request time"));
    expect(told.text).toContain("You aren't connected");
    expect(labelsOf(told)).toEqual(["This is me"]);
  });

  test.each([
    ["a link that it considers harmful", 240_000],
    ["a picture that it takes for explicit", 20_009],
  ])("is told what is wrong, not that the channel is, when Discord blocks %s", async (_what, code) => {
    const before = cards().length;
    const pathPart = `/channels/${cardChannelId()}/messages`;
    harness.discord.faults.failRequests({ status: 403, code, pathPart });
    const refused = await ask({ proof: [onePixel] });
    expect(refused.text).toContain("Discord blocks the message for something in it");
    expect(refused.text).toContain("nobody was asked");
    expect(refused.text).not.toContain("couldn't post");
    expect(cards()).toHaveLength(before);
    const form = opened(await person("mia").press(refused, "Fix it"));
    const values = { ...usual, minutes: String(length), day: [today()], without: ["pictures"] };
    expect(textOf(await person("mia").submit(form, values))).toContain("Time request sent");
    expect(cards()).toHaveLength(before + 1);
  });

  test("keeps the input and the pictures when something is invalid", async () => {
    const refused = await ask({ minutes: "soon", proof: [onePixel] });
    expect(refused.text).toContain("I don't know how long “soon” is, so nobody was asked.");
    const form = opened(await person("mia").press(refused, "Fix it"));
    expect(form.fields.slice(0, 4).map(({ value }) => value)).toEqual([
      "soon",
      undefined,
      usual["reason"],
      undefined,
    ]);
    expect(form.fields[3]?.description).toContain("Your pictures are kept");
    const day = form.fields[1]?.options.find((option) => option.default)?.value ?? "";
    const fixed = await person("mia").submit(form, { minutes: "2 h", day: [day], reason: "Late shift" });
    expect(textOf(fixed)).toContain("with 1 picture");
    expect(card().attachments).toHaveLength(1);
  });

  test.each([
    [
      "is no picture",
      { name: "proof.png", data: Buffer.from("%PDF-1.7 not a picture") },
      "isn't a picture I can read",
    ],
    ["is too large", { name: "huge.png", data: Buffer.alloc(9 * 1024 * 1024) }, "is larger than 8 MB"],
  ])("learns when proof %s, and no request is sent", async (_case, proof, sentence) => {
    const before = cards().length;
    expect((await ask({ proof: [onePixel, proof] })).text).toContain(sentence);
    expect(cards()).toHaveLength(before);
    expect(await store().timeRequests.listByMember(guildId, mia, 10)).toEqual([]);
  });

  test("can choose only files with the name of a picture", async () => {
    for (const name of ["notes.txt", "proof.pdf", "picture"])
      await expect(ask({ proof: [{ name, data: onePixel.data }] })).rejects.toThrow("can't be chosen here");
    expect((await ask({ proof: [{ ...onePixel, name: "Proof.JPEG" }] })).text).toContain("with 1 picture");
  });

  test("can omit a refused picture", async () => {
    const refused = await ask({ minutes: "45", proof: [{ name: "notes.jpg", data: Buffer.from("notes") }] });
    expect(refused.text).toContain("or leave it out");
    const fix = async (message: SeenMessage, values: Readonly<Record<string, FormInput>>) => {
      const form = opened(await person("mia").press(message, "Fix it"));
      const day = form.fields[1]?.options.find((option) => option.default)?.value ?? "";
      return person("mia").submit(form, { minutes: "45", day: [day], reason: "Late shift", ...values });
    };
    const again = shown(await fix(refused, {}));
    expect(again.text).toContain("isn't a picture I can read");
    const fixed = textOf(await fix(again, { without: ["pictures"] }));
    expect(fixed).toContain("Time request sent");
    expect(card().attachments).toEqual([]);
  });

  test("sends one request, however often the form is opened and sent", async () => {
    const forms = [
      opened(await person("mia").run("request time")),
      opened(await person("mia").run("request time")),
    ];
    const before = cards().length;
    const values = { ...usual, minutes: "77", day: [today()] };
    const answers = await Promise.all(forms.map((form) => person("mia").submit(form, values)));
    const texts = answers.map(textOf).toSorted();
    expect(texts.filter((text) => text.includes("Time request sent"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("No second request was sent"))).toHaveLength(1);
    expect(cards()).toHaveLength(before + 1);
  });

  test("has at most five open requests, and withdraws one", async () => {
    const receipts = [];
    for (let asked = 0; asked < 5; asked += 1) receipts.push(await ask());
    // Nothing is downloaded for a request that can't be made: this one's proof would be refused.
    const sixth = await ask({ proof: [{ name: "notes.png", data: Buffer.from("notes") }] });
    expect(sixth.text).toContain("You already have 5 requests waiting for a manager");
    const withdrawn = textOf(await person("mia").press(receipts[4] ?? sixth, "Withdraw"));
    expect(withdrawn).toContain("is withdrawn");
    expect(card().text).toContain("Time request withdrawn");
    expect(labelsOf(card())).toEqual([]);
    expect((await ask()).text).toContain("Time request sent");
  });

  test("withdraws one of their own in everyone's list, too, when they're a manager", async () => {
    await ask();
    await ask({}, person("theo"));
    const all = shown(await person("theo").run("request list"));
    expect(all.text).toContain("2 open requests for time");
    const turning = ["Show mine", "Reload"];
    expect(labelsOf(all)).toEqual([...turning, expect.stringMatching(/^Withdraw 1 h \d+ min, /)]);
    const withdrawn = await person("theo").press(all, labelsOf(all)[2] ?? "");
    expect(textOf(withdrawn)).toContain("is withdrawn");
    expect(labelsOf(shown(await person("theo").run("request list")))).toEqual(turning);
  });

  test.each(["cut", "cut-after"] as const)(
    "learns that it isn't clear whether the card was posted, and it's there once (%s)",
    async (status) => {
      const before = cards().length;
      const pathPart = `/channels/${cardChannelId()}/messages`;
      harness.discord.faults.failRequests({ status, pathPart, times: 2 });
      const receipt = await ask({ minutes: "38" });
      expect(receipt.text).toMatch(/don't know yet whether it reached the managers\. I'm still trying/);
      expect(labelsOf(receipt)).toEqual(["Withdraw"]);
      harness.discord.faults.clear();
      harness.clock.advance(6 * 60_000);
      await job();
      await job();
      expect(cards()).toHaveLength(before + 1);
      expect((await ask({ minutes: "38" })).text).toMatch(/already asked for .*\[card\]/s);
      expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("38 min approved");
    },
  );

  test("withdraws one that isn't posted yet, and nobody can approve it", async () => {
    harness.discord.faults.failRequests({
      status: "cut-after",
      pathPart: `/channels/${cardChannelId()}/messages`,
      times: 2,
    });
    const receipt = await ask({ minutes: "39" });
    const withdrawn = textOf(await person("mia").press(receipt, "Withdraw"));
    expect(withdrawn).toMatch(/is withdrawn, so nobody can approve it\.$/);
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("Time request withdrawn");
  });

  test("withdraws one whose card's answer was lost, and the card loses its buttons without a press", async () => {
    const before = cards().length;
    harness.discord.faults.failRequests({
      status: "cut-after",
      pathPart: `/channels/${cardChannelId()}/messages`,
      times: 2,
    });
    const receipt = await ask({ minutes: "40", proof: [onePixel] });
    await person("mia").press(receipt, "Withdraw");
    expect(labelsOf(card())).toEqual(["Approve", "Change", "Decline…"]);
    harness.clock.advance(6 * 60_000);
    await Promise.all([job(), job()]);
    await job();
    expect(cards()).toHaveLength(before + 1);
    expect([card().text, labelsOf(card())]).toEqual([expect.stringContaining("Time request withdrawn"), []]);
    expect(card().attachments).toHaveLength(1);
  });

  test("finds all of more than two hundred in the list, and their number in its title", async () => {
    const add = (discordUserId: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          store().timeRequests.create(
            {
              ...sampleTimeRequest(harness.clock.now() + index),
              id: `many-${discordUserId}-${index}`,
              guildId,
              discordUserId,
              minutes: index + 1,
            },
            1_000,
          ),
        ),
      );
    await add(mia, 212);
    const mine = shown(await person("mia").run("request list"));
    expect(mine.text).toContain("Your requests for time (212)");
    const oldest = shown(await person("mia").forge.press(mine, "request.list.page:mine:21"));
    expect(oldest.text).toMatch(/\*\*1 min\*\*[^]*Page 22 of 22/);
    const all = shown(await person("theo").run("request list"));
    expect(all.text).toMatch(/^212 open requests for time\n[^]*Page 1 of 22/);
    const newest = shown(await person("theo").forge.press(all, "request.list.page:everyone:21"));
    expect(newest.text).toMatch(/\*\*\[?3 h 32 min\*?[^]*Page 22 of 22/);
  });

  test("sees their own in a list, and managers see all open ones, with links to the cards", async () => {
    await ask();
    const mine = shown(await person("mia").run("request list"));
    expect(mine.text).toMatch(/Your requests for time \(1\)[\s\S]*⏳ \*\*1 h \d+ min\*\*/);
    expect(labelsOf(mine)).toContainEqual(expect.stringMatching(/^Withdraw 1 h \d+ min, /));
    expect(labelsOf(mine)).not.toContain("Show everyone's");
    const others = textOf(await person("mia").forge.press(mine, "request.list.page:everyone:0"));
    expect(others).toContain("Only managers can see other people's requests here");
    const all = shown(await person("theo").run("request list"));
    expect(all.text).toContain("1 open request for time");
    expect(all.text).toContain(`https://discord.com/channels/${guildId}/${cardChannelId()}/${card().id}`);
    const own = shown(await person("theo").press(all, "Show mine"));
    expect(own.text).toContain("You haven't asked");
    const again = shown(await person("theo").press(own, "Show everyone's"));
    expect(again.text).toContain("1 open request for time");
  });
});

describe("a manager", () => {
  test("approves, and the member's past weeks have the time without waiting for the next reading", async () => {
    await runJob(weeks, jobTools(harness.app));
    const saved = async () => {
      const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, miasId, 1);
      return week?.minutes ?? 0;
    };
    const before = await saved();
    await ask({ minutes: "23" });
    await inManagers("theo").press(card(), "Approve");
    await until("it is saved", async () => (await saved()) === before + 23);
  });

  test("approves with one press: one gift in their name, and the member is notified in private", async () => {
    await ask({ minutes: "84", proof: [onePixel] });
    const before = gifts();
    const decided = shown(await inManagers("theo").press(card(), "Approve"));
    expect(gifts()).toBe(before + 1);
    expect(harness.service.state.activity.get(miasId)?.[0]).toMatchObject({
      duration: 84 * 60_000,
      gifted_by: theosId,
    });
    expect(decided.text).toMatch(/1 h 24 min approved[\s\S]*✅ Approved by <@\d+>/);
    expect(decided.text).toContain("I told them in a private message");
    expect([labelsOf(decided), decided.attachments.length]).toEqual([[], 1]);
    expect(inPrivate().at(-1)?.content).toMatch(
      /Your request for \*\*1 h 24 min\*\* on .* was approved by <@\d+>\. It counts toward your total for that week\./,
    );
    const [entry] = await entriesOf("request.approve");
    expect(entry).toMatchObject({
      discordUserId: theo,
      outcome: "done",
      detail: { member: mia, minutes: 84 },
    });
    expect(textOf(await person("ada").run("audit"))).toMatch(/approved <@\d+>'s 84 min/);
    const told = inPrivate().length;
    harness.clock.advance(3 * 60_000);
    await job();
    expect(inPrivate()).toHaveLength(told);
  });

  test("approves another length, and the member sees both", async () => {
    await ask({ minutes: "120" });
    const form = opened(await inManagers("theo").press(card(), "Change"));
    expect(form.fields[0]?.value).toBe("120");
    const decided = textOf(await inManagers("theo").submit(form, { minutes: "1 h" }));
    expect(decided).toContain("1 h of 2 h");
    expect(harness.service.state.activity.get(miasId)?.[0]).toMatchObject({ duration: 60 * 60_000 });
    expect(inPrivate().at(-1)?.content).toMatch(/\*\*2 h\*\* .*with another length: \*\*1 h\*\*/);
  });

  test("declines with a reason, which is on the card and in private, and nowhere else", async () => {
    await ask();
    const before = gifts();
    const form = opened(await inManagers("theo").press(card(), "Decline…"));
    const decided = textOf(await inManagers("theo").submit(form, { reason: "You were on leave\n2 > 1" }));
    expect(decided).toMatch(/Time request declined[\s\S]*> You were on leave\n> 2 \\> 1/);
    expect(inPrivate().at(-1)?.content).toMatch(/was declined[\s\S]*> You were on leave\n> 2 \\> 1/);
    expect(textOf(await person("mia").run("request list"))).toMatch(/· You were on leave 2 \\> 1$/m);
    expect(JSON.stringify(await entriesOf("request.decline"))).not.toContain("on leave");
    expect(gifts()).toBe(before);
  });

  test("learns from a form that came second that it counts for nothing", async () => {
    for (const [label, values] of [
      ["Change", { minutes: "30" }],
      ["Decline…", { reason: "I was second" }],
    ] as const) {
      await ask();
      const form = opened(await inManagers("theo").press(card(), label));
      await inManagers("ada").press(card("ada"), "Approve");
      const before = gifts();
      const told = textOf(await inManagers("theo").submit(form, values));
      expect(told).toContain(`This request was already approved by <@${ada}>. Nothing was done.`);
      expect(card().text).not.toContain("I was second");
      expect(gifts()).toBe(before);
    }
  });

  test("and another one at the same moment make one gift", async () => {
    await ask();
    const [theos, adas] = [card("theo"), card("ada")];
    const before = gifts();
    const entries = await approvals();
    const answers = await Promise.all([
      inManagers("theo").press(theos, "Approve"),
      inManagers("ada").press(adas, "Approve"),
      inManagers("theo").press(theos, "Approve"),
      inManagers("ada").press(adas, "Approve"),
    ]);
    expect(gifts()).toBe(before + 1);
    for (const text of answers.map(textOf))
      expect(text).toMatch(/approved|approving this request right now|already approved/i);
    expect(await approvals()).toBe(entries + 1);
  });

  test("can't decide their own request", async () => {
    await ask({}, person("theo"));
    const before = gifts();
    for (const label of ["Approve", "Change", "Decline…"])
      expect(textOf(await inManagers("theo").press(card(), label))).toContain("This is your own request");
    expect(gifts()).toBe(before);
    expect(textOf(await inManagers("ada").press(card("ada"), "Approve"))).toContain("approved");
    expect(gifts()).toBe(before + 1);
  });

  test("who isn't connected can't give in their own name", async () => {
    await ask();
    await store().accounts.disconnect(guildId, theo);
    const before = gifts();
    const answer = shown(await inManagers("theo").press(card(), "Approve"));
    expect([answer.private, answer.text]).toEqual([true, expect.stringContaining("You aren't connected")]);
    expect(gifts()).toBe(before);
    expect(labelsOf(card())).toEqual(["Approve", "Change", "Decline…"]);
  });

  test("who lost the role before the press is refused", async () => {
    await ask();
    const seen = card();
    const form = opened(await inManagers("theo").press(seen, "Decline…"));
    harness.discord.setRoles(guildId, theo, [staffRole]);
    const before = gifts();
    for (const outcome of [
      await person("theo").forge.press(seen, seen.buttons[0]?.customId ?? ""),
      await person("theo").forge.submit(form.customId, { reason: "x" }, seen),
    ])
      expect(textOf(outcome)).toContain("Only managers can use this here");
    expect(gifts()).toBe(before);
  });

  test("learns when no requests to the service are left, and the card stays as it was", async () => {
    await ask();
    harness.service.faults.add({
      kind: "status",
      status: 429,
      resetSeconds: 23,
      operation: "giftActivity",
      times: 5,
    });
    const answer = shown(await inManagers("theo").press(card(), "Approve"));
    expect([answer.private, answer.text]).toEqual([true, expect.stringContaining("Try again in 23 seconds")]);
    expect(labelsOf(card())).toEqual(["Approve", "Change", "Decline…"]);
    harness.service.faults.clear();
    harness.clock.advance(61_000);
    const given = gifts();
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("approved");
    expect(gifts()).toBe(given + 1);
  });

  test.each([
    ["Mark as given", "approved", 0],
    ["Open again", "Time request: ", 1],
  ])("settles an unknown outcome with %s, and nothing is sent automatically", async (label, title, more) => {
    await ask();
    const before = gifts();
    const told = inPrivate().length;
    harness.service.faults.add({ kind: "cut", when: "after", operation: "giftActivity" });
    const unclear = shown(await inManagers("theo").press(card(), "Approve"));
    expect(unclear.text).toContain("Not sure whether this time was given");
    expect(labelsOf(unclear)).toEqual(["Look for it", "Mark as given", "Open again"]);
    expect([gifts(), inPrivate().length]).toEqual([before + 1, told]);
    harness.clock.advance(3 * 60_000);
    await job();
    expect(gifts()).toBe(before + 1);
    expect(textOf(await inManagers("theo").press(card(), "Look for it"))).toMatch(
      /^\*\*The gift seems to have arrived\.\*\* This week has .* before\. Press \*Mark as given\* on the card\.$/,
    );
    expect(textOf(await inManagers("ada").press(card("ada"), label))).toContain(title);
    expect(inPrivate().length).toBe(told + (more === 0 ? 1 : 0));
    if (more === 1) await inManagers("theo").press(card(), "Approve");
    expect(gifts()).toBe(before + 1 + more);
  });

  test("who looks for a gift that was lost learns that, and which button to press", async () => {
    await ask();
    harness.service.faults.add({ kind: "cut", when: "before", operation: "giftActivity" });
    await inManagers("theo").press(card(), "Approve");
    expect(textOf(await inManagers("theo").press(card(), "Look for it"))).toMatch(
      /^\*\*The gift doesn't seem to have arrived\.\*\* This week has .* before\. Look again in a minute\. If it's still missing, press \*Open again\* on the card\.$/,
    );
  });

  test.skipIf(onHttp)(
    "sees that the time was given, though another process took the slow one to be dead",
    async () => {
      await ask();
      const before = gifts();
      const held = Promise.withResolvers<void>();
      harness.service.faults.add({ kind: "held", until: held.promise, operation: "giftActivity" });
      using _ = harness.losePatience("bot");
      const pressed = inManagers("theo").press(card(), "Approve");
      await until("the gift is under way", () => harness.service.faults.active.length === 0);
      const answered = callbacks();
      await until("the press is acknowledged", () => callbacks() > answered);
      harness.clock.advance(3 * 60_000);
      await store().drafts.claimAbandoned(harness.clock.now());
      await job();
      expect(card().text).toContain("Not sure whether this time was given");
      held.resolve();
      expect(textOf(await pressed)).toMatch(/^\d h \d+ min approved/);
      expect(gifts()).toBe(before + 1);
    },
  );

  test("finds what was given though the process died before it could say so on the card", async () => {
    await ask();
    harness.service.faults.add({ kind: "cut", when: "after", operation: "giftActivity" });
    await inManagers("theo").press(card(), "Approve");
    const [request] = await store().timeRequests.listByMember(guildId, mia, 1);
    await store().drafts.resolve(request?.draftId ?? "", "done", undefined);
    expect(textOf(await inManagers("ada").press(card("ada"), "Look for it"))).toMatch(
      /^The time was given.*Press \*Mark as given\*/,
    );
  });

  test("gives nothing to someone disconnected or reconnected meanwhile", async () => {
    await ask();
    const before = gifts();
    await store().accounts.disconnect(guildId, mia);
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain(
      "isn't connected to a workspace user anymore, so nothing was sent",
    );
    await connect(mia, "271828182", "Mia");
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain(
      "is now connected to a different workspace user than when they asked",
    );
    await store().accounts.disconnect(guildId, mia);
    await connect(mia, miasId, "Mia");
    harness.discord.removeMember(guildId, mia);
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain(
      "has left this server, so nothing was sent",
    );
    expect(gifts()).toBe(before);
    const form = opened(await inManagers("theo").press(card(), "Decline…"));
    expect(textOf(await inManagers("theo").submit(form, { reason: "Left" }))).toContain("declined");
    const user = playgroundSeed.users.find(({ id }) => id === mia);
    if (user !== undefined) harness.discord.addMember(guildId, user, { roleIds: [staffRole] });
  });
});

describe("a request whose week is over before anyone decided", () => {
  const toNextWeek = () => harness.clock.advance(5 * dayMs);
  // Back to a Wednesday, for the other tests.
  afterEach(() => harness.clock.advance(2 * dayMs));

  test("is approved only by a manager who was warned that it counts for another week", async () => {
    await ask({ minutes: "52" });
    toNextWeek();
    const before = gifts();
    const answer = shown(await inManagers("theo").press(card(), "Approve"));
    expect([answer.private, answer.text]).toEqual([
      true,
      expect.stringMatching(/about \w+day \d+ \w+, and that week is over.*Nothing was sent yet/),
    ]);
    expect(gifts()).toBe(before);
    expect(card().text).not.toContain("→");
    expect(card().text).toMatch(/An earlier week\n🟧 Approved time counts for this week/);
    expect(labelsOf(card())).toEqual(["Approve", "Change", "Decline…"]);
    const again = await inManagers("theo").press(card(), "Approve");
    expect(textOf(again), "the second press of a double click").toContain("Nothing was sent yet");
    expect(gifts()).toBe(before);
    harness.clock.advance(3_000);
    const decided = textOf(await inManagers("ada").press(card("ada"), "Approve"));
    expect(decided).toMatch(/52 min approved[\s\S]*counts for the week in which it was approved/);
    expect(gifts()).toBe(before + 1);
  });

  test("tells its member, too, which week it counts for", async () => {
    await ask({ minutes: "120" });
    toNextWeek();
    const submit = async () => {
      const form = opened(await inManagers("theo").press(card(), "Change"));
      return textOf(await inManagers("theo").submit(form, { minutes: "1 h" }));
    };
    expect(await submit()).toContain("that week is over");
    harness.clock.advance(3_000);
    expect(await submit()).toContain("1 h of 2 h");
    expect(inPrivate().at(-1)?.content).toMatch(
      /\*\*1 h\*\*\. That week is over, so it counts toward your total for this week\./,
    );
  });

  test("is posted with that sentence, though their week couldn't be read", async () => {
    // Jobs may read both, too.
    const operations = ["getActivity", "getAssignments"] as const;
    for (const operation of operations)
      harness.service.faults.add({ kind: "status", status: 503, operation, times: 999 });
    // The card would share a read of theirs that a job began before that.
    await until("their reads are refused", async () => {
      await person("mia").run("me");
      return operations.every((operation) =>
        harness.service.requests.some(
          (asked) => asked.operation === operation && asked.fault === "status" && asked.path.includes(miasId),
        ),
      );
    });
    const sevenDaysAgo = new Date(harness.clock.now() - 7 * dayMs).toISOString().slice(0, 10);
    const receipt = await ask({ minutes: "53", day: [sevenDaysAgo] });
    expect(receipt.text).toContain("That week is over, so approved time counts for this week.");
    expect(card().text).toMatch(/I couldn't read it[\s\S]*An earlier week/);
    harness.service.faults.clear();
    toNextWeek();
  });
});

describe("a request for time in a server whose zone is in another week than the service", () => {
  /** Times are minutes from the end of the service's week, days are counted from its last one. */
  const endsIn = async (fresh: Harness, zone: string) => {
    const { ctx } = fresh.app;
    await ctx.store.guildSettings.set(guildId, "zone", zone);
    await ctx.store.guildSettings.set(guildId, "time-requests-channel", playgroundIds.managers);
    const people = [
      [mia, miasId, "Mia"],
      [theo, theosId, "Theo"],
    ] as const;
    for (const [discordUserId, userId, name] of people)
      await connectAccount(ctx, { discordUserId, userId, displayName: name, memberName: name });
    toNextWednesday(fresh.clock);
    await runJob(weeks, jobTools(fresh.app));
    const endsAt = fresh.clock.now() + 4.5 * dayMs;
    const askFor = async (day: number, minutes: string): Promise<string> => {
      const form = opened(await fresh.as("mia").run("request time"));
      const sunday = Temporal.Instant.fromEpochMilliseconds(endsAt - dayMs).toZonedDateTimeISO("UTC");
      const days = [sunday.toPlainDate().add({ days: day }).toString()];
      return textOf(await fresh.as("mia").submit(form, { ...usual, minutes, day: days }));
    };
    const manager = fresh.as("theo", "managers");
    const newest = (): SeenMessage => {
      const found = manager.read().findLast(({ embeds }) => embeds.length > 0);
      if (found === undefined) throw new Error("no card was posted");
      return found;
    };
    return {
      moveTo: (minutes: number) => fresh.clock.advance(endsAt + minutes * 60_000 - fresh.clock.now()),
      askFor,
      newest,
      approve: async () => textOf(await manager.press(newest(), "Approve")),
      told: () => fresh.discord.inPrivate(mia).read().at(-1)?.content,
    };
  };

  test("counts for the next week once the service's week has ended, though the server's hasn't", async () => {
    await using fresh = await startHarness({ guarded: false });
    const { moveTo, askFor, newest, approve, told } = await endsIn(fresh, "America/Phoenix");
    moveTo(-4 * 60);
    expect(await askFor(0, "20")).not.toContain("That week is over");
    moveTo(60);
    expect(await approve()).toMatch(/that week is over, so the time would count for this week/);
    expect(await askFor(0, "21")).toContain("That week is over, so approved time counts for this week.");
    expect(newest().text).toContain("An earlier week");
    await approve();
    expect(told()).toContain("That week is over, so it counts toward your total for this week.");
  });

  test("isn't about a week that is over while the service's isn't", async () => {
    await using fresh = await startHarness({ guarded: false });
    const { moveTo, askFor, newest, approve, told } = await endsIn(fresh, "Africa/Lagos");
    moveTo(-40);
    expect(await askFor(0, "20")).not.toContain("That week is over");
    await approve();
    expect(told()).toContain("It counts toward your total for that week.");
    const later =
      /In the workspace, that week begins <t:\d+:f>\. Time approved before then counts for the week before\./;
    expect(await askFor(1, "21")).toMatch(later);
    expect(newest().text).toMatch(later);
    expect(newest().text).not.toContain("→");
    expect(await approve()).toContain("That week hadn't begun in the workspace");
    expect(told()).toContain(
      "That week hadn't begun in the workspace, so it counts toward your total for the week before.",
    );
    await askFor(1, "22");
    moveTo(20);
    expect(await approve()).not.toContain("hadn't begun");
    expect(told()).toContain("It counts toward your total for that week.");
  });
});

describe("an undecided request", () => {
  test("is brought up once after a day, together with others, and expires after seven", async () => {
    await ask({ minutes: "31" });
    harness.clock.advance(1_000);
    await ask({ minutes: "32" });
    harness.clock.advance(dayMs - hourMs);
    await job();
    const before = harness.discord.messagesIn(cardChannelId()).length;
    harness.clock.advance(2 * hourMs);
    await job();
    await Promise.all([job(), job()]);
    await harness.restart();
    await job();
    const since = harness.discord.messagesIn(cardChannelId()).slice(before);
    expect(since).toHaveLength(1);
    expect(since[0]?.content).toMatch(
      /2 requests for time have been waiting for a day:\n<@\d+>: \*\*31 min\*\*/,
    );
    harness.clock.advance(5 * dayMs);
    await job();
    expect(harness.discord.messagesIn(cardChannelId()).slice(before)).toHaveLength(1);
    const told = inPrivate().length;
    const stale = card();
    harness.clock.advance(dayMs);
    await Promise.all([job(), job()]);
    await job();
    expect(
      inPrivate()
        .slice(told)
        .map(({ content }) => content),
    ).toEqual([
      expect.stringContaining("wasn't decided within seven days, so it expired"),
      expect.stringContaining("wasn't decided within seven days, so it expired"),
    ]);
    expect(presentText(inManagers("theo"), stale)).toContain("Time request expired");
    expect(await entriesOf("request.expire")).toHaveLength(2);
    // A manager who was looking at it presses what they still see.
    const given = gifts();
    const [approve] = stale.buttons;
    expect(textOf(await inManagers("theo").forge.press(stale, approve?.customId ?? ""))).toContain(
      "Time request expired",
    );
    expect(gifts()).toBe(given);
  });

  test("that expires once requests are off doesn't lead to a command that is refused", async () => {
    await ask({ minutes: "35" });
    await store().guildSettings.remove(guildId, "time-requests-channel");
    const told = inPrivate().length;
    harness.clock.advance(dayMs + hourMs);
    await job();
    harness.clock.advance(6 * dayMs);
    await job();
    const [news] = inPrivate().slice(told);
    expect(news?.content).toContain(
      "expired and nothing was counted. If it still matters, talk to a manager.",
    );
    expect(news?.content).not.toContain("request time");
    const list = shown(await person("theo").run("request list"));
    expect(list.text).toContain("Asking for time is off in this server.");
    expect(textOf(await person("theo").press(list, "Show mine"))).toContain("Asking for time is off");
  });

  test("that is withdrawn once requests are off has no button to ask again", async () => {
    const asked = await ask({ minutes: "36" });
    await store().guildSettings.remove(guildId, "time-requests-channel");
    const withdrawn = shown(await person("mia").press(asked, "Withdraw"));
    expect(withdrawn.text).toContain("is withdrawn");
    expect(labelsOf(withdrawn)).toEqual([]);
  });

  test("is brought up once, though Discord's answer was lost and others wait as long by then", async () => {
    await ask({ minutes: "33" });
    harness.clock.advance(hourMs / 2);
    await ask({ minutes: "34" });
    const before = harness.discord.messagesIn(cardChannelId()).length;
    const since = () => harness.discord.messagesIn(cardChannelId()).slice(before);
    const path = { pathPart: "/channels", pathEnd: `${cardChannelId()}/messages` };
    harness.clock.advance(dayMs - hourMs / 4);
    harness.discord.faults.failRequests({ status: "cut-after", ...path, times: 2 });
    await job();
    harness.discord.faults.clear();
    harness.clock.advance(2 * hourMs);
    await job();
    harness.clock.advance(2 * hourMs);
    await job();
    expect(since().map(({ content }) => content.match(/\*\*\d+ min\*\*/g))).toEqual([
      ["**33 min**"],
      ["**34 min**"],
    ]);
  });

  describe("of many, whose reminder's answer was lost,", () => {
    const path = () => `${cardChannelId()}/messages`;
    const named = () =>
      harness.discord
        .messagesIn(cardChannelId())
        .filter(({ content }) => content.includes("waiting for a day"))
        .map(({ content }) => /^\d+/.exec(content)?.[0] ?? "1");
    /** More than the message has room for. */
    async function waitTogether(count: number): Promise<readonly string[]> {
      const createdAt = harness.clock.now();
      const { messageId } = await harness.app.ctx.messenger.post(cardChannelId(), { content: "Cards" });
      const ids = Array.from({ length: count }, () => harness.app.ctx.newId());
      for (const [index, id] of ids.entries()) {
        const at = createdAt + index;
        const sample = { ...sampleTimeRequest(at), minutes: index + 1, day: today() };
        await store().timeRequests.create({ ...sample, id, guildId, discordUserId: mia }, count + 1);
        const posted = { channelId: cardChannelId(), messageId, proof: [], dueAt: at + dayMs };
        await store().timeRequests.setCard(id, posted);
      }
      return ids;
    }
    async function loseReminder(): Promise<void> {
      harness.clock.advance(dayMs + 1_000);
      harness.discord.faults.failRequests({
        status: "cut-after",
        pathPart: "/channels",
        pathEnd: path(),
        times: 2,
      });
      await job();
      harness.discord.faults.clear();
    }
    /** Discord has forgotten the nonce by then. */
    async function tryAgain(): Promise<void> {
      harness.clock.advance(2 * hourMs);
      await job();
    }
    const decide = async (id: string) => {
      const decision = { id, guildId, from: "open", to: "withdrawn", dueAt: undefined } as const;
      expect(await store().timeRequests.move({ ...decision, decidedAt: harness.clock.now() })).toBeDefined();
    };

    test("is brought up once, though the message had no room for its line", async () => {
      const before = named().length;
      await waitTogether(40);
      await loseReminder();
      expect(named().slice(before)).toEqual(["40"]);
      await tryAgain();
      await tryAgain();
      expect(named().slice(before)).toEqual(["40"]);
    });

    test.each([
      ["the first", 0],
      ["another", 2],
    ])("is brought up once, though %s was decided and one more waits", async (_which, index) => {
      const before = named().length;
      const ids = await waitTogether(3);
      await loseReminder();
      await decide(ids[index] ?? "");
      await ask({ minutes: "77" });
      harness.clock.advance(dayMs);
      await job();
      await tryAgain();
      expect(named().slice(before)).toEqual(["3", "1"]);
    });

    test("is brought up once, though its approval was taken back meanwhile", async () => {
      const before = named().length;
      const [id = ""] = await waitTogether(1);
      await loseReminder();
      const draftId = harness.app.ctx.newId();
      await store().timeRequests.move({
        id,
        guildId,
        from: "open",
        to: "sending",
        draftId,
        dueAt: undefined,
      });
      await store().timeRequests.move({
        id,
        guildId,
        from: "sending",
        to: "open",
        dueAt: harness.clock.now(),
      });
      await tryAgain();
      await tryAgain();
      expect(named().slice(before)).toEqual(["1"]);
    });

    test("is brought up with the others if nothing was sent", async () => {
      const before = named().length;
      await waitTogether(2);
      harness.clock.advance(dayMs + 1_000);
      harness.discord.faults.failRequests({
        status: "cut",
        pathPart: "/channels",
        pathEnd: path(),
        times: 2,
      });
      await job();
      harness.discord.faults.clear();
      expect(named()).toHaveLength(before);
      await tryAgain();
      await tryAgain();
      expect(named().slice(before)).toEqual(["2"]);
    });
  });

  test("is reported to the member in the channel, without details, when private messages are closed", async () => {
    harness.discord.refusePrivateMessages(mia);
    await ask({ minutes: "45" });
    const decided = textOf(await inManagers("theo").press(card(), "Approve"));
    expect(decided).toContain("They don't accept private messages, so I told them in");
    expect(newestText(person("mia"))).toMatch(/your request for time was approved\. See it with/);
    expect(newestText(person("mia"))).not.toContain("45 min");
  });
});

describe("what was decided", () => {
  const dmPath = () => `/channels/${harness.discord.inPrivate(mia).channelId ?? ""}/messages`;
  const channelPath = () => `/channels/${person("mia").channelId}/messages`;
  const toldInChannel = () =>
    harness.discord
      .messagesIn(person("mia").channelId)
      .filter(({ content }) => content.includes("your request for time was"));
  /** The bot was away for longer than Discord remembers a nonce. */
  const later = async () => {
    harness.discord.faults.clear();
    harness.clock.advance(6 * 60_000);
    await job();
  };
  beforeEach(async () => {
    // A private channel exists once something was sent there.
    await ask({ minutes: "44" });
    await inManagers("theo").press(card(), "Approve");
    harness.clock.advance(61_000);
  });

  test("reaches the member once, though Discord's answer to the message was lost", async () => {
    await ask({ minutes: "45" });
    const before = inPrivate().length;
    harness.discord.faults.failRequests({ status: "cut-after", pathPart: dmPath(), times: 2 });
    await inManagers("theo").press(card(), "Approve");
    expect(inPrivate()).toHaveLength(before + 1);
    await later();
    expect(inPrivate()).toHaveLength(before + 1);
    expect(card().text).toContain("I told them in a private message");
  });

  test("reaches them once in the channel, though Discord's answer to the message was lost", async () => {
    harness.discord.refusePrivateMessages(mia);
    await ask({ minutes: "46" });
    const before = toldInChannel().length;
    harness.discord.faults.failRequests({ status: "cut-after", pathPart: channelPath(), times: 2 });
    await inManagers("theo").press(card(), "Approve");
    expect(toldInChannel()).toHaveLength(before + 1);
    const inPrivateBefore = inPrivate().length;
    harness.discord.refusePrivateMessages(mia, false);
    await later();
    expect(toldInChannel()).toHaveLength(before + 1);
    expect(inPrivate()).toHaveLength(inPrivateBefore);
  });

  test("reaches them again when the same time is asked for and approved again", async () => {
    const before = inPrivate().length;
    await ask({ minutes: "44" });
    harness.discord.faults.failRequests({ status: "cut", pathPart: dmPath(), times: 2 });
    await inManagers("theo").press(card(), "Approve");
    expect(inPrivate()).toHaveLength(before);
    await later();
    expect(inPrivate()).toHaveLength(before + 1);
    await later();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  test("reaches them in the channel, though an earlier one reads the same there", async () => {
    harness.discord.refusePrivateMessages(mia);
    for (const minutes of ["47", "48"]) {
      await ask({ minutes });
      if (minutes === "48")
        harness.discord.faults.failRequests({ status: "cut", pathPart: channelPath(), times: 2 });
      await inManagers("theo").press(card(), "Approve");
      harness.clock.advance(61_000);
    }
    const before = toldInChannel().length;
    await later();
    expect(toldInChannel()).toHaveLength(before + 1);
  });
});

describe("a request left by a process that died", () => {
  const stored = async () => (await store().timeRequests.listByMember(guildId, mia, 1))[0];

  test("is posted once by the next process", async () => {
    const { ctx } = harness.app;
    await ctx.store.timeRequests.create(
      {
        ...sampleTimeRequest(ctx.now()),
        id: ctx.newId(),
        guildId,
        discordUserId: mia,
        minutes: 15,
        day: today(),
        dueAt: ctx.now() + 60_000,
      },
      5,
    );
    const before = cards().length;
    await job();
    expect(cards()).toHaveLength(before);
    harness.clock.advance(2 * 60_000);
    await Promise.all([job(), job()]);
    expect(cards()).toHaveLength(before + 1);
    expect(card().text).toContain("I couldn't read it when they asked");
    harness.clock.advance(5 * 60_000);
    await job();
    expect(cards()).toHaveLength(before + 1);
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("15 min approved");
  });

  test("stays open while Discord doesn't say whether its card was posted", async () => {
    const path = { pathPart: `/channels/${cardChannelId()}/messages` };
    harness.discord.faults.failRequests({ ...path, status: "cut", times: 2 });
    await ask();
    const before = cards().length;
    // As long as an attempt is made: a card that was posted can't be found while the channel can't be read.
    for (let attempt = 0; attempt < 25; attempt += 1) {
      harness.discord.faults.failRequests({ ...path, status: "502-after" });
      harness.clock.advance(15 * 60_000);
      await job();
    }
    expect(await stored()).toMatchObject({ state: "open" });
    harness.discord.faults.clear();
    harness.clock.advance(15 * 60_000);
    await job();
    expect(cards()).toHaveLength(before + 1);
    expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("approved");
  });

  test("while approving isn't sent again: the card says that the outcome is unknown", async () => {
    await ask();
    const request = await stored();
    if (request === undefined) throw new Error("nothing was stored");
    const { ctx } = harness.app;
    const draftId = ctx.newId();
    const by = { guildId, discordUserId: theo, kind: "request.approve" };
    const at = ctx.now();
    await ctx.store.drafts.create({ ...by, id: draftId, payload: {}, createdAt: at, expiresAt: at + hourMs });
    await ctx.store.drafts.claim({
      ...by,
      id: draftId,
      now: at,
      leaseUntil: at + 60_000,
      sealedReplyToken: undefined,
    });
    const decision = {
      decidedByDiscordUserId: theo,
      decidedAt: at,
      approvedMinutes: request.minutes,
      draftId,
    };
    const key = { id: request.id, guildId };
    await ctx.store.timeRequests.move({
      ...key,
      from: "open",
      to: "sending",
      ...decision,
      dueAt: at + 120_000,
    });
    const before = gifts();
    expect(textOf(await inManagers("ada").press(card("ada"), "Approve"))).toContain(
      "is approving this request",
    );
    harness.clock.advance(3 * 60_000);
    await ctx.store.drafts.claimAbandoned(harness.clock.now());
    await job();
    expect(card().text).toContain("Not sure whether this time was given");
    expect(gifts()).toBe(before);
  });
});

test("a request reopened because its approval stalled before sending isn't granted by that approval", async () => {
  await ask();
  const [request] = await store().timeRequests.listByMember(guildId, mia, 1);
  if (request === undefined) throw new Error("nothing was stored");
  const at = harness.app.ctx.now();
  const by = { guildId, discordUserId: theo, kind: "request.approve" };
  const draftId = harness.app.ctx.newId();
  await store().drafts.create({ ...by, id: draftId, payload: {}, createdAt: at, expiresAt: at + hourMs });
  const { id, minutes: approvedMinutes } = request;
  const decided = { decidedByDiscordUserId: theo, decidedAt: at, approvedMinutes, draftId };
  const move = { id, guildId, from: "open", to: "sending", ...decided, dueAt: at + 120_000 } as const;
  await store().timeRequests.move(move);
  harness.clock.advance(3 * 60_000);
  await job();
  expect(card().text).not.toContain("approved");
  const claim = { ...by, id: draftId, now: harness.clock.now(), leaseUntil: harness.clock.now() + 60_000 };
  expect(await store().drafts.claim({ ...claim, sealedReplyToken: undefined })).toBeUndefined();
  const before = gifts();
  expect(textOf(await inManagers("ada").press(card("ada"), "Approve"))).toContain("approved");
  expect(gifts()).toBe(before + 1);
});

test("a card that someone deleted is posted again before managers are reminded of it, and says that its pictures are gone", async () => {
  await ask({ minutes: "65", proof: [onePixel] });
  const [deleted] = cards().slice(-1);
  expect(card().text).toContain("1 picture above");
  await harness.app.ctx.messenger.delete(cardChannelId(), deleted?.id ?? "");
  const before = harness.discord.messagesIn(cardChannelId()).length;
  harness.clock.advance(dayMs + hourMs);
  for (let round = 0; round < 3; round += 1) {
    await job();
    harness.clock.advance(3 * 60_000);
  }
  const [again, reminder, ...others] = harness.discord.messagesIn(cardChannelId()).slice(before);
  expect(others).toEqual([]);
  expect(reminder?.content).toContain(`/${again?.id})`);
  expect(card().text).toContain("1 picture couldn't be posted here");
  expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("1 h 5 min approved");
});

test("a card that someone deleted after managers were reminded of it is posted again within a day, without another reminder", async () => {
  const asked = await ask({ minutes: "68" });
  expect(asked.text).toContain("Time request sent");
  harness.clock.advance(dayMs + hourMs);
  await job();
  const before = harness.discord.messagesIn(cardChannelId()).length;
  const lose = () => harness.app.ctx.messenger.delete(cardChannelId(), cards().at(-1)?.id ?? "");
  for (let day = 0; day < 2; day += 1) {
    await lose();
    expect(harness.discord.messagesIn(cardChannelId())).toHaveLength(before - 1);
    harness.clock.advance(dayMs);
    await job();
    harness.clock.advance(3 * 60_000);
    await job();
    expect(harness.discord.messagesIn(cardChannelId())).toHaveLength(before);
    expect(card().text).toContain("Time request: 1 h 8 min");
    expect(labelsOf(card())).toContain("Approve");
  }
});

test("a card that another application posted, whose buttons lead nowhere, is posted again", async () => {
  await ask({ minutes: "67" });
  const { id: messageId } = inManagers("ada").say("As the application before said it.");
  const [{ id } = expect.unreachable()] = await store().timeRequests.listByMember(guildId, mia, 1);
  const dueAt = harness.clock.now() + dayMs;
  await store().timeRequests.setCard(id, { channelId: cardChannelId(), messageId, proof: [], dueAt });
  harness.clock.advance(dayMs + hourMs);
  for (let round = 0; round < 3; round += 1) {
    await job();
    harness.clock.advance(3 * 60_000);
  }
  expect(harness.discord.messagesIn(cardChannelId()).at(-1)?.content).toContain(`/${card().id})`);
  expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("1 h 7 min approved");
});

test("a deleted channel leads to a sentence, and open requests move to the next one", async () => {
  const channelId = playgroundIds.audit;
  await chooseSetting(person("ada"), "requests", channelId);
  await ask({ minutes: "66" });
  harness.discord.deleteChannel(channelId);
  const refused = await ask({ minutes: "67" });
  expect(refused.text).toMatch(/I couldn't post in <#\d+>, where requests go, so nobody was asked/);
  expect(labelsOf(refused)).toEqual(["Fix it"]);
  expect(textOf(await person("ada").run("settings"))).toContain(
    "⚠️ **Requests for time:** their channel was deleted, so nobody can ask.",
  );
  const listed = shown(await person("ada").run("request list")).text;
  expect(listed).toMatch(/\*\*1 h 6 min\*\* · .*its channel was deleted/);
  expect(listed).not.toContain(`/${channelId}/`);
  expect(listed).toContain(
    "The channel for requests was deleted, and the cards in it are gone. An admin can choose",
  );
  const before = cards().length;
  const chosen = await chooseSetting(person("ada"), "requests", cardChannelId());
  expect(chosen.text).toContain("1 open request will be posted in");
  await job();
  expect(cards()).toHaveLength(before + 1);
  const moved = shown(await person("ada").run("request list")).text;
  expect(moved).toContain(`/${cardChannelId()}/`);
  expect(moved).not.toContain("deleted");
  expect(textOf(await inManagers("theo").press(card(), "Approve"))).toContain("1 h 6 min approved");
  const question = await openSetting(person("ada"), "requests");
  expect(textOf(await person("ada").press(question, "Turn off"))).toContain("Requests for time turned off");
});

test("requests are exported to their member, and deleted with their other data", async () => {
  await ask({ reason: "Kelpwort harvest" });
  const before = cards().length;
  expect(textOf(await person("mia").run("privacy"))).toMatch(
    /- \*\*1 request for time\*\*, for 30 days; cards until you're forgotten/,
  );
  const question = await askToForgetMe(person("mia"));
  const confirm = question.buttons.find(({ customId }) => customId?.includes(".confirm"))?.customId ?? "";
  await person("mia").press(question, confirm);
  expect(await store().timeRequests.listByMember(guildId, mia, 10)).toEqual([]);
  await until("the card is deleted", () => cards().length === before - 1);
  expect(JSON.stringify(cards())).not.toContain("Kelpwort");
});

describe("the card of a request whose member is forgotten", () => {
  const forgetMe = async (): Promise<string> => {
    const question = await askToForgetMe(person("mia"));
    await person("mia").press(question, "Forget me");
    return newestText(person("mia"));
  };
  const ofCard = () => `/channels/${cardChannelId()}/messages/${card().id}`;

  test("is deleted once Discord takes that, and the receipt says that it's still there", async () => {
    await ask({ reason: "Kelpwort harvest" });
    const before = cards().length;
    harness.discord.faults.failRequests({ status: 503, times: 100, pathPart: ofCard() });
    expect(await forgetMe()).toContain(
      "I couldn't delete all cards of requests for time yet. I'll keep trying for a week.",
    );
    expect(cards()).toHaveLength(before);
    harness.discord.faults.clear();
    harness.clock.advance(10 * 60_000);
    await job();
    expect(cards()).toHaveLength(before - 1);
    expect(JSON.stringify(cards())).not.toContain("Kelpwort");
  });

  test("is in the receipt with its link, if Discord refuses to delete it", async () => {
    await ask({ reason: "Kelpwort harvest" });
    const link = `https://discord.com/channels/${guildId}/${cardChannelId()}/${card().id}`;
    harness.discord.faults.failRequests({ status: 403, code: 50_001, times: 100, pathPart: ofCard() });
    const receipt = await forgetMe();
    expect(receipt).toContain(
      `so these still show what was asked: ${link}. Ask someone who manages messages`,
    );
    expect(receipt).not.toContain("I'll keep trying");
  });

  test("is deleted, though it was on its way at that moment", async () => {
    const before = cards().length;
    const held = harness.discord.faults.holdAnswers(`/channels/${cardChannelId()}/messages`);
    const asking = ask({ reason: "Kelpwort harvest" });
    await until("it's on its way", () => held.count > 0 && cards().length === before + 1);
    expect(await forgetMe()).toContain("1 request for time and your names were deleted");
    held.release();
    await asking;
    await until("it's gone", () => cards().length === before);
    expect(JSON.stringify(cards())).not.toContain("Kelpwort");
  });

  test("is found and deleted, though Discord's answer to it was lost", async () => {
    const before = cards().length;
    const path = { pathPart: `/channels/${cardChannelId()}/messages` };
    harness.discord.faults.failRequests({ ...path, status: "cut-after", times: 2 });
    await ask({ reason: "Kelpwort harvest" });
    expect(cards()).toHaveLength(before + 1);
    await forgetMe();
    harness.clock.advance(15 * 60_000);
    await job();
    expect(cards()).toHaveLength(before);
  });
});
