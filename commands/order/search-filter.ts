import { z } from "zod";
import { openFilter, type OrderFilter } from "../../src/domain/order-filter.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findHere } from "../../src/interactions/own-draft.ts";
import { plain } from "../../src/text/inert.ts";
import { type Names, personPlain } from "../shared/people.ts";
import { statusWords } from "./words.ts";

const kind = "order.search";
/** Page buttons of a search work this long. */
const lifetimeMs = 7 * 24 * 60 * 60_000;
/** Stands in a custom id for a search without filters, which needs no draft. */
const noDraft = "";

const StoredFilter = z.object({
  status: z.string().optional(),
  person: z.string().optional(),
  item: z.string().optional(),
  number: z.number().optional(),
});

function isEmptyFilter(filter: OrderFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Keeps a filter for the page buttons, which carry the id given back. */
export async function keepFilter(filter: OrderFilter, ctx: GuildContext): Promise<string> {
  if (isEmptyFilter(filter)) return noDraft;
  const id = ctx.newId();
  const createdAt = ctx.now();
  await ctx.store.drafts.create({
    id,
    guildId: ctx.guildId,
    discordUserId: ctx.caller.discordUserId,
    kind,
    payload: filter,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  });
  return id;
}

/** @throws UserError when the search is too old, MisuseError when it is not from here */
export async function findFilter(draftId: string, ctx: GuildContext): Promise<OrderFilter> {
  if (draftId === noDraft) return {};
  const draft = await findHere(draftId, kind, ctx);
  const isCurrent = draft !== undefined && draft.expiresAt > ctx.now();
  const filter = StoredFilter.safeParse(isCurrent ? draft.payload : undefined);
  if (filter.success) return filter.data;
  throw new UserError(
    `This search is from too long ago, so its pages cannot be turned any more. Please run ${ctx.commandMention("order search")} again.`,
  );
}

/** What is filtered, for people to read, unescaped; `undefined` when nothing is. */
export function filterWords({ status, person, item, number }: OrderFilter, names: Names): string | undefined {
  const words = [
    status === openFilter ? "open" : status !== undefined && `status ${statusWords(status).words}`,
    person !== undefined && `person ${personPlain(person, names)}`,
    item !== undefined && `item “${plain(item, 60)}”`,
    number !== undefined && `number ${number}`,
  ].filter((part) => part !== false);
  return words.length === 0 ? undefined : words.join(", ");
}
