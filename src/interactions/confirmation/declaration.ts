import type { APIButtonComponentWithCustomId, ButtonInteraction } from "discord.js";
import type { z } from "zod";
import type { Access } from "../access.ts";
import type { Reply, Row } from "../../ui/reply.ts";
import type { CustomId } from "../custom-id.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "../handler-context.ts";

/**
 * A write that a person previews, then confirms. It runs at most once, despite repeated presses, crashes and restarts.
 */
export interface ConfirmationDeclaration<Payload, Result, N extends Needs> {
  /** Names the draft, its two buttons and the audit entries, for example `order.create`. */
  readonly kind: string;
  readonly access: Access;
  readonly needs: N;
  /** Its buttons also work in private messages, about the guild it was asked for. */
  readonly anywhere?: boolean;
  /** Parses what was stored, perhaps by an older version of the bot. */
  readonly payload: z.ZodType<Payload>;
  /** The workspace users it names: whose they were in the preview, they must still be when it's sent. */
  readonly people?: (payload: Payload) => readonly (string | undefined)[];
  /**
   * For what others can change: what it's about as it is now, `undefined` if it's gone. If it isn't what the preview
   * showed, nothing is sent.
   * @throws UserError, ApiError if it can't be read: then nothing is sent either
   */
  readonly readAgain?: (payload: Payload, ctx: ContextFor<N>) => Promise<Present | undefined>;
  readonly confirm: {
    readonly label: string | ((payload: Payload) => string);
    readonly destructive: boolean;
    /** Whether something about it is doubtful: then it comes last, too, but isn't red. */
    readonly comesLast?: (payload: Payload) => boolean;
  };
  readonly cancel: {
    readonly label: string;
    /** What the person reads after pressing it. */
    readonly sentence: string;
    /** Replaces the preview if a sentence isn't enough; by default, or if `undefined`, only the sentence is shown. */
    readonly reply?: (payload: Payload, ctx: GuildContext) => Promise<Reply | undefined>;
  };
  /** For when there was no response: "I sent …, so I don't know whether …. Check … before …." */
  readonly unknownOutcomeText: string;
  /** The preview's title in that case; *Not sure whether this was done* by default. */
  readonly unknownTitle?: string;
  /** Looks for what was sent, if the service can tell; also where nothing may be sent anymore. */
  readonly lookFor?: (sent: SentPayload<Payload>, ctx: LinkedContext) => Promise<Found | NotFound>;
  /** The write itself: one call. @throws UserError if it turns out that nothing should be written */
  execute(payload: Payload, ctx: ContextFor<N>): Promise<Result>;
  readonly outcome: {
    /** The id of what was created or changed. */
    target(result: Result, payload: Payload): string | undefined;
    /** For a second press: "This order was already logged, as #1042. Nothing was sent twice." */
    duplicateText(result: Result, payload: Payload): string;
    /** The outcome in the audit log, `done` by default. `refused`: nothing was changed. `nowhere`: no entry. */
    auditOutcome?(result: Result, payload: Payload): "done" | "refused" | "nowhere";
  };
  /**
   * Replaces the preview. The draft can be found for a day after it expires. This runs after the write is done, so it
   * must not reject.
   */
  receipt(result: Result, payload: Payload, ctx: ContextFor<N>, draftId: string): Reply | Promise<Reply>;
  /** The first button of the receipt, for what can be undone by the same means. */
  readonly undo?: Undo<Payload, Result, N>;
}

export interface Present {
  /** What a preview must have shown of it. JSON; only a digest is stored. */
  readonly seen: unknown;
  /** Another preview, which replaces the one that was pressed. */
  readonly show: () => Promise<Reply>;
}

/** It works as long as the draft is kept: for a day after it expires. */
export interface Undo<Payload, Result, N extends Needs> {
  /** Always offered by default. */
  readonly isOffered?: (result: Result, payload: Payload) => boolean;
  /** The preview of the opposite, which replaces the receipt. */
  run(payload: Payload, ctx: ContextFor<N>, interaction: ButtonInteraction): Promise<Reply>;
}

export interface SentPayload<Payload> {
  readonly draftId: string;
  readonly payload: Payload;
  /** When the preview was made, with what the payload says; epoch milliseconds. */
  readonly askedAt: number;
  /** When it was last shown: later if it expired and was asked again. */
  readonly shownAt: number;
}

/** What was sent was found. */
export interface Found {
  /** For example *Order #1042 was logged*. */
  readonly title: string;
  readonly sentence: string;
  /** Its id, if it is certain: then it is recorded as done, and nothing else of the kind is found in it again. */
  readonly target?: string;
  /** What can be done next, as below a receipt. */
  readonly components?: readonly Row[];
}
/** It wasn't found, as far as anyone can tell. */
export interface NotFound {
  readonly sentence: string;
  /** Beside the one that looks again. */
  readonly buttons?: readonly APIButtonComponentWithCustomId[];
}

/** The buttons of a preview carry only the draft's id. */
export type DraftButtonId = CustomId<{ draftId: z.ZodString }>;

export interface QuestionIds {
  readonly confirm: DraftButtonId;
  readonly discard: DraftButtonId;
  /** Shows it again after it has expired. */
  readonly again: DraftButtonId;
  /** Looks for what was sent when the outcome is unknown. */
  readonly look: DraftButtonId;
  /** Below the receipt. */
  readonly undo: DraftButtonId;
}
