import { DiscordAPIError, HTTPError, RateLimitError } from "discord.js";
import { describe, expect, test } from "vitest";
import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";
import { TimedOutError } from "../../src/discord/bot-messages.ts";
import { UnreadableAnswerError } from "../../src/discord/rest.ts";
import { UserError } from "../../src/errors.ts";
import { UnknownDeliveryError } from "../../src/outbox/send-once.ts";
import {
  classifyProblem,
  isSurelyNotPosted,
  classifyPostFailure,
  DeliveryBusyError,
  UnknownBoardError,
} from "../../commands/boards/attempts.ts";
import { StoreError } from "../../src/store/errors.ts";

/** `passing`, `lost`, or how far what lasts reaches. */
type Meaning = "transient" | "dropped" | "schedule" | "channel" | "link" | "guild";
type Row = readonly [error: string, thrown: unknown, meaning: Meaning, postedNothing: boolean];

const url = "https://discord.com/api/v10/channels/1/messages";
const refused = (status: number, code: number): DiscordAPIError =>
  new DiscordAPIError({ code, message: "No" }, code, status, "POST", url, { files: undefined, body: {} });
const limit = {
  timeToReset: 1,
  limit: 1,
  method: "POST",
  hash: "",
  url,
  route: "",
  majorParameter: "",
  global: false,
  retryAfter: 1,
  sublimitTimeout: 0,
  scope: "user",
} as const;
const named = (name: string): Error => Object.assign(new Error(name), { name });
const coded = (code: string): Error => Object.assign(new Error(code), { code });

const ofDiscord: readonly Row[] = [
  ["400 of a body that Discord refuses", refused(400, 50_035), "dropped", true],
  ["401 of a token that no longer holds", refused(401, 0), "transient", true],
  ["403 of a channel that cannot be seen", refused(403, 50_001), "channel", true],
  ["403 of a channel where it may not post", refused(403, 50_013), "channel", true],
  ["403 of any other kind", refused(403, 20_001), "dropped", true],
  ["403 during a timeout of the bot", new TimedOutError(), "transient", true],
  ["404 of a channel that is gone", refused(404, 10_003), "channel", true],
  ["404 of a guild that it left", refused(404, 10_004), "guild", true],
  ["400 of a channel that takes no text", refused(400, 50_008), "channel", true],
  ["408", refused(408, 0), "transient", false],
  ["429", refused(429, 0), "transient", true],
  ["429 of a slow mode", refused(429, 20_016), "transient", true],
  ["400 of too many edits of an old message", refused(400, 30_046), "transient", true],
  ["403 of a channel that takes no more writes now", refused(403, 20_028), "transient", true],
  ["403 of a server that takes no more writes now", refused(403, 20_029), "transient", true],
  ["403 of private messages opened too fast", refused(403, 40_003), "transient", true],
  ["400 of a server with too many open threads", refused(400, 160_006), "transient", true],
  ["400 of a server with too many open announcement threads", refused(400, 160_007), "transient", true],
  ["400 of something that is overloaded", refused(400, 130_000), "transient", true],
  ["500", refused(500, 0), "transient", false],
  ["502", refused(502, 0), "transient", false],
  [
    "500 without a body",
    new HTTPError(500, "Oh", "POST", url, { files: undefined, body: {} }),
    "transient",
    false,
  ],
  ["a limit that discord.js did not wait for", new RateLimitError(limit), "transient", true],
  ["an answer that isn't Discord's", new UnreadableAnswerError("/channels/:id/messages"), "transient", false],
  ["a request that was called off", named("AbortError"), "transient", false],
  ["a request that took too long", named("TimeoutError"), "transient", false],
  ["a connection that was reset", coded("ECONNRESET"), "transient", false],
  [
    "a connection that broke below",
    new TypeError("failed", { cause: coded("UND_ERR_SOCKET") }),
    "transient",
    false,
  ],
];

const failures: Readonly<Record<ApiFailure, Meaning>> = {
  unauthorized: "link",
  forbidden: "schedule",
  "not-found": "schedule",
  rejected: "dropped",
  "invalid-id": "dropped",
  "read-only": "dropped",
  "too-large": "dropped",
  "rate-limited": "transient",
  unavailable: "transient",
  unreachable: "transient",
  "connection-lost": "transient",
  timeout: "transient",
};
const ofService = Object.entries(failures).map(
  // The keys are those of the audit log above.
  ([failure, meaning]): Row => [failure, new ApiError("getCalendar", failure as ApiFailure), meaning, true],
);

const ofOurselves: readonly Row[] = [
  ["an answer in a form that nobody knows", new ContractError("getCalendar", []), "dropped", true],
  ["a kind of board that nobody knows", new UnknownBoardError("x"), "schedule", true],
  ["a link that is gone", new UserError("The link is gone."), "link", true],
  ["a doubt that stays", new UnknownDeliveryError(), "dropped", false],
  ["a doubt that will end", new DeliveryBusyError(), "transient", false],
  ["trouble of the database", new StoreError("unreachable", "gone"), "transient", false],
  ["a bug", new TypeError("undefined is not a function"), "transient", false],
  ["what is no error at all", "thrown", "transient", false],
];

const meaningOf = (thrown: unknown): Meaning => {
  const failure = classifyPostFailure(thrown);
  return failure.kind === "permanent" ? failure.scope : failure.kind;
};

describe.each([
  ["of Discord", ofDiscord],
  ["of the service", ofService],
  ["of the bot itself", ofOurselves],
])("a failure %s", (_, rows) => {
  test.each(rows)(
    "%s: its effect on the schedule, and whether nothing was posted",
    (_error, thrown, meaning, nothing) => {
      expect(meaningOf(thrown)).toBe(meaning);
      expect(isSurelyNotPosted(thrown)).toBe(nothing);
    },
  );
});

test("Discord's requested wait is respected, by a post and by a live message", () => {
  const limited = new RateLimitError({ ...limit, retryAfter: 64_800_000 });
  expect(classifyPostFailure(limited)).toMatchObject({ kind: "transient", retryAfterMs: 64_800_000 });
  expect(classifyProblem(limited)).toEqual({ kind: "limited", retryAfterMs: 64_800_000 });
});

test("the service's requested wait is respected", () => {
  const limited = new ApiError("getCalendar", "rate-limited", { retryAfterMs: 4_200 });
  expect(classifyPostFailure(limited)).toMatchObject({ kind: "transient", retryAfterMs: 4_200 });
});

// https://github.com/Dragory/modmailbot/pull/730, https://github.com/GAwesomeBot/bot/issues/125
test.each([20_009, 200_000, 240_000])("a post that Discord blocks for what is in it says so (%i)", (code) => {
  expect(classifyPostFailure(refused(400, code))).toEqual({
    kind: "dropped",
    reason:
      "Discord blocks the message for something in it, such as a link that it considers harmful or a picture that it takes for explicit.",
  });
});
