import {
  type APIApplicationCommandOptionChoice,
  type APIMessageInteractionMetadata,
  type APIModalInteractionResponseCallbackData,
  InteractionResponseType,
  type InteractionType,
} from "discord-api-types/v10";
import type { FailureReason } from "./member-types.ts";

/** Discord gives up on an interaction that has no answer by then. */
export const answerWithinMs = 3_000;
export const tokenLastsMs = 15 * 60_000;
/** In real time: nobody in a test waits a quarter of an hour for an answer that was deferred. */
const finishWithinMs = 20_000;
/** Another press's change of the message counts for this one too, unless its own comes within this time. */
const overtakenAfterMs = 500;
/** How often a clock that may jump is checked. */
const lookEveryMs = 20;

export interface InteractionClock {
  readonly now: () => number;
  /** How long to wait where so many milliseconds are usual. */
  readonly stretch: (usualMs: number) => number;
}

export interface InteractionFacts {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly createdAtMs: number;
  /** None in a private channel. */
  readonly guildId: string | undefined;
  readonly channelId: string;
  readonly discordUserId: string;
  /** The message whose component was used, also when a modal came in between. */
  readonly sourceMessageId: string | undefined;
  /** Full name of the command, shown above its answer. */
  readonly command: string | undefined;
  readonly metadata: APIMessageInteractionMetadata | undefined;
  /** Types of values that an autocomplete takes. */
  readonly autocompletes?: { readonly isText: boolean; readonly isInteger: boolean } | undefined;
}

export type InteractionAnswer =
  | { readonly kind: "message" | "updated"; readonly messageId: string; readonly deferred: boolean }
  | { readonly kind: "form"; readonly modal: APIModalInteractionResponseCallbackData }
  | { readonly kind: "choices"; readonly choices: readonly APIApplicationCommandOptionChoice[] }
  | { readonly kind: "failed"; readonly reason: FailureReason };

/** One interaction from its sending until its answer is final; its token lives on for follow-ups. */
export class OpenInteraction {
  readonly facts: InteractionFacts;
  readonly #now: () => number;
  readonly #isOvertaken: () => boolean;
  readonly #answerWithinMs: number;
  readonly #finishWithinMs: number;
  readonly #answer = Promise.withResolvers<InteractionAnswer>();
  #settled = false;
  #lapsed = false;
  #acknowledged: InteractionResponseType | undefined;
  #deferred = false;
  #timers: readonly NodeJS.Timeout[];
  originalId: string | undefined;

  /** @param isOvertaken whether the message whose control was used was changed by another interaction since this one was sent */
  constructor(facts: InteractionFacts, { now, stretch }: InteractionClock, isOvertaken: () => boolean) {
    this.facts = facts;
    this.#isOvertaken = isOvertaken;
    this.#now = now;
    this.#answerWithinMs = stretch(answerWithinMs);
    this.#finishWithinMs = stretch(finishWithinMs);
    this.#timers = [
      setTimeout(() => this.#lapse(), this.#answerWithinMs),
      setInterval(() => this.#lapseWhenLate(), lookEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Never rejects. */
  get answer(): Promise<InteractionAnswer> {
    return this.#answer.promise;
  }
  get acknowledged(): InteractionResponseType | undefined {
    return this.#acknowledged;
  }
  get deferred(): boolean {
    return this.#deferred;
  }
  /** Nobody answered in time. */
  get lapsed(): boolean {
    this.#lapseWhenLate();
    return this.#lapsed;
  }
  get tokenIsOver(): boolean {
    return this.#now() - this.facts.createdAtMs > tokenLastsMs;
  }

  acknowledge(type: InteractionResponseType, deferred: boolean): void {
    this.#acknowledged = type;
    this.#deferred = deferred;
    this.#stopTimers();
    if (!deferred) return;
    this.#timers = [
      setTimeout(() => this.#endUnfinished(), this.#finishWithinMs).unref(),
      setInterval(() => this.#settleWhenOvertaken(), overtakenAfterMs).unref(),
    ];
  }

  /** The first call wins. */
  settle(answer: InteractionAnswer): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#stopTimers();
    this.#answer.resolve(answer);
  }

  close(): void {
    this.settle({ kind: "failed", reason: this.#deferred ? "never-finished" : "did-not-respond" });
  }

  /**
   * Of a deferred update nobody sees that it was deferred, so without an edit the message is as it was: "the user does not see
   * a loading state", by the list of callback types in Discord's page on receiving and responding to interactions.
   */
  #endUnfinished(): void {
    const { sourceMessageId: messageId } = this.facts;
    const isUnseen = this.#acknowledged === InteractionResponseType.DeferredMessageUpdate;
    if (isUnseen && messageId !== undefined) this.settle({ kind: "updated", messageId, deferred: true });
    else this.settle({ kind: "failed", reason: "never-finished" });
  }

  #settleWhenOvertaken(): void {
    const { sourceMessageId: messageId } = this.facts;
    if (this.#acknowledged !== InteractionResponseType.DeferredMessageUpdate || messageId === undefined)
      return;
    if (this.#isOvertaken()) this.settle({ kind: "updated", messageId, deferred: true });
  }
  #lapseWhenLate(): void {
    if (this.#now() - this.facts.createdAtMs > this.#answerWithinMs) this.#lapse();
  }
  #lapse(): void {
    if (this.#acknowledged !== undefined || this.#lapsed) return;
    this.#lapsed = true;
    this.settle({ kind: "failed", reason: "did-not-respond" });
  }
  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
