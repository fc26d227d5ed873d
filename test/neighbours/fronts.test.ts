import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pathIn, publicUrl, subscribe } from "../support/calendar-address.ts";
import { startHarness } from "../support/harness.ts";
import { findTool, type Tool } from "../support/tools.ts";
import { until } from "../support/wait-for.ts";

const deploy = join(import.meta.dirname, "../../deploy/http");

/** What a front meets: the bot's answers while it is well, while it has begun to stop, and at the end; or no answer. */
type Behaviour = "well" | "leaving" | "refusing" | "silent" | "cutting";

interface Upstream extends AsyncDisposable {
  readonly port: number;
  behaviour: Behaviour;
  /** Bodies of Discord's requests that it answered itself. */
  readonly answered: string[];
  /** How often it was asked whether it's ready since its behaviour last changed. */
  probes: number;
  /** Reads of calendars, which it asks to come back later. */
  readonly reads: number;
  /** As a process that was killed: nothing listens any more. */
  end(): Promise<void>;
}

async function startUpstream(): Promise<Upstream> {
  const answered: string[] = [];
  // Like the bot's, it keeps connections for longer than a front does.
  const server = createServer(
    { keepAliveTimeout: 620_000 },
    (request, response) => void serve(request, response),
  );
  const upstream = { behaviour: "well" as Behaviour, probes: 0, reads: 0 };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/readyz") {
      upstream.probes += 1;
      response.writeHead(upstream.behaviour === "well" ? 200 : 503).end();
      return;
    }
    if (request.url?.startsWith("/calendar/") === true) {
      upstream.reads += 1;
      response.writeHead(503, { "retry-after": "600" }).end();
      return;
    }
    const chunks = await request.toArray().catch(() => undefined);
    // Whoever sent it has left.
    if (chunks === undefined) return;
    if (upstream.behaviour === "silent") return;
    if (upstream.behaviour === "cutting") {
      request.socket.destroy();
    } else if (upstream.behaviour === "refusing") {
      response.writeHead(503, { connection: "close" }).end();
    } else {
      answered.push(String(Buffer.concat(chunks)));
      response.writeHead(200).end("{}");
    }
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const end = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return Object.assign(upstream, {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    answered,
    end,
    [Symbol.asyncDispose]: end,
  });
}

interface Front {
  readonly tool: Tool;
  readonly file: string;
  /** The file for this machine: without certificates, with a port that is free, and logging all requests. */
  readonly adapt: (text: string, port: number) => string;
  readonly args: (path: string, folder: string) => readonly string[];
  /** Whether it asks `/readyz` by itself. */
  readonly probes: boolean;
  /** Whether it asks another replica for what one had already got. */
  readonly repeats: boolean;
  /** Whether it limits how often one address of the internet reads calendars. */
  readonly limits: boolean;
}

