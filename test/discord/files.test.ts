import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiscordFiles, type HeldFiles } from "../../src/discord/files.ts";
import { until } from "../support/wait-for.ts";

const mebibyte = 1024 * 1024;
const [ours, theirs] = ["100000000000000001", "100000000000000002"];

let server: Server;
let origin = "";
/** The paths of all downloads so far. */
let asked: string[] = [];
let answer: (response: ServerResponse, path: string) => void = () => undefined;

beforeEach(async () => {
  asked = [];
  answer = (response, path) => response.end(Buffer.alloc(Number(path.split("/").at(-1))));
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    answer(response, url);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  origin = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** What Discord says of its size counts, and only that takes time here which is sent. */
const file = (name: string, size: number, sent = 3) => ({ url: `${origin}/${name}/${sent}`, size });
const form = (guildId: string, name: string) => ({
  guildId,
  files: [1, 2, 3].map((number) => file(`${name}-${number}`, 8 * mebibyte)),
  maxBytes: 8 * mebibyte,
});

test("the files of one form are in memory at a time for a server, and the next one's only once they aren't", async () => {
  const files = createDiscordFiles(`${origin}/api`);
  const forms = ["a", "b", "c", "d", "e"].map((name) => files.hold(form(ours, name)));
  for (const [index, held] of forms.entries()) {
    using present = await held;
    expect(present.data.map(({ length }) => length)).toEqual([3, 3, 3]);
    expect(asked).toHaveLength(3 * (index + 1));
  }
});

test("all servers together have a bound, in which each that waits gets its turn", async () => {
  const files = createDiscordFiles(`${origin}/api`);
  const first = await files.hold(form(ours, "first"));
  const order: string[] = [];
  const note = (name: string, held: HeldFiles): void => {
    order.push(name);
    held[Symbol.dispose]();
  };
  const ourForms = ["second", "third"].map((name) =>
    files.hold(form(ours, name)).then((held) => note(name, held)),
  );
  // Less than a server may have, and it fits beside the first one's.
  using small = await files.hold({ ...form(theirs, ""), files: [file("small", 1_000)] });
  expect(small.data).toHaveLength(1);
  const theirForm = files.hold(form("100000000000000003", "theirs")).then((held) => note("theirs", held));
  expect(asked).toHaveLength(4);
  first[Symbol.dispose]();
  await Promise.all([...ourForms, theirForm]);
  expect(order).toEqual(["second", "theirs", "third"]);
});

test("a server whose files are in memory leaves room for another one's", async () => {
  const files = createDiscordFiles(`${origin}/api`);
  const first = await files.hold(form(ours, "first"));
  const picture = (guildId: string, name: string) => ({
    ...form(guildId, name),
    files: [file(name, 8 * mebibyte)],
  });
  const second = files.hold(picture(ours, "second"));
  using other = await files.hold(picture(theirs, "theirs"));
  expect(other.data).toHaveLength(1);
  expect(asked.filter((path) => path.includes("second"))).toEqual([]);
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
});

test("whoever waited is asked whether they still need the files, before the download", async () => {
  const files = createDiscordFiles(`${origin}/api`);
  const first = await files.hold(form(ours, "first"));
  const refused = files.hold({ ...form(ours, "second"), admit: () => Promise.reject(new Error("not now")) });
  first[Symbol.dispose]();
  await expect(refused).rejects.toThrow("not now");
  using third = await files.hold(form(ours, "third"));
  expect(third.data).toHaveLength(3);
  expect(asked.filter((path) => path.includes("second"))).toEqual([]);
});

test("a failed download makes room again, and ends the others of its form first", async () => {
  const files = createDiscordFiles(`${origin}/api`);
  let endedEarly = 0;
  answer = (response, path) => {
    if (path.includes("-1/")) response.writeHead(404).end();
    else response.on("close", () => (endedEarly += 1)).write(Buffer.alloc(1_000));
  };
  await expect(files.hold(form(ours, "failing"))).rejects.toThrow("Discord answered 404 for a file");
  await until("both downloads end", () => endedEarly === 2);
  answer = (response) => response.end("there");
  using held = await files.hold({ ...form(ours, ""), files: [file("again", 5)] });
  expect(String(held.data[0])).toBe("there");
});

test.each([
  ["longer than allowed", 9 * mebibyte, 9 * mebibyte],
  ["longer than Discord said", 2_000, 1_000],
])("a file %s isn't read to its end", async (_case, bytes, size) => {
  const files = createDiscordFiles(`${origin}/api`);
  const wanted = { guildId: ours, files: [{ url: `${origin}/x/${bytes}`, size }], maxBytes: 8 * mebibyte };
  await expect(files.hold(wanted)).rejects.toThrow(RangeError);
});

test.each([
  ["another host", "https://example.com/attachments/1/2/a.png"],
  ["a host that only ends like Discord's", "https://evil-cdn.discordapp.com.example.com/a.png"],
  ["Discord's host without TLS", "http://cdn.discordapp.com/attachments/1/2/a.png"],
  ["another port of Discord's host", "https://cdn.discordapp.com:8443/attachments/1/2/a.png"],
  ["another port of this machine", "http://127.0.0.1:1/a.png"],
  ["a file of this machine", "file:///etc/hostname"],
])("nothing is asked of %s", async (_case, url) => {
  const files = createDiscordFiles(`${origin}/api`);
  const wanted = { guildId: ours, files: [{ url, size: 10 }], maxBytes: 1_000 };
  await expect(files.hold(wanted)).rejects.toThrow("a file is not where Discord keeps files");
  expect(asked).toEqual([]);
});
