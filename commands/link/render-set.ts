import { minuteMs, secondMs } from "../../src/time.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { ApiError, ApiFailure, ContractError } from "../../src/api/errors.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import { formatRelativeAndExact } from "../../src/ui/time.ts";
import { createSetupButton } from "../kit/setup-ids.ts";
import { createChangesButton, createLinksButton, createRemoveButton } from "./ids.ts";
import { type KeyRights, listRefused } from "./key-rights.ts";
import { looksLikeWorkspaceId, isSafeToEcho } from "./parse-input.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeKeyEnd, createLinkFields } from "./render-parts.ts";

export interface Linked {
  readonly link: GuildLink;
  /** The same link with its previous key. */
  readonly previous: GuildLink | undefined;
  /** The workspace that commands already used, and still do. */
  readonly defaultLink: GuildLink | undefined;
  readonly keyEndsAt: Temporal.Instant | undefined;
  readonly rights: KeyRights;
}
export function renderLinked(linked: Linked, { commandMention, now }: RenderContext): Reply {
  const { link, previous, defaultLink, keyEndsAt, rights } = linked;
  const refused = listRefused(rights);
  const keyEnd = describeKeyEnd(keyEndsAt, now.epochMilliseconds);
  const sentences = [
    `**${escapeMarkdown(link.name, 100)}** is linked: the key is accepted and stored encrypted.`,
    refused !== undefined &&
      `It can't read: ${refused}. Commands that need that won't work. Someone who manages the workspace can give the key more permissions.`,
    previous && describeReplaced(previous, link),
    link.isReadOnly && "🔒 It's read-only: nothing is sent that changes the workspace.",
    keyEnd?.urgent && "Replace this key soon, or commands will stop working.",
    previous === undefined && describeNext(link, defaultLink, commandMention),
  ];
  return {
    embeds: [
      createEmbed({
        title: formatTitle(linked),
        description: joinParts(sentences, "\n"),
        tone: refused !== undefined || keyEnd?.urgent ? "waiting" : "done",
        fields: createLinkFields(link, keyEnd),
        footer: formatIdFooter({ Workspace: link.workspaceId }),
      }),
    ],
    components: createButtonRow(
      ...(previous === undefined && defaultLink === undefined
        ? [createSetupButton("Set up the rest", "primary")]
        : []),
      // A replaced key is gone, and so is how it could be put back.
      ...(link.isReadOnly || previous?.isReadOnly === true ? [createChangesButton(link)] : []),
      ...(previous === undefined ? [createRemoveButton(link)] : [createLinksButton()]),
    ),
  };
}

function formatTitle({ previous, defaultLink }: Linked): string {
  if (previous !== undefined) return "Key replaced";
  return defaultLink === undefined ? "Workspace linked" : "Another workspace linked";
}

function describeNext(
  { name }: GuildLink,
  defaultLink: GuildLink | undefined,
  commandMention: RenderContext["commandMention"],
): string {
  return defaultLink === undefined
    ? `Next: choose roles, channels and the first posts with ${commandMention("setup")}.`
    : `Commands still use **${escapeMarkdown(defaultLink.name)}**. Next: open **${escapeMarkdown(name)}** in ${commandMention("link status")} to choose its channels or make it the default.`;
}

/** Why nothing was saved. @param retryButton opens the form again */
export function renderNotStored(problem: string, retryButton: readonly Row[]): Reply {
  return {
    embeds: [createEmbed({ title: "Not saved", description: `❌ ${problem}`, tone: "harmful" })],
    components: retryButton,
  };
}

const problemTexts: Readonly<Record<ApiFailure, string>> = {
  unauthorized:
    "The workspace doesn't accept that key, so nothing was saved. Check that you copied the id and the key completely, that they belong together, and that nobody has replaced the key in the workspace's settings.",
  forbidden:
    "That key has no access to this workspace, so nothing was saved. Check that the id and the key belong together, or ask someone who manages the workspace to give the key more permissions.",
  "not-found": "There's no workspace with that id, so nothing was saved.",
  rejected: "The service didn't accept that workspace id, so nothing was saved.",
  "invalid-id": "That isn't a workspace id, so nothing was saved.",
  // Keys are tested by reading.
  "read-only": "I couldn't test the key, so nothing was saved.",
  "rate-limited":
    "This key's requests for this minute are used up, so I couldn't test it and nothing was saved.",
  unreachable:
    "I can't reach the workspace service, so I couldn't test the key and nothing was saved. Try again in a few minutes.",
  "connection-lost":
    "The connection to the workspace service was lost, so I couldn't test the key and nothing was saved. Try again in a moment.",
  "too-large":
    "The workspace service sent more data than I can handle, so I couldn't test the key and nothing was saved.",
  unavailable:
    "The workspace service is having trouble, so I couldn't test the key and nothing was saved. Try again in a few minutes.",
  timeout:
    "The workspace service took too long to respond, so I couldn't test the key and nothing was saved. Try again in a few minutes.",
};
const unknownReplyText =
  "The answer I got wasn't from the workspace service, so nothing was saved. Please tell whoever runs this bot: the service's address may be wrong.";

export function describeKeyProblem(problem: ApiError | ContractError, workspaceId: string): string {
  if (!("failure" in problem)) return unknownReplyText;
  const more: string[] = [];
  if (problem.failure === "rate-limited") {
    const seconds = Math.max(1, Math.ceil((problem.retryAfterMs ?? minuteMs) / secondMs));
    more.push(`Try again in ${pluralize(seconds, "second")}.`);
  }
  const blamesId = ["not-found", "rejected", "invalid-id"].includes(problem.failure);
  if (blamesId && isSafeToEcho(workspaceId)) more.push(`You typed ${inlineCode(workspaceId)}.`);
  if (blamesId && !looksLikeWorkspaceId(workspaceId))
    more.push(
      "Workspace ids usually have 24 characters, only digits and the letters a to f; this one doesn't.",
    );
  return [problemTexts[problem.failure], ...more].join(" ");
}

function describeReplaced(previous: GuildLink, link: GuildLink): string {
  const since = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(previous.linkedAt));
  const replaced = `It replaces the key from <@${previous.linkedByDiscordUserId}> · ${since}.`;
  return previous.name === link.name
    ? replaced
    : `${replaced} The workspace was called **${escapeMarkdown(previous.name)}** here and is now called **${escapeMarkdown(link.name)}**.`;
}
