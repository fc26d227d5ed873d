import type { PublicConfig } from "./config.ts";
import { joinParts, subtext } from "./ui/lines.ts";

/** Whether the operator lets the bot work for a server, by its Discord id. */
export function isAllowedServer(
  guildId: string,
  { allowedServers }: Pick<PublicConfig, "allowedServers">,
): boolean {
  return allowedServers?.has(guildId) ?? true;
}

/** What people in another server read, whatever they try. */
export function describeNotAllowed(
  guildId: string,
  { supportContact }: Pick<PublicConfig, "supportContact">,
): string {
  return joinParts(
    [
      "I only work in servers that my operator has chosen, and this isn't one of them. Nothing was done.",
      supportContact && `To have it added, ask here: ${supportContact}`,
      subtext(`Server id: \`${guildId}\``),
    ],
    "\n",
  );
}
