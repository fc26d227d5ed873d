import { MessageFlags } from "discord.js";
import type { CheckedRequest } from "../../playground/discord/index.ts";
import { isObject } from "./openapi/operations.ts";

/**
 * The rules for every message of the bot, whatever created it and however it is sent.
 * @returns the rules that a message breaks
 */
export function brokenRules({ method, path, body }: CheckedRequest): readonly string[] {
  const message = messageIn(path, body);
  if (message === undefined || !["POST", "PATCH"].includes(method)) return [];
  const { allowed_mentions: mentions, nonce, enforce_nonce: enforced, flags } = message;
  const broken = [
    isObject(mentions) && Array.isArray(mentions["parse"]) && mentions["parse"].length === 0
      ? undefined
      : "may ping whoever its text names",
    nonce === undefined || enforced === true ? undefined : "has a nonce that Discord does not go by",
    // What is said beside an answer is about the one who pressed, and the message it came from is kept for all.
    !isFollowUp(method, path) || (Number(flags) & MessageFlags.Ephemeral) !== 0
      ? undefined
      : "shows everyone what one person did wrong",
    // Discord shows it: https://github.com/discord/discord-api-docs/issues/6185
    listTexts(message).some((text) => /\[[^[\]\n]*\\[^[\]\n]*\]\(https?:/.test(text))
      ? "has a backslash in a link's label"
      : undefined,
  ];
  return broken.filter((what) => what !== undefined).map((what) => `${method} ${placeOf(path)} ${what}`);
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const messagePath = /^\/(channels\/\d+\/messages(\/\d+)?|webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?)$/;

/** @returns undefined for what is no message, such as a form, suggestions, or a sign that the answer takes a while */
function messageIn(path: string, body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(body)) return undefined;
  if (messagePath.test(path)) return body;
  const { type, data } = body;
  return path.endsWith("/callback") && (type === 4 || type === 7) && isObject(data) ? data : undefined;
}

function isFollowUp(method: string, path: string): boolean {
  return method === "POST" && /^\/webhooks\/\d+\/[^/]+$/.test(path);
}

/** Whoever has an interaction's token can answer in its place. */
function placeOf(path: string): string {
  return path.replace(/^(\/(?:interactions|webhooks)\/\d+\/)[^/]+/, "$1***");
}
