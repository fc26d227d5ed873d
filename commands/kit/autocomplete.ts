import type { AutocompleteInteraction } from "discord.js";
import type { WorkspaceReadName } from "../../src/api/resilience/sessions.ts";
import type { WorkspaceContract } from "../../src/api/contract/index.ts";
import type { Input, Output } from "../../src/api/endpoint.ts";
import { memoizeWeak, createIndex, type Entry } from "../../src/domain/search.ts";
import { getCacheScope } from "../../src/domain/service-ids.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";

/**
 * Discord asks again only when more is typed, so an empty list would stay for the first person to open it. So the first
 * response is awaited for as long as a loading list doesn't feel stuck; later ones aren't.
 */
const firstAnswerWithinMs = 1_000;

/** Discord's limit. */
export const maxChoices = 25;

/** A choice whose name differs from its value. */
export interface Suggestion extends Entry {
  readonly name: string;
}

/** Suggests from the last known response of a read; typing sends nothing to the service. */
export function suggestKnown<Name extends WorkspaceReadName>(
  operation: Name,
  createInput: (ctx: LinkedContext, interaction: AutocompleteInteraction) => Input<WorkspaceContract[Name]>,
  listSuggestions: (data: Output<WorkspaceContract[Name]>) => readonly Suggestion[],
): Autocomplete<LinkedContext> {
  const indexOf = memoizeWeak((data: Output<WorkspaceContract[Name]>) => createIndex(listSuggestions(data)));
  return async (typed, ctx, interaction) => {
    const known = await readStale(operation, createInput(ctx, interaction), ctx);
    return known === undefined ? [] : indexOf(known).find(typed, maxChoices);
  };
}

/** The last known response of a read, for suggestions. */
export function readStale<Name extends WorkspaceReadName>(
  operation: Name,
  input: Input<WorkspaceContract[Name]>,
  { service, link }: LinkedContext,
  withinMs = firstAnswerWithinMs,
): Promise<Output<WorkspaceContract[Name]> | undefined> {
  return service.readStale(getCacheScope(link), operation, input, withinMs);
}
