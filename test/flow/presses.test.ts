// Depends on: nothing that varies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { weeks } from "../../commands/weeks/job.ts";
import { type Person, playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { FormInput, Outcome } from "../../playground/discord/member-types.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { fillIn } from "../support/fill-in.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { opened, shown } from "../support/replies.ts";
import { askToAdd } from "../support/schedules.ts";

const { guildId, mia, noor, theo, calendar, managers } = playgroundIds;

/** What a person does by hand: each command, button, choice in a menu and form sent; and each option or field filled in. */
class Hand {
  presses = 0;
  typed = 0;
  readonly #person: Person;

  constructor(person: Person) {
    this.#person = person;
  }

  run(path: string, options: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    this.presses += 1;
    this.typed += Object.keys(options).length;
    return this.#person.run(path, options);
  }

  runOnUser(command: string, discordUserId: string): Promise<Outcome> {
    this.presses += 1;
    return this.#person.runOnUser(command, discordUserId);
  }

  press(message: SeenMessage, label: string): Promise<Outcome> {
    this.presses += 1;
    return this.#person.press(message, label);
  }

  /** @param list what its menu is called while nothing is chosen */
  choose(message: SeenMessage, list: string, label: RegExp): Promise<Outcome> {
    this.presses += 1;
    const menu = message.selects.find(({ placeholder }) => placeholder === list);
    const value = menu?.options.find((option) => label.test(option.label))?.value;
    if (menu === undefined || value === undefined) throw new Error(`there is no ${label} in ${list}`);
    return this.#person.choose(message, menu.customId, [value]);
  }

  /** Fills in these fields, and leaves what is in the others. */
  send(outcome: Outcome, filled: Readonly<Record<string, FormInput>>): Promise<Outcome> {
    this.presses += 1;
    this.typed += Object.keys(filled).length;
    const form = opened(outcome);
    return this.#person.submit(form, fillIn(form, filled));
  }
}

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  const { store } = harness.app.ctx;
  await store.guildSettings.set(guildId, "time-requests-channel", managers);
  for (const [discordUserId, userId, name] of [
    [mia, "104872391", "Mia"],
    [noor, "129945018", "Noor"],
    [theo, "118203774", "Theo"],
  ] as const)
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
  await runJob(weeks, jobTools(harness.app));
  for (const kind of ["calendar", "team"]) {
    const settings = { kind, channel: calendar, days: "mon", time: "18:00", zone: "Europe/Berlin" };
    await harness.as("theo").press(await askToAdd(harness.as("theo"), settings), "Add schedule");
  }
});
afterAll(() => harness[Symbol.asyncDispose]());

const lastOrder = () => [...harness.service.state.orders.values()].at(-1)?.order;
const schedules = () => harness.app.ctx.store.schedules.list(guildId);
const newestIn = (channelId: string) => harness.discord.messagesIn(channelId).at(-1);

async function askForTime(hand: Hand): Promise<void> {
  const form = await hand.run("request time");
  await hand.send(form, { minutes: "45 min", reason: "Forgot" });
}

interface Act {
  readonly what: string;
  readonly by: () => Person;
  /** What it takes, presses and what is typed or chosen together. */
  readonly takes: number;
  /** The same in the build `4b418836`. */
  readonly took: number;
  readonly act: (hand: Hand) => Promise<void>;
}

const staff = () => harness.as("mia", "orders");
const manager = () => harness.as("theo", "calendar");
const inManagers = () => harness.as("theo", "managers");

/** What staff and managers do most often, each by the shortest way there is. */
const acts: readonly Act[] = [
  {
    what: "log an order for someone",
    by: staff,
    takes: 3,
    took: 4,
    async act(hand) {
      const preview = shown(await hand.run("order create", { items: "2 flat whites, a lemonade for Noor" }));
      await hand.press(preview, "Log order");
      expect(lastOrder()).toMatchObject({
        items: ["Flat white", "Flat white", "Lemonade"],
        customer: "129945018",
      });
    },
  },
  {
    what: "log what one had before once more, a day later",
    by: staff,
    takes: 3,
    took: 4,
    async act(hand) {
      const question = shown(await staff().run("order create", { items: "Espresso", customer: "me" }));
      await staff().press(question, "Log order");
      harness.clock.advance(24 * 60 * 60_000);
      const week = shown(await hand.run("me"));
      const { size } = harness.service.state.orders;
      await hand.press(shown(await hand.choose(week, "Order again", /^Espresso/)), "Log order");
      expect(harness.service.state.orders.size).toBe(size + 1);
      expect(lastOrder()).toMatchObject({ items: ["Espresso"], customer: "104872391" });
    },
  },
  {
    what: "see one's own week",
    by: staff,
    takes: 1,
    took: 1,
    async act(hand) {
      expect(shown(await hand.run("me")).text).toContain("week");
    },
  },
  {
    what: "see who is behind",
    by: manager,
    takes: 1,
    took: 1,
    async act(hand) {
      expect(shown(await hand.run("board")).text).toMatch(/^Team board: all 3 passed/);
    },
  },
  {
    what: "look someone up",
    by: manager,
    takes: 1,
    took: 1,
    async act(hand) {
      expect(shown(await hand.runOnUser("Profile", noor)).text).toContain(`<@${noor}>`);
    },
  },
  {
    what: "find someone's orders",
    by: staff,
    takes: 2,
    took: 2,
    async act(hand) {
      expect(shown(await hand.run("order search", { person: "Noor" })).text).toContain("Flat white");
    },
  },
  {
    what: "ask for time of today",
    by: staff,
    takes: 4,
    took: 5,
    async act(hand) {
      await askForTime(hand);
      const [request] = await harness.app.ctx.store.timeRequests.listByMember(guildId, mia, 1);
      expect(request).toMatchObject({ state: "open", minutes: 45 });
    },
  },
  {
    what: "approve a request for time",
    by: inManagers,
    takes: 1,
    took: 1,
    async act(hand) {
      await harness.app.ctx.store.timeRequests.removeByMember(guildId, mia);
      await askForTime(new Hand(staff()));
      const card = inManagers()
        .read()
        .findLast(({ buttons }) => buttons.some(({ label }) => label === "Approve"));
      if (card === undefined) throw new Error("there is no card");
      expect(shown(await hand.press(card, "Approve")).text).toContain("45 min approved");
    },
  },
  {
    what: "post the calendar now",
    by: manager,
    takes: 2,
    took: 2,
    async act(hand) {
      await hand.press(shown(await hand.run("calendar")), "Show in channel");
      expect(newestIn(calendar)?.embeds[0]?.title).toContain("Week of");
    },
  },
  {
    what: "pause a schedule",
    by: manager,
    takes: 2,
    took: 2,
    async act(hand) {
      const list = shown(await hand.run("schedule list"));
      await hand.choose(list, "Pause or resume a schedule", /^Pause: Calendar/);
      expect((await schedules()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
        "calendar paused",
        "team active",
      ]);
    },
  },
];

test.each(acts)("$what: $takes presses and typed options", async ({ by, takes, act }) => {
  const hand = new Hand(by());
  await act(hand);
  expect(hand.presses + hand.typed).toBe(takes);
});

test("no frequent act takes more than it did, and all together at least three fewer", () => {
  for (const { takes, took, what } of acts) expect(takes, what).toBeLessThanOrEqual(took);
  const sum = (of: "takes" | "took") => acts.reduce((total, act) => total + act[of], 0);
  expect(sum("took") - sum("takes")).toBeGreaterThanOrEqual(3);
});
