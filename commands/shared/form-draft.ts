import type { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { keepDraft } from "../../src/interactions/keep-draft.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";

/** What was typed into a form, kept so that it can be mended. */
export interface FormDrafts<Typed> {
  keep(this: void, typed: Typed, ctx: GuildContext): Promise<string>;
  /** @throws UserError when it is too old, MisuseError when it is somebody else's */
  find(this: void, draftId: string, ctx: GuildContext): Promise<Typed>;
}

interface FormDraftParts<Typed> {
  readonly kind: string;
  readonly schema: z.ZodType<Typed>;
  /** Where the form is opened anew. */
  readonly command: string;
}

export function defineFormDraft<Typed>({ kind, schema, command }: FormDraftParts<Typed>): FormDrafts<Typed> {
  return {
    keep: (typed, ctx) => keepDraft({ kind, payload: typed }, ctx),
    async find(draftId, ctx) {
      const found = schema.safeParse((await findOwn(draftId, kind, ctx)).payload);
      if (found.success) return found.data;
      throw new UserError(
        `What was typed then can no longer be read, so nothing was sent. Please run ${ctx.commandMention(command)} again.`,
      );
    },
  };
}
