import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import type { Dispatcher } from "undici";
import { guessUnitOfEntries } from "../../commands/activity/format.ts";
import { type CallOptions, defaultMaxBytes, type WorkspaceApi } from "../api/client.ts";
import { contract } from "../api/contract/index.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { findLeftOut, getElement } from "../api/contract/records.ts";
import { ApiError, ContractError } from "../api/errors.ts";
import {
  aboutPerson,
  isReachable,
  judge,
  probe,
  type Probed,
  type ProbedRead,
  probedReads,
} from "../api/probe.ts";
import { isReadable } from "../api/long-list.ts";
import { parseJson } from "../api/response-body.ts";
import { parseRetryAfter } from "../api/retry.ts";
import { createResiliencePipeline } from "../api/resilience/pipeline.ts";
import { createAgent } from "../api/transport.ts";
import type { Config } from "../config.ts";
import type { Finding } from "../domain/capabilities.ts";
import { mayBeFirstPage } from "../domain/lists.ts";
import { hourMs, minuteMs, weekMs } from "../time.ts";
import { pluralize } from "../ui/numbers.ts";
import { parseInstant } from "../ui/time.ts";
import { CheckError, createReport, type Report } from "./check-result.ts";
import { compareAnswer, type Comparison, type Deviation } from "./compare-answer.ts";

const maxRequests = 20;
const timeoutMs = 10_000;
const nameWidth = Math.max(...probedReads.map((read) => read.length));
/** Longer than people wait for an answer without noticing. */
const slowMs = 2_000;

/** Where the operator is asked, and answers. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & Partial<Pick<ReadStream, "isTTY">>;
  readonly output: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY">>;
}

interface Answers {
  readonly address: string;
  readonly workspaceId: string;
  readonly token: string;
  readonly userId: string | undefined;
}

/**
 * Tries each read of a workspace once with a key, which is read from the terminal, and prints what fits. It sends at most
 * 20 requests and writes nothing, here or there.
 * @returns true if the bot can use all that the key may read
 */
export async function checkReads(
  config: Pick<Config, "workspaceApiUrl" | "queryNames">,
  terminal: Terminal,
  print: (text: string) => void,
  now: () => number = () => performance.now(),
): Promise<boolean> {
  const { address, workspaceId, token, userId } = await ask(config.workspaceApiUrl, terminal);
  const { report, end } = createReport(print, nameWidth);
  const agent = createAgent();
  const seen: Seen = { requests: 0, headers: {}, status: undefined, chunks: [], bytes: 0, heads: [] };
  const service = createResiliencePipeline({
    baseUrl: address,
    dispatcher: agent.compose(watch(seen)),
    queryNames: config.queryNames,
  });
  try {
    const api = service.connect({
      scope: "check",
      workspaceId,
      token,
      isTrial: true,
      mayWrite: async () => false,
    });
    const answers = new Map<ProbedRead, unknown>();
    const tried = new Map<ProbedRead, Probed>();
    const findings = new Map<ProbedRead, Finding["state"]>();
    for (const read of probedReads) {
      seen.status = undefined;
      const startedAt = now();
      const onResponse = (data: unknown): void => void answers.set(read, data);
      const probed = await probe(read, { workspaceId, userId }, api, { ...options, onResponse });
      if (probed !== undefined) tried.set(read, probed);
      // What shows whether the workspace is there is tried first.
      const finding = probed && judge(read, probed, isReachable(tried));
      const answer = { ...describeAnswer(read, seen), durationMs: now() - startedAt };
      reportRead(read, { probed, finding }, answer, report);
      if (finding !== undefined) findings.set(read, finding.state);
    }
    reportUnknownPerson(tried, report);
    await reportWeek(answers.get("getCalendar"), { workspaceId, api, name: config.queryNames.week }, report);
    reportUnit(answers.get("getActivity"), report);
    reportLists(answers, report);
    reportLimit(seen.heads, report);
    if (findings.get("getCalendar") === "absent")
      report(
        "FAIL",
        "workspace",
        "the workspace id or the service's address isn't known there; check both, and a path in the address",
      );
    else if (seen.heads.length === 0) report("FAIL", "service", "it doesn't answer; check its address");
    else if (![...findings.values()].includes("fits"))
      report("FAIL", "key", "it can read nothing of this workspace");
    return end(`${pluralize(seen.requests, "request")} sent.`);
  } finally {
    service.close();
    await agent.destroy();
  }
}

const options = { timeoutMs, noCache: true, staleOnError: false } as const satisfies CallOptions;

type Head = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What was seen of the last response, and of all of them. */
interface Seen {
  requests: number;
  status: number | undefined;
  headers: Head;
  /** Of its body, up to `maxKeptBytes`. */
  chunks: Uint8Array[];
  bytes: number;
  /** The headers of all responses. */
  readonly heads: Head[];
}

