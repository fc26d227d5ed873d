import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Routes } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { GatewayClosedError } from "../../src/discord/client.ts";
import { InteractionRest } from "../../src/discord/interaction-rest.ts";
import { createInteractionRestOptions } from "../../src/discord/rest.ts";
import { checkOpenFiles } from "../../src/start/check-result.ts";
import { describeForOperator } from "../../src/start/operator-message.ts";
import { describeOwnError } from "../../src/start/own-errors.ts";
import { TransferError } from "../../src/store/errors.ts";
import { conditionWithinMs } from "../support/patience.ts";
import { silentReports } from "../support/rest-reports.ts";

const closes = [
  [4004, "DISCORD_TOKEN"],
  [4010, "Start it again"],
  [4011, "Start it again"],
  [4012, "Update the bot"],
  [4013, "DISCORD_API_URL"],
  [4014, "DISCORD_API_URL"],
  [4999, "Update the bot"],
] as const;

test.each(closes)(
  "a gateway closed with %d tells the operator what to do, without a stack",
  (code, advice) => {
    const words = describeForOperator(new GatewayClosedError(code));
    expect(words).toContain(advice);
    expect(words).not.toMatch(/\n/);
  },
);

test("an expected error shows its message, any other its stack, with or without Discord", () => {
  const refused = new TransferError("There is no file backup, so nothing was changed.");
  expect(describeOwnError(refused)).toBe("There is no file backup, so nothing was changed.");
  expect(describeForOperator(refused)).toBe(describeOwnError(refused));
  expect(describeOwnError(new Error("unexpected"))).toMatch(/^Error: unexpected\n +at /);
});

const unreachable = [
  ["doesn't answer", "http", () => undefined, "no answer in time"],
  ["hangs up", "http", (socket: Socket) => socket.destroy(), "UND_ERR_SOCKET"],
  ["speaks no TLS", "https", (socket: Socket) => socket.end("HTTP/1.1 400\r\n\r\n"), "ERR_SSL"],
] as const;

test.each(unreachable)(
  "a Discord that %s is a sentence with the reason",
  async (_, scheme, serve, reason) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      serve(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    // Everything but silence comes in time, also on a busy machine.
    const timeout = reason === "no answer in time" ? 200 : conditionWithinMs;
    const options = { ...createInteractionRestOptions(`${scheme}://127.0.0.1:${port}/api`), timeout };
    const rest = new InteractionRest(options, silentReports).setToken("token");
    const words = await rest.get(Routes.currentApplication()).catch(describeForOperator);
    expect(words).toMatch(/^Can't reach Discord \(.*\)\. Check this machine's network, and DISCORD_API_URL/);
    expect(words).toContain(`(${reason}`);
    for (const socket of sockets) socket.destroy();
    server.close();
  },
);

test("a port that only root may open is a sentence with what to set", () => {
  const refused = Object.assign(new Error("listen EACCES: permission denied 0.0.0.0:80"), {
    code: "EACCES",
    syscall: "listen",
  });
  expect(describeForOperator(refused)).toMatch(/ports below 1024.*nothing was started\. Set HTTP_PORT/);
  expect(describeForOperator(refused)).not.toMatch(/\n/);
});

test("fewer than 256 open files are warned of, with what to set", async () => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-limits-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "limits");
  const warningFor = async (allowed: string) => {
    // Three lines of Linux's own.
    const limits = [
      "Limit                     Soft Limit           Hard Limit           Units     ",
      "Max core file size        0                    unlimited            bytes     ",
      `Max open files            ${allowed.padEnd(20)} 1048576              files     `,
    ];
    await writeFile(path, `${limits.join("\n")}\n`);
    return checkOpenFiles(path);
  };
  for (const few of ["48", "255"])
    expect(await warningFor(few)).toMatch(new RegExp(`only ${few} files.*ulimit -n 1024`));
  for (const enough of ["256", "1048576", "unlimited"]) expect(await warningFor(enough)).toBeUndefined();
  expect(await checkOpenFiles(join(folder, "missing"))).toBeUndefined();
});
