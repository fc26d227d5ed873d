/** A call of the typed client against a bare undici request with JSON.parse, to a server in another process. */
import { request } from "undici";
import { createAgent } from "../src/api/transport.ts";
import { createApiClient } from "../src/api/client.ts";
import { contract } from "../src/api/contract/index.ts";
import { type Comparison, inRounds, printComparisons } from "./measure.ts";
import { ordersAnswer, userAnswer } from "./service-answers.ts";
import { startService } from "./contenders.ts";

const rounds = 9;
const calls = 1_500;

interface Cost {
  readonly wallUs: number;
  readonly cpuUs: number;
}
interface Operation {
  readonly what: string;
  readonly bare: () => Promise<unknown>;
  readonly typed: () => Promise<unknown>;
}

await using service = await startService();
const dispatcher = createAgent();
const token = "bench-token";
const api = createApiClient(contract, {
  baseUrl: service.url,
  token,
  dispatcher,
  queryNames: { week: "week", game: "game" },
});
const operations: readonly Operation[] = [
  {
    what: `${userAnswer.length} bytes (getUser)`,
    bare: () => bare("/users/1840032278"),
    typed: () => api.getUser({ params: { userId: "1840032278" } }),
  },
  {
    what: `${(ordersAnswer.length / 1_000).toFixed(1)} kB (searchOrders, 52 orders)`,
    bare: () => bare("/players/orders/bench/search"),
    typed: () => api.searchOrders({ params: { workspaceId: "bench" } }),
  },
];

const rows: Comparison[] = [];
for (const operation of operations) rows.push(...(await compare(operation)));
printComparisons(`One call of the client (${rounds} rounds of ${calls} calls, one at a time)`, rows);
await dispatcher.close();

async function compare({ what, ...sides }: Operation): Promise<readonly Comparison[]> {
  const names = ["bare", "typed"] as const;
  for (const name of names) await cost(sides[name]);
  const measured = await inRounds(rounds, names, (name) => cost(sides[name]));
  const row = (kind: string, of: (cost: Cost) => number): Comparison => ({
    what: `${what}: ${kind}`,
    unit: "µs",
    floor: measured.bare.map(of),
    ours: measured.typed.map(of),
  });
  return [row("time", ({ wallUs }) => wallUs), row("processor time", ({ cpuUs }) => cpuUs)];
}

async function cost(call: () => Promise<unknown>): Promise<Cost> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let n = 0; n < calls; n++) await call();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallUs: (wallMs * 1_000) / calls, cpuUs: (user + system) / calls };
}

async function bare(path: string): Promise<unknown> {
  const { statusCode, body } = await request(service.url + path, {
    dispatcher,
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
  });
  const value: unknown = JSON.parse(await body.text());
  if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
  return value;
}
