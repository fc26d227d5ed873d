import type { OperationName } from "../../src/api/contract/index.ts";

/** Which token is accepted, and what it may do. */
export interface TokenAccess {
  readonly token: string;
  accepts(authorization: string | undefined): boolean;
  forbids(operation: OperationName): boolean;
  revoke(): void;
  issue(token: string): void;
  setForbidden(operations: readonly OperationName[]): void;
}

export function createTokenAccess(firstToken: string): TokenAccess {
  let token = firstToken;
  let revoked = false;
  let forbidden: ReadonlySet<OperationName> = new Set();
  return {
    get token() {
      return token;
    },
    accepts: (authorization) => !revoked && authorization === `Bearer ${token}`,
    forbids: (operation) => forbidden.has(operation),
    revoke() {
      revoked = true;
    },
    issue(next) {
      token = next;
      revoked = false;
    },
    setForbidden(operations) {
      forbidden = new Set(operations);
    },
  };
}
