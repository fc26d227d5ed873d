import type { z } from "zod";
import type { Access } from "../access.ts";
import type { Reply } from "../../ui/reply.ts";
import type { CustomId } from "../custom-id.ts";
import type { ContextFor, Needs } from "../handler-context.ts";

/** A write that a person sees first, then confirms. It runs at most once, whatever is pressed, crashes or restarts. */
export interface ConfirmationDeclaration<Payload, Result, N extends Needs> {
  /** Names the draft, its two buttons and the audit entries, for example `order.create`. */
  readonly kind: string;
  readonly access: Access;
  readonly needs: N;
  /** Reads what was stored, perhaps by an older version of the bot. */
  readonly payload: z.ZodType<Payload>;
  readonly confirm: { readonly label: string | ((payload: Payload) => string); readonly harmful: boolean };
  readonly cancel: {
    readonly label: string;
    /** What the person reads after pressing it. */
    readonly sentence: string;
  };
  /** How to find out, for when no answer came: "I sent …, so I cannot tell whether …. Check … before …." */
  readonly unknownOutcomeText: string;
  /** Takes the place of the question's title then; *Not sure whether this was done* when left out. */
  readonly unknownTitle?: string;
  /** Looks for what was sent, where the service can tell. */
  readonly lookFor?: (sent: SentPayload<Payload>, ctx: ContextFor<N>) => Promise<Found | NotFound>;
  /** The write itself, one call. @throws UserError when it turns out that nothing should be written */
  execute(payload: Payload, ctx: ContextFor<N>): Promise<Result>;
  readonly outcome: {
    /** The id of what was made or changed. */
    target(result: Result, payload: Payload): string | undefined;
    /** For a second press: "This order was already logged, as #1042. Nothing was sent twice." */
    duplicateText(result: Result, payload: Payload): string;
    /** What the audit log says of it, `done` when left out. `refused`: nothing was changed. `nowhere`: no entry. */
    auditOutcome?(result: Result, payload: Payload): "done" | "refused" | "nowhere";
  };
  /** Replaces the question. Pure. The draft is found for a day after its hour is over. */
  receipt(result: Result, payload: Payload, ctx: ContextFor<N>, draftId: string): Reply;
}

export interface SentPayload<Payload> {
  readonly payload: Payload;
  /** When the question was asked; epoch milliseconds. */
  readonly askedAt: number;
}

/** What was sent is there. */
export interface Found {
  /** For example *Order #1042 was logged*. */
  readonly title: string;
  readonly sentence: string;
}
/** It is not, as far as can be seen. */
export interface NotFound {
  readonly sentence: string;
}

/** The buttons of a question carry nothing but the draft's id. */
export type DraftButtonId = CustomId<{ draftId: z.ZodString }>;

export interface QuestionIds {
  readonly confirm: DraftButtonId;
  readonly discard: DraftButtonId;
  /** Asks once more, once it has expired. */
  readonly again: DraftButtonId;
  /** Looks for what was sent, once nobody knows what came of it. */
  readonly style: DraftButtonId;
}
