import { z } from "zod";
import type { OrderFilter } from "../../src/domain/order-filter.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { renderSearch } from "./render-search.ts";
import { searchFilters } from "./search-filter.ts";

const id = defineCustomId("order.search.page", { draftId: z.string(), page: PageIndex });

export const searchPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  async run({ draftId, page }, ctx) {
    return showSearch(await searchFilters.find(draftId, ctx), draftId, page, ctx);
  },
});

/** Asks for the orders of this moment and shows one page of those that fit. */
export async function showSearch(
  filter: OrderFilter,
  draftId: string,
  page: number,
  ctx: LinkedContext,
): Promise<Answer> {
  const orders = await ctx.api.searchOrders({ params: { workspaceId: ctx.workspaceId } });
  const customIdOf = (index: number) => id.encode({ draftId, page: index });
  const people = new Set([filter.person]);
  for (const { customer, submitted_by, prepared_by, picked_up_by } of orders)
    people.add(customer).add(submitted_by).add(prepared_by).add(picked_up_by);
  const names = await namesOf(people, ctx);
  const createMention = ctx.commandMention("order create");
  return renderSearch(
    { orders, filter, names, page, customIdOf, createMention },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}
