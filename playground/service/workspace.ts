import type { OperationName } from "../../src/api/contract/index.ts";
import { createTokenAccess, type TokenAccess } from "./access.ts";
import { createCustomers } from "./order-simulator.ts";
import { createStaffLife } from "./staff-simulator.ts";
import { createRandom, hex } from "./random.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import type { Business } from "./seed/types.ts";
import { seedState } from "./seed/index.ts";
import { createService, type Service } from "./service.ts";
import type { ServiceState } from "./state.ts";

const tokenDigits = 64;

/** One workspace, from its administrator's side. */
export interface WorkspaceEmulator {
  readonly workspaceId: string;
  /** The token that is accepted now, or was until it was revoked. */
  readonly token: string;
  /** The secret that the task-board configuration carries on the wire. A bot that shows it anywhere is broken. */
  readonly oauthToken: string;
  readonly state: ServiceState;
  /** From now on its token is answered with 401. */
  revokeToken(): void;
  /** Replaces the accepted token, and returns the new one. */
  issueToken(token?: string): string;
  /** These operations, and no others, are answered with 403. */
  setForbidden(operations: readonly OperationName[]): void;
  /** Starts a new rate limit window. */
  resetRateLimit(): void;
  setRateLimit(requestsPerMinute: number): void;
}

/** The same workspace with the parts that serve it. */
export interface Workspace {
  readonly emulator: WorkspaceEmulator;
  readonly service: Service;
  readonly access: TokenAccess;
  readonly rateLimit: RateLimit;
}

export interface WorkspaceParts {
  readonly name: string;
  readonly business: Business;
  readonly seed: number;
  readonly token: string | undefined;
  readonly now: () => number;
  /** Guests keep ordering, staff keep playing, and weeks are marked when they end. */
  readonly isBusy: boolean;
  readonly findUser: Service["findUser"];
}

export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { name, business, seed, token, now, isBusy, findUser } = parts;
  const random = createRandom(seed);
  const access = createTokenAccess(token ?? hex(random, tokenDigits));
  const oauthToken = `taskboard-secret-${hex(random, tokenDigits)}`;
  const state = seedState(name, business, random, now());
  const catchUp = isBusy ? createLife({ state, business, seed, now }) : () => undefined;
  const rateLimit = createRateLimit(now);
  return {
    service: createService({ state, now, random, oauthToken, catchUp, findUser }),
    access,
    rateLimit,
    emulator: {
      workspaceId: state.workspace.id,
      get token() {
        return access.token;
      },
      oauthToken,
      state,
      revokeToken: () => access.revoke(),
      issueToken(next = hex(random, tokenDigits)) {
        access.issue(next);
        return next;
      },
      setForbidden: (operations) => access.setForbidden(operations),
      resetRateLimit: () => rateLimit.reset(),
      setRateLimit: (requestsPerMinute) => rateLimit.setLimit(requestsPerMinute),
    },
  };
}

function createLife(parts: Parameters<typeof createStaffLife>[0]): () => void {
  const customers = createCustomers(parts);
  const staff = createStaffLife(parts);
  return () => {
    customers();
    staff();
  };
}
