import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Fault, type ServiceEmulator, startServiceEmulator } from "../../playground/service/index.ts";
import { checkReads } from "../../src/start/check-reads.ts";
import { startMs } from "../service-emulator/calling.ts";

let service: ServiceEmulator;
/** Stands still while the service answers, however busy the machine is. */
let clockMs: number;
beforeEach(async () => {
  clockMs = 0;
  service = await startServiceEmulator({ now: () => startMs });
});
afterEach(() => service.close());

const always = Number.MAX_SAFE_INTEGER;

function slowDown(emulator: ServiceEmulator, operation: string): void {
  emulator.onExchange((exchange) => (clockMs += exchange.operation === operation ? 2_100 : 0));
}

interface Different {
  readonly name: string;
  readonly faults?: readonly Fault[];
  readonly setUp?: (service: ServiceEmulator) => void;
  /** Lines that are printed, one match each. */
  readonly says: readonly RegExp[];
  /** What may stand in no line. */
  readonly never?: readonly RegExp[];
  /** Whether the bot can use it all the same. */
  readonly fits: boolean;
}

const services: readonly Different[] = [
  {
    name: "an optional field is missing",
    faults: [{ kind: "field", name: "status", operation: "searchOrders", times: always }],
    says: [/^ok +searchOrders +fits, without .*\bstatus\b/],
    fits: true,
  },
  {
    name: "a needed field is missing from what is part of an answer",
    faults: [{ kind: "field", name: "due", operation: "getAssignments", times: always }],
    says: [
      /^warn +getAssignments +assigned\[\]\.due is missing in (\d+) of \1, and needed$/,
      /^warn +getAssignments +\d+ assignments? not as documented$/,
    ],
    fits: true,
  },
  {
    name: "a needed field is missing from every record",
    faults: [{ kind: "field", name: "_id", operation: "listPosts", times: always }],
    says: [
      /^FAIL +listPosts +not as documented \(200\)$/,
      /^warn +listPosts +_id is missing in (\d+) of \1, and needed$/,
    ],
    fits: false,
  },
  {
    name: "a field that costs its record has another type",
    faults: [{ kind: "field", name: "status", value: 3, operation: "searchOrders", times: always }],
    says: [
      /^FAIL +searchOrders +not as documented \(200\)$/,
      /^warn +searchOrders +status is a number instead of text in (\d+) of \1$/,
    ],
    fits: false,
  },
  {
    name: "a field that costs nothing has another type",
    faults: [{ kind: "field", name: "order_number", value: "#7", operation: "searchOrders", times: always }],
    says: [
      /^warn +searchOrders +order_number is text instead of a number in (\d+) of \1, so it counts as missing$/,
    ],
    fits: true,
  },
  {
    name: "everything is there, written loosely",
    faults: [{ kind: "loose-types", times: always }],
    says: [
      /^ok +searchOrders +fits$/,
      /^warn +searchOrders +updatedAt is empty text instead of a date-time in (\d+) of \1, so it counts as missing$/,
    ],
    never: [/items/],
    fits: true,
  },
  {
    name: "weeks are counted from 1",
    faults: [{ kind: "week-base", thisWeek: 1, times: always }],
    says: [/^warn +week parameter +the service counts this week as 1, and the bot as 0/],
    never: [/WORKSPACE_QUERY_WEEK/],
    fits: true,
  },
  {
    name: "weeks are counted from 1, and none before is shown",
    faults: [{ kind: "week-base", thisWeek: 1, refusesPast: true, times: always }],
    says: [/^warn +week parameter +the service counts this week as 1, and the bot as 0/],
    fits: true,
  },
  {
    name: "weeks are those of the year",
    faults: [{ kind: "week-base", thisWeek: 48, times: always }],
    says: [/^warn +week parameter +the service counts this week as 48, and the bot as 0/],
    fits: true,
  },
  {
    name: "no week before this one is shown",
    faults: [{ kind: "week-base", thisWeek: 0, refusesPast: true, times: always }],
    says: [
      /^warn +week parameter +week is understood for later weeks, but week=-1 doesn't show the week before$/,
    ],
    fits: true,
  },
  ...(["seconds", "minutes"] as const).map((unit): Different => ({
    name: `visits are measured in ${unit}`,
    faults: [{ kind: "unit", unit, times: always }],
    says: [new RegExp(`^ok +duration unit +${unit}$`)],
    fits: true,
  })),
  { name: "visits are measured in milliseconds", says: [/^ok +duration unit +milliseconds$/], fits: true },
  {
    name: "the week's minutes are milliseconds",
    faults: [{ kind: "field", name: "minutes", value: 5_400_000, times: always }],
    says: [/^warn +getActivity +totals\.minutes is more than a week has, so it's hardly in minutes$/],
    fits: true,
  },
  {
    name: "a list is cut off at a round number",
    faults: [{ kind: "pages", form: "cut", size: 25, operation: "searchOrders", times: always }],
    says: [/^warn +searchOrders +exactly 25 records, so there may be more pages$/],
    fits: true,
  },
  {
    name: "a header names the next page",
    faults: [{ kind: "pages", form: "linked", size: 37, operation: "searchOrders", times: always }],
    says: [/^warn +searchOrders +a header names a next page, which the bot doesn't ask for/],
    fits: true,
  },
  {
    name: "lists are in objects, page by page",
    faults: [{ kind: "pages", form: "wrapped", size: 25, operation: "searchOrders", times: always }],
    says: [
      /^FAIL +searchOrders +not as documented \(200\)$/,
      /^warn +searchOrders +the list is in "data", as of a page; the bot reads only a bare list$/,
    ],
    fits: false,
  },
  {
    name: "one operation is refused",
    setUp: (emulator) => emulator.setForbidden(["listBanComments"]),
    says: [/^warn +listBanComments +refused \(403\)$/],
    fits: true,
  },
  {
    name: "one operation of the workspace isn't there",
    faults: [{ kind: "status", status: 404, operation: "listTaskboardActions", times: always }],
    says: [/^warn +listTaskboardActions +not there \(404\)$/],
    fits: true,
  },
  {
    name: "one operation about people isn't there",
    faults: [{ kind: "status", status: 404, operation: "getActivity", times: always }],
    says: [
      /^warn +getActivity +not there \(404\): no such user, or no such operation$/,
      /^warn +user id +known to getAssignments, getUser, not to getActivity: try another one/,
      /^skip +duration unit +no tracked visit tells it$/,
    ],
    never: [/getActivity +fits/],
    fits: true,
  },
  {
    name: "nobody has the user id",
    setUp({ state }) {
      for (const each of [state.users, state.activity, state.assignments]) each.clear();
    },
    says: [/^warn +user id +not known there, so whatever is about people couldn't be tried$/],
    fits: true,
  },
  {
    name: "the workspace isn't there",
    faults: [{ kind: "status", status: 404, times: always }],
    says: [/^FAIL +workspace +the workspace id or the service's address isn't known there/],
    never: [/fits/, /user id/],
    fits: false,
  },
  {
    name: "a web page is answered",
    faults: [{ kind: "nonsense", form: "html", operation: "getTaskboard", times: always }],
    says: [/^FAIL +getTaskboard +HTML instead of JSON \(200\)$/],
    fits: false,
  },
  {
    name: "it redirects",
    faults: [{ kind: "status", status: 302, operation: "getTaskboard", times: always }],
    says: [/^FAIL +getTaskboard +a redirect, which the bot doesn't follow \(302\)$/],
    fits: false,
  },
  {
    name: "what nobody reads is nested without end",
    faults: [{ kind: "nonsense", form: "nested", operation: "getActivity", times: always }],
    says: [/^ok +getActivity +fits/],
    fits: true,
  },
  {
    name: "an answer is too long",
    faults: [{ kind: "nonsense", form: "wrong-items", operation: "getTaskboard", times: always }],
    says: [/^FAIL +getTaskboard +longer than the bot reads \(200\)$/],
    fits: false,
  },
  {
    name: "it is down",
    faults: [{ kind: "status", status: 503, times: always }],
    says: [
      /^FAIL +getCalendar +no usable answer \(503\)$/,
      /^skip +listBanComments +not tried, since 20 requests were sent$/,
      /^FAIL +key +it can read nothing of this workspace$/,
    ],
    fits: false,
  },
  {
    name: "every connection is cut",
    faults: [{ kind: "cut", times: always }],
    says: [
      /^FAIL +getCalendar +no usable answer$/,
      /^skip +rate limit +there is no answer to look at$/,
      /^FAIL +service +it doesn't answer; check its address$/,
    ],
    never: [/key/],
    fits: false,
  },
  {
    name: "answers are slow",
    setUp: (emulator) => slowDown(emulator, "listPosts"),
    says: [/^warn +listPosts +fits.*, slow \([\d.]+ s\)$/],
    fits: true,
  },
  { name: "the limit is in its header", says: [/^ok +rate limit +X-Ratelimit-Limit: 100$/], fits: true },
  {
    name: "the limit is in another header",
    faults: [{ kind: "limit-header", name: "ratelimit-limit", times: always }],
    says: [
      /^warn +rate limit +no X-Ratelimit-Limit header, only ratelimit-limit, so the bot sends at most 100/,
    ],
    fits: true,
  },
  {
    name: "the limit is in no header",
    faults: [{ kind: "limit-header", times: always }],
    says: [/^warn +rate limit +no X-Ratelimit-Limit header, so the bot sends at most 100/],
    fits: true,
  },
  {
    name: "the limit's header says more than a number, and its reset is a point in time",
    faults: [
      {
        kind: "limit-header",
        times: always,
        name: "x-ratelimit-limit",
        value: "100;w=60",
        reset: "1795000000",
      },
    ],
    says: [
      /^warn +rate limit +X-Ratelimit-Limit isn't a whole number, so the bot sends at most 100/,
      /^warn +rate limit +X-Ratelimit-Reset isn't a number of seconds up to an hour, so it's ignored$/,
    ],
    fits: true,
  },
  {
    name: "dates are numbers",
    faults: [{ kind: "dates", form: "epoch", times: always }],
    says: [
      /^warn +getCalendar +days\[\]\.date is a number instead of a date-time in 7 of 7$/,
      /^warn +searchOrders +createdAt is a number instead of a date-time in (\d+) of \1, so it counts as missing$/,
      /^warn +getActivity +last_25\[\]\.start is a number instead of text in (\d+) of \1$/,
      /^skip +week parameter +there is no day to compare$/,
    ],
    fits: false,
  },
  {
    name: "dates are written with slashes",
    faults: [{ kind: "dates", form: "slashes", times: always }],
    says: [
      /^warn +getCalendar +days\[\]\.date is text in another form instead of a date-time in 7 of 7$/,
      /^warn +getActivity +start is no date-time in (\d+) of \1 visits, so it counts as missing$/,
      /^skip +duration unit +no tracked visit tells it$/,
    ],
    fits: false,
  },
  {
    name: "dates have no time zone",
    faults: [{ kind: "dates", form: "without-zone", times: always }],
    says: [
      /^warn +searchOrders +createdAt has no time zone in (\d+) of \1, so it's read as UTC$/,
      /^warn +getActivity +last_25\[\]\.start has no time zone in (\d+) of \1, so it's read as UTC$/,
      /^ok +duration unit /,
      /^ok +week parameter +week is understood$/,
    ],
    fits: true,
  },
  {
    name: "the workspace is empty",
    faults: [{ kind: "empty", times: always }],
    says: [
      ...["searchOrders", "listPosts", "listTaskboardBoards", "listTaskboardActions"].map(
        (read) =>
          new RegExp(`^skip +${read} +fits as far as can be told: the list is empty, so no field was seen$`),
      ),
      /^ok +getActivity +fits.*; nothing in last_25, so its fields weren't seen$/,
      /^ok +getAssignments +fits.*; nothing in assigned, history, so their fields weren't seen$/,
      /^ok +listBanComments +fits as far as can be told: nothing has the id that is tried \(404\)$/,
      /^warn +getTaskboard +there is none$/,
      /^skip +duration unit +no tracked visit tells it$/,
    ],
    fits: true,
  },
];

/** What is printed about the service, and whether the bot can use it. */
async function check(userId: string) {
  const input = new PassThrough();
  input.end(`${service.workspaceId}\n${service.token}\n${userId}\n`);
  const printed: string[] = [];
  const config = { workspaceApiUrl: service.baseUrl, queryNames: { week: "week", game: "game" } };
  const terminal = { input, output: new PassThrough() };
  const fits = await checkReads(
    config,
    terminal,
    (line) => printed.push(line),
    () => clockMs,
  );
  return { printed, fits };
}

test.each(services)("$name", async ({ faults = [], setUp, says, never = [], fits }) => {
  const [userId = ""] = service.state.users.keys();
  setUp?.(service);
  for (const fault of faults) service.faults.add(fault);
  const before = structuredClone(service.state);
  const { printed, fits: isUsable } = await check(userId);

  for (const line of says)
    expect(
      printed.filter((each) => line.test(each)),
      String(line),
    ).toHaveLength(1);
  for (const line of never)
    expect(
      printed.filter((each) => line.test(each)),
      String(line),
    ).toEqual([]);
  expect(isUsable, printed.join("\n")).toBe(fits);
  expect(service.requests.length).toBeLessThanOrEqual(20);
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(service.state).toEqual(before);
  expect(printed.join("\n")).not.toContain(service.token);
});

test("of a service as documented, nothing is warned about", async () => {
  const [userId = ""] = service.state.users.keys();
  const { printed } = await check(userId);
  expect(printed.filter((line) => /^(?:warn|FAIL|skip)/.test(line))).toEqual([]);
});
