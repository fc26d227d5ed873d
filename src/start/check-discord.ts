import { REST, type RESTGetAPIGatewayBotResult, type RESTGetAPIUserResult, Routes } from "discord.js";
import { CheckFailure } from "./check-failure.ts";

/** Asks Discord who the token belongs to, and how many logins are left today. */
export async function checkDiscord(apiUrl: string, discordToken: string): Promise<string> {
  const rest = new REST({ api: apiUrl, timeout: 10_000, retries: 0 }).setToken(discordToken);
  // Discord's documented answers to these two routes.
  const me = (await rest.get(Routes.user())) as RESTGetAPIUserResult;
  const gateway = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
  const { remaining, reset_after: resetAfterMs } = gateway.session_start_limit;
  if (remaining === 0) {
    throw new CheckFailure(
      `The bot ${me.username} has used up its logins of today. It can log in again in ${Math.ceil(resetAfterMs / 60_000)} minutes.`,
    );
  }
  return `the token belongs to ${me.username}; ${remaining} logins left today`;
}