/** Longer answers are checked, but not compared field by field. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Looks at each response, and lets no more requests through than it may. */
function watch(seen: Seen): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (outgoing, handler) => {
    if (seen.requests === maxRequests) throw new Error("no more requests are sent");
    seen.requests += 1;
    return dispatch(outgoing, {
      onRequestStart: (...about) => handler.onRequestStart?.(...about),
      onResponseStart(...about) {
        const [, status, headers] = about;
        Object.assign(seen, { status, headers, chunks: [], bytes: 0 } satisfies Partial<Seen>);
        seen.heads.push(headers);
        handler.onResponseStart?.(...about);
      },
      onResponseData(...about) {
        const [, chunk] = about;
        seen.bytes += chunk.length;
        if (seen.bytes <= maxKeptBytes) seen.chunks.push(Uint8Array.from(chunk));
        handler.onResponseData?.(...about);
      },
      onResponseEnd: (...about) => handler.onResponseEnd?.(...about),
      onResponseError: (...about) => handler.onResponseError?.(...about),
    });
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly isHtml: boolean;
  readonly isTooLong: boolean;
  /** Whether no more requests are sent. */
  readonly isLast: boolean;
  /** Whether a header names a next page. */
  readonly hasNextPage: boolean;
  /** `undefined` if it isn't JSON, wasn't successful or is too long. */
  readonly comparison: Comparison | undefined;
  /** The name of the list in it that is the answer, if that should be a list and is an object. */
  readonly wrappedIn: string | undefined;
}

function describeAnswer(read: ProbedRead, { status, headers, chunks, bytes, requests }: Seen): Answer {
  const text = bytes > maxKeptBytes ? "" : Buffer.concat(chunks).toString();
  const json = status === 200 && isReadable(text) ? parseJson(text) : undefined;
  const { response, maxBytes = defaultMaxBytes }: Endpoint = contract[read];
  return {
    status,
    isTooLong: bytes > maxBytes,
    isLast: requests === maxRequests,
    isHtml: String(headers["content-type"]).includes("html") || /^\s*</.test(text),
    hasNextPage: /rel="?next\b/i.test(String(headers["link"])),
    comparison: json === undefined ? undefined : compareAnswer(response, json),
    wrappedIn: getElement(response) === undefined ? undefined : findList(json),
  };
}

function findList(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  return Object.entries(json).find(([name, value]) => Array.isArray(value) && /^\w{1,40}$/.test(name))?.[0];
}

interface Tried {
  readonly probed: Probed | undefined;
  readonly finding: Finding | undefined;
}

function reportRead(
  read: ProbedRead,
  { probed, finding }: Tried,
  answer: Answer & { readonly durationMs: number },
  report: Report,
): void {
  const { status, durationMs, comparison } = answer;
  if (finding === undefined) return report("skip", read, "not tried without a user id");
  const slow = durationMs > slowMs ? `, slow (${Math.round(durationMs / 100) / 10} s)` : "";
  const statusText = status === undefined ? "" : ` (${status})`;
  switch (finding.state) {
    case "fits":
      if (probed?.state === "no-such-one" && aboutPerson.has(read)) {
        report("warn", read, `not there${statusText}: no such user, or no such operation${slow}`);
      } else if (probed?.state === "no-such-one") {
        const text = `fits as far as can be told: nothing has the id that is tried${statusText}${slow}`;
        report(slow === "" ? "ok" : "warn", read, text);
      } else if (comparison?.empty.includes("") === true) {
        const text = "fits as far as can be told: the list is empty, so no field was seen";
        report(slow === "" ? "skip" : "warn", read, `${text}${slow}`);
      } else {
        report(slow === "" ? "ok" : "warn", read, `fits${describeGaps(comparison)}${slow}`);
      }
      break;
    case "refused":
      return report("warn", read, `refused${statusText}${slow}`);
    case "absent":
      return report("warn", read, status === 200 ? `there is none${slow}` : `not there${statusText}${slow}`);
    case "unreadable":
      report("FAIL", read, `${describeUnreadable(answer)}${statusText}${slow}`);
      break;
    case "unknown":
      if (answer.isLast && status === undefined)
        return report("skip", read, `not tried, since ${maxRequests} requests were sent`);
      if (status === 404) return report("warn", read, `not there${statusText}${slow}`);
      return report("FAIL", read, `no usable answer${statusText}${slow}`);
    default:
      return finding.state satisfies never;
  }
  if (answer.hasNextPage)
    report(
      "warn",
      read,
      "a header names a next page, which the bot doesn't ask for: it sees the first alone",
    );
  if (answer.wrappedIn !== undefined)
    report(
      "warn",
      read,
      `the list is in "${answer.wrappedIn}", as of a page; the bot reads only a bare list`,
    );
  else
    for (const deviation of comparison?.deviations ?? []) report("warn", read, describeDeviation(deviation));
}

