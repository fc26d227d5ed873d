import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import type { Dispatcher } from "undici";
import { guessUnitOfEntries } from "../../commands/activity/format.ts";
import type { CallOptions, WorkspaceApi } from "../api/client.ts";
import { contract } from "../api/contract/index.ts";
import { findLeftOut } from "../api/contract/records.ts";
import { ApiError, ContractError } from "../api/errors.ts";
import { isReachable, judge, probe, type Probed, type ProbedRead, probedReads } from "../api/probe.ts";
import { createResiliencePipeline } from "../api/resilience/pipeline.ts";
import { createAgent } from "../api/transport.ts";
import type { Config } from "../config.ts";
import type { Finding } from "../domain/capabilities.ts";
import { mayBeFirstPage } from "../domain/lists.ts";
import { weekMs } from "../time.ts";
import { pluralize } from "../ui/numbers.ts";
import { CheckError, createReport, type Report } from "./check-result.ts";

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
): Promise<boolean> {
  const { address, workspaceId, token, userId } = await ask(config.workspaceApiUrl, terminal);
  const { report, end } = createReport(print, nameWidth);
  const agent = createAgent();
  const seen: Seen = { requests: 0, isHtml: false, status: undefined, limit: undefined };
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
      seen.isHtml = false;
      const startedAt = performance.now();
      const onResponse = (data: unknown): void => void answers.set(read, data);
      const probed = await probe(read, { workspaceId, userId }, api, { ...options, onResponse });
      if (probed !== undefined) tried.set(read, probed);
      // What shows whether the workspace is there is tried first.
      const finding = probed && judge(read, probed, isReachable(tried));
      reportRead(read, finding, { ...seen, durationMs: performance.now() - startedAt }, report);
      if (finding !== undefined) findings.set(read, finding.state);
    }
    await reportWeek(answers.get("getCalendar"), { workspaceId, api, name: config.queryNames.week }, report);
    reportUnit(answers.get("getActivity"), report);
    reportLists(answers, report);
    if (seen.limit === undefined) report("warn", "rate limit", "no X-Ratelimit-Limit header");
    else report("ok", "rate limit", `X-Ratelimit-Limit: ${seen.limit}`);
    if (findings.get("getCalendar") === "absent")
      report(
        "FAIL",
        "workspace",
        "the workspace id or the service's address isn't known there; check both, and a path in the address",
      );
    else if (![...findings.values()].includes("fits"))
      report("FAIL", "key", "it can read nothing of this workspace");
    return end(`${pluralize(seen.requests, "request")} sent.`);
  } finally {
    service.close();
    await agent.destroy();
  }
}

const options = { timeoutMs, noCache: true, staleOnError: false } as const satisfies CallOptions;

/** What was seen of the last response, and of all of them. */
interface Seen {
  requests: number;
  isHtml: boolean;
  status: number | undefined;
  limit: string | undefined;
}

/** Looks at each response's head, and lets no more requests through than it may. */
function watch(seen: Seen): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (outgoing, handler) => {
    if (seen.requests === maxRequests) throw new Error("no more requests are sent");
    seen.requests += 1;
    return dispatch(outgoing, {
      onRequestStart: (...about) => handler.onRequestStart?.(...about),
      onResponseStart(...about) {
        const [, status, headers] = about;
        seen.status = status;
        seen.isHtml = String(headers["content-type"]).includes("html");
        seen.limit = headers["x-ratelimit-limit"]?.toString() ?? seen.limit;
        handler.onResponseStart?.(...about);
      },
      onResponseData: (...about) => handler.onResponseData?.(...about),
      onResponseEnd: (...about) => handler.onResponseEnd?.(...about),
      onResponseError: (...about) => handler.onResponseError?.(...about),
    });
  };
}

function reportRead(
  read: ProbedRead,
  finding: Finding | undefined,
  { isHtml, status, durationMs }: Seen & { readonly durationMs: number },
  report: Report,
): void {
  if (finding === undefined) return report("skip", read, "not tried without a user id");
  const slow = durationMs > slowMs ? `, slow (${Math.round(durationMs / 100) / 10} s)` : "";
  const statusText = status === undefined ? "" : ` (${status})`;
  switch (finding.state) {
    case "fits": {
      const without = finding.without === undefined ? "" : `, without ${finding.without.join(", ")}`;
      return report(slow === "" ? "ok" : "warn", read, `fits${without}${slow}`);
    }
    case "refused":
      return report("warn", read, `refused${statusText}${slow}`);
    case "absent":
      return report("warn", read, `not there${statusText}${slow}`);
    case "unreadable":
      return report(
        "FAIL",
        read,
        `${isHtml ? "HTML instead of JSON" : "not as documented"}${statusText}${slow}`,
      );
    case "unknown":
      if (status === 404) return report("warn", read, `not there${statusText}${slow}`);
      return report("FAIL", read, `no usable answer${statusText}${slow}`);
    default:
      return finding.state satisfies never;
  }
}

interface AskedWeek {
  readonly workspaceId: string;
  readonly api: WorkspaceApi;
  /** Of the query parameter. */
  readonly name: string;
}

/** Whether the calendar shows another week when it's asked for one. */
async function reportWeek(
  calendar: unknown,
  { workspaceId, api, name }: AskedWeek,
  report: Report,
): Promise<void> {
  const from = readFirstDay(calendar);
  if (from === undefined) return report("skip", "week parameter", "there is no day to compare");
  try {
    const before = readFirstDay(
      await api.getCalendar({ params: { workspaceId }, query: { week: -1 } }, options),
    );
    if (before === from - weekMs) return report("ok", "week parameter", `${name} is understood`);
    const shown = before === from ? "the same week" : "other days than those of the week before";
    report("warn", "week parameter", `${name}=-1 shows ${shown}; set WORKSPACE_QUERY_WEEK to its name`);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    report("warn", "week parameter", `${name}=-1 isn't answered as documented`);
  }
}

/** In epoch milliseconds. */
function readFirstDay(calendar: unknown): number | undefined {
  const [first] = contract.getCalendar.response.safeParse(calendar).data?.days ?? [];
  return first && Temporal.Instant.from(first.date).epochMilliseconds;
}

function reportUnit(activity: unknown, report: Report): void {
  const visits = contract.getActivity.response.safeParse(activity).data?.last_25 ?? [];
  const unit = guessUnitOfEntries(visits, new Map());
  if (unit === undefined) report("skip", "duration unit", "no tracked visit tells it");
  else report("ok", "duration unit", unit);
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
