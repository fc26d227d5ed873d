import type { Dispatcher } from "undici";
import { afterEach, beforeEach } from "vitest";
import { type ApiClientOptions, createAgent } from "../../src/api/transport.ts";
import { type ApiClient, createApiClient } from "../../src/api/client.ts";
import { contract, type WorkspaceContract } from "../../src/api/contract/index.ts";
import { type ScriptedService, startScriptedService } from "./scripted-service.ts";
import { patient } from "../support/patience.ts";

export const token = "5c0ffee5c0ffee5c0ffee5c0ffee5c0ffee5c0ffee5c0ffee5c0ffee5c0ffee5";
export const params = { workspaceId: "64b000000000000000000001" };
export const order = { params, body: { items: ["Espresso"] } };

export interface World {
  readonly service: ScriptedService;
  readonly api: ApiClient<WorkspaceContract>;
  /** Another client of the same connections. */
  readonly connect: (options?: Partial<ApiClientOptions>) => ApiClient<WorkspaceContract>;
  /** How long the client chose to wait before each retry; it doesn't really wait. */
  readonly waits: readonly number[];
}

/** A service and a client of it for each test of the file. */
export function world(): () => World {
  let current: World | undefined;
  let dispatcher: Dispatcher;

  beforeEach(async () => {
    const service = await startScriptedService();
    dispatcher = createAgent(patient);
    const waits: number[] = [];
    const connect = (options: Partial<ApiClientOptions> = {}): ApiClient<WorkspaceContract> =>
      createApiClient(contract, {
        baseUrl: service.baseUrl,
        token,
        dispatcher,
        queryNames: { week: "week", game: "game" },
        random: () => 1,
        sleep: (delayMs) => Promise.resolve(waits.push(delayMs)),
        ...options,
      });
    current = { service, connect, api: connect(), waits };
  });
  afterEach(async () => {
    await dispatcher.destroy();
    await current?.service.close();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error("there is a world only while a test runs");
    return current;
  };
}
