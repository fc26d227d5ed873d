import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { WorkspaceApi } from "../../src/api/client.ts";
import type { CreatedOrder, KnownOrderStatus, Order, orderStatuses } from "../../src/api/contract/orders.ts";
import type { Post } from "../../src/api/contract/posts.ts";
import type { Taskboard } from "../../src/api/contract/taskboard.ts";
import { defineContract } from "../../src/api/endpoint.ts";

const ok = z.object({});
const params = z.object({ a: z.string() });

test("a row that doesn't fit its path doesn't compile", () => {
  // @ts-expect-error `b` is in the path and not in `params`
  defineContract({ x: { method: "GET", path: "/x/{a}/{b}", params, response: ok, retryable: true } });
  // @ts-expect-error `repeatable` has to be decided
  defineContract({ x: { method: "GET", path: "/x/{a}", params, response: ok } });
  // @ts-expect-error no such method
  defineContract({ x: { method: "GRAB", path: "/x/{a}", params, response: ok, retryable: true } });
  defineContract({ x: { method: "GET", path: "/x/{a}", params, response: ok, retryable: true } });
});

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

test("a call that lacks an argument doesn't compile", () => {
  expectTypeOf(calls).toBeFunction();
});

test("responses are typed by their rows", () => {
  expectTypeOf<Awaited<ReturnType<WorkspaceApi["createOrder"]>>>().toEqualTypeOf<CreatedOrder>();
  expectTypeOf<Awaited<ReturnType<WorkspaceApi["listPosts"]>>>().toEqualTypeOf<Post[]>();
  expectTypeOf<Order["items"]>().toEqualTypeOf<string[]>();
  expectTypeOf<Order["order_number"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Order["status"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<(typeof orderStatuses)[number]>().toEqualTypeOf<KnownOrderStatus>();
});

test("the task board's secret has no place in the types", () => {
  expectTypeOf<Taskboard>().not.toHaveProperty("oauth_token");
});
