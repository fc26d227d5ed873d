import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  type HttpRoutes,
  listenHttp,
  PortNotOpenedError,
  sendText,
  trustConnection,
} from "../../src/server/http-server.ts";
import { countConnections } from "../../src/start/http-port.ts";
import { createSignedRequests } from "../../src/server/signed-requests.ts";
import { asUsual } from "../../src/time.ts";
import type { Logger } from "../../src/log/index.ts";
import { until } from "../support/wait-for.ts";

const kibibyte = 1024;

let running = new AsyncDisposableStack();
afterEach(async () => {
  await running.disposeAsync();
  running = new AsyncDisposableStack();
});

async function listen(routes: HttpRoutes, { maxConnections = 100, host = "127.0.0.1", port = 0 } = {}) {
  let refused = 0;
  const server = await listenHttp({
    port,
    host,
    maxConnections,
    routes,
    onFailure: (error) => {
      throw error;
    },
    onRefused: () => (refused += 1),
  });
  running.defer(() => server.close());
  return { port: server.port, refused: () => refused };
}

function open(port: number): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  running.defer(() => void socket.destroy());
  return socket;
}

test("a path that ends with a slash stands for what is right below it, and a whole path goes first", async () => {
  const { port } = await listen({
    "GET /calendar/": ({ url = "" }, response) => sendText(response, 200, url),
    "GET /calendar/all": (_, response) => sendText(response, 200, "all"),
  });
  const seen = async (path: string, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, response.ok ? await response.text() : ""];
  };
  expect(await seen("/calendar/one?a=b")).toEqual([200, "/calendar/one?a=b"]);
  expect(await seen("/calendar/")).toEqual([200, "/calendar/"]);
  expect(await seen("/calendar/all")).toEqual([200, "all"]);
  expect(await seen("/calendar/one", "POST")).toEqual([405, ""]);
  for (const path of ["/calendar", "/calendar/one/two", "/", "/other"])
    expect(await seen(path)).toEqual([404, ""]);
});

test("connections over the limit are closed and counted, and a place is free again once one closes", async () => {
  const { port, refused } = await listen(
    { "GET /": (_, response) => sendText(response, 200, "here") },
    { maxConnections: 3 },
  );
  const sockets = [open(port), open(port), open(port)];
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const [first] = sockets;
  first?.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  if (first !== undefined) await once(first, "data");
  await once(open(port), "close");
  expect(refused()).toBe(1);
  first?.destroy();
  await until("another one is served", async () => {
    const socket = open(port);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const got = await Promise.race([once(socket, "data").then(String), once(socket, "close").then(() => "")]);
    return got.includes("200 OK");
  });
});

test.each([
  ["1,024 files, as usual", 1_024, 256],
  ["a few", 40, 10],
  ["as many as a service may have", 1_000_000, 1_000],
  ["nobody knows how many", undefined, 256],
])("connections leave most of the files to others: %s", (_case, openFiles, connections) => {
  expect(countConnections(openFiles)).toBe(connections);
});

