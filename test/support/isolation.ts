import * as fc from "fast-check";
import { expect } from "vitest";
import { type Outcome, type Person, PersonError, type SeenForm } from "../../playground/discord/index.ts";
import type { FormInput, SeenMessage } from "../../playground/discord/member-types.ts";
import { commandOptions, optionsOf } from "./access/command-options.ts";
import { fillIn } from "./fill-in.ts";
import { imports } from "../../commands/account/import/job.ts";
import { names } from "../../src/jobs/look-up-names.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { jobTools } from "./harness.ts";
import { watchRequests } from "./service-requests.ts";
import { type Side, startTwoGuilds } from "./access/two-tenants.ts";
import { until } from "./wait-for.ts";

const paths = Object.keys(commandOptions);

/** What someone does: `who`, `which` and `with` choose among all that is there at that moment. */
const step = fc.record({
  side: fc.constantFrom(0, 1),
  kind: fc.constantFrom(
    "run",
    "run",
    "run with theirs",
    "type",
    "press",
    "press",
    "press theirs",
    "send",
    "menu",
  ),
  who: fc.nat(),
  which: fc.nat(),
  with: fc.nat(),
} as const);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A side with what its people have on their screens. */
interface Place {
  readonly side: Side;
  readonly messages: { readonly person: Person; readonly message: SeenMessage }[];
  readonly forms: { readonly person: Person; readonly form: SeenForm }[];
  /** By whom and on what, in this round: a second press of the same may show nothing. */
  readonly pressed: Set<string>;
  readonly seen: { readonly by: string; readonly text: string }[];
  /** How many of those texts had this side's own word in them. */
  own: number;
  /** Ids of the other side that someone here brought along: the bot may know these, and nothing behind them. */
  readonly brought: Set<string>;
}

/** Between two guilds nothing may cross, whatever their people do. */
export async function expectNothingCrosses({ shared }: { readonly shared: boolean }): Promise<void> {
  await using two = await startTwoGuilds({ shared });
  const { harness, sides } = two;
  using sent = watchRequests(harness.service.baseUrl);
  const places = [placeOf(sides[0]), placeOf(sides[1])] as const;
  const done = new Map<string, number>();

  const act = async (chosen: Step): Promise<void> => {
    const [here, there] = chosen.side === 0 ? places : [places[1], places[0]];
    try {
      const by = await perform(chosen, here, there);
      done.set(by, (done.get(by) ?? 0) + 1);
    } catch (error) {
      // What Discord itself would not have let them do.
      if (!(error instanceof PersonError)) throw error;
    }
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 15 }),
      async (rounds) => {
        await two.setUp();
        for (const round of rounds) {
          harness.clock.advance(20_000);
          for (const { pressed } of places) pressed.clear();
          for (const { workspace } of sides) workspace.resetRateLimit();
          await Promise.all(round.map(act));
          await runJob(names, jobTools(harness.app));
          await runJob(imports, jobTools(harness.app));
        }
        for (const { side, seen } of places) seen.push({ by: "rows of the database", text: side.rows() });
        expect(strangers(places)).toEqual([]);
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );

  await until("every answer is final", () =>
    places.every(({ side }) => side.people.every((one) => one.read().every(({ thinking }) => !thinking))),
  );
  for (const { side, seen } of places)
    for (const person of side.people) seen.push({ by: "a channel", text: JSON.stringify(person.read()) });
  expect(strangers(places)).toEqual([]);
  for (const { token, method, path, body } of sent.list) {
    const own = places.find(({ side }) => side.workspace.token === token);
    own?.seen.push({ by: `${method} to the service`, text: path + body });
    expect([path, own?.side.word]).toEqual([path, expect.any(String)]);
  }
  expect(strangers(places)).toEqual([]);

  // None of this would mean much if nothing had happened.
  for (const { own } of places) expect(own).toBeGreaterThan(30);
  expect([...done.keys()]).toEqual(
    expect.arrayContaining(["type", "press", "press theirs", "press theirs", "send"]),
  );
  expect(sent.list.length).toBeGreaterThan(50);
}

function placeOf(side: Side): Place {
  return { side, messages: [], forms: [], pressed: new Set(), seen: [], own: 0, brought: new Set() };
}

/** Each text of a side with what it shows of the other. Takes the texts away. */
function strangers([one, other]: readonly [Place, Place]): readonly string[] {
  return [...strangersIn(one, other), ...strangersIn(other, one)];
}

