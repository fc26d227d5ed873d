import {
  PermissionFlagsBits,
  type REST,
  type RESTGetAPIGatewayBotResult,
  type RESTGetAPIUserResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from "discord.js";
import type { Config } from "../config.ts";
import { CheckError, type CheckResult } from "./check-result.ts";
import { createToolRest } from "../discord/rest.ts";
import { assertShardsFit } from "../discord/sharding.ts";
import { pluralize } from "../ui/numbers.ts";
import { describeEndpointConflict } from "./serve-interactions.ts";

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
