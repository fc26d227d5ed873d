import { createServer as createTcpServer, type Socket } from "node:net";
import { Agent } from "undici";
import { describe, expect, test } from "vitest";
import { createAgent } from "../../src/api/transport.ts";
import { ContractError } from "../../src/api/errors.ts";
import { type Act, answer, babble, begin, cut, listen, stall } from "./scripted-service.ts";
import { until } from "../support/wait-for.ts";
import { order, params, world } from "./client-fixture.ts";
import { fakeTime } from "./fake-time.ts";

const here = world();
const user = { params: { userId: "7" } };

describe("a refusal", () => {
  test.each([
    [400, "rejected"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not-found"],
    [409, "rejected"],
    [422, "rejected"],
  ])("%i is %s, certainly not done, and not retried", async (status, failure) => {
    const { api, service } = here();
    service.script(answer(status, { statusCode: status, error: "Nope", message: "items is too long" }));
    await expect(api.createOrder(order)).rejects.toMatchObject({
      name: "ApiError",
      operation: "createOrder",
      failure,
      status,
      serverMessage: "items is too long",
      outcomeUnknown: false,
    });
    await expect(api.getUser(user)).rejects.toMatchObject({ failure });
    expect(service.received).toHaveLength(2);
  });

  test.each([
    ["the present shape", { statusCode: 400, error: "Bad Request", message: "too long" }, "too long"],
    ["the older shape", { type: "error", errors: [{ code: 3, message: "old words" }, 7] }, "old words"],
    ["several messages", { statusCode: 400, message: ["one", "two"] }, "one; two"],
    ["only a title", { error: "Bad Request" }, "Bad Request"],
    ["empty words", { message: "  " }, undefined],
    ["another shape", { errors: [] }, undefined],
    ["a list", [1], undefined],
    ["a page", "<html><body>Bad gateway</body></html>", undefined],
    ["nothing", "", undefined],
  ])("with %s in its body is read for what it says", async (_, body, serverMessage) => {
    const { api, service } = here();
    service.script(answer(400, body));
    await expect(api.getUser(user)).rejects.toMatchObject({ failure: "rejected", serverMessage });
  });

  test("whose text never ends is truncated to 300 characters, without splitting one", async () => {
    const { api, service } = here();
    service.script(answer(400, { message: "a".repeat(298) + "☕🍰".repeat(200) }));
    const error: unknown = await api.getUser(user).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ serverMessage: `${"a".repeat(298)}☕…` });
    service.script(answer(400, { message: "a".repeat(298) + "🍰".repeat(200) }));
    await expect(api.getUser(user)).rejects.toMatchObject({ serverMessage: `${"a".repeat(298)}…` });
  });

  test("whose body is cut off or never ends is still reported as that refusal", async () => {
    const { api, service } = here();
    service.script(begin(403, cut), begin(403, stall));
    for (let call = 0; call < 2; call++) {
      await expect(api.createOrder(order, { timeoutMs: 1_000 })).rejects.toMatchObject({
        failure: "forbidden",
      });
    }
  });
});

describe("a write of unknown outcome is reported as such, and never retried", () => {
  test.each([
    ["408", answer(408, { message: "Request Timeout" }), "unavailable"],
    ["499", answer(499, ""), "unavailable"],
    ["500", answer(500, {}), "unavailable"],
    ["502 with a page", answer(502, "<html>"), "unavailable"],
    ["503", answer(503, { message: "later" }, { "retry-after": "1" }), "unavailable"],
    ["504", answer(504, ""), "unavailable"],
    ["a connection cut before the answer", cut, "connection-lost"],
    ["a connection cut within the answer", begin(200, cut), "connection-lost"],
    ["bytes that are no HTTP", babble("HELLO\r\n\r\n"), "connection-lost"],
    ["silence", stall, "timeout"],
    ["silence within the answer", begin(200, stall), "timeout"],
    ["nine mebibytes", answer(200, `["${"x".repeat(9 * 2 ** 20)}"]`), "too-large"],
  ] as const)("%s", async (_, act, failure) => {
    const { connect, service } = here();
    service.script(act);
    const time = fakeTime();
    const call = expect(connect({ timer: time.alarm }).createOrder(order)).rejects.toMatchObject({
      name: "ApiError",
      failure,
      outcomeUnknown: true,
    });
    await until("it arrived", () => service.received.length > 0);
    if (failure === "timeout") await time.advance(10_000);
    await call;
    expect(service.received).toHaveLength(1);
  });
});

test("a read never has an unknown outcome", async () => {
  const { api, service } = here();
  for (const act of [answer(500, {}), cut, stall, begin(200, stall)]) {
    service.script(act);
    await expect(api.getUser(user, { timeoutMs: 200 })).rejects.toMatchObject({ outcomeUnknown: false });
  }
});

