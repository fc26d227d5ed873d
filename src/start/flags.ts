import { parseArgs } from "node:util";

const options = {
  check: { type: "boolean" },
  "check-service": { type: "boolean" },
  register: { type: "boolean" },
  migrate: { type: "boolean" },
  backup: { type: "string" },
  restore: { type: "string" },
  "move-to": { type: "string" },
  reseal: { type: "boolean" },
  "keys-lost": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Flag = keyof typeof options;

/** The value that has to follow a flag. */
const wanted: Readonly<Partial<Record<Flag, string>>> = {
  backup: "the name of a new file",
  restore: "the name of a backup file",
  "move-to": "a Postgres address or a data folder",
};

/** What `npm start -- --help` prints. */
export const helpText = `Usage: npm start -- [option]

Starts the bot: on Discord if DISCORD_TOKEN is set, otherwise in a playground on this machine.

  --check          Test the settings, the database, the service and Discord, then exit
  --check-service  Try once what a workspace key can read, then exit; asks for the id and the key on standard input,
                   sends at most 20 requests and changes nothing
  --register       Register this version's commands with Discord even over a newer version's, then exit
  --migrate        Update the database to this version, then exit (starting the bot does this too)
  --backup FILE    Write everything stored to a new file, then exit; the bot can keep running
  --restore FILE   Replace everything stored with a backup, then exit; stop the bot first
  --move-to PLACE  Copy everything stored to an empty database, postgres://… or a data folder for SQLite, then exit;
                   stop the bot first
  --reseal         Re-encrypt everything stored with the first of the SECRET_KEYS, then exit
  --keys-lost      Start even if none of the stored workspace keys can be decrypted
  --help           Show this help

Settings are environment variables or lines in .env; .env.example explains each one.`;

/** An option that doesn't exist, or two that don't go together. The message is for the operator. */
export class FlagsError extends Error {
  override readonly name = "FlagsError";

  constructor(problem: string) {
    super(`${problem} Nothing was started.\n\n${helpText}`);
  }
}

export interface ParsedFlags {
  /** The one option that was given, if any. */
  readonly flag: Flag | undefined;
  /** The flag's value; empty if it takes none. */
  readonly value: string;
}

/** @throws FlagsError */
export function parseFlags(args: readonly string[]): ParsedFlags {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const flags = new Map<Flag, string>();
  for (const token of tokens) {
    if (token.kind !== "option") throw new FlagsError("The bot takes no other arguments.");
    const { name, rawName, value } = token;
    const isKnown = isFlag(name);
    const wants = isKnown ? wanted[name] : undefined;
    if (!isKnown || (wants === undefined && value !== undefined))
      throw new FlagsError(`There is no option ${rawName}.`);
    if (wants !== undefined && (value === undefined || value === "" || value.startsWith("-")))
      throw new FlagsError(`${rawName} needs ${wants}.`);
    flags.set(name, value ?? "");
  }
  if (flags.has("help")) return { flag: "help", value: "" };
  if (flags.size > 1) throw new FlagsError("Give one option at a time.");
  const [[flag, value] = [undefined, ""]] = flags;
  return { flag, value };
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(options, name);
}
