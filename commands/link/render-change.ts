import type { Answer } from "../../src/interactions/answer.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { timeMark } from "../../src/text/time.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import { placeLines } from "./render-places.ts";

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
}

/** @param after how things stand now */
export function renderNewDefault(
  before: GuildLink | undefined,
  now: GuildLink,
  after: GuildWorkspaces,
  words: Words,
): Answer {
  const was = before === undefined ? "" : ` Until now it was ${called(before)}.`;
  return receipt(
    "Default workspace changed",
    [
      `In each channel that is tied to no workspace of its own, commands now speak of ${called(now)}.${was}`,
      placeLines(after),
    ],
    words,
  );
}

export interface ChannelTie {
  readonly channelId: string;
  /** `undefined` when the channel is tied to none from now on. */
  readonly now: GuildLink | undefined;
  /** What commands speak of there when it is tied to none. */
  readonly otherwise: GuildLink | undefined;
}

export function renderChannel(
  { channelId, now, otherwise }: ChannelTie,
  after: GuildWorkspaces,
  words: Words,
): Answer {
  const back = otherwise === undefined ? "" : `, so commands there speak of ${called(otherwise)} again`;
  const what =
    now === undefined
      ? `<#${channelId}> is not tied to a workspace of its own any more${back}.`
      : `Commands in <#${channelId}> now speak of ${called(now)}. Threads follow their channel.`;
  const title = now === undefined ? "Channel set free" : "Channel tied to a workspace";
  return receipt(title, [what, placeLines(after)], words);
}

export function renderRenamed(link: GuildLink, name: string, words: Words): Answer {
  return receipt(
    "Workspace renamed",
    [
      `${called(link)} is called **${inert(name, 60)}** here from now on. In the workspace itself nothing changed.`,
      `-# ${code(link.workspaceId, 60)}`,
    ],
    words,
  );
}

export function called({ name }: GuildLink): string {
  return `**${inert(name, 60)}**`;
}

function receipt(title: string, lines: readonly string[], { caller, now }: Words): Answer {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = `-# Changed by <@${caller.discordUserId}> · ${at}`;
  return { embeds: [embed({ title, description: [...lines, who].join("\n"), tone: "done" })] };
}
