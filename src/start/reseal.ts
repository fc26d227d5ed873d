import type { Config } from "../config.ts";
import { openStore } from "../../commands/store.ts";
import type { SealedReplies } from "../store/drafts.ts";
import type { Store } from "../store/store.ts";
import { describePlace, requireDatabase } from "../store/whole-database.ts";
import { pluralize } from "../ui/numbers.ts";
import {
  createVault,
  createLinkSealContext,
  createReplySealContext,
  type Vault,
  VaultError,
} from "../vault/vault.ts";
import { loadKeys } from "../vault/secret-keys.ts";
import { readStoredLinks } from "./stored-keys.ts";

/** How many stored secrets ended up how. */
interface Resealed {
  resealed: number;
  already: number;
  unopened: number;
  /** Changed by another process at the same moment. */
  supersededText: number;
}

/** Replicas that still encrypt with another key keep adding rows; more rounds wouldn't help. */
const maxRounds = 5;
const pageSize = 200;
const reportEvery = 1_000;

/**
 * Re-encrypts everything with the first key; the bot may be running. Rows change one by one, so an interrupted run can
 * be repeated.
 * @returns true if no stored secret needs any other key
 * @throws TransferError if there is no database, StoreError, SecretKeysError
 */
export async function reseal(config: Config, print: (text: string) => void): Promise<boolean> {
  const { databaseUrl, dataFolder, secretKeys } = config;
  await requireDatabase(config);
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now, besideRunningBot: true });
  try {
    const secretsExist = (await store.guildLinks.count()) > 0;
    const { keys } = await loadKeys({ secretKeys, dataFolder, secretsExist });
    const firstId = keys[0]?.id ?? "";
    const { resealed, already, unopened, supersededText } = await resealAll(store, createVault(keys), print);
    print(
      `Re-encrypted ${pluralize(resealed, "stored secret")} with ${firstId}; ${already} already used it, ${unopened} can't be decrypted.`,
    );
    if (supersededText > 0)
      print(
        "Another process still encrypts with another key. Put the same key first everywhere, then run this again.",
      );
    if (unopened > 0)
      print("Add the keys they were encrypted with after the first one in SECRET_KEYS, then run this again.");
    const isDone = supersededText + unopened === 0;
    if (resealed + already + unopened + supersededText === 0)
      print(
        `There is no stored secret in ${describePlace(config)}. If a server is linked, this isn't the bot's database: check DATABASE_URL and DATA_FOLDER before you remove a key.`,
      );
    else if (isDone && keys.length > 1)
      print(`No stored secret needs the keys after ${firstId} anymore. You can remove them.`);
    return isDone;
  } finally {
    await store.close();
  }
}

async function resealAll(store: Store, vault: Vault, print: (text: string) => void): Promise<Resealed> {
  let resealed = 0;
  const ofRound = async (): Promise<Resealed> => {
    const round: Resealed = { resealed: 0, already: 0, unopened: 0, supersededText: 0 };
    for await (const { sealed, context, swap } of readAllSealed(store)) {
      const fresh = sealAgain(sealed, context, vault);
      if (typeof fresh === "string") round[fresh] += 1;
      else if (await swap(fresh.sealed)) {
        round.resealed += 1;
        resealed += 1;
        if (resealed % reportEvery === 0) print(`${resealed} re-encrypted so far.`);
      } else round.supersededText += 1;
    }
    return round;
  };
  let last = await ofRound();
  const { already } = last;
  for (let round = 1; round < maxRounds && last.resealed + last.supersededText > 0; round++)
    last = await ofRound();
  await store.eraseDeleted();
  return { ...last, resealed, already };
}

interface SealedPlace {
  readonly sealed: string;
  readonly context: string;
  /** False if it has changed since it was read. */
  readonly swap: (to: string) => Promise<boolean>;
}

/** Every encrypted column. One that isn't listed here keeps its old key. */
async function* readAllSealed(store: Store): AsyncGenerator<SealedPlace> {
  for await (const { guildId, linkKey, workspaceId, sealedToken } of readStoredLinks(store))
    yield {
      sealed: sealedToken,
      context: createLinkSealContext(guildId, workspaceId),
      swap: (to) => store.guildLinks.reseal(guildId, linkKey, sealedToken, to),
    };
  // An import's reply is sealed as a draft's is.
  for (const replies of [store.drafts, store.imports]) yield* readSealedReplies(replies);
}

async function* readSealedReplies(replies: SealedReplies): AsyncGenerator<SealedPlace> {
  let last: string | undefined = "";
  while (last !== undefined) {
    const page = await replies.sealedPage(last, pageSize);
    for (const { id, sealedReplyToken } of page)
      yield {
        sealed: sealedReplyToken,
        context: createReplySealContext(id),
        swap: (to) => replies.reseal(id, sealedReplyToken, to),
      };
    last = page.at(-1)?.id;
  }
}

function sealAgain(
  sealed: string,
  context: string,
  vault: Vault,
): { readonly sealed: string } | "already" | "unopened" {
  try {
    const { plaintext, stale } = vault.open(sealed, context);
    return stale ? { sealed: vault.seal(plaintext, context) } : "already";
  } catch (error) {
    if (error instanceof VaultError) return "unopened";
    throw error;
  }
}