function describeUnreadable({ status = 200, isHtml, isTooLong }: Answer): string {
  if (isTooLong) return "longer than the bot reads";
  if (status >= 300 && status < 400) return "a redirect, which the bot doesn't follow";
  return isHtml ? "HTML instead of JSON" : "not as documented";
}

/** `, without description; nothing in history, so its fields weren't seen`. */
function describeGaps({ without = [], empty = [] }: Partial<Comparison> = {}): string {
  const gaps = without.length === 0 ? "" : `, without ${without.join(", ")}`;
  if (empty.length === 0) return gaps;
  return `${gaps}; nothing in ${empty.join(", ")}, so ${empty.length === 1 ? "its" : "their"} fields weren't seen`;
}

function describeDeviation({ path, problem, expected, found, count, of, isTolerated }: Deviation): string {
  const name = path.replace(/^\[\]\.?/, "") || (path === "" ? "the answer" : "a record");
  const often = of === 1 ? "" : ` in ${count} of ${of}`;
  if (problem === "missing") return `${name} is missing${often}, and needed`;
  if (problem === "no-zone") return `${name} has no time zone${often}, so it's read as UTC`;
  const cost = isTolerated ? ", so it counts as missing" : "";
  return `${name} is ${found} instead of ${expected}${often}${cost}`;
}

/** Whether it's the user who isn't there, or an operation. */
function reportUnknownPerson(tried: ReadonlyMap<ProbedRead, Probed>, report: Report): void {
  const listReads = (state: Probed["state"]): readonly ProbedRead[] =>
    [...aboutPerson].filter((read) => tried.get(read)?.state === state);
  const [known, unknown] = [listReads("fits"), listReads("no-such-one")];
  // Nobody is there without the workspace.
  if (unknown.length === 0 || !isReachable(tried)) return;
  if (unknown.length === aboutPerson.size)
    report("warn", "user id", "not known there, so whatever is about people couldn't be tried");
  else if (known.length > 0)
    report(
      "warn",
      "user id",
      `known to ${known.join(", ")}, not to ${unknown.join(", ")}: try another one to see whether that's missing for everyone`,
    );
}

interface AskedWeek {
  readonly workspaceId: string;
  readonly api: WorkspaceApi;
  /** Of the query parameter. */
  readonly name: string;
}

/** Whether the calendar shows another week when it's asked for one, and which week it counts from. */
async function reportWeek(calendar: unknown, asked: AskedWeek, report: Report): Promise<void> {
  const from = readFirstDay(calendar);
  if (from === undefined) return report("skip", "week parameter", "there is no day to compare");
  const back = await countWeeksMoved(-1, from, asked);
  if (back === -1) report("ok", "week parameter", `${asked.name} is understood`);
  else {
    // Two weeks in a row show that the parameter moves the calendar, whatever it counts from.
    const ahead = await countWeeksMoved(1, from, asked);
    const further = await countWeeksMoved(2, from, asked);
    report("warn", "week parameter", describeWeeks({ back, ahead, further }, asked.name));
  }
}

/** By how many weeks the calendar's first day is another one; `unclear` if they're no whole weeks. */
type Moved = number | "unclear" | "unanswered";

function describeWeeks(
  { back, ahead, further }: Readonly<Record<"back" | "ahead" | "further", Moved>>,
  name: string,
): string {
  const isMoving = typeof ahead === "number" && typeof further === "number" && further - ahead === 1;
  if (isMoving && ahead === 1)
    return `${name} is understood for later weeks, but ${name}=-1 doesn't show the week before`;
  if (isMoving)
    return `the service counts this week as ${1 - ahead}, and the bot as 0, which no setting changes: it asks for the wrong weeks`;
  if (back === "unanswered") return `${name}=-1 isn't answered as documented`;
  const shown = back === 0 ? "the same week" : "other days than those of the week before";
  return `${name}=-1 shows ${shown}; set WORKSPACE_QUERY_WEEK to its name`;
}

async function countWeeksMoved(week: number, from: number, { workspaceId, api }: AskedWeek): Promise<Moved> {
  try {
    const shown = readFirstDay(await api.getCalendar({ params: { workspaceId }, query: { week } }, options));
    if (shown === undefined) return "unclear";
    const weeks = Math.round((shown - from) / weekMs);
    // Where clocks change, it's an hour more or less.
    return Math.abs(shown - from - weeks * weekMs) <= hourMs ? weeks : "unclear";
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    return "unanswered";
  }
}

