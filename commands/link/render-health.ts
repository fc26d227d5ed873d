import type { BreakerStatus, DownFailure } from "../../src/api/breaker.ts";
import type { Usage } from "../../src/api/budget.ts";
import { grouped } from "../../src/text/numbers.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";

/** What came of trying a link's key. */
export type Health =
  | {
      readonly state: "works" | "limited";
      readonly durationMs: number;
      /** Of the requests a minute that the workspace allows; `undefined` where that cannot be told. */
      readonly usage: Usage | undefined;
    }
  | { readonly state: "broken"; readonly text: string }
  /** The service as a whole does not answer, and is left in peace for a while. */
  | {
      readonly state: "resting";
      readonly way: Exclude<BreakerStatus, { readonly state: "closed" }>;
      /** Epoch milliseconds. */
      readonly now: number;
    };

const reasons: Readonly<Record<DownFailure, string>> = {
  unavailable: "it answers that it has trouble itself",
  unreachable: "no connection to it can be made",
  cut: "its connections break off before an answer comes",
  timeout: "its answers do not come in time",
};

export function healthWords(health: Health): string {
  switch (health.state) {
    case "works":
      return joined(
        [
          `✅ The workspace answered within ${took(health.durationMs)} and takes this server's key.`,
          usageWords(health.usage),
        ],
        " ",
      );
    case "limited":
      return joined(
        [
          `⚠️ The workspace answered within ${took(health.durationMs)} and knows this server's key, but keeps the calendar from it. Someone who administers the workspace can give the key more rights.`,
          usageWords(health.usage),
        ],
        " ",
      );
    case "broken":
      return `❌ ${health.text}`;
    case "resting":
      return restingWords(health);
    default:
      return health satisfies never;
  }
}

function usageWords(usage: Usage | undefined): string | undefined {
  if (usage === undefined) return undefined;
  return `${grouped(usage.used)} of its ${grouped(usage.limit)} requests a minute are used.`;
}

function restingWords({ way, now }: Extract<Health, { readonly state: "resting" }>): string {
  const since = timeMark(Temporal.Instant.fromEpochMilliseconds(way.since), "R");
  const next =
    way.state === "half-open" || way.retryAt <= now
      ? "I am about to try it again."
      : `I try it again ${timeMark(Temporal.Instant.fromEpochMilliseconds(way.retryAt), "R")}; until then nothing is sent.`;
  return `❌ The workspace service has not been answering since ${since}: ${reasons[way.reason]}. ${next} Whether the key works cannot be told meanwhile.`;
}

function took(durationMs: number): string {
  return durationMs < 1_000
    ? `${Math.max(1, Math.round(durationMs))} ms`
    : `${grouped(Math.round(durationMs / 100) / 10)} seconds`;
}
