import { inspect } from "node:util";
import { Agent } from "undici";
import { describe, expect, test } from "vitest";
import { createAgent, type RequestEvent } from "../../src/api/transport.ts";
import { type Act, answer, babble, begin, cut, stall } from "./scripted-service.ts";
import { order, params, token, world } from "./client-fixture.ts";

const here = world();
const everything = { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity } as const;

const acts: readonly (readonly [string, Act])[] = [
  ["a refusal", answer(401, { message: "no such key" })],
  ["a refusal that repeats the token", answer(401, { message: `Bearer ${token} is not valid` })],
  ["a refusal that repeats it at the clipping mark", answer(401, { message: "x".repeat(280) + token })],
  ["the older shape with it", answer(400, { errors: [{ code: token, message: `key ${token}` }] })],
  ["a page with it", answer(500, `<pre>authorization: Bearer ${token}</pre>`)],
  ["a success that is no JSON, with it", answer(200, `authorization: Bearer ${token}`)],
  ["a success of another form, with it", answer(200, [{ _id: { token }, [token]: token }, token])],
  ["a redirection with it", answer(302, "", { location: `/?key=${token}` })],
  ["bytes that are no HTTP, with it", babble(`${token} ${token}\r\n\r\n`)],
  ["a cut connection", cut],
  ["a cut answer", begin(200, cut)],
  ["silence", stall],
];

describe("the token is in no error, cause or event", () => {
  test.each(acts)("after %s", async (_, act) => {
    const { connect, service } = here();
    const events: RequestEvent[] = [];
    service.script(act);
    const api = connect({ onRequest: (event) => events.push(event) });
    for (const call of [
      api.createOrder(order, { timeoutMs: 2_000 }),
      api.getUser({ params: { userId: "7" } }, { timeoutMs: 2_000 }),
    ]) {
      const error: unknown = await call.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, everything)).not.toContain(token);
      expect(JSON.stringify(error)).not.toContain(token);
    }
    expect(service.received[0]?.headers["authorization"]).toContain(token);
    expect(inspect(events, everything)).not.toContain(token);
  });

  test("when nobody is listening", async () => {
    const { connect, service } = here();
    await service.close();
    const error: unknown = await connect()
      .createOrder(order)
      .catch((caught: unknown) => caught);
    expect(inspect(error, everything)).not.toContain(token);
    expect(inspect(error)).toContain("ECONNREFUSED");
  });

  test("when the underlying error repeats it, even several times", async () => {
    const broken = (words: string) => new Error(`authorization: Bearer ${token} ${words}`);
    for (const cause of [broken("first"), new AggregateError([broken("first"), broken("second")])]) {
      const dispatcher = new Agent({ connect: (_options, callback) => callback(cause, null) });
      const error: unknown = await here()
        .connect({ dispatcher })
        .createOrder(order)
        .catch((caught: unknown) => caught);
      expect(inspect(error, everything)).not.toContain(token);
      expect(inspect(error)).toContain("Bearer [token] first");
      await dispatcher.destroy();
    }
  });

  test("when the connections were already closed", async () => {
    const dispatcher = createAgent();
    await dispatcher.destroy();
    const error: unknown = await here()
      .connect({ dispatcher })
      .createOrder(order)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ failure: "unreachable", outcomeUnknown: false });
    expect(inspect(error, everything)).not.toContain(token);
  });

  test("when it can't be sent in a header", async () => {
    const unsendable = `${token}\n`;
    const call = here().connect({ token: unsendable }).searchOrders({ params });
    const error: unknown = await call.catch((caught: unknown) => caught);
    expect(inspect(error, everything)).not.toContain(token);
  });

  test("when the client itself is inspected", () => {
    expect(inspect(here().api, everything)).not.toContain(token);
  });
});

test("the underlying failure is still reported", async () => {
  const { api, service } = here();
  service.script(cut);
  const error: unknown = await api.createOrder(order).catch((caught: unknown) => caught);
  expect(inspect(error)).toMatch(
    /createOrder failed: connection-lost[^]*SocketError \(UND_ERR_SOCKET\): other side closed/,
  );
});
