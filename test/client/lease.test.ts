import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createApiClient } from "../../src/api/client.ts";
import { contract } from "../../src/api/contract/index.ts";
import type { ResiliencePipelineOptions } from "../../src/api/resilience/pipeline.ts";
import type { SharedQuota } from "../../src/api/resilience/shared-quota.ts";
import { chainWorld } from "./resilience-fixture.ts";
import { answer, type ScriptedService, startScriptedService, stall } from "./scripted-service.ts";
import { order, token } from "./client-fixture.ts";
import { until } from "../support/wait-for.ts";

const ended = { name: "LeaseEndedError" };

describe("a write whose lease ended", () => {
  let service: ScriptedService;
  beforeEach(async () => {
    service = await startScriptedService();
  });
  afterEach(() => service.close());

  const clientOn = (options: Agent.Options) => {
    const dispatcher = new Agent(options);
    onTestFinished(() => dispatcher.destroy());
    const queryNames = { week: "week", game: "game" };
    return createApiClient(contract, { baseUrl: service.baseUrl, token, dispatcher, queryNames });
  };

  test("isn't sent or retried", async () => {
    service.script(answer(200, { _id: "1", items: [] }));
    const api = clientOn({});
    await expect(api.createOrder(order, { mayBeSent: () => false })).rejects.toMatchObject(ended);
    expect(service.received).toHaveLength(0);
    await api.createOrder(order, { mayBeSent: () => true });
    expect(service.received).toHaveLength(1);
  });

  test("while it waited for a free connection isn't sent", async () => {
    service.script(stall, answer(200, { _id: "1", items: [] }));
    const api = clientOn({ connections: 1, pipelining: 1 });
    const first = api.createOrder(order, { timeoutMs: 2_000 });
    await until("the only connection is in use", () => service.received.length === 1);
    let isHeld = true;
    const second = api.createOrder(order, { mayBeSent: () => isHeld });
    isHeld = false;
    await Promise.all([
      expect(first).rejects.toMatchObject({ failure: "timeout" }),
      expect(second).rejects.toMatchObject(ended),
    ]);
    expect(service.received).toHaveLength(1);
  });
});

describe("a write whose lease ends while it waits for a permit", () => {
  const world = chainWorld();

  test("isn't sent, and its permit goes to the next", async () => {
    const { another, service, params, advance, arrived } = world();
    const chain = another({ limits: { limit: 2 } });
    const api = chain.connect({
      scope: "guild/limited",
      workspaceId: params.workspaceId,
      token: service.token,
    });
    const sent = { params, body: { items: ["Espresso"] } };
    await Promise.all([api.createOrder(sent), api.createOrder(sent)]);
    advance(59_500);
    let isHeld = true;
    const late = api.createOrder(sent, { mayBeSent: () => isHeld });
    const next = api.createOrder(sent);
    isHeld = false;
    await expect(late).rejects.toMatchObject(ended);
    await next;
    expect(arrived("createOrder")).toBe(3);
    expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
  });
});

describe("a write that ran out of time", () => {
  const world = chainWorld();
  const connected = (options: Partial<ResiliencePipelineOptions>) => {
    const { another, service, params } = world();
    const chain = another(options);
    const { workspaceId } = params;
    const api = chain.connect({ scope: "guild/late", workspaceId, token: service.token });
    return { chain, api, sent: { params, body: { items: ["Espresso"] } } };
  };

  test("waiting for its permit isn't sent, and can be tried again", async () => {
    const { advance, arrived, params } = world();
    let heldUpMs = 8_000;
    const sharedQuota: SharedQuota = {
      async lease({ wanted }) {
        advance(heldUpMs);
        return { granted: wanted, nextEnd: undefined };
      },
      complete: () => Promise.resolve(),
    };
    const { chain, api, sent } = connected({ sharedQuota });
    await expect(api.createOrder(sent, { timeoutMs: 10_000 })).rejects.toMatchObject({
      failure: "rate-limited",
      outcomeUnknown: false,
    });
    expect(arrived("createOrder")).toBe(0);
    expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
    heldUpMs = 6_000;
    await api.createOrder(sent, { timeoutMs: 10_000 });
    expect(arrived("createOrder")).toBe(1);
  });

  test("waiting for a connection isn't sent, and says nothing about the service", async () => {
    const { params, arrived } = world();
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    let heldUpMs = 0;
    const dispatcher = agent.compose((dispatch) => (outgoing, handler) => {
      setTimeout(() => dispatch(outgoing, handler), heldUpMs);
      return true;
    });
    const { chain, api, sent } = connected({ dispatcher, limits: { failureThreshold: 1 } });
    await api.listPosts({ params });
    // Three tenths of its time are to be left when it goes out.
    heldUpMs = 1_500;
    await expect(api.createOrder(sent, { timeoutMs: 2_000 })).rejects.toMatchObject({
      outcomeUnknown: false,
    });
    expect(arrived("createOrder")).toBe(0);
    expect(chain.status(params.workspaceId)).toEqual({ state: "closed" });
  });
});
