import { z } from "zod";
import { getFileVariable, readSecretFiles, secrets } from "./setting-files.ts";
import type { ShardRange } from "./store/replicas.ts";
import { parseSecretKeys, SecretKeysError } from "./vault/secret-keys.ts";

/** The operator's settings, read once at start. */
export interface Config {
  /** `undefined` starts the local playground instead of Discord. */
  readonly discordToken: string | undefined;
  /** REST base of Discord without the version, for example `https://discord.com/api`. */
  readonly discordApiUrl: string;
  /** Whether interactions come through a connection to Discord's gateway, or Discord posts them to `httpPort`. */
  readonly discordInteractions: "gateway" | "http";
  /** Which of Discord's shards this process serves; "auto": all, as many as Discord recommends. */
  readonly discordShards: ShardRange | "auto";
  /** The application's public key in hex; `undefined` asks Discord for it. */
  readonly discordPublicKey: string | undefined;
  /** Port of the HTTP server; 0 picks any free one, `undefined` opens none. */
  readonly httpPort: number | undefined;
  /** Address that the HTTP server listens on; `undefined`: all of this machine's. */
  readonly httpHost: string | undefined;
  /** Where people reach the HTTP server from outside, without a trailing slash; `undefined`: nowhere. */
  readonly publicUrl: string | undefined;
  /** Base address of the workspace service, without a trailing slash. Empty only if the playground fills it in. */
  readonly workspaceApiUrl: string;
  /** Query parameters that the interface document leaves open; `undefined` leaves the one for games out. */
  readonly queryNames: { readonly week: string; readonly game: string | undefined };
  /** No more requests a minute to one workspace than these, even if the service allows more. */
  readonly maxRequestsPerMinute: number;
  /** Postgres if set, otherwise a SQLite file in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** Comma-separated `id:base64` pairs; the first one encrypts. `undefined`: a key file in `dataFolder`. */
  readonly secretKeys: string | undefined;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Discord ids of the only servers that the bot works for; `undefined`: all. */
  readonly allowedServers: ReadonlySet<string> | undefined;
  /** After how many days without a link the bot leaves a server; `undefined`: never. */
  readonly leaveUnlinkedAfterDays: number | undefined;
  /** How many writes one person may confirm per minute. */
  readonly writesPerMinute: number;
  /** Where people get help with this bot, as shown to them; `undefined`: nowhere. */
  readonly supportContact: string | undefined;
  /** Of all replicas together; infinite behind a proxy that keeps Discord's limits itself. */
  readonly discordPostsPerSecond: number;
  /** Loopback port of the playground's page; 0 picks any free one. */
  readonly playgroundPort: number;
}

/** What the whole program may know. */
export type PublicConfig = Omit<Config, "discordToken" | "databaseUrl" | "secretKeys">;

export function withoutSecrets(config: Config): PublicConfig {
  const { discordToken: _token, databaseUrl: _address, secretKeys: _keys, ...rest } = config;
  return rest;
}

export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
}

/** One or more variables are invalid. Contains no values, since any of them may be a misplaced secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      ({ variable, problem }) =>
        `  ${variable}: ${problem} For example: ${variable}=${examples[variable] ?? ""}`,
    );
    super(["Some settings are invalid, so nothing was started.", ...lines].join("\n"));
    this.problems = problems;
  }
}

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

const webAddress = z.string().superRefine((text, ctx) => {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    ctx.addIssue("It must be a web address that starts with http:// or https://.");
  } else if (url.username !== "" || url.password !== "") {
    ctx.addIssue("It must not contain a user name or password.");
  } else if (url.search !== "" || url.hash !== "") {
    ctx.addIssue("It must end with its path, without ? or #.");
  }
});
const baseAddress = webAddress.transform((text) => text.replace(/\/+$/, ""));

/** Whoever carries requests could read what is private about them, except on this machine. */
const publicAddress = baseAddress.refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === "https:" || isLoopback(url?.hostname ?? "");
}, "It must start with https://, unless it's an address of this machine.");

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const queryName = z
  .string()
  .regex(/^[\w.[\]-]+$/, 'It must be one word of letters, digits, "_", "-" or ".".');

