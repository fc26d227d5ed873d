import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
  const upstream = { behaviour: "well" as Behaviour, probes: 0 };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/readyz") {
      upstream.probes += 1;
      response.writeHead(upstream.behaviour === "well" ? 200 : 503).end();
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
  /** The file for this machine: without certificates, and with a port that is free. */
  readonly adapt: (text: string, port: number) => string;
  readonly args: (path: string, folder: string) => readonly string[];
  /** Whether it asks `/readyz` by itself. */
  readonly probes: boolean;
  /** Whether it asks another replica for what one had already got. */
  readonly repeats: boolean;
}

const fronts: readonly Front[] = [
  {
    tool: "nginx",
    file: "nginx.conf",
    adapt: (text, port) =>
      `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${text
        .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
        .replaceAll(/ssl_certificate\S* \S+;/g, "")} }`,
    args: (path, folder) => ["-p", folder, "-e", "stderr", "-c", path],
    probes: false,
    repeats: true,
  },
  {
    tool: "haproxy",
    file: "haproxy.cfg",
    adapt: (text, port) => text.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
    args: (path) => ["-db", "-f", path],
    probes: true,
    repeats: true,
  },
  {
    tool: "caddy",
    file: "Caddyfile",
    adapt: (text, port) =>
      `{\n\tadmin off\n}\n${text.replace("bot.example.com {", `http://127.0.0.1:${port} {`)}`,
    args: (path) => ["run", "--adapter", "caddyfile", "--config", path],
    probes: true,
    repeats: false,
  },
];

/** A process that is busy elsewhere answers late here, which would be taken for a fault. */
const patient = (text: string): string =>
  text
    .replaceAll("1200ms", "6s")
    .replaceAll("500ms", "6s")
    .replace("lb_try_duration 2s", "lb_try_duration 8s")
    .replace("timeout check 1s", "timeout check 6s")
    .replace("health_timeout 1s", "health_timeout 6s");

/** With a port that the system chose a moment ago; if another program takes it first, with the next one. */
async function startFront(
  { tool, file, adapt, args }: Front,
  program: string,
  upstreams: readonly Upstream[],
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
    const child = spawn(program, args(path, folder), {
      cwd: folder,
      env: { HOME: folder, PATH: process.env["PATH"], XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    const ended = once(child, "exit");
    const url = `http://127.0.0.1:${port}`;
    // Anything it answers will do.
    const opened = until("it answers", async () => {
      if (child.exitCode !== null) return true;
      return fetch(url).then(
        () => true,
        () => false,
      );
    });
    await opened;
    if (child.exitCode !== null) {
      if (/in use/i.test(output)) continue;
      throw new Error(`${tool} ended:\n${output}`);
    }
    return {
      url,
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

  test.skipIf(program === "")("passes on Discord's requests only", async () => {
    await using first = await startUpstream();
    await using second = await startUpstream();
    await using running = await startFront(front, program, [first, second]);
    for (const path of ["/metrics", "/readyz", "/healthz", "/", "/interactions/more"])
      expect((await fetch(running.url + path)).status, path).toBe(404);
    expect((await fetch(`${running.url}/events`, { method: "POST", body: "{}" })).status).toBe(200);
  });
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
  }
});
