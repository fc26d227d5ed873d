import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLogger, type LogFields } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { anyCharacter } from "../support/any-character.ts";
import { leastWorkUs } from "../support/fastest.ts";

/** What one call of the logger writes. */
function lineOf(message: string, fields?: LogFields, secrets: readonly string[] = []): string {
  const lines: string[] = [];
  const register = createSecretRegistry();
  for (const secret of secrets) register.add(secret);
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ level: "debug", destination, secrets: register }).error(message, fields);
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

function read(line: string): Record<string, unknown> {
  expect(line.endsWith("\n")).toBe(true);
  const value: unknown = JSON.parse(line);
  return Object.fromEntries(Object.entries(value ?? {}));
}

test("a line has level, time, fields and message", () => {
  const line = read(lineOf("order sent", { guildId: "1", count: 2, nested: { list: [1, null, true] } }));
  expect(line).toEqual({
    level: "error",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    guildId: "1",
    count: 2,
    nested: { list: [1, null, true] },
    message: "order sent",
  });
});

test("entries below the level aren't written", () => {
  const lines: string[] = [];
  const logger = createLogger({ level: "warn", destination: { write: (line) => void lines.push(line) } });
  logger.debug("a");
  logger.info("b");
  logger.warn("c");
  logger.error("d");
  expect(lines).toHaveLength(2);
});

test("however many loggers there are, they share one exit handler", () => {
  createLogger({ level: "silent" });
  const waiting = process.listenerCount("exit");
  createLogger({ level: "silent" });
  expect(process.listenerCount("exit")).toBe(waiting);
});

test("an error is logged with its causes and without the request it carries", () => {
  const refused = Object.assign(new TypeError("refused"), {
    code: "ECONNREFUSED",
    headers: { authorization: "Bearer hidden-header" },
    config: { body: "hidden-body" },
  });
  const error = new AggregateError([new Error("inner")], "outer", { cause: refused });
  const line = lineOf("failed", { error });
  expect(read(line)["error"]).toMatchObject({
    name: "AggregateError",
    message: "outer",
    stack: expect.stringContaining("log.test.ts"),
    cause: { name: "TypeError", message: "refused", code: "ECONNREFUSED" },
    errors: [{ name: "Error", message: "inner" }],
  });
  expect(line).not.toMatch(/hidden-header|hidden-body|headers|config/);
});

test("nothing that is logged can make the logger fail", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ inner }), 1);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = Object.defineProperty({}, "trap", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  for (const value of [
    circular,
    deep,
    proxy,
    throwing,
    5n,
    Symbol("s"),
    () => 1,
    new Map([["a", new Set([1])]]),
  ]) {
    expect(read(lineOf("odd", { value }))["message"]).toBe("odd");
  }
  expect(read(lineOf("odd", { value: Buffer.from("secret") }))["value"]).toBe("[6 bytes]");
  expect(read(lineOf("odd", { value: new Date(0) }))["value"]).toBe("1970-01-01T00:00:00.000Z");
  expect(lineOf("x".repeat(100_000)).length).toBeLessThan(9_000);
});

test.each([
  "eyJ",
  "eyJ.",
  "postgres://a:",
  "Bearer ",
  "/webhooks/1/",
  "/calendar/",
  "a://b:",
  "token=",
  "0123456789abcdef.",
])("the work of scanning a text that repeats %j grows no faster than its length", (look) => {
  const scan = (length: number, times: number): number => {
    const text = look.repeat(length / look.length) + "a".repeat(length / 2);
    return leastWorkUs(() => {
      for (let time = 0; time < times; time += 1) lineOf(text);
    });
  };
  // As many characters both times; 64 times the work if all that follows were scanned again for each of them.
  expect(scan(320_000, 1) / scan(5_000, 64)).toBeLessThan(12);
});