test("only a connection that Discord's requests come on is kept for long", async () => {
  const seen: IncomingMessage[] = [];
  const { port } = await listen({
    "GET /": (incoming, response) => {
      seen.push(incoming);
      sendText(response, 200, "here");
    },
    "POST /": (incoming, response) => {
      seen.push(incoming);
      trustConnection(incoming, response);
      sendText(response, 200, "here");
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  running.defer(() => agent.destroy());
  const ask = async (method: string) => {
    const asking = request({ port, host: "127.0.0.1", method, agent }).end();
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    const { socket } = seen.at(-1) ?? {};
    // What Node sets by itself when the response has ended, with a second of its own.
    await until("the response has ended", () => (socket?.timeout ?? 0) > 0);
    return [response.headers["keep-alive"], (socket?.timeout ?? 0) < 10_000 ? "short" : socket?.timeout];
  };
  expect(await ask("GET")).toEqual(["timeout=5", "short"]);
  expect(await ask("POST")).toEqual(["timeout=620", 620_000]);
  expect(await ask("GET")).toEqual(["timeout=620", 620_000]);
  expect(new Set(seen.map(({ socket }) => socket)).size).toBe(1);
});

test.each([
  ["an address of another machine", "192.0.2.1"],
  ["a name that nobody has", "nobody.invalid"],
])("a port on %s isn't opened, with a sentence for the operator", async (_case, host) => {
  await expect(listen({}, { host })).rejects.toThrow(PortNotOpenedError);
  await expect(listen({}, { host })).rejects.toThrow(/HTTP_HOST isn't an address of this machine/);
});

test("a port that is taken isn't opened, with a sentence for the operator", async () => {
  const { port } = await listen({});
  await expect(listen({}, { port })).rejects.toThrow(/in use by another program/);
});

/** A server that reads signed requests and never gives one up for being slow. */
async function listenForSigned() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const warned: string[] = [];
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (text) => warned.push(text),
    error: (text) => warned.push(text),
  };
  const signed = createSignedRequests({
    publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex"),
    log,
    now: Date.now,
    stretch: asUsual,
  });
  let asked = 0;
  const server: Server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (incoming, response) => {
    asked += 1;
    void signed.read(incoming, response).then((body) => body && sendText(response, 200, "read"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  running.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const now = String(Math.floor(Date.now() / 1_000));
  const signatureOf = (body: string) => sign(null, Buffer.from(now + body), privateKey).toString("hex");
  return { port, asked: () => asked, warned, now, signatureOf };
}

interface Sent {
  readonly signature?: string;
  readonly timestamp?: string;
  readonly length?: number | "chunked";
  readonly body?: string;
}

/** @returns the status, and whether the connection stays open */
async function send(port: number, { signature, timestamp, length = 0, body = "" }: Sent) {
  const socket = open(port);
  const lines = [
    "POST / HTTP/1.1",
    "Host: a",
    ...(signature === undefined ? [] : [`X-Signature-Ed25519: ${signature}`]),
    ...(timestamp === undefined ? [] : [`X-Signature-Timestamp: ${timestamp}`]),
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  const text = String((await once(socket, "data"))[0]);
  return [Number(text.slice(9, 12)), /^connection: close/im.test(text) ? "closed" : "open"];
}

const forged = "ab".repeat(64);

test.each([
  ["without a signature", {}, 401, "no signature of Discord's"],
  ["with half a signature", { signature: "ab", timestamp: "1" }, 401, "no signature of Discord's"],
  ["of long ago", { signature: forged, timestamp: "1" }, 401, "more than 30 s old"],
  [
    "of more than anything that Discord sends",
    { signature: forged, length: 256 * kibibyte + 1 },
    413,
    "larger than 256 KiB",
  ],
])(
  "a request %s is refused by its head, and nothing of its body is read",
  async (_case, sent, status, why) => {
    const { port, now, warned } = await listenForSigned();
    const length = "length" in sent ? sent.length : 60 * kibibyte;
    expect(await send(port, { timestamp: now, ...sent, length })).toEqual([status, "closed"]);
    expect(warned).toEqual([expect.stringContaining(why)]);
  },
);

test("a body without a length is read no further than a usual one", async () => {
  const { port, now } = await listenForSigned();
  const body = `${(70 * kibibyte).toString(16)}\r\n${"x".repeat(70 * kibibyte)}\r\n`;
  expect(await send(port, { signature: forged, timestamp: now, length: "chunked", body })).toEqual([
    413,
    "closed",
  ]);
});

test("all bodies in memory together have a bound, and what has no room is refused", async () => {
  const { port, now, asked, signatureOf } = await listenForSigned();
  const sockets = Array.from({ length: 64 }, () => open(port));
  for (const socket of sockets)
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nX-Signature-Ed25519: ${forged}\r\nX-Signature-Timestamp: ${now}\r\nContent-Length: ${64 * kibibyte}\r\n\r\n`,
    );
  await until("all are being read", () => asked() === sockets.length);
  const body = JSON.stringify({ type: 1 });
  const usual = { signature: signatureOf(body), timestamp: now, length: body.length, body };
  expect(await send(port, usual)).toEqual([503, "closed"]);
  for (const socket of sockets) socket.destroy();
  await until("there is room again", async () => (await send(port, usual))[0] === 200);
});

test("large bodies are read one at a time, while the usual ones go on; a large one of Discord's is taken", async () => {
  const { port, now, asked, signatureOf } = await listenForSigned();
  const held = open(port);
  held.write(
    `POST / HTTP/1.1\r\nHost: a\r\nX-Signature-Ed25519: ${forged}\r\nX-Signature-Timestamp: ${now}\r\nContent-Length: ${200 * kibibyte}\r\n\r\n`,
  );
  await until("the first one is being read", () => asked() === 1);
  const body = JSON.stringify({ type: 1, padding: "x".repeat(100 * kibibyte) });
  const large = { signature: signatureOf(body), timestamp: now, length: body.length, body };
  expect(await send(port, large)).toEqual([503, "closed"]);
  const usual = JSON.stringify({ type: 1 });
  const small = { signature: signatureOf(usual), timestamp: now, length: usual.length, body: usual };
  expect(await send(port, small)).toEqual([200, "open"]);
  held.destroy();
  await until("there is room again", async () => (await send(port, large))[0] === 200);
});
