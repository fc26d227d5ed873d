import { ConfigError } from "../config.ts";
import { toSourceStack } from "../log/source-positions.ts";
import { EnvFileError } from "../setting-files.ts";
import { StoreError, TransferError } from "../store/errors.ts";
import { SecretKeysError } from "../vault/secret-keys.ts";
import { CheckError } from "./check-result.ts";
import { FlagsError } from "./flags.ts";

const expected = [
  CheckError,
  ConfigError,
  EnvFileError,
  FlagsError,
  StoreError,
  TransferError,
  SecretKeysError,
];

/** What the operator reads of whatever goes wrong without Discord, and without loading discord.js. Expected errors show no stack. */
export function describeOwnError(error: unknown): string {
  if (expected.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? toSourceStack(error.stack ?? error.message) : String(error);
}
