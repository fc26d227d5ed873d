import { z } from "zod";
import { paginate } from "../../src/domain/lists.ts";
import { findOrders, oldFilter, openFilter, type OrderFilter } from "../../src/domain/order-filter.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { statusChoices } from "../../src/ui/order-text.ts";
import { namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { choice, integer, text } from "../kit/options.ts";
import { anyPerson } from "../kit/person-option.ts";
import { assertOrderNumber } from "./order-input.ts";
import { orderJudge } from "./order-rule.ts";
import { renderSearch } from "./render-search.ts";
import { searchFilters } from "./search-filter.ts";

const ordersAPage = 10;

const id = defineCustomId("order.search.page", { draftId: z.string(), page: PageIndex });

const searchPageButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "update",
  async run({ draftId, page }, ctx) {
    return showSearch(await searchFilters.find(draftId, ctx), draftId, page, ctx);
  },
});

/** Asks for the orders of this moment and shows one page of those that fit. */
async function showSearch(
  filter: OrderFilter,
  draftId: string,
  page: number,
  ctx: LinkedContext,
): Promise<Reply> {
  const { api, scheduler, workspaceId, guildId } = ctx;
  const orders = await api.searchOrders({ params: { workspaceId } });
  const judge = await orderJudge(orders, ctx);
  const find = (wanted: OrderFilter) =>
    scheduler.runExclusive(guildId, () => findOrders(orders, wanted, judge, () => scheduler.pause(guildId)));
  const found = await find(filter);
  // Whoever looks for what is to be done has to know of what was left lying.
  const old = filter.status === openFilter ? await find({ ...filter, status: oldFilter }) : [];
  const shown = paginate(found, page, ordersAPage);
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

export const search = defineSubcommand({
  name: "search",
  description: "Find orders of the workspace, newest first",
  options: {
    status: choice("Only orders that stand like this", statusChoices),
    person: anyPerson("Only orders of this person, in any role"),
    item: text("Only orders with an item whose name has this in it")
      .max(100)
      .map((item) => item || undefined),
    number: integer("Only the order of this number").map(assertOrderNumber),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["searchOrders"],
  components: [searchPageButton],
  run: async ({ options }, ctx) => showSearch(options, await searchFilters.keep(options, ctx), 0, ctx),
});
