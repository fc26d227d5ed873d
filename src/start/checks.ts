import { readFile } from "node:fs/promises";
import {
  PermissionFlagsBits,
  REST,
  type RESTGetAPIGatewayBotResult,
  type RESTGetAPIUserResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from "discord.js";
import { request } from "undici";
import type { Config } from "../config.ts";
import { assertShardsFit } from "../discord/sharding.ts";
import { pluralize } from "../ui/numbers.ts";
import { createAgent } from "../api/transport.ts";
import { userRows } from "../api/contract/users.ts";
import { buildPath } from "../api/path.ts";
import { sentElsewhere } from "./serve-interactions.ts";

/** The bot uses about thirty when idle, plus two for each person it's serving. */
const fewestOpenFiles = 256;

/** A warning for the operator if this process may open too few files and sockets; only works on Linux. */
export async function warningAboutOpenFiles(limitsPath = "/proc/self/limits"): Promise<string | undefined> {
  const limits = await readFile(limitsPath, "utf8").catch(() => "");
  const allowed = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
  if (!(allowed < fewestOpenFiles)) return undefined;
  return `The bot may open only ${allowed} files and connections at once, so commands may go unanswered when it's busy. Allow 1024 or more: ulimit -n 1024, or LimitNOFILE=1024 in a systemd service.`;
}

/** The bot can't run like this. The message says what to do. */
export class CheckError extends Error {
  override readonly name = "CheckError";
}

export interface CheckResult {
  /** What works. */
  readonly text: string;
  /** What doesn't prevent a start, but the operator should know. */
  readonly warnings?: readonly string[];
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
  const rest = new REST({ api: config.discordApiUrl, timeout: 10_000, retries: 0 }).setToken(discordToken);
  // Discord's documented responses of these routes.
  const me = (await rest.get(Routes.user())) as RESTGetAPIUserResult;
  const application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const { text, warnings } =
    config.discordInteractions === "http"
      ? checkEndpoint(application, config)
      : await checkGateway(application, config, rest);
  return {
    text: `the token belongs to ${me.username}; ${text}; invite it: ${inviteLink(application.id)}`,
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
    warnings: url ? [sentElsewhere(url)] : [],
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

function inviteLink(applicationId: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}

const timeoutMs = 10_000;
/** Without a key the service returns no user; what counts is that it knows the path. */
const path = buildPath(userRows.getUser.path, { userId: "1" }) ?? "";

/** Requests a path the service has, without a key: this shows that it responds and that the address is right. */
export async function checkService({ workspaceApiUrl }: Config): Promise<CheckResult> {
  const status = await statusOf(`${workspaceApiUrl}${path}`);
  if (status >= 500) {
    throw new CheckError(`The service responds with an error (${status}). Try again in a few minutes.`);
  }
  if (status >= 300 && status < 400) {
    throw new CheckError(
      "WORKSPACE_API_URL redirects to another address, and the bot doesn't follow redirects. Set it to the final address.",
    );
  }
  return {
    text: "the service responds; test each server's key with /link status",
    warnings:
      status === 404
        ? ["The service doesn't know the path for users. Check the end of WORKSPACE_API_URL."]
        : [],
  };
}

async function statusOf(address: string): Promise<number> {
  const dispatcher = createAgent();
  try {
    const { statusCode, body } = await request(address, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    return statusCode;
  } catch (cause) {
    throw new CheckError(
      "WORKSPACE_API_URL isn't responding. Check the address for typos, and this machine's network.",
      { cause },
    );
  } finally {
    await dispatcher.destroy();
  }
}
