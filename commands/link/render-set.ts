import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ApiError, ApiFailure, ContractError } from "../../src/api/errors.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { looksLikeWorkspaceId, isSafeToEcho } from "./parse-input.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeKeyEnd, linkFields } from "./render-parts.ts";

export interface Linked {
  readonly link: GuildLink;
  /** The same link with its key of before. */
  readonly previous: GuildLink | undefined;
  /** What commands spoke of before, and still do. */
  readonly defaultLink: GuildLink | undefined;
  readonly keyEndsAt: Temporal.Instant | undefined;
  readonly mayNotReadCalendar: boolean;
}
export function renderLinked(linked: Linked, { commandMention, now }: RenderContext): Reply {
  const { link, previous, defaultLink, keyEndsAt, mayNotReadCalendar } = linked;
  const keyEnd = describeKeyEnd(keyEndsAt, now.epochMilliseconds);
  const sentences = [
    "The key was tried, works, and is stored encrypted.",
    mayNotReadCalendar &&
      "It may not read the calendar, though: some commands will say so. Someone who administers the workspace can give the key more rights.",
    previous && describeReplaced(previous, link),
    keyEnd?.urgent && "This key has to be replaced soon, or commands will stop working.",
    previous === undefined && describeNext(link, defaultLink, commandMention),
  ];
  return {
    embeds: [
      embed({
        title: titleOf(linked),
        description: joinParts(sentences, "\n"),
        tone: mayNotReadCalendar || keyEnd?.urgent ? "waiting" : "done",
        fields: linkFields(link, keyEnd),
      }),
    ],
  };
}

function titleOf({ previous, defaultLink }: Linked): string {
  if (previous !== undefined) return "The workspace has a new key";
  return defaultLink === undefined ? "This server is linked" : "This server has one more workspace";
}

function describeNext(
  { name }: GuildLink,
  defaultLink: GuildLink | undefined,
  commandMention: RenderContext["commandMention"],
): string {
  return defaultLink === undefined
    ? `Next: say which roles may use it with ${commandMention("access set")}, and see what there is with ${commandMention("help")}.`
    : `Commands still speak of **${escapeMarkdown(defaultLink.name)}**. Next: tie a channel to **${escapeMarkdown(name)}** with ${commandMention("link channel")}, or make it the one that commands speak of with ${commandMention("link default")}.`;
}

/** A private message about why nothing was stored. @param retryButton the way back into the form */
export function renderNotStored(problem: string, retryButton: readonly Row[]): Reply {
  return {
    embeds: [embed({ title: "Nothing was stored", description: `❌ ${problem}`, tone: "harmful" })],
    components: retryButton,
  };
}

const words: Readonly<Record<ApiFailure, string>> = {
  unauthorized:
    "The workspace service refused that key, so nothing was stored. Check that the id and the key belong together and were copied whole, and that nobody has replaced the key in the workspace's settings.",
  forbidden:
    "That key may not read anything of this workspace, so nothing was stored. Check that the id and the key belong together; someone who administers the workspace can give the key more rights.",
  "not-found": "The service knows no workspace by that id, so nothing was stored.",
  rejected: "The service did not accept that workspace id, so nothing was stored.",
  "invalid-id": "That cannot be the id of a workspace, so nothing was stored.",
  "rate-limited":
    "The requests that this key may make in a minute are used up, so it could not be tried and nothing was stored.",
  unreachable:
    "The workspace service cannot be reached right now, so the key could not be tried and nothing was stored. Please try again in a few minutes.",
  "connection-lost":
    "The connection to the workspace service broke off, so the key could not be tried and nothing was stored. Please try again in a moment.",
  "too-large":
    "The workspace service sent more than I can take in, so the key could not be tried and nothing was stored.",
  unavailable:
    "The workspace service has trouble answering, so the key could not be tried and nothing was stored. Please try again in a few minutes.",
  timeout:
    "The workspace service took too long to answer, so the key could not be tried and nothing was stored. Please try again in a few minutes.",
};
const unknownReplyText =
  "Something answered, but not in the way the workspace service does, so nothing was stored. Please tell whoever runs this bot: the address of the service may be wrong.";

export function describeKeyProblem(problem: ApiError | ContractError, workspaceId: string): string {
  if (!("failure" in problem)) return unknownReplyText;
  const more: string[] = [];
  if (problem.failure === "rate-limited") {
    const seconds = Math.max(1, Math.ceil((problem.retryAfterMs ?? 60_000) / 1000));
    more.push(`I can go on in ${pluralize(seconds, "second")}.`);
  }
  const blamesId = ["not-found", "rejected", "invalid-id"].includes(problem.failure);
  if (blamesId && isSafeToEcho(workspaceId)) more.push(`You typed ${inlineCode(workspaceId)}.`);
  if (blamesId && !looksLikeWorkspaceId(workspaceId))
    more.push("Workspace ids usually have 24 characters, digits and the letters a to f; this one does not.");
  return [words[problem.failure], ...more].join(" ");
}

function describeReplaced(previous: GuildLink, link: GuildLink): string {
  const since = relativeAndExact(Temporal.Instant.fromEpochMilliseconds(previous.linkedAt));
  const replaced = `It replaces the key that <@${previous.linkedByDiscordUserId}> set ${since}.`;
  return previous.name === link.name
    ? replaced
    : `${replaced} The workspace was called **${escapeMarkdown(previous.name)}** here, and is called **${escapeMarkdown(link.name)}** from now on.`;
}
