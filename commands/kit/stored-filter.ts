import type { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { createDraft, emptyDraftId, requireGuildDraft } from "../../src/interactions/confirmation/drafts.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

/** Stores a list's filter for its page buttons, which carry the returned id. */
interface StoredFilters<Filter> {
  /** An empty filter needs no draft. */
  keep(this: void, filter: Filter, ctx: GuildContext): Promise<string>;
  /** @throws UserError if the list is too old, MisuseError if it isn't from here */
  find(this: void, draftId: string, ctx: GuildContext): Promise<Filter>;
}

interface KeptFilterParts<Filter> {
  readonly kind: string;
  /** Also accepts an empty filter. */
  readonly schema: z.ZodType<Filter>;
  /** How long page buttons work. */
  readonly lifetimeMs: number;
  /** The list's name in sentences, for example "This search". */
  readonly listName: string;
  readonly command: string;
}

export function defineStoredFilter<Filter extends object>(
  parts: KeptFilterParts<Filter>,
): StoredFilters<Filter> {
  const { kind, schema, lifetimeMs, listName, command } = parts;
  /** The same interaction usually continues by showing the list. */
  const justKept = new WeakMap<GuildContext, { readonly draftId: string; readonly filter: Filter }>();
  return {
    async keep(filter, ctx) {
      if (isEmptyFilter(filter)) return emptyDraftId;
      const draftId = await createDraft({ kind, payload: filter, ttlMs: lifetimeMs }, ctx);
      justKept.set(ctx, { draftId, filter });
      return draftId;
    },
    async find(draftId, ctx) {
      if (draftId === emptyDraftId) return schema.parse({});
      const kept = justKept.get(ctx);
      if (kept?.draftId === draftId) return kept.filter;
      const draft = await requireGuildDraft(draftId, kind, ctx);
      const isCurrent = draft !== undefined && draft.expiresAt > ctx.now();
      const filter = schema.safeParse(isCurrent ? draft.payload : undefined);
      if (filter.success) return filter.data;
      throw new UserError(
        `${listName} is too old to show more pages, so nothing was done. Run ${ctx.commandMention(command)} again.`,
      );
    },
  };
}

export function isEmptyFilter(filter: object): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