/** In epoch milliseconds. */
function readFirstDay(calendar: unknown): number | undefined {
  const [first] = contract.getCalendar.response.safeParse(calendar).data?.days ?? [];
  return first && Temporal.Instant.from(first.date).epochMilliseconds;
}

function reportUnit(activity: unknown, report: Report): void {
  const { data } = contract.getActivity.response.safeParse(activity);
  const visits = data?.last_25 ?? [];
  const unit = guessUnitOfEntries(visits, new Map());
  if (unit === undefined) report("skip", "duration unit", "no tracked visit tells it");
  else report("ok", "duration unit", unit);
  for (const name of ["start", "end"] as const) {
    const written = visits.map((visit) => visit[name]).filter((text) => text !== undefined && text !== "");
    const lost = written.filter((text) => parseInstant(text) === undefined);
    if (lost.length === 0) continue;
    const text = `${name} is no date-time in ${lost.length} of ${pluralize(written.length, "visit")}`;
    report("warn", "getActivity", `${text}, so it counts as missing`);
  }
  if ((data?.totals.minutes ?? 0) > weekMs / minuteMs)
    report("warn", "getActivity", "totals.minutes is more than a week has, so it's hardly in minutes");
}

const limitName = "x-ratelimit-limit";
const resetName = "x-ratelimit-reset";

function reportLimit(heads: readonly Head[], report: Report): void {
  if (heads.length === 0) return report("skip", "rate limit", "there is no answer to look at");
  const limit = heads.findLast((head) => head[limitName] !== undefined)?.[limitName]?.toString();
  const others = new Set(heads.flatMap(Object.keys).filter((name) => /rate-?limit/i.test(name)));
  for (const name of [limitName, resetName, "x-ratelimit-remaining"]) others.delete(name);
  const assumed = "so the bot sends at most 100 requests a minute, or WORKSPACE_MAX_REQUESTS_PER_MINUTE";
  if (limit !== undefined && /^[1-9]\d*$/.test(limit))
    report("ok", "rate limit", `X-Ratelimit-Limit: ${limit}`);
  else if (limit !== undefined)
    report("warn", "rate limit", `X-Ratelimit-Limit isn't a whole number, ${assumed}`);
  else if (others.size > 0)
    report("warn", "rate limit", `no X-Ratelimit-Limit header, only ${[...others].join(", ")}, ${assumed}`);
  else report("warn", "rate limit", `no X-Ratelimit-Limit header, ${assumed}`);
  const reset = heads.findLast((head) => head[resetName] !== undefined)?.[resetName]?.toString();
  if (reset !== undefined && parseRetryAfter(429, { [resetName]: reset }, 0) === undefined)
    report(
      "warn",
      "rate limit",
      "X-Ratelimit-Reset isn't a number of seconds up to an hour, so it's ignored",
    );
}

/** Records that can't be read; and a list that ends at a round number may be its first page alone. */
function reportLists(answers: ReadonlyMap<ProbedRead, unknown>, report: Report): void {
  for (const [read, answer] of answers) {
    for (const { noun, unreadable } of findLeftOut(Object(answer)))
      if (unreadable > 0) report("warn", read, `${pluralize(unreadable, noun)} not as documented`);
    if (Array.isArray(answer) && mayBeFirstPage(answer.length))
      report("warn", read, `exactly ${answer.length} records, so there may be more pages`);
  }
}

/** One line each, in this order. A key that is typed isn't shown. @throws CheckError if one is missing */
async function ask(knownAddress: string, { input, output }: Terminal): Promise<Answers> {
  const isTyped = input.isTTY === true;
  let isHidden = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface(isTyped ? { input, output: echo, terminal: true } : { input });
  const answers = lines[Symbol.asyncIterator]();
  const answer = async (question: string): Promise<string> => {
    if (isTyped) output.write(`${question}: `);
    const { value = "" } = await answers.next();
    return value.trim();
  };
  try {
    const address = (knownAddress || (await answer("Address of the service"))).replace(/\/+$/, "");
    const workspaceId = await answer("Workspace id");
    isHidden = true;
    const token = await answer("Workspace key (not shown)");
    isHidden = false;
    if (isTyped) output.write("\n");
    const userId = await answer("Id of a user there, or nothing");
    if (URL.canParse(address) && workspaceId !== "" && token !== "")
      return { address, workspaceId, token, userId: userId || undefined };
    throw new CheckError(
      `Give ${knownAddress === "" ? "the service's address, " : ""}a workspace id and its key on standard input, a line each. Nothing was sent.`,
    );
  } finally {
    lines.close();
  }
}
