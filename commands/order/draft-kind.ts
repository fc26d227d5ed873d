/** Names the drafts of orders that wait to be logged, and their entries in the record. */
export const orderDraftKind = "order.create";
