import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { open } from "node:fs/promises";

/** Resolves when a file or folder is on the disk itself, so that a power failure doesn't undo it. */
export async function syncToDisk(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows can't open folders
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Such as `ENOENT`, otherwise "unknown". */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** Its code, if an error is about TLS or a certificate. */
export function findEncryptionTrouble(error: unknown): string | undefined {
  const code = getErrorCode(error);
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_)/.test(code) ? code : undefined;
}

/** The file with settings can't be read. The message is for the operator. */
export class EnvFileError extends Error {
  override readonly name = "EnvFileError";
}

/**
 * Adds a file's settings, if there is one, to those that are set already.
 * @throws EnvFileError
 */
export function loadEnvFile(path: string, env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(parseEnv(readText(path)))) env[name] ??= value;
}

function readText(path: string): string {
  try {
    return decode(readFileSync(path));
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return "";
    throw new EnvFileError(
      `The file ${path} can't be read (${getErrorCode(error)}), so nothing was started. Check that it is a file, and that the user who runs the bot can read it.`,
    );
  }
}

/** Editors and shells on Windows begin a file with a mark of its encoding; the decoder drops it. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** Each of these settings can be a file with its value instead, named by the same variable with `_FILE`. */
export const secrets = ["DISCORD_TOKEN", "DATABASE_URL", "SECRET_KEYS"] as const;
type Secret = (typeof secrets)[number];

export function getFileVariable(secret: Secret): `${Secret}_FILE` {
  return `${secret}_FILE`;
}

interface SecretFiles {
  /** The settings that a file is named for, readable or not. */
  readonly named: readonly Secret[];
  readonly texts: ReadonlyMap<string, string>;
  /** Without paths, since any of them may be a misplaced secret. */
  readonly problems: readonly { readonly variable: string; readonly problem: string }[];
}

/** Space and line breaks around a value don't count. */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>): SecretFiles {
  const getValue = (variable: string): string => env[variable]?.trim() ?? "";
  const named = secrets.filter((secret) => getValue(getFileVariable(secret)) !== "");
  const texts = new Map<string, string>();
  const problems: { variable: string; problem: string }[] = [];
  for (const secret of named) {
    const variable = getFileVariable(secret);
    if (getValue(secret) !== "") {
      problems.push({ variable, problem: `${secret} is set too. Remove one of the two.` });
      continue;
    }
    try {
      const text = decode(readFileSync(getValue(variable))).trim();
      if (text === "") problems.push({ variable, problem: "The file is empty." });
      else texts.set(secret, text);
    } catch (error) {
      problems.push({ variable, problem: describeProblem(error) });
    }
  }
  return { named, texts, problems };
}

function describeProblem(error: unknown): string {
  const code = getErrorCode(error);
  if (code === "ENOENT") return "There is no such file.";
  return `The file can't be read (${code}). Check that the user who runs the bot can read it.`;
}
