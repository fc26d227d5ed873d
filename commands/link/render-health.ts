import type {
  CircuitScope,
  OutageFailure,
  ScopedCircuitStatus,
} from "../../src/api/resilience/circuit-breaker.ts";
import type { Usage } from "../../src/api/resilience/rate-limiter.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { describeWait, labelAge } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

/** The result of testing a link's key. */
export type Health =
  | {
      readonly state: "works" | "limited";
      readonly durationMs: number;
      /** Use of the workspace's requests a minute; `undefined` if unknown. */
      readonly usage: Usage | undefined;
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
  return subtext(`${formatNumber(usage.used)} of ${formatNumber(usage.limit)} requests used this minute`);
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
