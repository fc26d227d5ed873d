import type { Session } from "./sessions.ts";
import { LruMap } from "../../lru-map.ts";
import type { ApiFailure } from "../errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Against what the requests of a connection count. */
export interface KeyLimits {
  of(session: Session): { readonly limiter: RateLimiter; readonly id: string };
  /** A read of the workspace worked with this key. */
  worked(session: Session): void;
  failed(session: Session, failure: ApiFailure): void;
}

/** What was learned of a key the longest ago is forgotten first, and soon learned again. */
const maxKnown = 4_000;

/**
 * Each workspace has one limit, whichever guild asks. A wrong or foreign key must not use it up: a key that is only
 * tried, and one that is refused, has a limit of its own until a read works with it.
 */
export function createKeyLimits(limiter: RateLimiter, unprovenLimiter: RateLimiter): KeyLimits {
  const works = new LruMap<string, boolean>({ maxSize: maxKnown });
  const idOf = ({ workspaceId, token }: Session): string => `${workspaceId}\n${token}`;

  return {
    of(session) {
      const id = idOf(session);
      // A key is stored only after a read worked with it.
      const isTrusted = works.get(id) ?? !session.isTrial;
      return isTrusted ? { limiter, id: session.workspaceId } : { limiter: unprovenLimiter, id };
    },

    worked(session) {
      const id = idOf(session);
      if (works.get(id) === true) return;
      works.set(id, true);
      // What was asked with it so far counts, too.
      const unproven = unprovenLimiter.release(id);
      if (unproven !== undefined) limiter.absorb(session.workspaceId, unproven);
    },

    failed(session, failure) {
      const id = idOf(session);
      // A key that works may lack the right to one thing.
      const isRefused =
        failure === "unauthorized" || (failure === "forbidden" && works.get(id) === undefined);
      if (isRefused) works.set(id, false);
    },
  };
}
