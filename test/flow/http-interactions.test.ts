// Depends on: nothing that varies.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { SnowflakeUtil } from "discord.js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { readConfig } from "../../src/config.ts";
import { checkDiscord } from "../../src/start/check.ts";
import { StoreError } from "../../src/store/errors.ts";
import { startBalancer } from "../support/balancer.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { patient } from "../support/patience.ts";
import { downloadMyData } from "../support/privacy.ts";
import { textOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ interactions: "http", withJobs: false, guarded: false });
});
afterAll(() => harness[Symbol.asyncDispose]());

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${harness.app.httpPort ?? 0}${path}`, { method: "POST", body, headers });
const logged = (text: string): number => harness.logs.filter((line) => line.includes(text)).length;

let made = 0;
/** As Discord posts `/help` just now, with an id of its own. */
function helpInteraction({ clock }: Pick<Harness, "clock"> = harness) {
  const id = String(SnowflakeUtil.generate({ timestamp: clock.now(), increment: BigInt((made += 1)) }));
  return {
    id,
    application_id: harness.discord.applicationId,
    type: 2,
    token: `token-of-${id}`,
    version: 1,
    guild_id: playgroundIds.guildId,
    channel: { id: playgroundIds.orders, type: 0 },
    channel_id: playgroundIds.orders,
    member: {
      user: { id: playgroundIds.ada, username: "ada", discriminator: "0", avatar: null, global_name: "Ada" },
      roles: [],
      permissions: "8",
      joined_at: "2025-03-01T08:00:00.000000+00:00",
      deaf: false,
      mute: false,
      flags: 0,
    },
    data: { id: "1", name: "help", type: 1 },
    locale: "en-US",
    guild_locale: "en-US",
    app_permissions: "8",
    entitlements: [],
    authorizing_integration_owners: { "0": playgroundIds.guildId },
    context: 0,
    attachment_size_limit: 10_485_760,
  };
}

test("a command is answered in the HTTP response, with no gateway and no request of the bot's own", async () => {
  const { discord } = harness;
  const callbacks = () => discord.requests.filter(({ path }) => path.startsWith("/interactions/")).length;
  const before = callbacks();
  expect(textOf(await harness.as("ada").run("help"))).toContain("What you can do here");
  expect(callbacks()).toBe(before);
  expect(discord.connectedShards()).toBe(0);
  expect(discord.requests.some(({ path }) => path.startsWith("/gateway"))).toBe(false);
});

test("a slow command is deferred in the response and completed by an edit", async () => {
  const { service, discord } = harness;
  service.faults.add({ kind: "slow", ms: 1_500 });
  using _ = harness.losePatience("bot");
  try {
    const outcome = await harness.as("theo").run("order search");
    expect(outcome).toMatchObject({ kind: "message", deferred: true });
    await until("the edit was answered", () => {
      const { method, status } = discord.requests.at(-1) ?? {};
      return method === "PATCH" && status === 200;
    });
  } finally {
    service.faults.clear();
  }
});

test("a reply with a file is sent as a request, and the interaction is only accepted", async () => {
  const { discord } = harness;
  expect((await downloadMyData(harness.as("ada"))).attachments).toHaveLength(1);
  await until("the answer was a request", () =>
    discord.requests.some(({ path }) => path.startsWith("/interactions/")),
  );
});

test("an idle connection of Discord's is kept for longer than proxies and balancers keep it", async () => {
  const ping = harness.discord.endpoints.sign({ type: 1 });
  const { headers } = await post("/interactions", ping.body, ping.headers);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(600);
});

test.each([
  ["forged", { "x-signature-ed25519": "ab".repeat(64) }],
  ["no signature at all", { "x-signature-ed25519": "ab" }],
])("a connection of which only this is known isn't kept for long: %s", async (_case, wrong) => {
  const ping = harness.discord.endpoints.sign({ type: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const asking = request(`http://127.0.0.1:${harness.app.httpPort ?? 0}/interactions`, {
    method: "POST",
    agent,
    headers: { ...ping.headers, ...wrong },
  }).end(ping.body);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(401);
  expect(response.headers["keep-alive"] ?? "closed").toMatch(/^(?:timeout=5|closed)$/);
});

test("a PING is answered, and a request that Discord didn't sign gets 401", async () => {
  const { discord } = harness;
  const ping = discord.endpoints.sign({ type: 1 });
  const pong = await post("/interactions", ping.body, ping.headers);
  expect([pong.status, await pong.json()]).toEqual([200, { type: 1 }]);

  expect((await post("/interactions", ping.body)).status).toBe(401);
  expect(logged("a request had no signature of Discord's")).toBe(1);
  const other = { ...ping.headers, "x-signature-ed25519": "ab".repeat(64) };
  expect((await post("/interactions", ping.body, other)).status).toBe(401);
  expect((await post("/interactions", `${ping.body} `, ping.headers)).status).toBe(401);
  // The harness's own check of the endpoint was the first of them; the others only count.
  expect(logged("a request wasn't signed by Discord for this application")).toBe(1);
});