describe("anything that looks like a secret is hidden, wherever it is:", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3NjM3MDAwMDB9.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW";
  const botToken = "MTE4NjU0MzIxMDk4NzY1NDMyMQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB";
  const hex = randomBytes(32).toString("hex");
  const replyToken = `aW50ZXJhY3Rpb246${randomBytes(60).toString("base64url")}`;
  test.each([
    ["a bearer header", "authorization: Bearer s3cr3t-value", "s3cr3t-value"],
    ["a bot header", `Bot ${botToken}`, botToken],
    ["a bot token alone", `login with ${botToken} failed`, botToken],
    ["a JSON web token", `token was ${jwt}, sorry`, jwt],
    ["a JSON web token after a host's name", `a.b.c.d.${jwt}`, "CVPmB92K27uhbUJU1p1r"],
    ["32 bytes in hex", `key${hex}`, hex],
    ["oauth_token in a query", "GET /users?oauth_token=s3cr3t-value&page=2", "s3cr3t-value"],
    ["oauth_token in JSON", JSON.stringify({ oauth_token: "s3cr3t-value" }), "s3cr3t-value"],
    [
      "oauth_token in JSON in JSON",
      JSON.stringify(JSON.stringify({ oauth_token: "s3cr3t-value" })),
      "s3cr3t-value",
    ],
    ["oauth_token as printed", inspect({ oauth_token: "s3cr3t-value" }), "s3cr3t-value"],
    [
      "a webhook's address",
      "POST https://discord.com/api/v10/webhooks/123/s3cr3t-value/messages/%40original",
      "s3cr3t-value",
    ],
    ["an interaction's address", "POST /api/v10/interactions/123/s3cr3t-value/callback", "s3cr3t-value"],
    ["a calendar's address", "GET /calendar/s3cr3t-value-of-22-ch_.ics", "s3cr3t-value"],
    ["a reply token alone", `took ${replyToken}`, replyToken],
    ["the password of Postgres", "postgres://bot:s3cr3t/va@lue@db:5432/x", "s3cr3t/va@lue"],
    ["a password in any address", "https://me:s3cr3t-value@example.com/", "s3cr3t-value"],
    ["a password in a setting", "host=db password=s3cr3t-value", "s3cr3t-value"],
  ])("%s", (_what, text, secret) => {
    const cause = new Error(text);
    for (const line of [
      lineOf(text),
      lineOf("x", { text }),
      lineOf("x", { a: [{ b: { [text]: text } }] }),
      lineOf("x", { error: new Error("y", { cause }) }),
    ]) {
      expect(line).not.toContain(secret);
      expect(line).toContain("[hidden]");
      read(line);
    }
  });

  test.each([
    "token",
    "Authorization",
    "oauth_token",
    "set-cookie",
    "password",
    "clientSecret",
    "DATABASE_URL",
  ])("a field named %s", (name) => {
    expect(lineOf("x", { deep: [{ [name]: { is: "short" } }] })).not.toContain("short");
  });

  test("ordinary words, ids and addresses are kept", () => {
    const text =
      "Bot started for guild 111111111111111111 at http://127.0.0.1:4700/api/v10/users/@me (order #1042, token missing)";
    expect(read(lineOf(text))["message"]).toBe(text);
  });
});

describe("a registered secret never shows", () => {
  const secretText = fc.oneof(
    fc.string({ minLength: 6, maxLength: 60, unit: anyCharacter }),
    fc.string({ minLength: 6, maxLength: 60 }),
    fc.stringMatching(/^[\w"\\/%\n.-]{6,40}$/),
    fc.integer({ min: 100_000 }).map(String),
  );
  // Words of the line itself would show even where they are not the secret.
  const ownText = JSON.stringify(
    read(lineOf("[hidden] [circular] [too deep] … [cut]", { error: new Error("name") })),
  );

  test("in messages, keys, values and error causes, at any depth, plain or escaped", () => {
    fc.assert(
      fc.property(secretText, fc.string(), fc.string(), fc.nat(6), (secret, before, after, depth) => {
        fc.pre(!ownText.includes(secret));
        const text = before + secret + after;
        const variants = [text, JSON.stringify({ text }), JSON.stringify(JSON.stringify(text))];
        if (secret.isWellFormed()) variants.push(`https://x.example/?q=${encodeURIComponent(secret)}`);
        for (const variant of variants) {
          const error = new Error("outer", { cause: new Error(variant) });
          let value: unknown = { [variant]: [variant, error, new Map([[variant, new Set([variant])]])] };
          for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { inner: value };
          const line = lineOf(variant, { value, [variant]: Number(secret) }, [secret]);
          for (const shown of stringsIn(read(line))) {
            expect(shown).not.toContain(secret);
            const escaped = JSON.stringify(secret).slice(1, -1);
            expect(shown).not.toContain(escaped);
            expect(shown).not.toContain(JSON.stringify(escaped).slice(1, -1));
          }
          expect(line).not.toContain(secret);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("not even the rest of a longer one that begins with a shorter one", () => {
    expect(lineOf("key abcdef-ghijkl", {}, ["abcdef", "abcdef-ghijkl"])).not.toMatch(/abcdef|ghijkl/);
  });
});

describe("the registry of secrets", () => {
  test("keeps the last ones and ignores those too short to be secret", () => {
    const register = createSecretRegistry(2);
    for (const secret of ["", "short", "secret-1", "secret-2", "secret-1", "secret-3"]) register.add(secret);
    expect(register.values()).toEqual(["secret-1", "secret-3"]);
  });

  test("hides a secret that is added after the logger was created", () => {
    const lines: string[] = [];
    const secrets = createSecretRegistry();
    const logger = createLogger({
      level: "info",
      destination: { write: (line) => void lines.push(line) },
      secrets,
    });
    logger.info("with late-secret");
    secrets.add("late-secret");
    logger.info("with late-secret");
    expect(lines.map((line) => line.includes("late-secret"))).toEqual([true, false]);
  });
});

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsIn(item)]);
}
