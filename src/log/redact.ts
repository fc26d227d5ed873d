import { LruMap } from "../lru-map.ts";

/** Secrets in use, so that the log can redact them wherever they appear. */
export type SecretRegistry = ReturnType<typeof createSecretRegistry>;

const shortest = 6;

/** Keeps the `limit` most recently added secrets. */
export function createSecretRegistry(limit = 500) {
  const secrets = new LruMap<string, true>({ maxSize: limit });
  let listed: readonly string[] | undefined;
  return {
    /** Texts of fewer than six characters are ignored: removing them would garble ordinary words. */
    add(secret: string): void {
      if (secret.length < shortest || secrets.get(secret) !== undefined) return;
      secrets.set(secret, true);
      listed = undefined;
    },
    /** Returns the same array until another secret is added. */
    values: (): readonly string[] => (listed ??= [...secrets].map(([value]) => value)),
  };
}

const hidden = "[hidden]";
const maxTextLength = 8_000;

const secretNames = new Set([
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "token",
  "discordtoken",
  "oauthtoken",
  "accesstoken",
  "refreshtoken",
  "password",
  "secret",
  "clientsecret",
  "secretkeys",
  "databaseurl",
  "apikey",
]);

/**
 * Patterns that are always secrets. The first group, if there is one, is kept. Each passes over a text once:
 * what it may repeat is bounded, or begins only where a word begins.
 */
const forms: readonly RegExp[] = [
  // A password in an address; in one of Postgres it may hold unescaped slashes.
  /(postgres(?:ql)?:\/\/[^\s:@/]*:)[^\s"'<>]{1,300}(?=@)/gi,
  /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"']*:)[^\s:@/"'<>]+(?=@)/gi,
  // Tokens of interactions and webhooks, in paths and on their own.
  /((?:\/|%2F)(?:webhooks|interactions)(?:\/|%2F)\d+(?:\/|%2F))[^\s/?#&"'\\%]+/gi,
  // Addresses of calendars.
  /((?:\/|%2F)calendar(?:\/|%2F))[\w-]{22}(?![\w-])/gi,
  /aW50ZXJhY3Rpb246[\w\-+/=]*/g,
  /(\bBearer\s+)[^\s"',;\\]+/gi,
  /(\bBot\s+)[\w.-]{20,}/g,
  // name=value and "name":"value", also inside quoted JSON.
  /((?:oauth|access|refresh)_?token["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\,;&}]+/gi,
  /((?:password|client_secret|api_key)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\,;&}]+/gi,
  // Bot tokens of Discord, 32 bytes in hex.
  /[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /[0-9a-f]{64,}/gi,
];

/** Three or more words joined by dots; a JSON Web Token is one that holds `eyJ`, an encoded `{"`. */
const dottedText = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/g;

/**
 * Removes secrets from a finished log line: the given ones in plain, JSON-escaped or percent-encoded form,
 * the values of suspicious names, and everything that looks like a secret. The line stays valid JSON.
 */
export function redactLine(line: string, secrets: readonly string[]): string {
  const search = sortLongestFirst(secrets);
  const clean = (text: string): string => redactText(text, search);
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line), clean))}\n`;
  } catch {
    return `${clean(line.trimEnd())}\n`;
  }
}

function redactValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (typeof value === "number") {
    const text = String(value);
    return clean(text) === text ? value : hidden;
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      clean(name),
      isSecretName(name) && item !== null ? hidden : redactValue(item, clean),
    ]),
  );
}

function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replace(/[^a-z]/g, ""));
}

function redactText(text: string, search: readonly string[]): string {
  let cleaned = text;
  for (const secret of search) {
    if (cleaned.includes(secret)) cleaned = cleaned.replaceAll(secret, hidden);
  }
  for (const form of forms) {
    cleaned = cleaned.replace(form, (_match, prefix: unknown) =>
      typeof prefix === "string" ? prefix + hidden : hidden,
    );
  }
  cleaned = cleaned.replace(dottedText, (found) => (found.includes("eyJ") ? hidden : found));
  // Truncate last: half a secret wouldn't be recognized.
  return cleaned.length <= maxTextLength ? cleaned : `${cleaned.slice(0, maxTextLength)}… [cut]`;
}

const searches = new WeakMap<readonly string[], readonly string[]>();

/** A secret that is a prefix of another must not be replaced first, or the rest of the longer one would remain. */
function sortLongestFirst(secrets: readonly string[]): readonly string[] {
  const known = searches.get(secrets);
  if (known !== undefined) return known;
  const search = [...new Set(secrets.filter(Boolean).flatMap(listWrittenForms))].toSorted(
    (one, other) => other.length - one.length,
  );
  searches.set(secrets, search);
  return search;
}

function listWrittenForms(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const twiceEscaped = JSON.stringify(escaped).slice(1, -1);
  return [secret, escaped, twiceEscaped, encodeURIComponent(secret.toWellFormed())];
}
