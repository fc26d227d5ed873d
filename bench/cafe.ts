/** A café of 50 people for a morning: how many requests to the service their use of the bot causes. */
import type { AppOptions } from "../src/app.ts";
import { playgroundIds } from "../playground/discord/index.ts";
import { createRandom, pick, type Random } from "../playground/service/random.ts";
import { type House, type Member, openHouse } from "./scenario-setup.ts";
import { type Visit, visitorFor, visits } from "./scenario-workload.ts";
import { printTable } from "./measure.ts";
import { sized } from "./memory-sizes.ts";

const interactions = sized({ tiny: 60, usual: 2_000 });
/** Between two who come, in the middle; the second quarter of the morning is the rush. */
const pauseMs = 30_000;
const rush = { from: 0.25, to: 0.5, pauseMs: 8_000 };
/** The time for a keystroke, or to read a reply before the next press. */
const actsForMs = 600;
const seed = 20_261_123;

/** Ways to start the bot; all have the same morning, and the first is what the others are compared with. */
const ways: readonly { readonly name: string; readonly options: Partial<AppOptions> }[] = [
  {
    name: "without its memory and limit",
    options: { serviceLimits: { cacheBytes: 0, limit: 1_000_000, failureThreshold: 1_000_000 } },
  },
  { name: "as it is", options: {} },
];

interface Tally {
  times: number;
  interactions: number;
  requests: number;
}
interface Morning {
  readonly name: string;
  /** By name of the visit, in the order of the visits. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Made in the background, for people shown without a name. */
  readonly lookUps: number;
  readonly mostInAMinute: number;
  readonly hours: number;
}

const mornings: Morning[] = [];
for (const { name, options } of ways) {
  await using house = await openHouse(options);
  mornings.push(await spend(name, house));
}
const [first] = mornings;
if (first === undefined) throw new Error("there is no morning");
printTable(
  `A morning of a café: ${interactions} interactions of ${visits.length} kinds by 50 people in ${first.hours.toFixed(1)} hours; none was refused for the limit`,
  ["what", "times", "interactions", ...mornings.map(({ name }) => `requests to the service, ${name}`)],
  [
    ...visits.map(({ name }) => line(name, ({ tallies }) => tallies.get(name))),
    line("all", ({ tallies }) => total([...tallies.values()])),
    ["names, in the background", "", "", ...mornings.map(({ lookUps }) => String(lookUps))],
    ["most in a minute, of 100", "", "", ...mornings.map(({ mostInAMinute }) => String(mostInAMinute))],
  ],
);

async function spend(name: string, house: House): Promise<Morning> {
  const random = createRandom(seed);
  const tallies = new Map<string, Tally>(
    visits.map((visit) => [visit.name, { times: 0, interactions: 0, requests: 0 }]),
  );
  const minutes = new Map<number, number>();
  let present: Tally | undefined;
  let refused = 0;
  let lookUps = 0;
  house.service.onExchange(({ at, status }) => {
    if (status === 429) refused += 1;
    if (present === undefined) lookUps += 1;
    else present.requests += 1;
    const minute = Math.floor(at / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  });

  const began = house.now();
  const done = (): number => total([...tallies.values()]).interactions;
  while (done() < interactions) {
    const visit = weighted(random);
    const tally = tallies.get(visit.name);
    if (tally === undefined) throw new Error("a visit is not counted");
    present = undefined;
    await house.lookUpNames();
    present = tally;
    tally.times += 1;
    house.pass(Math.round(pauseAt(done() / interactions) * -Math.log(1 - random())));
    await visit.go(
      visitorFor(somebody(visit, house, random), pick(random, namesOf(house.members)), random, {
        beforeEach() {
          house.pass(actsForMs);
          tally.interactions += 1;
        },
        afterEach: mustBeFine,
      }),
    );
  }
  if (refused > 0) throw new Error(`${refused} requests were refused for the limit`);
  const nameless = house.service.state.users.size;
  if (lookUps > nameless) throw new Error(`${lookUps} names were looked up of ${nameless} users`);
  return {
    name,
    tallies,
    lookUps,
    mostInAMinute: Math.max(...minutes.values()),
    hours: (house.now() - began) / 3.6e6,
  };
}

function mustBeFine(read: string): void {
  const trouble =
    /.*(?:requests a minute|went wrong|our side|not answering|has trouble|may not do that).*/.exec(read);
  if (trouble !== null) throw new Error(`someone was told: ${trouble[0]}`);
}

function somebody({ byManagers = false }: Visit, { discord, members }: House, random: Random) {
  const able = members.filter(({ isManager }) => isManager || !byManagers);
  const { discordUserId } = pick(random, atLeastOne(able));
  return discord.as(discordUserId, playgroundIds.orders);
}

function namesOf(members: readonly Member[]): readonly [string, ...string[]] {
  return atLeastOne(members.map(({ name }) => name));
}

function atLeastOne<T>([head, ...rest]: readonly T[]): readonly [T, ...T[]] {
  if (head === undefined) throw new Error("nobody is there");
  return [head, ...rest];
}

function pauseAt(share: number): number {
  return share >= rush.from && share < rush.to ? rush.pauseMs : pauseMs;
}

function weighted(random: Random): Visit {
  let left = random() * visits.reduce((sum, { weight }) => sum + weight, 0);
  const visit = visits.find(({ weight }) => (left -= weight) < 0);
  if (visit === undefined) throw new Error("there is nothing to do");
  return visit;
}

function total(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((all, tally) => all + of(tally), 0);
  return {
    times: sum((t) => t.times),
    interactions: sum((t) => t.interactions),
    requests: sum((t) => t.requests),
  };
}

/** Of the first morning, the plain numbers; of each, the requests, an action's share, and the ratio to the first. */
function line(what: string, of: (morning: Morning) => Tally | undefined): readonly string[] {
  const cells = mornings.map(of);
  const [base] = cells;
  return [
    what,
    String(base?.times ?? 0),
    String(base?.interactions ?? 0),
    ...cells.map((tally, index) => {
      const { requests = 0, times = 0 } = tally ?? {};
      const share = `${requests}, ${times === 0 ? "–" : (requests / times).toFixed(2)} each time`;
      const before = base?.requests ?? 0;
      return index === 0 || before === 0 ? share : `**${(requests / before).toFixed(2)}**, ${share}`;
    }),
  ];
}
