import { expect, test } from "vitest";
import type { ResiliencePipelineOptions } from "../../src/api/resilience/pipeline.ts";
import { chainWorld } from "./resilience-fixture.ts";

const world = chainWorld();
const refused = { failure: "read-only", outcomeUnknown: false };

function connect(mayWrite: () => Promise<boolean>, options: Partial<ResiliencePipelineOptions> = {}) {
  const { another, service, params } = world();
  const chain = another(options);
  const { workspaceId } = params;
  const api = chain.connect({ scope: "guild/link", workspaceId, token: service.token, mayWrite });
  const other = chain.connect({ scope: "other/link", workspaceId, token: service.token });
  return { chain, api, other, order: { params, body: { items: ["Espresso"] } }, params };
}

test("through a read-only link reads are sent, and no write is", async () => {
  const { api, order, params } = connect(() => Promise.resolve(false));
  const { workspaceId } = params;
  const id = "64b0000000000000000000ff";
  await api.searchOrders({ params });
  for (const write of [
    api.createOrder(order),
    api.giftActivity({ params: { workspaceId, userId: "1" }, body: { duration: 1 } }),
    api.deletePost({ params: { workspaceId, postId: id } }),
    api.setTaskboardBoard({ params, body: { board: id } }),
  ])
    await expect(write).rejects.toMatchObject(refused);
  expect(world().service.requests.map(({ operation }) => operation)).toEqual(["searchOrders"]);
});

test("a write whose link becomes read-only while it waits for its turn isn't sent, and the next one is", async () => {
  const { arrived, advance } = world();
  let isReadOnly = false;
  const limited = connect(() => Promise.resolve(!isReadOnly), { limits: { limit: 2 } });
  const { api, other, order, chain, params } = limited;
  await Promise.all([api.createOrder(order), api.createOrder(order)]);
  advance(59_500);
  // A machine that stands still for some seconds must not end the wait.
  const patient = { timeoutMs: 60_000 };
  const late = api.createOrder(order, patient);
  const next = other.createOrder(order, patient);
  isReadOnly = true;
  await expect(late).rejects.toMatchObject(refused);
  await next;
  expect(arrived("createOrder")).toBe(3);
  expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
});

test("a link with the same key that isn't read-only still writes", async () => {
  const { api, other, order } = connect(() => Promise.resolve(false));
  await expect(api.createOrder(order)).rejects.toMatchObject(refused);
  await other.createOrder(order);
  expect(world().arrived("createOrder")).toBe(1);
});

test("nothing is written while it can't be known whether it may be", async () => {
  const { api, order } = connect(() => Promise.reject(new Error("the database is gone")));
  await expect(api.createOrder(order)).rejects.toMatchObject({ name: "LeaseEndedError" });
  expect(world().arrived()).toBe(0);
});
