/** What the commands of all peers have in common: the call to the service, and the lines of its newest orders. */
const shown = 10;

export async function newestOrders() {
  const response = await fetch(`${process.env.WORKSPACE_API_URL}/players/orders/bench/search`, {
    headers: { authorization: "Bearer bench" },
  });
  if (!response.ok) throw new Error(`the service answered with ${response.status}`);
  return newestFirst(await response.json());
}

export function newestFirst(orders) {
  return orders.toSorted((first, second) => Date.parse(second.createdAt) - Date.parse(first.createdAt));
}

export function orderLines(orders) {
  return orders
    .slice(0, shown)
    .map(({ order_number: number, status, items, createdAt }) => {
      const seconds = Math.floor(Date.parse(createdAt) / 1_000);
      return `**Order #${number}** ${status} · ${items.join(", ")} · <t:${seconds}:R>`;
    })
    .join("\n");
}

export function footerOf(orders) {
  return `Page 1 of ${Math.ceil(orders.length / shown)} · ${orders.length} orders`;
}

export const titles = { help: "What you can do here", orders: "Orders, newest first" };
