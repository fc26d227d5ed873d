import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { keyBytes, parseSecretKeys, type SecretKey, SecretKeysError } from "./secret-keys.ts";

export interface LoadKeysOptions {
  /** The value of SECRET_KEYS. */
  readonly secretKeys: string | undefined;
  readonly dataFolder: string;
  /** Whether anything sealed is stored already: then a missing key file is a lost one, and no new one is made. */
  readonly secretsExist: boolean;
}

export interface LoadedKeys {
  readonly keys: readonly SecretKey[];
  /** Set when the keys are from a file, which the operator has to back up. */
  readonly keyFile: { readonly path: string; readonly created: boolean } | undefined;
  /** A sentence for the operator. */
  readonly warning: string | undefined;
}

const remark =
  "# Keys of workspace-bot. Without this file the stored workspace tokens cannot be read: back it up, show it to nobody.\n";

/**
 * The keys of SECRET_KEYS, or else of the key file in the data folder, which the first start makes.
 * An existing file is never changed.
 * @throws SecretKeysError
 */
export async function loadKeys({
  secretKeys,
  dataFolder,
  secretsExist,
}: LoadKeysOptions): Promise<LoadedKeys> {
  if (secretKeys !== undefined) {
    const keys = named("SECRET_KEYS", () => parseSecretKeys(secretKeys));
    return { keys, keyFile: undefined, warning: undefined };
  }

  const path = join(dataFolder, "secret.keys");
  const found = await readIfThere(path);
  if (found === undefined && secretsExist) {
    throw new SecretKeysError(
      `The key file ${path} is missing, but the database holds tokens that were sealed with it. Nothing was changed. ` +
        'Put the file back from your backup, or set SECRET_KEYS to its keys. If it is lost for good, set SECRET_KEYS to a new key and start once with "npm start -- --keys-lost"; every server then has to be linked again.',
    );
  }
  const created = found === undefined && (await make(dataFolder, path));
  const text = found ?? (await readFile(path, "utf8"));
  const keys = named(
    `The key file ${path} cannot be used, and it was left as it is`,
    () => parseSecretKeys(text),
    "Restore it from your backup. Only if no server was ever linked, delete it: the next start makes a new one.",
  );
  return { keys, keyFile: { path, created }, warning: await warningAbout(path) };
}

function named(where: string, parse: () => readonly SecretKey[], advice = ""): readonly SecretKey[] {
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
    if (codeOf(error) === "ENOENT") return undefined;
    throw new SecretKeysError(
      `The key file ${path} cannot be read (${codeOf(error)}). Check that it belongs to the user that runs the bot.`,
    );
  }
}

/** False when another process was first. The file appears with all its content or not at all. */
async function make(folder: string, path: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const id = `k${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeToDisk(draft, `${remark}${id}:${randomBytes(keyBytes).toString("base64")}\n`);
    await link(draft, path);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new SecretKeysError(
      `The key file ${path} cannot be made (${codeOf(error)}). Check the rights of the data folder, or set SECRET_KEYS.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeToDisk(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows opens no folders
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function warningAbout(path: string): Promise<string | undefined> {
  if (process.platform === "win32") return undefined; // Windows has no such mode bits
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return undefined;
  return `Other users of this machine may read the key file ${path}. Change that with: chmod 600 ${path}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}
