/**
 * The least that can answer an interaction that is posted: it checks the signature, reads the body, asks the service
 * where the command needs it, and responds with a fixed text. No discord.js, no types, no database.
 */
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { request } from "undici";
import type { APIApplicationCommandInteraction } from "discord-api-types/v10";
import { assignments, help, orderSearch } from "./minimal-discord/frames.ts";

const serviceUrl = process.env["WORKSPACE_API_URL"] ?? "";
const key = createPublicKey({
  key: { kty: "OKP", crv: "Ed25519", x: process.env["PUBLIC_KEY_X"] ?? "" },
  format: "jwk",
});
const tasks: Readonly<Record<string, { readonly path?: string; readonly title: string }>> = {
  help: { title: help.expected },
  assignments: { title: assignments.expected, path: "/staff/assignments/bench/1840032278" },
  order: { title: orderSearch.expected, path: "/players/orders/bench/search" },
};

const server = createServer((incoming, response) => void answer(incoming, response));
server.listen(Number(process.env["HTTP_PORT"]), "127.0.0.1", () => process.stdout.write("ready\n"));
process.once("SIGTERM", () => process.exit(0));

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const signature = Buffer.from(String(incoming.headers["x-signature-ed25519"]), "hex");
  const timestamp = Buffer.from(String(incoming.headers["x-signature-timestamp"]));
  if (!verify(null, Buffer.concat([timestamp, body]), key, signature)) {
    response.writeHead(401).end();
    return;
  }
  // Nothing but commands is posted here.
  const { data } = JSON.parse(body.toString()) as APIApplicationCommandInteraction;
  const { path, title = "" } = tasks[data.name] ?? {};
  if (path !== undefined) {
    const { body: answered } = await request(serviceUrl + path, {
      headers: { authorization: "Bearer bench" },
    });
    JSON.parse(await answered.text());
  }
  const text = `{"type":4,"data":${JSON.stringify({ flags: 64, embeds: [{ title }] })}}`;
  response
    .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
    .end(text);
}