describe("an answer outside the contract", () => {
  test.each([
    ["no JSON", answer(200, "<html>hello</html>"), "the body is no JSON"],
    ["half a JSON", answer(200, '{"_id":"o1"'), "the body is no JSON"],
    ["nothing", answer(200, ""), "the body is no JSON"],
    ["another form", answer(200, []), "(root)"],
    ["a redirection", answer(303, "", { location: "/elsewhere" }), "status 303"],
  ])("%s is a contract error: for a write, the outcome is unknown", async (_, act, words) => {
    const { api, service } = here();
    service.script(act);
    const error: unknown = await api.createOrder(order).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ operation: "createOrder", outcomeUnknown: true });
    expect(String(error)).toContain(words);
    await expect(api.getUser(user)).rejects.toMatchObject({ name: "ContractError", outcomeUnknown: false });
    expect(service.received).toHaveLength(2);
  });

  test("to a completed write may have a field of another type, which counts as missing", async () => {
    const { api, service } = here();
    service.script(answer(200, { _id: 7, order_number: 1042, items: "Espresso" }));
    expect(await api.createOrder(order)).toEqual({ _id: undefined, order_number: 1042, items: [] });
    expect(service.received).toHaveLength(1);
  });

  test("is reported with a few places, not all of thousands, and no values", async () => {
    const { api, service } = here();
    service.script(
      answer(
        200,
        Array.from({ length: 2_000 }, () => ({ _id: 1, customer: { name: "private" } })),
      ),
    );
    const error: unknown = await api.searchOrders({ params }).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/ 0\._id .*1\._id /);
    expect(String(error).length).toBeLessThan(500);
    expect(JSON.stringify(error)).not.toContain("private");
  });

  test("is accepted by the two operations that show none, even when empty", async () => {
    const { api, service } = here();
    service.script(answer(200, ""), answer(200, "OK"), answer(204, ""));
    for (let call = 0; call < 3; call++) {
      expect(await api.updateWorkspace({ params, body: { name: "Café" } })).toEqual({});
    }
  });
});

describe("an unreachable service", () => {
  test("with nobody listening certainly received nothing", async () => {
    const { connect, service, waits } = here();
    await service.close();
    await expect(connect().createOrder(order)).rejects.toMatchObject({
      failure: "unreachable",
      outcomeUnknown: false,
    });
    expect(waits).toHaveLength(2);
  });

  test("with a name that doesn't resolve is reported as unreachable", async () => {
    const notFound = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    const dispatcher = new Agent({ connect: { lookup: (_host, _options, done) => done(notFound, "", 4) } });
    const api = here().connect({ dispatcher, baseUrl: "http://workspace.invalid" });
    await expect(api.createOrder(order)).rejects.toMatchObject({
      failure: "unreachable",
      outcomeUnknown: false,
    });
    await dispatcher.destroy();
  });

  // A server that takes the connection and never speaks TLS is as good as one that never takes it.
  test("whose connections are never established leaves no outcome unknown, whichever timeout ends it", async () => {
    const sockets = new Set<Socket>();
    const mute = createTcpServer((socket) => sockets.add(socket.on("error", () => {})));
    const baseUrl = `https://127.0.0.1:${await listen(mute)}`;
    const impatient = new Agent({ connect: { timeout: 50 } });
    const patient = createAgent();
    const expected = { failure: "unreachable", outcomeUnknown: false };

    await expect(here().connect({ baseUrl, dispatcher: impatient }).createOrder(order)).rejects.toMatchObject(
      expected,
    );
    expect(here().waits).toHaveLength(2);

    const startedMs = performance.now();
    const call = here().connect({ baseUrl, dispatcher: patient }).createOrder(order, { timeoutMs: 200 });
    await expect(call).rejects.toMatchObject(expected);
    expect(performance.now() - startedMs).toBeLessThan(2_000);

    await Promise.all([impatient.destroy(), patient.destroy()]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  test("with every connection taken: the waiting write times out unsent", async () => {
    const { connect, service } = here();
    const dispatcher = new Agent({ connections: 1 });
    const time = fakeTime();
    const api = connect({ dispatcher, timer: time.alarm });
    service.script(stall);
    const calls = [
      expect(api.createOrder(order)).rejects.toMatchObject({ failure: "timeout", outcomeUnknown: true }),
      expect(api.createOrder(order)).rejects.toMatchObject({ failure: "unreachable", outcomeUnknown: false }),
    ];
    await until("the connection is taken", () => service.received.length === 1);
    await time.advance(10_000);
    await Promise.all(calls);
    await dispatcher.destroy();
    expect(service.received).toHaveLength(1);
  });

  test("with a connection that came free too late: a write isn't sent, a read is", async () => {
    const { connect, service } = here();
    const dispatcher = new Agent({ connections: 1 });
    const api = connect({ dispatcher });
    const late: Act = (response, socket) => void setTimeout(() => answer(200, [])(response, socket), 800);
    service.script(late, answer(200, []));
    const first = api.searchOrders({ params });
    const write = api.createOrder(order, { timeoutMs: 1_000 });
    await expect(write).rejects.toMatchObject({ failure: "unreachable", outcomeUnknown: false });
    await first;
    service.script(late, answer(200, []));
    const second = api.searchOrders({ params });
    await api.searchOrders({ params });
    await second;
    expect(service.received.map(({ method }) => method)).toEqual(["GET", "GET", "GET"]);
    await dispatcher.destroy();
  });
});
