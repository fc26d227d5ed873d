/** Never run: each of these is held by `tsc`, which is part of `npm run check`. */
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { WorkspaceApi } from "../../src/api/client.ts";
import type { CreatedOrder, KnownOrderStatus, Order, orderStatuses } from "../../src/api/contract/orders.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import type { Taskboard } from "../../src/api/contract/taskboard.ts";
import { defineContract } from "../../src/api/endpoint.ts";
import { tables } from "../../commands/tables.ts";
import type { TableFacts } from "../../src/personal-data.ts";

const ok = z.object({});
const params = z.object({ a: z.string() });

// A row fits its path.
// @ts-expect-error `b` is in the path and not in `params`
defineContract({ x: { method: "GET", path: "/x/{a}/{b}", params, response: ok, retryable: true } });
// @ts-expect-error `retryable` has to be decided
defineContract({ x: { method: "GET", path: "/x/{a}", params, response: ok } });
// @ts-expect-error no such method
defineContract({ x: { method: "GRAB", path: "/x/{a}", params, response: ok, retryable: true } });
defineContract({ x: { method: "GET", path: "/x/{a}", params, response: ok, retryable: true } });

// A write invalidates reads only.
const read = { method: "GET", path: "/x/{a}", params, response: ok, retryable: true, cacheMs: 1 } as const;
const write = { method: "POST", path: "/x/{a}", params, response: ok, retryable: false } as const;
defineContract({ read, write: { ...write, invalidates: ["read"] } });
// @ts-expect-error there is no such operation
defineContract({ read, write: { ...write, invalidates: ["reed"] } });
// @ts-expect-error a write is not kept
defineContract({ read, write: { ...write, invalidates: ["write"] } });

// A call has all its arguments.
const calls = (api: WorkspaceApi): readonly unknown[] => [
  // @ts-expect-error no body
  api.createOrder({ params: { workspaceId: "w" } }),
  // @ts-expect-error an order has items
  api.createOrder({ params: { workspaceId: "w" }, body: { customer: "1" } }),
  // @ts-expect-error half of the path
  api.getAssignments({ params: { workspaceId: "w" } }),
  // @ts-expect-error no such operation
  api.listUsers({}),
  // @ts-expect-error a number of retries is no budget
  api.getUser({ params: { userId: "1" } }, { retries: 3 }),
  api.getCalendar({ params: { workspaceId: "w" }, query: {} }, { timeoutMs: 2_000 }),
];
expectTypeOf(calls).toBeFunction();

// Responses are typed by their rows.
expectTypeOf<Awaited<ReturnType<WorkspaceApi["createOrder"]>>>().toEqualTypeOf<CreatedOrder>();
expectTypeOf<Awaited<ReturnType<WorkspaceApi["listPosts"]>>>().toEqualTypeOf<Post[]>();
expectTypeOf<Order["items"]>().toEqualTypeOf<string[]>();
expectTypeOf<Order["order_number"]>().toEqualTypeOf<number | undefined>();
expectTypeOf<Order["status"]>().toEqualTypeOf<string | undefined>();
expectTypeOf<(typeof orderStatuses)[number]>().toEqualTypeOf<KnownOrderStatus>();

// The task board's secret has no place in the types.
expectTypeOf<Taskboard>().not.toHaveProperty("oauth_token");

// Every table says what of it goes with a server, and what is shown and forgotten of people whom it names.
const { rewards: _rewards, ...withoutOne } = tables;
expectTypeOf(tables).toExtend<TableFacts>();
expectTypeOf(withoutOne).not.toExtend<TableFacts>();
expectTypeOf<typeof withoutOne & { rewards: { guild: true; person: "nobody" } }>().not.toExtend<TableFacts>();
expectTypeOf<
  typeof withoutOne & { rewards: { guild: false; person: typeof tables.rewards.person } }
>().not.toExtend<TableFacts>();
// Nor may it be found by a column that it doesn't have, or be about users and show them nothing.
expectTypeOf<
  typeof withoutOne & { rewards: { guild: true; person: typeof tables.schedules.person } }
>().not.toExtend<TableFacts>();
expectTypeOf<{ guild: true; person: "nobody" }>().not.toExtend<TableFacts["weeks"]>();
