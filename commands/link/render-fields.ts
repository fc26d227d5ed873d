import type { GuildLink } from "../../src/store/guild-links.ts";
import type { EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import type { KeyEnd } from "./render-expiry.ts";

/** Workspace, who and when, and the end of the key where it tells one. */
export function linkFields(link: GuildLink, keyEnd: KeyEnd | undefined): readonly EmbedFieldParts[] {
  const since = Temporal.Instant.fromEpochMilliseconds(link.linkedAt);
  return [
    {
      name: "Workspace",
      value: joined([inert(link.name, 100), code(link.workspaceId, 100)], "\n"),
      inline: true,
    },
    { name: "Linked by", value: `<@${link.linkedByDiscordUserId}>`, inline: true },
    { name: "Linked", value: nearAndExact(since), inline: true },
    ...(keyEnd === undefined ? [] : [{ name: "The key ends", value: keyEnd.text }]),
  ];
}