const discordToken = z.string().superRefine((text, ctx) => {
  if (/^bot\s/i.test(text)) ctx.addIssue('It must be the token only, without "Bot" in front.');
  else if (/[\s"']/.test(text)) ctx.addIssue("It must be the token only, without spaces or quotes.");
});

const secretKeys = z.string().superRefine((text, ctx) => {
  try {
    parseSecretKeys(text);
  } catch (error) {
    if (!(error instanceof SecretKeysError)) throw error;
    ctx.addIssue(error.message);
  }
});

const port = z
  .string()
  .regex(/^\d{1,5}$/, "It must be a whole number from 0 to 65535.")
  .transform(Number)
  .refine((number) => number <= 65_535, "It must be a whole number from 0 to 65535.");

const shards = z.string().transform((text, ctx): ShardRange | "auto" => {
  if (text.toLowerCase() === "auto") return "auto";
  const [, first, last = first, total] = /^(\d{1,5})(?:-(\d{1,5}))?\/([1-9]\d{0,4})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last), total: Number(total) };
  if (total === undefined) ctx.addIssue('It must be "auto", or shards and how many there are in all.');
  else if (range.first > range.last) ctx.addIssue("The first shard must not come after the last one.");
  else if (range.last >= range.total)
    ctx.addIssue(`Shards count from 0, so the last one of ${range.total} is ${range.total - 1}.`);
  return range;
});

/** Each is a parameter of every statement that looks for due work. */
const maxAllowedServers = 1_000;

const serverIds = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ""))
  .refine(
    (ids) => ids.length > 0 && ids.every((id) => /^\d{15,20}$/.test(id)),
    "It must be Discord's ids of servers, separated by commas.",
  )
  .refine((ids) => ids.length <= maxAllowedServers, `It must be at most ${maxAllowedServers} servers.`)
  .transform((ids): ReadonlySet<string> => new Set(ids));

const Environment = z.object({
  DISCORD_TOKEN: discordToken.optional(),
  DISCORD_API_URL: baseAddress
    .refine((text) => !/\/v\d+$/.test(text), "It must not end with a version: remove the /v10.")
    .default("https://discord.com/api"),
  DISCORD_INTERACTIONS: z.enum(["gateway", "http"], "It must be gateway or http.").default("gateway"),
  DISCORD_SHARDS: shards.default("auto"),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "It must be 64 hexadecimal digits, from your application's page.")
    .optional(),
  HTTP_PORT: port.optional(),
  HTTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "It must be an address or name of this machine, without a port.")
    .optional(),
  PUBLIC_URL: publicAddress.optional(),
  WORKSPACE_API_URL: baseAddress.optional(),
  WORKSPACE_QUERY_WEEK: queryName.default("week"),
  WORKSPACE_QUERY_GAME: queryName
    .default("game")
    .transform((name) => (name.toLowerCase() === "none" ? undefined : name)),
  WORKSPACE_MAX_REQUESTS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "It must be a whole number from 1 to 99999.")
    .transform(Number)
    .default(600),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "It must be a Postgres address that starts with postgres://.")
    .optional(),
  DATA_FOLDER: z.string().default("./data"),
  SECRET_KEYS: secretKeys.optional(),
  LOG_LEVEL: z.enum(logLevels, `It must be one of ${logLevels.join(", ")}.`).default("info"),
  ALLOWED_SERVERS: serverIds.optional(),
  LEAVE_UNLINKED_AFTER_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "It must be a whole number from 1 to 9999.")
    .transform(Number)
    .optional(),
  WRITES_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "It must be a whole number from 1 to 9999.")
    .transform(Number)
    .default(10),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .regex(/^[^\r\n]{1,200}$/, "It must be one line of at most 200 characters.")
    .optional(),
  DISCORD_POSTS_PER_SECOND: z
    .string()
    .regex(/^(50|[1-4]\d|[1-9]|proxy)$/i, 'It must be a whole number from 1 to 50, or "proxy".')
    .transform((text) => (text.toLowerCase() === "proxy" ? Number.POSITIVE_INFINITY : Number(text)))
    .default(40),
  PLAYGROUND_PORT: port.default(4700),
});

const examples: Readonly<Record<string, string>> = {
  DISCORD_TOKEN: "<the token from your application's Bot page>",
  DISCORD_API_URL: "https://discord.com/api",
  DISCORD_INTERACTIONS: "gateway",
  DISCORD_SHARDS: "0-7/16",
  DISCORD_PUBLIC_KEY: "<64 hexadecimal digits from your application's General Information page>",
  HTTP_PORT: "8080",
  HTTP_HOST: "127.0.0.1",
  PUBLIC_URL: "https://bot.example.com",
  WORKSPACE_API_URL: "https://workspace.example.com/api",
  WORKSPACE_QUERY_WEEK: "week",
  WORKSPACE_QUERY_GAME: "game",
  WORKSPACE_MAX_REQUESTS_PER_MINUTE: "600",
  DATABASE_URL: "postgres://user:password@localhost:5432/workspace_bot",
  DATA_FOLDER: "./data",
  SECRET_KEYS: "k1:<32 bytes in base64>",
  LOG_LEVEL: "info",
  ALLOWED_SERVERS: "123456789012345678,234567890123456789",
  LEAVE_UNLINKED_AFTER_DAYS: "30",
  WRITES_PER_MINUTE: "10",
  SUPPORT_CONTACT: "https://discord.gg/example",
  DISCORD_POSTS_PER_SECOND: "40",
  PLAYGROUND_PORT: "4700",
  DISCORD_TOKEN_FILE: "/run/secrets/discord_token",
  DATABASE_URL_FILE: "/run/secrets/database_url",
  SECRET_KEYS_FILE: "/run/secrets/secret_keys",
} satisfies Record<keyof typeof Environment.shape | ReturnType<typeof getFileVariable>, string>;

