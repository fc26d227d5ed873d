import { expect, test } from "vitest";
import { isLost, toldAbout, unexplained, untrueWord } from "../support/long/soak-oracle.ts";
import { type Phase, soak, type Soaked } from "../support/long/soak-run.ts";

const seed = Number(process.env["SOAK_SEED"] ?? Math.floor(Math.random() * 1_000_000));
/** A full run is `npm run soak`; this is what fits between the other tests. */
const minutes = Number(process.env["SOAK_MINUTES"] ?? 2.5);
const isFull = minutes >= 30;
const phaseMs = (minutes / 2) * 60_000;

test(
  `replicas killed and stopped at random lose and repeat nothing (SOAK_SEED=${seed})`,
  { timeout: minutes * 60_000 + 15 * 60_000 },
  async () => {
    await using soaked = await soak({
      seed,
      phaseMs,
      posts: Math.round(minutes * 60),
      ...(isFull ? { frozenMs: [10_000, 400_000] } : { frozenMs: [10_000, 30_000], claimMs: 8_000 }),
    });
    process.stdout.write(
      `${JSON.stringify({ seed, phases: soaked.phases.map((phase) => summaryOf(phase, soaked)) })}\n`,
    );

    for (const { transport, fleet, people, exits, megabytes } of soaked.phases) {
      expect([transport, fleet.crashes]).toEqual([transport, []]);
      expect([transport, ...exits]).toEqual([transport, 0, 0, 0]);
      expect(unexplained(people.actions, fleet.incidents)).toEqual([]);
      expect(people.actions.filter(isLost).length).toBeLessThan(people.actions.length / 5);

      for (const ordered of people.orders) {
        const copies = soaked.copies(ordered.item);
        expect([ordered.item, copies <= 1]).toEqual([ordered.item, true]);
        expect(untrueWord(ordered, soaked.textOf(ordered), copies, [])).toBeUndefined();
      }
      // None of this would mean much if little had happened.
      expect(people.actions.length).toBeGreaterThan(phaseMs / 500);
      expect(people.orders.length).toBeGreaterThan(10);
      expect(fleet.incidents.length).toBeGreaterThan(phaseMs / 30_000);

      const [early, late] = megabytes;
      expect(late).toBeLessThan(Math.max(300, early * 1.3));
    }

    const { deliveries, posted } = soaked;
    expect(deliveries.filter(({ state }) => state !== "sent")).toEqual([]);
    expect(new Set(posted)).toEqual(new Set(deliveries.map(({ messageId }) => messageId)));
    expect(posted).toHaveLength(deliveries.length);
  },
);

function summaryOf({ transport, fleet, people, megabytes }: Phase, soaked: Soaked): object {
  const told = people.orders.map((ordered) => toldAbout(ordered, soaked.textOf(ordered)));
  const count = (word: string) => told.filter((each) => each === word).length;
  return {
    transport,
    interactions: people.actions.length,
    lost: people.actions.filter(isLost).length,
    incidents: fleet.incidents.length,
    ordersAtService: people.orders.reduce((sum, { item }) => sum + soaked.copies(item), 0),
    told: { logged: count("logged"), unknown: count("unknown"), nothing: count("nothing") },
    megabytes: megabytes.map(Math.round),
  };
}
