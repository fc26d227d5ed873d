import type { RequestRecord } from "../../discord/types.ts";
import type { ServiceRequest } from "../../page-api/requests.ts";

export type Side = "discord" | "service";

/** A request as one line of the panel. */
export interface Shown {
  readonly key: string;
  readonly side: Side;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly isWell: boolean;
  readonly ms: string;
  readonly bytes: number;
}

const maxShown = 150;

/** Both lists as one, newest first. */
export function shownRequests(
  toDiscord: readonly RequestRecord[],
  toService: readonly ServiceRequest[],
  side: Side | "both",
): readonly Shown[] {
  const all = [
    ...(side === "service" ? [] : toDiscord.map((record) => ({ record, side: "discord" as const }))),
    ...(side === "discord" ? [] : toService.map((record) => ({ record, side: "service" as const }))),
  ];
  return all
    .toSorted((a, b) => b.record.atMs - a.record.atMs || b.record.id - a.record.id)
    .slice(0, maxShown)
    .map(({ record, side: of }) => ({
      key: `${of}-${String(record.id)}`,
      side: of,
      at: new Date(record.atMs).toLocaleTimeString(undefined, { hour12: false }),
      method: record.method,
      path: shortPath(record.path),
      status: record.status === 0 ? "cut" : String(record.status),
      isWell: record.status >= 200 && record.status < 400,
      ms: record.ms < 10 ? record.ms.toFixed(1) : String(Math.round(record.ms)),
      bytes: record.answerBytes,
    }));
}

/** Ids are long and alike: their ends tell them apart. */
function shortPath(path: string): string {
  // The word joiner keeps an end from being broken off its ellipsis.
  return path.replace(/\b(?:\d{13,16}|[\da-f]{20})([\da-f]{4})\b/g, "…\u2060$1");
}
