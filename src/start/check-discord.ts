import {
  PermissionFlagsBits,
  REST,
  type RESTGetAPIGatewayBotResult,
  type RESTGetAPIUserResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from "discord.js";
import { CheckError, type CheckResult } from "./check-result.ts";
import { minuteMs } from "../time.ts";

const permissions = [
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.ReadMessageHistory,
  PermissionFlagsBits.PinMessages,
].reduce((all, one) => all | one);

/** Asks Discord whose token it is and how many logins are left today. */
export async function checkDiscord(apiUrl: string, discordToken: string): Promise<CheckResult> {
  const rest = new REST({ api: apiUrl, timeout: 10_000, retries: 0 }).setToken(discordToken);
  // Discord's documented responses of these routes.
  const me = (await rest.get(Routes.user())) as RESTGetAPIUserResult;
  const gateway = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
  const { remaining, reset_after: resetAfterMs } = gateway.session_start_limit;
  if (remaining === 0) {
    throw new CheckError(
      `The bot ${me.username} has used up today's logins. It can log in again in ${Math.ceil(resetAfterMs / minuteMs)} minutes.`,
    );
  }
  const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  return {
    text: `the token belongs to ${me.username}; ${remaining} logins left today; invite it: ${inviteLink(id)}`,
  };
}

function inviteLink(applicationId: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}
