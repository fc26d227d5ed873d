import type { Session } from "./sessions.ts";
import { LruMap } from "../../lru-map.ts";
import type { ApiFailure } from "../errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** The limit that a connection's requests count against. */
export interface KeyLimits {
  of(session: Session): { readonly limiter: RateLimiter; readonly id: string };
  /** A read of the workspace worked with this key. */
  worked(session: Session): void;
  failed(session: Session, failure: ApiFailure): void;
}

/** The least recently used key is evicted first, and soon learned again. */
const maxKnown = 4_000;

/**
 * Each workspace has one limit, whichever guild asks. A wrong or foreign key must not use it up: a key being verified,
 * or one that was refused, has its own limit until a read works with it.
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
      // Requests already made with it count too.
      const unproven = unprovenLimiter.release(id);
      if (unproven !== undefined) limiter.absorb(session.workspaceId, unproven);
    },

    failed(session, failure) {
      const id = idOf(session);
      // A working key may lack the permission for one operation.
      const isRefused =
        failure === "unauthorized" || (failure === "forbidden" && works.get(id) === undefined);
      if (isRefused) works.set(id, false);
    },
  };
}