test.each([
  ["31 s old", -31_000],
  ["31 s ahead of time", 32_000],
])("a signed request that is %s gets 401", async (_, aheadMs) => {
  const { discord } = harness;
  const { body, headers } = discord.endpoints.sign(helpInteraction(), patient(aheadMs));
  expect((await post("/interactions", body, headers)).status).toBe(401);
  expect(logged("more than 30 s old or ahead of time")).toBe(1);
});

test.each(["ar", "he", "xx", "", null])(
  "a person whose locale is %j is answered, here and in /setup",
  async (locale) => {
    for (const name of ["help", "setup"]) {
      const asked = helpInteraction();
      const interaction = { ...asked, data: { ...asked.data, name }, locale, guild_locale: locale };
      const { body, headers } = harness.discord.endpoints.sign(interaction);
      const response = await post("/interactions", body, headers);
      expect([response.status, await response.json()]).toMatchObject([200, { data: { flags: 64 } }]);
    }
  },
);

test("an interaction that a load balancer sends again is answered once, accepted, and logged once a minute", async () => {
  const { body, headers } = harness.discord.endpoints.sign(helpInteraction());
  const first = await post("/interactions", body, headers);
  expect([first.status, await first.json()]).toMatchObject([200, { type: 4 }]);
  for (let more = 0; more < 2; more++) {
    const again = await post("/interactions", body, headers);
    expect([again.status, await again.text()]).toEqual([202, ""]);
  }
  expect(logged("an interaction was sent twice")).toBe(1);
});

test("the reply reaches Discord even if a load balancer gave up on the first attempt and repeats it", async () => {
  const { service, discord } = harness;
  const url = discord.endpoints.interactionsUrl ?? "";
  let repeated = 0;
  await using balancer = await startBalancer((send) =>
    send(url, AbortSignal.timeout(500)).catch(() => {
      repeated += 1;
      return send(url);
    }),
  );
  service.faults.add({ kind: "slow", ms: 800 });
  // Not read before in this file, so that it isn't in the cache of those runs that have one.
  const asked = () => service.requests.filter(({ operation }) => operation === "listPosts").length;
  const before = asked();
  await discord.endpoints.setInteractionsUrl(balancer.url);
  try {
    expect((await harness.as("theo").run("posts")).kind).toBe("message");
    expect([asked() - before, repeated]).toEqual([1, 1]);
  } finally {
    service.faults.clear();
    await discord.endpoints.setInteractionsUrl(url);
  }
});

