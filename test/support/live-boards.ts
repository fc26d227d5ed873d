import { playgroundIds } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import type { Harness } from "./harness.ts";
import { sampleSchedule } from "./sample-schedule.ts";
import { until } from "./wait-for.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { withFooters } from "./replies.ts";

const minuteMs = 60_000;
const { guildId, orders: channelId, ada } = playgroundIds;

/** Posts live boards in the channel for orders, and changes the orders that they show. */
export function liveBoards(current: () => Harness) {
  const store = () => current().app.ctx.store;
  const now = () => current().clock.now();
  const messages = () => current().discord.messagesIn(channelId);

  /** A live board that is to be posted now, and is not due by its rule. */
  async function addBoard(parts: Partial<Schedule> = {}): Promise<string> {
    const id = current().app.ctx.newId();
    const where = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: now() };
    await store().schedules.create({
      ...sampleSchedule(where),
      kind: "orders",
      mode: "live",
      options: {},
      refreshEveryMs: 2 * minuteMs,
      nextRefreshAt: now(),
      ...parts,
    });
    return id;
  }
  const present = async (id: string): Promise<Schedule> => {
    const found = await store().schedules.find(guildId, id);
    if (found === undefined) throw new Error("the schedule is gone");
    return found;
  };
  async function standing(parts: Partial<Schedule> = {}): Promise<{ id: string; text: () => string }> {
    const id = await addBoard(parts);
    await until("it is posted", async () => (await present(id)).lastOutcome === "sent");
    const { messageId } = await present(id);
    const text = (): string => {
      const shown = messages().find((message) => message.id === messageId);
      return shown === undefined ? "" : withFooters(shown);
    };
    return { id, text };
  }

  const isOver = () => until("no board is being looked at", () => !current().isAtWork(refreshing.name));

  /** A look of its own, from its beginning to its end: a clock that runs on meanwhile would end its leases. */
  async function looked(id: string): Promise<void> {
    await isOver();
    const { nextRefreshAt: before = 0 } = await present(id);
    // It may be put off.
    current().clock.advance(Math.max(2 * minuteMs, before - now()) + 1);
    await until("it was looked at", async () => ((await present(id)).nextRefreshAt ?? 0) > before);
    await isOver();
  }

  const looksUntil = (id: string, what: string, condition: () => boolean): Promise<void> =>
    until(what, async () => {
      if (!condition()) await looked(id);
      return condition();
    });

  const nextLookWords = async (id: string): Promise<string> =>
    `next look: <t:${Math.floor(((await present(id)).nextRefreshAt ?? 0) / 1_000)}:R>`;

  let orders = 0;
  /** An order that never changes. */
  function place(status: string, parts: { readonly updatedAt?: string } = {}): string {
    orders += 1;
    const _id = String(orders).padStart(24, "0");
    const at = Temporal.Instant.fromEpochMilliseconds(now()).toString();
    const order = {
      _id,
      order_number: 5_000 + orders,
      items: ["Flat white"],
      status,
      createdAt: at,
      updatedAt: at,
    };
    current().service.state.orders.set(_id, { order: { ...order, ...parts }, steps: [] });
    return `Order #${5_000 + orders}`;
  }
  function move(status: string): void {
    const _id = String(orders).padStart(24, "0");
    const stored = current().service.state.orders.get(_id);
    if (stored === undefined) throw new Error("no such order");
    current().service.state.orders.set(_id, { ...stored, order: { ...stored.order, status } });
  }

  async function clear(): Promise<void> {
    current().service.faults.clear();
    current().service.state.orders.clear();
    for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
    current().clock.advance(minuteMs);
    // Ends the looks that are under way, and what they read is forgotten.
    await current().restart();
  }

  return {
    store,
    now,
    messages,
    addBoard,
    present,
    standing,
    looked,
    looksUntil,
    nextLookWords,
    place,
    move,
    clear,
  };
}
