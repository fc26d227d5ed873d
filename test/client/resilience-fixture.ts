import type { Dispatcher } from "undici";
import { afterEach, beforeEach } from "vitest";
import { createAgent } from "../../src/api/transport.ts";
import {
  createResiliencePipeline,
  type ResiliencePipeline,
  type ResiliencePipelineOptions,
} from "../../src/api/resilience/pipeline.ts";
import type { WorkspaceApi } from "../../src/api/client.ts";
import type { OperationName } from "../../src/api/contract/index.ts";
import { type ServiceEmulator, startServiceEmulator } from "../../playground/service/index.ts";
import { patient } from "../support/patience.ts";

export interface ChainWorld {
  readonly service: ServiceEmulator;
  readonly chain: ResiliencePipeline;
  readonly api: WorkspaceApi;
  readonly params: { readonly workspaceId: string };
  readonly advance: (byMs: number) => void;
  /** Another chain to the same service, as another replica or configuration has it. */
  readonly another: (options: Partial<ResiliencePipelineOptions>) => ResiliencePipeline;
  /** How many requests of an operation arrived, or of all. */
  readonly arrived: (operation?: OperationName) => number;
}

/** The service emulator and a pipeline to it on real sockets, under one clock that a test may move ahead. */
export function chainWorld(): () => ChainWorld {
  let current: ChainWorld | undefined;
  let dispatcher: Dispatcher;
  const chains: ResiliencePipeline[] = [];

  beforeEach(async () => {
    let aheadMs = 0;
    const now = () => Date.now() + aheadMs;
    const service = await startServiceEmulator({ now });
    dispatcher = createAgent(patient);
    const another = (options: Partial<ResiliencePipelineOptions>): ResiliencePipeline => {
      const chain = createResiliencePipeline({
        baseUrl: service.baseUrl,
        dispatcher,
        queryNames: { week: "week", game: "game" },
        now,
        random: () => 0,
        ...options,
      });
      chains.push(chain);
      return chain;
    };
    const chain = another({});
    const { workspaceId, token } = service;
    current = {
      service,
      chain,
      another,
      api: chain.connect({ scope: "guild/cafe", workspaceId, token }),
      params: { workspaceId },
      advance: (byMs) => void (aheadMs += byMs),
      arrived: (operation) =>
        service.requests.filter((request) => operation === undefined || request.operation === operation)
          .length,
    };
  });
  afterEach(async () => {
    for (const chain of chains.splice(0)) chain.close();
    await dispatcher.destroy();
    await current?.service.close();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error("there is a world only while a test runs");
    return current;
  };
}
