import { connect } from "node:net";
import { MessageFlags } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type DiscordEmulator, playgroundIds } from "../../playground/discord/index.ts";
import type {
  LiveEvent,
  PageCommands,
  PageMessages,
  PageOutcome,
  PageState,
  PageUpload,
} from "../../playground/discord/page-types.ts";
import { botFor, mia, emulatorForTest } from "./bot.ts";
import { until } from "../support/wait-for.ts";

const { mia: miaId, theo: theoId, sam, ada, orders } = playgroundIds;
const say = {
  name: "say",
  description: "Says it back",
  options: [
    { type: 3 as const, name: "text", description: "Text", required: true, max_length: 10 },
    { type: 11 as const, name: "file", description: "File" },
  ],
};
const adminsOnly = { name: "secret", description: "For admins", default_member_permissions: "32" };

async function playground(): Promise<DiscordEmulator> {
  const discord = await emulatorForTest();
  await botFor(discord, [say, adminsOnly], async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const size = interaction.options.getAttachment("file")?.size ?? 0;
    await interaction.reply({
      content: `${interaction.options.getString("text")} ${size}`,
      flags: MessageFlags.Ephemeral,
    });
  });
  return discord;
}

async function get<T>(discord: DiscordEmulator, path: string): Promise<T> {
  // The emulator answers with what `page-types.ts` says.
  return (await (await fetch(`${discord.url}/playground${path}`)).json()) as T;
}
async function post(
  discord: DiscordEmulator,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(`${discord.url}/playground${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
async function livePage(discord: DiscordEmulator, as: string): Promise<readonly LiveEvent[]> {
  const socket = new WebSocket(`${discord.url.replace("http", "ws")}/playground/live?as=${as}`);
  onTestFinished(() => socket.terminate());
  const events: LiveEvent[] = [];
  // Only the emulator speaks on this socket.
  socket.on("message", (data: Buffer) => events.push(JSON.parse(data.toString("utf8")) as LiveEvent));
  await new Promise((resolve) => socket.once("open", resolve));
  return events;
}

test("each person sees their own channels and commands", async () => {
  const discord = await playground();
  const namesFor = async (as: string) =>
    (await get<PageState>(discord, `/state?as=${as}`)).channels.map(({ name }) => name);
  expect(await namesFor(ada)).toEqual(["orders", "staff", "calendar", "managers", "audit"]);
  expect(await namesFor(theoId)).toEqual(["orders", "staff", "calendar", "managers"]);
  expect(await namesFor(sam)).toEqual(["orders", "calendar"]);
  const commandsFor = async (as: string) =>
    (await get<PageCommands>(discord, `/channels/${orders}/commands?as=${as}`)).commands.map(
      ({ name }) => name,
    );
  expect(await commandsFor(ada)).toEqual(["say", "secret"]);
  expect(await commandsFor(miaId)).toEqual(["say"]);
});

test("a command run in the page is answered live in the tabs that may see it", async () => {
  const discord = await playground();
  const mine = await livePage(discord, miaId);
  const theirs = await livePage(discord, theoId);
  const form = new FormData();
  form.set("file", new File(["12345"], "a.txt"));
  const uploaded = await fetch(`${discord.url}/playground/upload?as=${miaId}`, {
    method: "POST",
    body: form,
  });
  const { uploadId } = (await uploaded.json()) as PageUpload;
  const answer = await post(discord, `/channels/${orders}/run?as=${miaId}`, {
    path: "say",
    options: { text: "hi", file: { uploadId } },
  });
  const { outcome } = (await answer.json()) as PageOutcome;
  expect(outcome).toMatchObject({ kind: "message", message: { content: "hi 5", private: true } });
  await until("a request came", () => theirs.some(({ type }) => type === "request"));
  expect(mine.filter(({ type }) => type === "message-created")).toHaveLength(1);
  expect(theirs.filter(({ type }) => type === "message-created")).toEqual([]);
  const read = (as: string) => get<PageMessages>(discord, `/channels/${orders}/messages?as=${as}`);
  expect((await read(miaId)).messages).toHaveLength(1);
  expect((await read(theoId)).messages).toEqual([]);

  const [message] = mia(discord).read();
  await post(discord, `/channels/${orders}/dismiss?as=${miaId}`, { messageId: message?.id });
  await until("a deletion came", () => mine.some(({ type }) => type === "message-deleted"));
  expect(theirs.some(({ type }) => type === "message-deleted")).toBe(false);
});

test("an action without permission is refused with a sentence, at its field", async () => {
  const discord = await playground();
  const run = (as: string, body: unknown) => post(discord, `/channels/${orders}/run?as=${as}`, body);
  const refused = await run(miaId, { path: "say", options: { text: "far too long" } });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ message: '"text" must have 1 to 10 characters.', field: "text" });
  expect((await run(miaId, { path: "secret", options: {} })).status).toBe(400);
  expect((await run(miaId, "nonsense")).status).toBe(400);
  expect(
    (await post(discord, `/channels/${playgroundIds.audit}/run?as=${sam}`, { path: "say", options: {} }))
      .status,
  ).toBe(400);
});

test("other hosts and other origins are rejected", async () => {
  const discord = await playground();
  const evil = { origin: "https://evil.example" };
  expect((await post(discord, `/channels/${orders}/run?as=${miaId}`, {}, evil)).status).toBe(403);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const { get: ask } = await import("node:http");
  ask(`${discord.url}/playground/state`, { headers: { host: "evil.example" } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  expect(await promise).toBe(403);
  const socket = new WebSocket(`${discord.url.replace("http", "ws")}/playground/live?as=${miaId}`, {
    headers: evil,
  });
  const failed = await new Promise<Error>((tell) => socket.once("error", tell));
  expect(failed.message).toContain("403");
});

const oddPaths = ["//", "///", "http://[", "/%", "/\\", "*", "//evil.example/gateway", "/__proto__"];

/** Over a bare socket: `fetch` and `WebSocket` would mend the path. */
async function responseTo(url: string, path: string, headers: readonly string[]): Promise<string> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  const told = Promise.withResolvers<string>();
  socket.on("data", (data) => told.resolve(String(data)));
  socket.on("error", told.reject);
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers, "", ""].join("\r\n"));
  try {
    return await told.promise;
  } finally {
    socket.destroy();
  }
}

test.each(oddPaths)(
  "a WebSocket to the malformed path %s is rejected, and the page keeps working",
  async (path) => {
    const discord = await playground();
    const headers = [
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    expect(await responseTo(discord.url, path, headers)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await fetch(`${discord.url}/playground/state`)).status).toBe(200);
  },
);

test.each(oddPaths)(
  "a request for the malformed path %s is answered, and the page keeps working",
  async (path) => {
    const discord = await playground();
    expect(await responseTo(discord.url, path, ["Connection: close"])).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await fetch(`${discord.url}/playground/state`)).status).toBe(200);
  },
);

test("the page can switch faults on and off", async () => {
  const discord = await playground();
  const answer = await post(discord, "/faults", {
    kind: "take-permission",
    channelId: orders,
    permissions: "2048",
  });
  expect(answer.status).toBe(204);
  expect((await post(discord, "/faults", { kind: "unknown" })).status).toBe(400);
});