const fronts: readonly Front[] = [
  {
    tool: "nginx",
    file: "nginx.conf",
    adapt: (text, port) =>
      `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log /dev/stderr; ${text
        .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
        .replaceAll(/ssl_certificate\S* \S+;/g, "")} }`,
    args: (path, folder) => ["-p", folder, "-e", "stderr", "-c", path],
    probes: false,
    repeats: true,
    limits: true,
  },
  {
    tool: "haproxy",
    file: "haproxy.cfg",
    adapt: (text, port) =>
      text
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace("global\n", "global\n    log stdout format raw local0\n")
        .replace("mode http\n", "mode http\n    log global\n    option httplog\n"),
    args: (path) => ["-db", "-f", path],
    probes: true,
    repeats: true,
    limits: true,
  },
  {
    tool: "caddy",
    file: "Caddyfile",
    adapt: (text, port) =>
      text
        .replace(/^\{$/m, "{\n\tadmin off")
        .replace("bot.example.com {", `http://127.0.0.1:${port} {\n\tlog`),
    args: (path) => ["run", "--adapter", "caddyfile", "--config", path],
    probes: true,
    repeats: false,
    limits: false,
  },
];

/** A process that is busy elsewhere answers late here, which would be taken for a fault. */
const patient = (text: string): string =>
  text
    .replaceAll("1200ms", "6s")
    .replaceAll("500ms", "6s")
    .replace("lb_try_duration 2s", "lb_try_duration 8s")
    .replace("timeout check 1s", "timeout check 6s")
    .replaceAll("health_timeout 1s", "health_timeout 6s");

/** With a port that the system chose a moment ago; if another program takes it first, with the next one. */
async function startFront(
  { tool, file, adapt, args }: Front,
  program: string,
  upstreams: readonly Pick<Upstream, "port">[],
) {
  const folder = await mkdtemp(join(tmpdir(), `workspace-bot-${tool}-`));
  const settings = upstreams.reduce(
    (text, { port }, index) => text.replaceAll(`10.0.0.1${index + 1}:8080`, `127.0.0.1:${port}`),
    patient(await readFile(join(deploy, file), "utf8")),
  );
  for (;;) {
    const probe = createTcpServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const address = probe.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => probe.close(resolve));
    const path = join(folder, file);
    await writeFile(path, adapt(settings, port));
    // nginx opens it again, which can't be done with a pipe from here.
    const output = await open(join(folder, "output"), "a+");
    const child = spawn(program, args(path, folder), {
      cwd: folder,
      env: { HOME: folder, PATH: process.env["PATH"], XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: ["ignore", output.fd, output.fd],
    });
    await output.close();
    const logged = (): Promise<string> => readFile(join(folder, "output"), "utf8");
    const ended = once(child, "exit");
    const url = `http://127.0.0.1:${port}`;
    // Another program may have taken the port meanwhile, and answer: only this one logs it.
    const mark = randomUUID();
    await until("it answers", async () => {
      if (child.exitCode !== null) return true;
      await fetch(`${url}/${mark}`).catch(() => undefined);
      return (await logged()).includes(mark);
    });
    if (child.exitCode !== null) {
      const said = await logged();
      if (/in use/i.test(said)) continue;
      throw new Error(`${tool} ended:\n${said}`);
    }
    return {
      url,
      /** What it has said, with every request that it logs. */
      async logged() {
        // It logs in order.
        await fetch(`${url}/mark`);
        await until("it has logged all before", async () => (await logged()).includes("/mark"));
        return logged();
      },
      async [Symbol.asyncDispose]() {
        child.kill("SIGKILL");
        await ended;
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
}

const total = 20;

/** Discord's requests, one after the other. @returns the statuses that Discord sees */
async function send(url: string, name: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < total; index += 1) {
    const response = await fetch(`${url}/interactions`, { method: "POST", body: `${name} ${index}` });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}
const allWell = Array.from({ length: total }, () => 200);

describe.each(fronts)("$tool with the settings from deploy", (front) => {
  const program = findTool(front.tool) ?? "";

  test.skipIf(program === "")(
    "loses nothing while a replica stops, ends, cuts off or is silent",
    async () => {
      for (const trouble of ["refusing", "ended", "cutting", "silent"] as const) {
        await using first = await startUpstream();
        await using second = await startUpstream();
        await using running = await startFront(front, program, [first, second]);
        expect(await send(running.url, "before"), trouble).toEqual(allWell);
        expect(first.answered.length, trouble).toBeGreaterThan(0);
        first.answered.length = 0;
        first.probes = 0;
        if (trouble === "ended") {
          await first.end();
        } else if (trouble === "refusing" && front.probes) {
          // It goes on answering until the front has noticed.
          first.behaviour = "leaving";
          expect(await send(running.url, "leaving")).toEqual(allWell);
          await until("it is out of the pool", async () => {
            const before = first.answered.length;
            await send(running.url, "leaving");
            return first.probes > 1 && first.answered.length === before;
          });
          first.behaviour = "refusing";
        } else {
          first.behaviour = trouble;
        }
        const statuses = await send(running.url, trouble);
        const lost = statuses.filter((status) => status !== 200).length;
        const hadOne = trouble === "cutting" || trouble === "silent";
        const most = hadOne && !front.repeats ? 2 : 0;
        expect(lost, `${trouble}: ${statuses.join(" ")}`).toBeLessThanOrEqual(most);
        const passed = statuses.flatMap((status, index) => (status === 200 ? [`${trouble} ${index}`] : []));
        const taken = second.answered.filter((body) => body.startsWith(trouble));
        expect(taken, trouble).toEqual(passed);
      }
    },
  );

  test.skipIf(program === "")("passes on Discord's requests and calendars only", async () => {
    await using first = await startUpstream();
    await using second = await startUpstream();
    await using running = await startFront(front, program, [first, second]);
    const others = [
      "/metrics",
      "/readyz",
      "/healthz",
      "/",
      "/interactions/more",
      "/calendar",
      "/calendars/x",
    ];
    for (const path of others) expect((await fetch(running.url + path)).status, path).toBe(404);
    expect((await fetch(`${running.url}/events`, { method: "POST", body: "{}" })).status).toBe(200);
  });

  test.skipIf(program === "")(
    "serves calendars at their addresses, and as unchanged while they are, and logs no address",
    async () => {
      await using bot = await startHarness({ publicUrl, interactions: "http", withJobs: false });
      const port = bot.app.httpPort ?? 0;
      await using running = await startFront(front, program, [{ port }, { port }]);
      const path = pathIn(await subscribe(bot.as("mia")));
      const first = await fetch(running.url + path);
      expect(first.status).toBe(200);
      expect(await first.text()).toContain("BEGIN:VCALENDAR");
      const etag = first.headers.get("etag") ?? "";
      expect(etag).not.toBe("");
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      const again = await fetch(running.url + path, { headers: { "if-none-match": etag } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
      const head = await fetch(running.url + path, { method: "HEAD" });
      expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
      expect((await fetch(`${running.url}/calendar/${"A".repeat(22)}.ics`)).status).toBe(404);
      // Which Discord didn't sign.
      expect((await fetch(`${running.url}/interactions`, { method: "POST", body: "{}" })).status).toBe(401);
      const logged = await running.logged();
      expect(logged).toContain("/interactions");
      expect(logged).not.toContain(path.slice("/calendar/".length, -".ics".length));
    },
  );

  test.skipIf(program === "")(
    "lets a calendar that can't be read say so, asks for it once, and takes no replica out for it",
    async () => {
      await using first = await startUpstream();
      await using second = await startUpstream();
      await using running = await startFront(front, program, [first, second]);
      const secret = "S".repeat(22);
      const read = () => fetch(`${running.url}/calendar/${secret}.ics`);
      for (let times = 1; times <= 10; times += 1) {
        const refused = await read();
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "600"]);
        expect(first.reads + second.reads).toBe(times);
      }
      expect(await send(running.url, "meanwhile")).toEqual(allWell);
      for (const { answered } of [first, second]) expect(answered.length).toBeGreaterThan(0);

      await first.end();
      await second.end();
      // Refused, or cut off as the replicas were.
      await read().catch(() => undefined);
      expect(await running.logged()).not.toContain(secret);
    },
  );

  test.skipIf(program === "" || !front.limits)(
    "limits how often one address of the internet reads calendars, and nothing else",
    async () => {
      await using first = await startUpstream();
      await using second = await startUpstream();
      await using running = await startFront(front, program, [first, second]);
      const statuses: number[] = [];
      for (let times = 0; times < 200; times += 1)
        statuses.push((await fetch(`${running.url}/calendar/${times}`)).status);
      expect(new Set(statuses)).toEqual(new Set([503, 429]));
      expect(first.reads + second.reads).toBe(statuses.filter((status) => status === 503).length);
      expect(statuses.slice(0, 100)).not.toContain(429);
      expect(await send(running.url, "meanwhile")).toEqual(allWell);
    },
  );
});

test("every front has given up on two replicas before Discord gives up", async () => {
  for (const { file } of fronts) {
    const text = await readFile(join(deploy, file), "utf8");
    const waits = [
      ...text.matchAll(/(?:proxy_read_timeout|timeout server|response_header_timeout) (\d+)ms/g),
    ];
    expect(
      waits.map(([, ms]) => Number(ms)),
      file,
    ).toEqual([1_200]);
    // A calendar may take longer.
    expect(text, file).toMatch(/(?:proxy_read_timeout|timeout server|response_header_timeout) 15s/);
  }
});
