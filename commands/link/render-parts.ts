import type { GuildLink } from "../../src/store/guild-links.ts";
import { weekMs } from "../../src/time.ts";
import type { EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatRelativeAndExact, timestamp, describeWait, labelAge } from "../../src/ui/time.ts";
import type { GuildWorkspaces } from "./guild-workspaces.ts";
import type {
  CircuitScope,
  OutageFailure,
  ScopedCircuitStatus,
} from "../../src/api/resilience/circuit-breaker.ts";
import type { Usage } from "../../src/api/resilience/rate-limiter.ts";
import { formatNumber } from "../../src/ui/numbers.ts";

const soonMs = 2 * weekMs;

interface KeyEnd {
  readonly text: string;
  /** Past, or within two weeks. */
  readonly urgent: boolean;
}

/** When the key expires, in words; `undefined` if the key doesn't say. */
export function describeKeyEnd(endsAt: Temporal.Instant | undefined, now: number): KeyEnd | undefined {
  if (endsAt === undefined) return undefined;
  const leftMs = endsAt.epochMilliseconds - now;
  if (leftMs <= 0) return { text: `❌ expired: ${formatRelativeAndExact(endsAt)}`, urgent: true };
  if (leftMs <= soonMs) return { text: `⚠️ expires: ${formatRelativeAndExact(endsAt)}`, urgent: true };
  return { text: formatRelativeAndExact(endsAt), urgent: false };
}

const maxChannels = 5;

/** The channels that use a workspace; `undefined` if none do. */
export function formatBoundChannels(
  { linkKey }: GuildLink,
  { links, bindings, defaultLink }: GuildWorkspaces,
): string | undefined {
  const own = bindings.filter((each) => each.linkKey === linkKey);
  const mentions = own.slice(0, maxChannels).map(({ channelId }) => `<#${channelId}>`);
  const others = bindings.some((each) => links.some((link) => link.linkKey === each.linkKey));
  const parts = [
    ...mentions,
    own.length > maxChannels && `${own.length - maxChannels} more`,
    linkKey === defaultLink?.linkKey && (others ? "every other channel" : "every channel"),
  ];
  return joinParts(parts, ", ") || undefined;
}

/** A line for each of the guild's workspaces, with the channels that use it. */
export function describeBindings(workspaces: GuildWorkspaces): string {
  return workspaces.links
    .map(
      (link) =>
        `**${escapeMarkdown(link.name, 60)}** · ${formatBoundChannels(link, workspaces) ?? "no channel yet"}`,
    )
    .join("\n");
}

/** Who linked it and when, and the key's expiry if known. */
export function createLinkFields(link: GuildLink, keyEnd: KeyEnd | undefined): readonly EmbedFieldParts[] {
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(link.linkedAt), "R");
  return [
    { name: "Linked by", value: `<@${link.linkedByDiscordUserId}> · ${since}`, inline: true },
    ...(keyEnd === undefined ? [] : [{ name: "Key expires", value: keyEnd.text, inline: true }]),
  ];
}

/** The result of testing a link's key. */
export type Health =
  | {
      readonly state: "works" | "limited";
      readonly durationMs: number;
      /** Use of the workspace's requests a minute, what was tried included; left out if unknown. */
      readonly usage?: Usage | undefined;
    }
  | {
      readonly state: "broken";
      readonly text: string;
      /** The service answered, and refused the key or the id. */
      readonly isRefused: boolean;
    }
  /** The circuit breaker is open: the workspace, or the whole service, isn't responding. */
  | {
      readonly state: "outage";
      readonly outage: Exclude<ScopedCircuitStatus, { readonly state: "closed" }>;
      /** Epoch milliseconds. */
      readonly now: number;
    };

const reasons: Readonly<Record<OutageFailure, string>> = {
  unavailable: "it reports errors",
  unreachable: "I can't connect to it",
  "connection-lost": "its connections are lost before it responds",
  timeout: "it takes too long to respond",
};

const silentTexts: Readonly<Record<CircuitScope, string>> = {
  service: "The workspace service isn't responding",
  workspace: "This workspace isn't responding",
  operation: "The calendar, which I test keys with, isn't working",
};

export function describeHealth(health: Health): string {
  switch (health.state) {
    case "works":
      return joinParts(["✅ Working", describeUsage(health.usage)], "\n");
    case "limited":
      return joinParts(
        [
          `⚠️ The workspace answered within ${formatElapsed(health.durationMs)} and knows this server's key, but the key has no access to the calendar. Someone who manages the workspace can give it more permissions.`,
          describeUsage(health.usage),
        ],
        "\n",
      );
    case "broken":
      return `❌ ${health.text}`;
    case "outage":
      return describeOutage(health);
    default:
      return health satisfies never;
  }
}

function describeUsage(usage: Usage | undefined): string | undefined {
  if (usage === undefined) return undefined;
  return `${formatNumber(usage.used)} of ${formatNumber(usage.limit)} requests used this minute`;
}

function describeOutage({ outage, now }: Extract<Health, { readonly state: "outage" }>): string {
  const next =
    outage.state === "half-open" || outage.retryAt <= now
      ? "I'm about to try again."
      : `I'll try again in ${describeWait(outage.retryAt - now)} and send nothing until then.`;
  return `❌ ${silentTexts[outage.scope]}: ${reasons[outage.reason]}. ${next} I can't check the key until then. ${labelAge("Since", outage.since)}`;
}

function formatElapsed(durationMs: number): string {
  return durationMs < 1_000
    ? `${Math.max(1, Math.round(durationMs))} ms`
    : `${formatNumber(Math.round(durationMs / 100) / 10)} seconds`;
}