function strangersIn(place: Place, other: Place): readonly string[] {
  const { side, seen, brought } = place;
  const marks = other.side.marks().filter((mark) => !brought.has(mark));
  const texts = seen.splice(0);
  place.own += texts.filter(({ text }) => text.includes(side.word)).length;
  return texts.flatMap(({ by, text }) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${side.guild.name}, ${by}: ${mark}\n${text}`),
  );
}

/** @returns what it was, for counting */
async function perform({ kind, who, which, with: extra }: Step, here: Place, there: Place): Promise<string> {
  const person = among(here.side.people, who);
  const path = among(paths, which);
  switch (kind) {
    case "run": {
      const options = extra % 4 === 0 ? {} : optionsOf(path, here.side.samples());
      await note(`/${path}`, person, await person.run(path, options), here);
      return `/${path}`;
    }
    case "run with theirs": {
      const own = here.side.samples();
      const { userId, postId, banId, commentId, boardId, actionId, eventId, scheduleId } =
        there.side.samples();
      const theirs = { userId, postId, banId, commentId, boardId, actionId, eventId, scheduleId };
      const mixed = { ...own, ...theirs };
      const options = optionsOf(path, mixed);
      bring(JSON.stringify(options), here, there);
      await note(`/${path}`, person, await person.forge.run(path, options), here);
      return kind;
    }
    case "type": {
      const options = optionsOf(path, here.side.samples());
      const name = among(Object.keys(options), extra);
      if (name === undefined) throw new PersonError("This command has no options.");
      const typed = among(["", "", here.side.word, there.side.word], who);
      const choices = await person.suggest(path, options, { name, value: typed });
      here.seen.push({ by: `suggestions for ${name} of /${path}`, text: JSON.stringify(choices) });
      return kind;
    }
    case "press": {
      const { person: presser, message } = among(withButtons(here), which);
      const { customId = "" } = among(message.buttons, extra);
      const press = { presser, message, customId };
      await notePress(customId, press, here, () => presser.press(message, customId));
      return kind;
    }
    case "press theirs": {
      const theirs = among(withButtons(there), which);
      const { customId = "" } = among(theirs.message.buttons, extra);
      // Best done by someone who is in both.
      const own = here.messages.filter((each) => isSame(each.person, theirs.person)).at(-1);
      const { person: presser, message } = own ?? among(here.messages, who);
      bring(customId, here, there);
      const press = { presser, message, customId };
      await notePress(`their ${customId}`, press, here, () => presser.forge.press(message, customId));
      return kind;
    }
    case "send": {
      const { person: sender, form } = among(here.forms, which);
      const outcome = await sender.submit(form, valuesFor(form, here.side));
      await note(form.customId, sender, outcome, here);
      return kind;
    }
    case "menu": {
      const message = among(person.read(), which);
      // An order would take the lines of the message to the service.
      const menu = among(here.side.isShared ? userMenus : [...userMenus, ...messageMenus], extra);
      const outcome = messageMenus.includes(menu)
        ? await person.runOnMessage(menu, message.id)
        : await person.runOnUser(menu, among(here.side.memberIds, which));
      await note(kind, person, outcome, here);
      return kind;
    }
    default:
      return kind satisfies never;
  }
}

const userMenus = ["Profile"];
const messageMenus = ["Log order"];

/** What still asks for something: the newest answers, and the newest messages of each channel. */
function withButtons({ messages, side }: Place): Place["messages"] {
  const inChannels = side.people.flatMap((person) =>
    person
      .read()
      .slice(-2)
      .map((message) => ({ person, message })),
  );
  return [...messages.slice(-10), ...inChannels].filter(({ message }) => message.buttons.length > 0);
}

function isSame(one: Person, other: Person): boolean {
  return one.discordUserId === other.discordUserId;
}

function among<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new PersonError("There is nothing to choose from.");
  return one;
}

/** Ids only: a word of the other side never comes along. */
function bring(text: string, here: Place, there: Place): void {
  for (const mark of there.side.marks())
    if (mark !== there.side.word && text.includes(mark)) here.brought.add(mark);
}

interface Press {
  readonly presser: Person;
  readonly message: SeenMessage;
  readonly customId: string;
}

/** The second press of a double one opens nothing: what it may have shown until then is deleted. */
async function notePress(
  by: string,
  { presser, message, customId }: Press,
  here: Place,
  press: () => Promise<Outcome>,
): Promise<void> {
  const pressed = JSON.stringify([presser.discordUserId, message.id, customId]);
  const isSecond = here.pressed.has(pressed);
  here.pressed.add(pressed);
  const outcome = await press();
  if (isSecond && outcome.kind === "failed" && outcome.reason === "answer-deleted") return;
  await note(by, presser, outcome, here);
}

/** Keeps what came of it, with what is in its files. */
async function note(by: string, person: Person, outcome: Outcome, here: Place): Promise<void> {
  here.seen.push({ by, text: JSON.stringify(outcome) });
  if (outcome.kind === "failed") throw new Error(`the bot gave no answer to ${by}: ${outcome.reason}`);
  if (outcome.kind === "form") here.forms.push({ person, form: outcome.form });
  if (outcome.kind === "form") return;
  const { message } = outcome;
  here.messages.push({ person, message });
  for (const { url, filename } of message.attachments)
    here.seen.push({ by: `${by}, ${filename}`, text: await (await fetch(url)).text() });
}

function valuesFor(form: SeenForm, side: Side): ReturnType<typeof fillIn> {
  const { workspace } = side;
  const word = side.isShared ? "of both" : side.word;
  const known: Readonly<Record<string, FormInput>> = {
    channel: [side.samples().channelId],
    items: side.samples().item,
    list: `nobody, ${side.samples().freeUserId}`,
    user: side.samples().freeUserId,
    member: [side.samples().freeMemberId],
    zone: "Europe/Berlin",
    duration: "30",
    reason: `Because ${word}`,
    minutes: "30",
    hours: "5",
    name: `Role ${word}`,
    "workspace-id": workspace.workspaceId,
    key: workspace.token,
  };
  const empty = form.fields.filter(({ value = "" }) => value === "").map(({ customId }) => customId);
  const fitting = Object.entries(known).filter(([customId]) => empty.includes(customId));
  return fillIn(form, Object.fromEntries(fitting), "");
}
