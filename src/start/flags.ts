import { parseArgs } from "node:util";

const options = {
  check: { type: "boolean" },
  register: { type: "boolean" },
  migrate: { type: "boolean" },
  reseal: { type: "boolean" },
  "keys-lost": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Flag = keyof typeof options;

/** What `npm start -- --help` prints. */
export const helpText = `Usage: npm start -- [option]

Starts the bot: on Discord if DISCORD_TOKEN is set, otherwise in a playground on this machine.

  --check      Test the settings, the database, the service and Discord, then exit
  --register   Register this version's commands with Discord even after a newer version's, then exit
  --migrate    Bring the database to this version, then exit; a start does the same
  --reseal     Re-encrypt everything stored with the first of the SECRET_KEYS, then exit
  --keys-lost  Start even if none of the stored workspace keys can be decrypted
  --help       Show this help

Settings are environment variables or lines in .env; .env.example explains each one.`;

/** An option that doesn't exist, or two that don't go together. The message is for the operator. */
export class FlagsError extends Error {
  override readonly name = "FlagsError";

  constructor(problem: string) {
    super(`${problem} Nothing was started.\n\n${helpText}`);
  }
}

/**
 * @returns the one option that was given, if any
 * @throws FlagsError
 */
export function parseFlags(args: readonly string[]): Flag | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const flags = new Set<Flag>();
  for (const token of tokens) {
    if (token.kind !== "option") throw new FlagsError(`The bot takes no arguments.`);
    if (!isFlag(token.name) || token.value !== undefined) {
      throw new FlagsError(`There is no option ${token.rawName}.`);
    }
    flags.add(token.name);
  }
  if (flags.has("help")) return "help";
  if (flags.size > 1) throw new FlagsError("Give one option at a time.");
  return [...flags][0];
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(options, name);
}
