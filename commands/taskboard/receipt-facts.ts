import type { GuildContext } from "../../src/interactions/handler-context.ts";

/** Who did something when, and which command shows how it stands now. */
export interface ReceiptFacts {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Clickable name of the command. */
  readonly nextMention: string;
}

export function receiptFacts(
  { invoker, now, commandMention }: Pick<GuildContext, "invoker" | "now" | "commandMention">,
  next: string,
): ReceiptFacts {
  return {
    discordUserId: invoker.discordUserId,
    at: Temporal.Instant.fromEpochMilliseconds(now()),
    nextMention: commandMention(next),
  };
}
