import type { ExpressionBuilder } from "kysely";
import type { Tables } from "./tables.ts";

export interface RequestPerson {
  readonly discordUserId: string | undefined;
  /** The service's; they may have been disconnected since. */
  readonly userIds: readonly string[];
}

/** Requests by a member or about a user. */
export function isAbout({ discordUserId, userIds }: RequestPerson) {
  return (eb: ExpressionBuilder<Tables, "timeRequests">) =>
    eb.or([
      ...(discordUserId === undefined ? [] : [eb("discordUserId", "=", discordUserId)]),
      ...userIds.map((userId) => eb("userId", "=", userId)),
    ]);
}
