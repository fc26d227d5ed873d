/** What the commands of all peers have in common: the call to the service, and a page of orders as the bot draws it. */
const shown = 10;
const dayMs = 24 * 60 * 60_000;

export const titles = { help: "What you can do here" };

const statuses = {
  waiting_for_pickup: "🛎️ Ready for pickup",
  completed: "✅ Completed",
  finding_new_colleague: "🔄 Finding a new colleague",
  preparing: "🍳 Preparing",
  waiting_for_preparation: "⏳ Waiting for preparation",
  submitted: "📝 Submitted",
  handed_to: "🤝 Handed over",
  cancelled: "🚫 Cancelled",
};
const closed = new Set(["handed_to", "cancelled"]);
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

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

/** The first page: open orders first, a heading for each status, and what is below the list. */
export function orderPage(orders, now = Date.now()) {
  const isOpen = ({ status, updatedAt }) => !closed.has(status) && now - Date.parse(updatedAt) < dayMs;
  const open = orders.filter(isOpen);
  const page = [...open, ...orders.filter((order) => !isOpen(order))].slice(0, shown);
  const groups = [...Map.groupBy(page, ({ status }) => status)];
  const counts = new Map();
  for (const { status } of orders) counts.set(status, (counts.get(status) ?? 0) + 1);
  return {
    title: `${orders.length} orders, ${open.length === 0 ? "none" : open.length} open`,
    description: groups
      .map(([status, ofIt]) =>
        [
          `**${nameOf(status)} · ${countOf(ofIt.length, counts.get(status))}**`,
          ...ofIt.map((order) => lineOf(order, now)),
        ].join("\n"),
      )
      .join("\n\n"),
    footer: `Page 1 of ${Math.ceil(orders.length / shown)}${open.length === 0 ? " · newest first" : ""}`,
    choices: groups.flatMap(([status, ofIt]) => ofIt.map((order) => choiceOf(order, nameOf(status)))),
    buttons: [
      { id: "page:-1", label: "Previous", disabled: true },
      { id: "page:1", label: "Next" },
      { id: "page:0", label: "Reload" },
      { id: "csv:0", label: "Download CSV" },
      { id: "share:order", label: "Show in channel" },
    ],
  };
}

export const menu = { id: "open:0", placeholder: "Open an order" };

const countOf = (those, all) => (those < all ? `${those} of ${all}` : all);
const nameOf = (status) => statuses[status] ?? `🔹 ${status}`;

function lineOf({ order_number: number, items, status, createdAt }, now) {
  const placedAt = Date.parse(createdAt);
  const when = closed.has(status) ? dates.format(placedAt) : ageOf(now - placedAt);
  return `**#${number}** ${when} · ${shortItems(items)}`;
}

function choiceOf({ _id: value, order_number: number, items }, status) {
  const [mark, ...label] = status.split(" ");
  return {
    value,
    label: `${mark} Order #${number} · ${label.join(" ")}`,
    description: items.join(", ").slice(0, 100),
  };
}

function ageOf(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 24 / 60)} d`;
}

/** As many as there is room for on a phone, and how many more there are. */
function shortItems(items, room = 27) {
  let count = 1;
  while (count < items.length && items.slice(0, count + 1).join(", ").length <= room) count += 1;
  const rest = items.length - count;
  return items.slice(0, count).join(", ") + (rest > 0 ? ` +${rest}` : "");
}