test("a request that is too large, cut off or not an interaction gets its status and a sentence", async () => {
  const { discord, app } = harness;
  const large = discord.endpoints.sign({ type: 1, padding: "x".repeat(1_100_000) });
  expect((await post("/interactions", large.body, large.headers)).status).toBe(413);
  expect(logged("larger than 256 KiB")).toBe(1);

  const socket = connect(app.httpPort ?? 0, "127.0.0.1");
  const cut = Object.entries(large.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /interactions HTTP/1.1\r\nHost: a\r\n${cut.join("")}Content-Length: 100\r\n\r\n{}`);
  socket.end();
  await until("the cut request was noticed", () => logged("cut off before its end") === 1);
  socket.destroy();

  const noObject = discord.endpoints.sign("words");
  expect((await post("/interactions", noObject.body, noObject.headers)).status).toBe(400);
  const unknown = discord.endpoints.sign({ ...helpInteraction(), type: 77 });
  expect((await post("/interactions", unknown.body, unknown.headers)).status).toBe(400);
  const broken = discord.endpoints.sign({ id: "1400000000000000004", type: 2, token: "t", data: null });
  expect((await post("/interactions", broken.body, broken.headers)).status).toBe(400);
  expect((await fetch(`http://127.0.0.1:${app.httpPort ?? 0}/interactions`)).status).toBe(405);
  expect((await fetch(`http://127.0.0.1:${app.httpPort ?? 0}/else`)).status).toBe(404);
  expect(textOf(await harness.as("ada").run("help"))).toContain("What you can do here");
});

const { ada, guildId } = playgroundIds;
const added = {
  integration_type: 0,
  scopes: ["bot"],
  user: { id: ada },
  guild: { id: guildId, name: "Harbour *Café*", system_channel_id: null },
};

test("the person who adds the bot to a server gets one private message about the next steps", async () => {
  const { discord } = harness;
  const { store } = harness.app.ctx;
  const { idempotencyKeys } = store;
  const claim = () => Promise.reject(new StoreError("unreachable", "the server is gone"));
  Object.assign(store, { idempotencyKeys: { ...idempotencyKeys, claim } });
  // Discord repeats it then.
  expect(await discord.endpoints.tell("APPLICATION_AUTHORIZED", added)).toBe(500);
  Object.assign(store, { idempotencyKeys });
  expect(await discord.endpoints.tell("APPLICATION_AUTHORIZED", added)).toBe(204);
  const inPrivate = () => discord.inPrivate(ada).read();
  await until("Ada was greeted", () => inPrivate().length > 0);
  expect(inPrivate().at(-1)?.text).toMatch(
    /^I'm in \*\*Harbour \\\*Café\\\*\*\* now\. Run `\/(setup|help)` there/,
  );
});

test("the check prints the address to enter, and reports a key of another application", async () => {
  const { discord, service } = harness;
  const checked = async (env: Record<string, string>): Promise<string> => {
    const config = readConfig({
      DISCORD_TOKEN: discord.botToken,
      DISCORD_API_URL: discord.apiUrl,
      WORKSPACE_API_URL: service.baseUrl,
      ...env,
    });
    return checkDiscord(config, discord.botToken).then(
      ({ text, warnings = [] }) => [text, ...warnings].join("\n"),
      (error: unknown) => String(error),
    );
  };
  const http = { DISCORD_INTERACTIONS: "http", HTTP_PORT: "8080" };
  const url = discord.endpoints.interactionsUrl ?? "";
  expect(await checked(http)).toContain(`Discord sends commands to ${url}`);
  expect(await checked({})).toContain(
    `Discord sends every command to ${url}, so this bot would receive none`,
  );
  const wrongKey = { ...http, DISCORD_PUBLIC_KEY: "ab".repeat(32) };
  expect(await checked(wrongKey)).toContain("DISCORD_PUBLIC_KEY isn't the public key");
  await discord.endpoints.setInteractionsUrl(undefined);
  expect(await checked(http)).toMatch(
    /https:\/\/bot\.example\.com\/interactions, as Interactions Endpoint URL/,
  );
  expect(await checked(http)).toContain("port 8080");
  await discord.endpoints.setInteractionsUrl(url);
});

test("while stopping, the bot refuses new interactions and events so that another replica takes them", async () => {
  await using stopping = await startHarness({ interactions: "http", withJobs: false, guarded: false });
  const { service, discord, app } = stopping;
  const url = `http://127.0.0.1:${app.httpPort ?? 0}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const held = Promise.withResolvers<void>();
  service.faults.add({ kind: "held", until: held.promise });
  const before = service.faults.active.length;
  const slow = stopping.as("theo").run("order search");
  await until("the service was asked", () => service.faults.active.length < before);
  const stopped = app.stop();
  const { body, headers } = discord.endpoints.sign(helpInteraction(stopping));
  expect((await fetch(`${url}/interactions`, { method: "POST", body, headers })).status).toBe(503);
  const timestamp = new Date(stopping.clock.now()).toISOString();
  const event = { type: "APPLICATION_AUTHORIZED", timestamp, data: added };
  const told = discord.endpoints.sign({ version: 1, application_id: "1", type: 1, event });
  expect((await fetch(`${url}/events`, { method: "POST", ...told })).status).toBe(503);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  held.resolve();
  expect((await slow).kind).toBe("message");
  await stopped;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("a bot that begins to stop says so to the balancer, and answers until that has had time to notice", async () => {
  const noticed = Promise.withResolvers<undefined>();
  await using leaving = await startHarness({
    interactions: "http",
    withJobs: false,
    guarded: false,
    leavePool: () => noticed.promise,
  });
  const { discord, app } = leaving;
  const url = `http://127.0.0.1:${app.httpPort ?? 0}`;
  const stopped = app.stop();
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { draining: "stopping" } });
  expect(shown(await leaving.as("mia").run("help")).text).toContain("What you can do here");
  const { orders } = leaving.service.state;
  const before = orders.size;
  const mia = leaving.as("mia");
  await mia.press(shown(await mia.run("order create", { items: "Last latte" })), "Log order");
  expect(orders.size - before).toBe(1);
  noticed.resolve(undefined);
  const refused = async (): Promise<boolean> => {
    const { body, headers } = discord.endpoints.sign(helpInteraction(leaving));
    // Once it has stopped, nothing listens any more.
    return fetch(`${url}/interactions`, { method: "POST", body, headers }).then(
      ({ status }) => status === 503,
      () => true,
    );
  };
  await until("it refuses", refused);
  await stopped;
});

test("a bot on the gateway waits for no balancer", async () => {
  await using onGateway = await startHarness({
    interactions: "gateway",
    withJobs: false,
    leavePool: () => Promise.withResolvers<undefined>().promise,
  });
  await onGateway.app.stop();
  expect(onGateway.discord.connectedShards()).toBe(0);
});
