import { z } from "zod";
import { findOrders, oldFilter, openFilter, type OrderFilter } from "../../src/domain/order-filter.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { namesOf } from "../shared/people.ts";
import { orderJudge } from "./order-rule.ts";
import { renderSearch } from "./render-search.ts";
import { searchFilters } from "./search-filter.ts";

const ordersAPage = 10;

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
  const { api, scheduler, workspaceId, guildId } = ctx;
  const orders = await api.searchOrders({ params: { workspaceId } });
  const judge = await orderJudge(orders, ctx);
  const find = (wanted: OrderFilter) =>
    scheduler.runExclusive(guildId, () => findOrders(orders, wanted, judge, () => scheduler.pause(guildId)));
  const found = await find(filter);
  // Whoever looks for what is to be done has to know of what was left lying.
  const old = filter.status === openFilter ? await find({ ...filter, status: oldFilter }) : [];
  const shown = pageOf(found, page, ordersAPage);
  const [only] = found.length === 1 ? found : [];
  const people =
    only === undefined
      ? shown.entries.map(({ customer }) => customer)
      : [only.customer, only.submitted_by, only.prepared_by, only.picked_up_by];
  return renderSearch(
    {
      total: orders.length,
      page: shown,
      oldCount: old.length,
      filter,
      names: await namesOf([filter.person, ...people], ctx),
      customIdOf: (index) => id.encode({ draftId, page: index }),
      createMention: ctx.commandMention("order create"),
    },
    Temporal.Instant.fromEpochMilliseconds(ctx.now()),
  );
}
