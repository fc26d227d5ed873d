import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { mountControls } from "../../playground/page-api/switches.ts";
import { servePage } from "../../playground/page-server.ts";
import { mountServiceRequests, type RememberedExchange } from "../../playground/page-api/requests.ts";

const maxSentBytes = 60_000;

const app = new Hono();
servePage(app);
const zipped = { headers: { "accept-encoding": "gzip" } };

async function addressesIn(): Promise<readonly string[]> {
  const html = await (await app.request("/")).text();
  return ["/", ...new Set(html.match(/\/page\/[\w.-]+/g))];
}

describe("the page", () => {
  test("is under 60 kB with everything it loads", async () => {
    const addresses = await addressesIn();
    const answers = await Promise.all(addresses.map(async (address) => app.request(address, zipped)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxSentBytes);
  });

  test("allows nothing from elsewhere and no inline script", async () => {
    const answer = await app.request("/");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy.match(/https?:[^\s;]*/g)).toEqual(["http://127.0.0.1:*"]);
    expect(await answer.text()).not.toMatch(/https?:|<script(?![^>]*(?:src=|importmap))/);
  });

  test("declares the type of each file, and forbids guessing it", async () => {
    for (const address of await addressesIn()) {
      const { headers } = await app.request(address);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-type")).toMatch(/^text\/(?:html|css|javascript); charset=utf-8$/);
    }
  });

  test("sends the same script compressed and uncompressed, and nothing when the browser has it", async () => {
    const plain = await app.request("/page/main.js");
    const gzip = await app.request("/page/main.js", zipped);
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(await plain.text());
    const tag = plain.headers.get("etag") ?? "";
    expect((await app.request("/page/main.js", { headers: { "if-none-match": tag } })).status).toBe(304);
  });

  test("brings Discord's emoji, whatever the machine has", async () => {
    const styles = await (await app.request("/page/main.css")).text();
    const [address = ""] = /\/page\/[\w-]+\.woff2/.exec(styles) ?? [];
    const answer = await app.request(address);
    expect(answer.headers.get("content-type")).toBe("font/woff2");
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1", 0, 4)).toBe("wOF2");
  });

  test("serves no other file of the machine", async () => {
    for (const path of [
      "/page/main.ts",
      "/page/../page-server.ts",
      "/page/%2e%2e/page-server.ts",
      "/page/tsconfig.json",
    ]) {
      expect((await app.request(path)).status).toBe(404);
    }
  });
});

describe("the switches", () => {
  const json = { "content-type": "application/json" };
  const withControls = (): { readonly app: Hono; readonly used: string[] } => {
    const used: string[] = [];
    const controls = new Hono();
    let isSlow = false;
    mountControls(controls, [
      {
        id: "slow",
        group: "service",
        kind: "switch",
        label: "Slow",
        isOn: () => isSlow,
        run(isOn) {
          isSlow = isOn;
          return isOn ? "Slow now." : "Quick again.";
        },
      },
      {
        id: "day",
        group: "clock",
        kind: "action",
        label: "A day",
        run: () => (used.push("day"), "Tomorrow."),
      },
    ]);
    return { app: controls, used };
  };

  test("are described, switched and reported", async () => {
    const { app: controls, used } = withControls();
    const listed = await (await controls.request("/playground/controls")).json();
    expect(listed).toEqual([
      { id: "slow", group: "service", kind: "switch", label: "Slow", isOn: false },
      { id: "day", group: "clock", kind: "action", label: "A day" },
    ]);
    const body = JSON.stringify({ isOn: true });
    const answer = await controls.request("/playground/controls/slow", {
      method: "POST",
      headers: json,
      body,
    });
    expect(await answer.json()).toMatchObject({ said: "Slow now.", controls: [{ isOn: true }, {}] });
    await controls.request("/playground/controls/day", { method: "POST", headers: json, body: "{}" });
    expect(used).toEqual(["day"]);
  });

  test.each([
    ["from another site", { "content-type": "application/json", "sec-fetch-site": "cross-site" }, 403],
    ["as a plain form", { "content-type": "text/plain" }, 415],
  ])("can't be changed %s", async (_, headers, status) => {
    const { app: controls, used } = withControls();
    const answer = await controls.request("/playground/controls/day", {
      method: "POST",
      headers,
      body: "{}",
    });
    expect(answer.status).toBe(status);
    expect(used).toEqual([]);
  });
});

test("requests to the service are listed after the last known one", async () => {
  const listeners: ((exchange: RememberedExchange) => void)[] = [];
  const requests = new Hono();
  mountServiceRequests(requests, {
    subscribe(listener) {
      listeners.push(listener);
      return () => undefined;
    },
  });
  const exchange = { at: 5, method: "GET", path: "/orders", status: 200, durationMs: 3, bytes: 10 };
  for (const listener of listeners) {
    listener(exchange);
    listener({ ...exchange, status: undefined });
  }
  const list = async (after: number): Promise<unknown> =>
    (await requests.request(`/playground/service-requests?after=${String(after)}`)).json();
  expect(await list(0)).toHaveLength(2);
  expect(await list(1)).toEqual([
    { id: 2, atMs: 5, method: "GET", path: "/orders", status: 0, ms: 3, answerBytes: 10 },
  ]);
});
