import type { OutageFailure, WayStatus } from "../../src/api/resilience/circuit-breaker.ts";
import type { Usage } from "../../src/api/resilience/rate-limiter.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { timestamp } from "../../src/ui/time.ts";
import { joinParts } from "../../src/ui/lines.ts";

/** What came of trying a link's key. */
export type Health =
  | {
      readonly state: "works" | "limited";
      readonly durationMs: number;
      /** Of the requests a minute that the workspace allows; `undefined` where that cannot be told. */
      readonly usage: Usage | undefined;
    }
  | { readonly state: "broken"; readonly text: string }
  /** The workspace, or the service as a whole, does not answer, and is left in peace for a while. */
  | {
      readonly state: "resting";
      readonly way: Exclude<WayStatus, { readonly state: "closed" }>;
      /** Epoch milliseconds. */
      readonly now: number;
    };

const reasons: Readonly<Record<OutageFailure, string>> = {
  unavailable: "it answers that it has trouble itself",
  unreachable: "no connection to it can be made",
  "connection-lost": "its connections break off before an answer comes",
  timeout: "its answers do not come in time",
};

export function describeHealth(health: Health): string {
  switch (health.state) {
    case "works":
      return joinParts(
        [
          `✅ The workspace answered within ${took(health.durationMs)} and takes this server's key.`,
          describeUsage(health.usage),
        ],
        " ",
      );
    case "limited":
      return joinParts(
        [
          `⚠️ The workspace answered within ${took(health.durationMs)} and knows this server's key, but keeps the calendar from it. Someone who administers the workspace can give the key more rights.`,
          describeUsage(health.usage),
        ],
        " ",
      );
    case "broken":
      return `❌ ${health.text}`;
    case "resting":
      return describeResting(health);
    default:
      return health satisfies never;
  }
}

function describeUsage(usage: Usage | undefined): string | undefined {
  if (usage === undefined) return undefined;
  return `${formatNumber(usage.used)} of its ${formatNumber(usage.limit)} requests a minute are used.`;
}

function describeResting({ way, now }: Extract<Health, { readonly state: "resting" }>): string {
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(way.since), "R");
  const next =
    way.state === "half-open" || way.retryAt <= now
      ? "I am about to try it again."
      : `I try it again ${timestamp(Temporal.Instant.fromEpochMilliseconds(way.retryAt), "R")}; until then nothing is sent.`;
  const who = way.isWhole ? "The workspace service" : "This workspace";
  return `❌ ${who} has not been answering since ${since}: ${reasons[way.reason]}. ${next} Whether the key works cannot be told meanwhile.`;
}

function took(durationMs: number): string {
  return durationMs < 1_000
    ? `${Math.max(1, Math.round(durationMs))} ms`
    : `${formatNumber(Math.round(durationMs / 100) / 10)} seconds`;
}
