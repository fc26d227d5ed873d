/** The vault over bare node:crypto, and the life of a draft in the store over the same statements on a bare driver. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openStore } from "../commands/store.ts";
import type { Store } from "../src/store/store.ts";
import { createVault, createLinkSealContext } from "../src/vault/vault.ts";
import { parseSecretKeys } from "../src/vault/secret-keys.ts";
import { bareRoundTrip } from "./baseline-crypto.ts";
import { type BareDrafts, barePostgres, bareSqlite } from "./baseline-drafts.ts";
import { type DraftLife, lifeInStore, stepNames } from "./draft-lifecycle.ts";
import { type Comparison, inRounds, printComparisons } from "./measure.ts";
import { startPostgres } from "./postgres.ts";
import { sized } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = sized({ tiny: 2, usual: 7 });
const roundTrips = sized({ tiny: 200, usual: 5_000 });
const draftsARound = sized({ tiny: 20, usual: 200 });
const sides = ["bare", "ours"] as const;

printComparisons(`Vault (${rounds} rounds of ${roundTrips})`, await compareVault());
printComparisons(`Drafts on SQLite (${rounds} rounds of ${draftsARound})`, await onSqlite());
printComparisons(`Drafts on Postgres (${rounds} rounds of ${draftsARound})`, await onPostgres());

async function compareVault(): Promise<readonly Comparison[]> {
  const vault = createVault(parseSecretKeys(`bench:${randomBytes(32).toString("base64")}`));
  const context = createLinkSealContext("1310000000000000004", "4711");
  const token = randomBytes(30).toString("base64url");
  const trips = {
    bare: () => bareRoundTrip(token),
    ours: () => vault.open(vault.seal(token, context), context).plaintext,
  };
  const measure = (side: (typeof sides)[number]): number => {
    const startedAt = performance.now();
    for (let n = 0; n < roundTrips; n++)
      if (trips[side]() !== token) throw new Error("the vault gave back something else");
    return ((performance.now() - startedAt) * 1_000) / roundTrips;
  };
  for (const side of sides) measure(side);
  const { bare, ours } = await inRounds(rounds, sides, async (side) => measure(side));
  return [{ what: "seal and open a token", unit: "µs", floor: bare, ours }];
}

async function onSqlite(): Promise<readonly Comparison[]> {
  const [bareFolder, ourFolder] = [temporaryFolder(), temporaryFolder()];
  await (await openSqlite(bareFolder)).close();
  return compareDrafts(bareSqlite(join(bareFolder, "workspace-bot.sqlite")), await openSqlite(ourFolder));
}

async function onPostgres(): Promise<readonly Comparison[]> {
  await using postgres = await startPostgres();
  const store = await openStore({ databaseUrl: postgres.url, dataFolder: "", now: Date.now });
  return await compareDrafts(await barePostgres(postgres.url), store);
}

function openSqlite(dataFolder: string): Promise<Store> {
  return openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
}

async function compareDrafts(bare: BareDrafts, store: Store): Promise<readonly Comparison[]> {
  const lives = { bare: bare.life, ours: lifeInStore(store.drafts) };
  for (const side of sides) await measureSteps(lives[side]);
  const measured = await inRounds(rounds, sides, (side) => measureSteps(lives[side]));
  await bare.close();
  await store.close();
  return stepNames.map((step) => ({
    what: step,
    unit: "µs",
    floor: measured.bare.map((round) => round[step]),
    ours: measured.ours.map((round) => round[step]),
  }));
}

async function measureSteps(life: DraftLife): Promise<Readonly<Record<(typeof stepNames)[number], number>>> {
  const ids = Array.from({ length: draftsARound }, () => randomBytes(16).toString("base64url"));
  const time = async (step: (typeof stepNames)[number]): Promise<number> => {
    const startedAt = performance.now();
    for (const id of ids) if (!(await life[step](id))) throw new Error(`${step} missed its draft`);
    return ((performance.now() - startedAt) * 1_000) / ids.length;
  };
  return {
    create: await time("create"),
    find: await time("find"),
    take: await time("take"),
    complete: await time("complete"),
  };
}
