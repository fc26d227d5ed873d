import { PermissionFlagsBits } from "discord-api-types/v10";
import type { Directory } from "./directory.ts";
import { isFields } from "./body-validator.ts";

export interface Pinged {
  readonly discordUserIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly everyone: boolean;
}

/** Whom a text pings: named in it, let through by `allowed_mentions`, and really there. */
export function pingedBy(
  text: string,
  allowed: unknown,
  directory: Directory,
  place: { readonly guildId: string | undefined; readonly channelId: string },
): Pinged {
  const rules = isFields(allowed) ? allowed : undefined;
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
  const lets = (kind: "users" | "roles", id: string) =>
    rules === undefined || list(rules["parse"]).includes(kind) || list(rules[kind]).includes(id);

  const { guildId } = place;
  const guild = guildId === undefined ? undefined : directory.guild(guildId);
  const mayPingAll =
    guild !== undefined &&
    (directory.permissions(guild.id, directory.botId, place.channelId) &
      PermissionFlagsBits.MentionEveryone) !==
      0n;
  return {
    discordUserIds: named(/<@!?(\d+)>/g).filter(
      (id) => lets("users", id) && directory.seedUser(id) !== undefined,
    ),
    roleIds: named(/<@&(\d+)>/g).filter((id) => {
      const role = guild?.roles.find((candidate) => candidate.id === id);
      return role !== undefined && (mayPingAll || role.mentionable === true) && lets("roles", id);
    }),
    everyone:
      mayPingAll &&
      /@(everyone|here)/.test(text) &&
      (rules === undefined || list(rules["parse"]).includes("everyone")),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
