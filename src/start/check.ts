import { Client } from "pg";
import {
  PermissionFlagsBits,
  type REST,
  type RESTGetAPIGatewayBotResult,
  type RESTGetAPIUserResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from "discord.js";
import { request } from "undici";
import type { Config } from "../config.ts";
import { pluralize } from "../ui/numbers.ts";
import { CheckError, type CheckResult, checkOpenFiles, createReport } from "./check-result.ts";
import { type Misspelled, findMisspelledVariables, describeMisspelled } from "./misspelled.ts";
import { describeConnectionTrouble, describeForOperator } from "./operator-message.ts";
import { findEncryptionTrouble, getErrorCode } from "../setting-files.ts";
import { openStore } from "../../commands/store.ts";
import { createVault } from "../vault/vault.ts";
import { loadKeys } from "../vault/secret-keys.ts";
import { openStoredKeys } from "./stored-keys.ts";
import { createToolRest } from "../discord/rest.ts";
import { assertShardsFit } from "../discord/sharding.ts";
import { describeEndpointConflict } from "./serve-interactions.ts";
import { createAgent, buildPath } from "../api/transport.ts";
import { userRows } from "../api/contract/users.ts";

const timeoutMs = 10_000;
/** Without a key the service returns no user; what counts is that it knows the path. */
const path = buildPath(userRows.getUser.path, { userId: "1" }) ?? "";

/** Requests a path the service has, without a key: this shows that it responds and that the address is right. */
export async function checkService({
  workspaceApiUrl,
}: Pick<Config, "workspaceApiUrl">): Promise<CheckResult> {
  const { status, isPage } = await fetchHead(`${workspaceApiUrl}${path}`);
  if (status >= 500) {
    throw new CheckError(`The service responds with an error (${status}). Try again in a few minutes.`);
  }
  if (status >= 300 && status < 400) {
    throw new CheckError(
      "WORKSPACE_API_URL redirects to another address, and the bot doesn't follow redirects. Set it to the final address.",
    );
  }
  const warnings = [
    status === 404 && "The service doesn't know the path for users. Check the end of WORKSPACE_API_URL.",
    // Without a key, the service itself would refuse.
    status < 300 &&
      isPage &&
      "A web page answers instead of the service. Check WORKSPACE_API_URL, above all its end, which is often /api.",
  ];
  return {
    text: "the service responds; test each server's key with /link status",
    warnings: warnings.filter((warning) => warning !== false),
  };
}

async function fetchHead(address: string): Promise<{ readonly status: number; readonly isPage: boolean }> {
  const dispatcher = createAgent();
  try {
    const { statusCode, headers, body } = await request(address, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    return { status: statusCode, isPage: String(headers["content-type"]).includes("html") };
  } catch (cause) {
    throw new CheckError(describeNoAnswer(cause), { cause });
  } finally {
    await dispatcher.destroy();
  }
}

function describeNoAnswer(error: unknown): string {
  const untrusted = findEncryptionTrouble(error);
  if (untrusted !== undefined)
    return `The connection to WORKSPACE_API_URL can't be encrypted (${untrusted}). Check its name, its port and that https:// is right. If its certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to that authority's file, in the environment and not in .env.`;
  const trouble = describeConnectionTrouble(error) ?? getErrorCode(error);
  return `WORKSPACE_API_URL isn't responding (${trouble}). Check the address for typos, and this machine's network.`;
}

const permissions = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.ReadMessageHistory,
  PermissionFlagsBits.PinMessages,
].reduce((all, one) => all | one);

/** Asks Discord whose token it is, and whether interactions can reach the bot. */
export async function checkDiscord(config: Config, discordToken: string): Promise<CheckResult> {
  const rest = createToolRest(config.discordApiUrl, discordToken);
  // Discord's documented responses of these routes.
  const me = (await rest.get(Routes.user())) as RESTGetAPIUserResult;
  const application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const { text, warnings } =
    config.discordInteractions === "http"
      ? checkEndpoint(application, config)
      : await checkGateway(application, config, rest);
  return {
    text: `the token belongs to ${me.username}; ${text}; invite it: ${buildInviteLink(application.id)}`,
    warnings,
  };
}

async function checkGateway(
  { interactions_endpoint_url: url }: RESTGetCurrentApplicationResult,
  config: Config,
  rest: REST,
): Promise<Required<CheckResult>> {
  // Discord's documented response of this route.
  const gateway = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
  assertShardsFit(config.discordShards, gateway);
  const recommended =
    config.discordShards === "auto" ? "" : `; it recommends ${pluralize(gateway.shards, "shard")}`;
  return {
    text: `${gateway.session_start_limit.remaining} logins left today${recommended}`,
    warnings: url ? [describeEndpointConflict(url)] : [],
  };
}

/** @throws CheckError */
function checkEndpoint(
  { id, verify_key: publicKey, interactions_endpoint_url: url }: RESTGetCurrentApplicationResult,
  { discordPublicKey = publicKey, httpPort }: Config,
): Required<CheckResult> {
  if (discordPublicKey !== publicKey.toLowerCase()) {
    throw new CheckError(
      "DISCORD_PUBLIC_KEY isn't the public key of the application that DISCORD_TOKEN belongs to. Remove it, and the bot asks Discord for the right one.",
    );
  }
  const enter = `Start the bot, then enter its public address, such as https://bot.example.com/interactions, as Interactions Endpoint URL at https://discord.com/developers/applications/${id}/information, and the same with /events as Endpoint under Webhooks. That address has to lead to port ${httpPort} of this machine.`;
  if (!url) return { text: "Discord doesn't send commands to the bot yet", warnings: [enter] };
  const isOdd = !new URL(url).pathname.endsWith("/interactions");
  const odd = `Discord sends commands to ${url}, but the bot takes them at /interactions. Unless a proxy changes the path, correct it. ${enter}`;
  return { text: `Discord sends commands to ${url}`, warnings: isOdd ? [odd] : [] };
}

function buildInviteLink(applicationId: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}

type Env = Readonly<Record<string, string | undefined>>;
type Step = readonly [name: string, run: () => Promise<CheckResult>];

/**
 * Tests everything the bot needs and prints a line for each. It only reads, but like a start it creates the data folder,
 * the database and the key file if they're missing.
 * @param env no value in it is shown
 * @returns true if the bot can start
 */
export async function check(config: Config, env: Env, print: (text: string) => void): Promise<boolean> {
  const { report, end } = createReport(print);

  for (const [name, run] of listSteps(config, env)) {
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

function listSteps(config: Config, env: Env): readonly Step[] {
  const { discordToken } = config;
  const always: readonly Step[] = [
    ["configuration", () => checkSettings(config, findMisspelledVariables(env))],
    ["system", () => checkSystem(env)],
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
  { workspaceApiUrl, discordApiUrl, databaseUrl, allowedServers }: Config,
  misspelled: readonly Misspelled[],
): Promise<CheckResult> {
  const lost = misspelled.filter(({ isSetToo }) => !isSetToo);
  if (lost.length > 0) throw new CheckError(lost.map(describeMisspelled).join(" "));
  const inClear = [
    isInClear(workspaceApiUrl) &&
      "WORKSPACE_API_URL starts with http://, so workspace keys are sent unencrypted. Use https:// if the service supports it.",
    isInClear(discordApiUrl) &&
      "DISCORD_API_URL starts with http://, so the bot's token is sent unencrypted. Use https://, unless your network encrypts what goes to that proxy.",
    databaseUrl !== undefined &&
      isDatabaseInClear(databaseUrl) &&
      "DATABASE_URL names another machine without TLS, so what is stored and the database's password cross the network unencrypted. Add ?sslmode=verify-full, unless your network encrypts it.",
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

/** By what the driver makes of the address, which may name its server, its certificates or a socket in parameters. */
export function isDatabaseInClear(address: string): boolean {
  try {
    const { host, ssl } = new Client({ connectionString: address });
    return !host.startsWith("/") && !ofThisMachine.test(host) && !ssl;
  } catch {
    // As with a certificate that can't be read, which the check of the database reports.
    return false;
  }
}

async function checkSystem(env: Env): Promise<CheckResult> {
  const proxy = Object.keys(env).find((name) => /^(?:https?|all)_proxy$/i.test(name) && env[name]?.trim());
  const warnings = [
    await checkOpenFiles(),
    proxy &&
      `${proxy} is set, but the bot makes its connections directly. This machine has to reach Discord, the service and the database without that proxy.`,
  ];
  return {
    text: `Node.js ${process.versions.node}`,
    warnings: warnings.filter((warning) => warning !== undefined),
  };
}

/** Opens and migrates the database, as a start does. */
export async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const workspace = databaseUrl === undefined ? `SQLite in ${dataFolder}` : "Postgres";
    return { text: `${workspace}, ${pluralize(await store.guildLinks.count(), "linked workspace")}` };
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