/** Every variable the program reads. */
export const configVariables: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...secrets.map(getFileVariable),
];

/** Docker's `--env-file`, for one, makes them part of the value, where a shell removes them. */
function isQuoted(text: string): boolean {
  return /^(["']).*\1$/s.test(text);
}

const withoutQuotes = "It must be without quotes around it.";

/**
 * A blank variable counts as not set.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const files = readSecretFiles(env);
  const entries = Object.keys(Environment.shape).flatMap((name) => {
    const text = files.texts.get(name) ?? env[name]?.trim() ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  const parsed = Environment.safeParse(Object.fromEntries(entries));
  const problems: ConfigProblem[] = [...files.problems];
  const getVariable = (name: string): string => (files.texts.has(name) ? `${name}_FILE` : name);
  const quoted = entries.filter(([, text]) => isQuoted(text)).map(([name]) => name);
  for (const name of quoted) problems.push({ variable: getVariable(name), problem: withoutQuotes });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    if (!quoted.includes(name)) problems.push({ variable: getVariable(name), problem: message });
  }
  // A file that can't be read is still a setting.
  const names = [...entries.map(([name]) => name), ...files.named];
  if (names.includes("DISCORD_TOKEN") && !names.includes("WORKSPACE_API_URL")) {
    problems.push({
      variable: "WORKSPACE_API_URL",
      problem: "It's required with DISCORD_TOKEN: the address of your workspace service.",
    });
  }
  if (parsed.data?.DISCORD_INTERACTIONS === "http" && parsed.data.HTTP_PORT === undefined) {
    problems.push({
      variable: "HTTP_PORT",
      problem: "It's required with DISCORD_INTERACTIONS=http: the port that takes Discord's requests.",
    });
  }
  if (parsed.data?.PUBLIC_URL !== undefined && parsed.data.HTTP_PORT === undefined) {
    problems.push({
      variable: "HTTP_PORT",
      problem: "It's required with PUBLIC_URL: the port that this address leads to.",
    });
  }
  const range = parsed.data?.DISCORD_SHARDS ?? "auto";
  const isPart = range !== "auto" && range.last - range.first + 1 < range.total;
  if (isPart && !names.includes("DATABASE_URL")) {
    problems.push({
      variable: "DISCORD_SHARDS",
      problem:
        "Serving only part of the shards needs DATABASE_URL, because the bots that serve the others have to use the same database.",
    });
  }
  const isShared =
    names.includes("DATABASE_URL") && !problems.some(({ variable }) => variable.startsWith("DATABASE_URL"));
  if (names.includes("DISCORD_TOKEN") && isShared && !names.includes("SECRET_KEYS")) {
    problems.push({
      variable: "SECRET_KEYS",
      problem:
        "It's required with DATABASE_URL, because every bot on that database needs the same keys. If you've used a key file until now, use its keys.",
    });
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const { data } = parsed;
  return {
    discordToken: data.DISCORD_TOKEN,
    discordApiUrl: data.DISCORD_API_URL,
    discordInteractions: data.DISCORD_INTERACTIONS,
    discordShards: data.DISCORD_SHARDS,
    discordPublicKey: data.DISCORD_PUBLIC_KEY?.toLowerCase(),
    httpPort: data.HTTP_PORT,
    // Discord's requests come from elsewhere, perhaps by a proxy; metrics and probes are nobody else's business.
    httpHost: data.HTTP_HOST ?? (data.DISCORD_INTERACTIONS === "http" ? undefined : "127.0.0.1"),
    publicUrl: data.PUBLIC_URL,
    workspaceApiUrl: data.WORKSPACE_API_URL ?? "",
    queryNames: { week: data.WORKSPACE_QUERY_WEEK, game: data.WORKSPACE_QUERY_GAME },
    maxRequestsPerMinute: data.WORKSPACE_MAX_REQUESTS_PER_MINUTE,
    databaseUrl: data.DATABASE_URL,
    dataFolder: data.DATA_FOLDER,
    secretKeys: data.SECRET_KEYS,
    logLevel: data.LOG_LEVEL,
    allowedServers: data.ALLOWED_SERVERS,
    leaveUnlinkedAfterDays: data.LEAVE_UNLINKED_AFTER_DAYS,
    writesPerMinute: data.WRITES_PER_MINUTE,
    supportContact: data.SUPPORT_CONTACT,
    discordPostsPerSecond: data.DISCORD_POSTS_PER_SECOND,
    playgroundPort: data.PLAYGROUND_PORT,
  };
}
