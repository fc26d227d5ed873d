import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { getErrorCode } from "./files.ts";

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
    const bytes = readFileSync(path);
    // Editors and shells on Windows begin a file with a mark of its encoding; the decoder drops it.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return "";
    throw new EnvFileError(
      `The file ${path} can't be read (${getErrorCode(error)}), so nothing was started. Check that it is a file, and that the user who runs the bot can read it.`,
    );
  }
}
