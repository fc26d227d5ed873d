import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode, syncToDisk } from "../setting-files.ts";

/** An encryption key and the id that encrypted text refers to it by. */
export interface SecretKey {
  readonly id: string;
  /** Opaque: printing or logging it shows nothing. */
  readonly key: KeyObject;
}

/** The keys can't be used. The message is for the operator and contains no part of a key. */
export class SecretKeysError extends Error {
  override readonly name = "SecretKeysError";
}

const keyBytes = 32;
const idForm = /^[A-Za-z0-9_-]{1,32}$/;
const howToMake =
  'Create a key with "openssl rand -base64 32" and write it as id:key, for example k1:<the key>.';

/**
 * Parses `id:base64` pairs, separated by commas or lines; lines that start with `#` are comments.
 * @throws SecretKeysError
 */
export function parseSecretKeys(text: string): readonly SecretKey[] {
  const entries = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(","))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) throw new SecretKeysError(`There is no key. ${howToMake}`);

  const keys = entries.map((entry, index) => parseEntry(entry, `Key ${index + 1} of ${entries.length}`));
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) {
    throw new SecretKeysError(`Two keys have the id "${twice.id}". Each key needs its own id.`);
  }
  return keys;
}

function parseEntry(entry: string, which: string): SecretKey {
  const colon = entry.indexOf(":");
  if (colon === -1) throw new SecretKeysError(`${which} has no id. ${howToMake}`);
  const id = entry.slice(0, colon);
  if (!idForm.test(id)) {
    throw new SecretKeysError(
      `The id of ${which.toLowerCase()} must be 1 to 32 letters, digits, "-" or "_". ${howToMake}`,
    );
  }

  const encoded = entry.slice(colon + 1).trim();
  const bytes = Buffer.from(encoded, "base64");
  if (withoutVariants(bytes.toString("base64")) !== withoutVariants(encoded)) {
    throw new SecretKeysError(`${which} (id "${id}") is not base64. ${howToMake}`);
  }
  if (bytes.length !== keyBytes) {
    throw new SecretKeysError(
      `${which} (id "${id}") has ${bytes.length} bytes and needs ${keyBytes}. ${howToMake}`,
    );
  }
  return { id, key: createSecretKey(bytes) };
}

/** Base64 has two alphabets, with and without padding; all four forms are the same key. */
function withoutVariants(base64: string): string {
  return base64.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
}

export interface LoadKeysOptions {
  /** The value of SECRET_KEYS. */
  readonly secretKeys: string | undefined;
  readonly dataFolder: string;
  /** Whether any encrypted data is stored: then a missing key file is a lost one, and no new one is created. */
  readonly secretsExist: boolean;
}

export interface LoadedKeys {
  readonly keys: readonly SecretKey[];
  /** Set if the keys come from a file, which the operator must back up. */
  readonly keyFile: { readonly path: string; readonly created: boolean } | undefined;
  /** For the operator. */
  readonly warning: string | undefined;
}

const remark =
  "# Encryption keys of workspace-bot. Without them the stored workspace keys can't be decrypted. Back this file up and keep it secret.\n";

/**
 * The keys in SECRET_KEYS, otherwise in the data folder's key file, which the first start creates.
 * An existing file is never changed.
 * @throws SecretKeysError
 */
export async function loadKeys({
  secretKeys,
  dataFolder,
  secretsExist,
}: LoadKeysOptions): Promise<LoadedKeys> {
  if (secretKeys !== undefined) {
    const keys = prefixErrors("SECRET_KEYS", () => parseSecretKeys(secretKeys));
    return { keys, keyFile: undefined, warning: undefined };
  }

  const path = join(dataFolder, "secret.keys");
  const found = await readIfThere(path);
  if (found === undefined && secretsExist) {
    throw new SecretKeysError(
      `The key file ${path} is missing, but the database holds workspace keys encrypted with it. Nothing was changed. ` +
        'Restore the file from your backup, or set SECRET_KEYS to its keys. If it is lost for good, set SECRET_KEYS to a new key and start once with "npm start -- --keys-lost"; every server then has to be linked again.',
    );
  }
  const created = found === undefined && (await make(dataFolder, path));
  const text = found ?? (await readFile(path, "utf8"));
  const keys = prefixErrors(
    `The key file ${path} can't be used and was left unchanged`,
    () => parseSecretKeys(text),
    "Restore it from your backup. Delete it only if no server was ever linked; the next start creates a new one.",
  );
  return { keys, keyFile: { path, created }, warning: await checkFileMode(path) };
}

function prefixErrors(where: string, parse: () => readonly SecretKey[], advice = ""): readonly SecretKey[] {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SecretKeysError)) throw error;
    throw new SecretKeysError(`${where}: ${error.message} ${advice}`.trimEnd());
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw new SecretKeysError(
      `The key file ${path} can't be read (${getErrorCode(error)}). Check that it belongs to the user who runs the bot.`,
    );
  }
}

/** False if another process created it first. The file appears complete or not at all. */
async function make(folder: string, path: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const id = `k${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = `${remark}${id}:${randomBytes(keyBytes).toString("base64")}\n`;
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await link(draft, path);
    await syncToDisk(folder);
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return false;
    throw new SecretKeysError(
      `The key file ${path} can't be created (${getErrorCode(error)}). Check the permissions of the data folder, or set SECRET_KEYS.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

async function checkFileMode(path: string): Promise<string | undefined> {
  if (process.platform === "win32") return undefined; // Windows has no such mode bits
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return undefined;
  return `Other users of this machine can read the key file ${path}. Fix that with: chmod 600 ${path}`;
}
