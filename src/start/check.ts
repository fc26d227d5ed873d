import { Client } from "pg";
import type { Config } from "../config.ts";
import { pluralize } from "../ui/numbers.ts";
import { checkDiscord } from "./check-discord.ts";
import { CheckError, type CheckResult, checkOpenFiles, createReport } from "./check-result.ts";
import { checkService } from "./check-service.ts";
import { type Misspelled, findMisspelledVariables, describeMisspelled } from "./misspelled.ts";
import { describeForOperator } from "./operator-message.ts";
import { openStore } from "../../commands/store.ts";
import { createVault } from "../vault/vault.ts";
import { loadKeys } from "../vault/secret-keys.ts";
import { openStoredKeys } from "./stored-keys.ts";

type Step = readonly [name: string, run: () => Promise<CheckResult>];

/**
 * Tests everything the bot needs and prints a line for each. It only reads, but like a start it creates the data folder,
 * the database and the key file if they're missing.
 * @param env only its names are read
 * @returns true if the bot can start
 */
export async function check(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<boolean> {
  const { report, end } = createReport(print);

  for (const [name, run] of listSteps(config, findMisspelledVariables(env))) {
    try {
      const { text, warnings = [] } = await run();
      report("ok", name, text);
      for (const warning of warnings) report("warn", name, warning);
    } catch (error) {
      report("FAIL", name, error instanceof CheckError ? error.message : describeForOperator(error));
    }
  }
  if (config.discordToken === undefined) {
    report(
      "skip",
      "everything else",
      "DISCORD_TOKEN isn't set, so the bot would start the playground, which needs nothing else",
    );
  }
  return end();
}

function listSteps(config: Config, misspelled: readonly Misspelled[]): readonly Step[] {
  const { discordToken } = config;
  const always: readonly Step[] = [
    ["configuration", () => checkSettings(config, misspelled)],
    ["system", checkSystem],
  ];
  if (discordToken === undefined) return always;
  return [
    ...always,
    ["database", () => checkDatabase(config)],
    ["keys", () => checkKeys(config)],
    ["service", () => checkService(config)],
    ["Discord", () => checkDiscord(config, discordToken)],
  ];
}

/** @throws CheckError if a setting meant for the bot is misspelled */
async function checkSettings(
  { workspaceApiUrl, discordApiUrl, allowedServers }: Config,
  misspelled: readonly Misspelled[],
): Promise<CheckResult> {
  const lost = misspelled.filter(({ isSetToo }) => !isSetToo);
  if (lost.length > 0) throw new CheckError(lost.map(describeMisspelled).join(" "));
  const inClear = [
    isInClear(workspaceApiUrl) &&
      "WORKSPACE_API_URL starts with http://, so workspace keys are sent unencrypted. Use https:// if the service supports it.",
    isInClear(discordApiUrl) &&
      "DISCORD_API_URL starts with http://, so the bot's token is sent unencrypted. Use https://, unless your network encrypts what goes to that proxy.",
  ];
  return {
    text:
      allowedServers === undefined
        ? "all settings are valid"
        : `all settings are valid; only ${pluralize(allowedServers.size, "server")} in ALLOWED_SERVERS may use the bot`,
    warnings: [...misspelled.map(describeMisspelled), ...inClear.filter((warning) => warning !== false)],
  };
}

/** Loopback traffic stays on this machine. */
const ofThisMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i;

function isInClear(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !ofThisMachine.test(url.hostname);
}

const databaseInClear =
  "DATABASE_URL names another machine without TLS, so what is stored and the database's password cross the network unencrypted. Add ?sslmode=verify-full, unless your network encrypts it.";

/** By what the driver makes of the address, which may name its server, its certificates or a socket in parameters. */
export function isDatabaseInClear(address: string): boolean {
  const { host, ssl } = new Client({ connectionString: address });
  return !host.startsWith("/") && !ofThisMachine.test(host) && !ssl;
}

async function checkSystem(): Promise<CheckResult> {
  const warning = await checkOpenFiles();
  return { text: `Node.js ${process.versions.node}`, warnings: warning === undefined ? [] : [warning] };
}

/** Opens and migrates the database, as a start does. */
export async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const workspace = databaseUrl === undefined ? `SQLite in ${dataFolder}` : "Postgres";
    return {
      text: `${workspace}, ${pluralize(await store.guildLinks.count(), "linked workspace")}`,
      warnings: databaseUrl !== undefined && isDatabaseInClear(databaseUrl) ? [databaseInClear] : [],
    };
  } finally {
    await store.close();
  }
}

/** Decrypts every stored workspace key. */
export async function checkKeys({ databaseUrl, dataFolder, secretKeys }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const links = await store.guildLinks.count();
    const { keys, keyFile, warning } = await loadKeys({ secretKeys, dataFolder, secretsExist: links > 0 });
    const { count, unopened } = await openStoredKeys(store, createVault(keys));
    if (unopened > 0) {
      throw new CheckError(
        `${unopened} of ${count} stored workspace keys can't be decrypted. Add the old encryption key after the new one in SECRET_KEYS, or link those servers again.`,
      );
    }
    const keyPlace = keyFile === undefined ? "SECRET_KEYS" : `${keyFile.path} (keep a copy in a safe place)`;
    return { text: `from ${keyPlace}`, warnings: warning === undefined ? [] : [warning] };
  } finally {
    await store.close();
  }
}
