import { jsonReply, type Reply } from "./reply.ts";

/** A service that works, and isn't quite as the interface says. */
export type Difference =
  /** No object has this field; with a value, each that had it has this instead. */
  | { readonly kind: "field"; readonly name: string; readonly value?: unknown }
  | { readonly kind: "dates"; readonly form: "epoch" | "slashes" | "without-zone" }
  /** What visits are measured in; milliseconds otherwise. */
  | { readonly kind: "unit"; readonly unit: "seconds" | "minutes" }
  /** How many records a list has: `cut` says nothing, `linked` names the next page in a header, `wrapped` puts the list into an object. */
  | { readonly kind: "pages"; readonly size: number; readonly form: "cut" | "linked" | "wrapped" }
  /** The limit is in a header of this name, or in none, with the limit itself or this in it; and so is the reset. */
  | {
      readonly kind: "limit-header";
      readonly name?: string;
      readonly value?: string;
      readonly reset?: string;
    }
  /** Everyone and everything is there, and nothing was ever done. */
  | { readonly kind: "empty" }
  /** The number of this week in the query of the calendar, which may refuse weeks before it. */
  | { readonly kind: "week-base"; readonly thisWeek: number; readonly refusesPast?: boolean };

/** The same answer as that service would give it. */
export function differentReply(difference: Difference, reply: Reply): Reply {
  if (difference.kind === "limit-header") return withLimitHeader(reply, difference);
  if (reply.status !== 200) return reply;
  const body: unknown = JSON.parse(reply.body);
  switch (difference.kind) {
    case "field":
      return sent(
        reply,
        changeFields(body, (name, value) => (name === difference.name ? difference.value : value)),
      );
    case "dates":
      return sent(
        reply,
        changeFields(body, (_, value) => withDate(value, difference.form)),
      );
    case "unit":
      return sent(
        reply,
        changeFields(body, (name, value) => withUnit(name, value, difference.unit)),
      );
    case "pages":
      return Array.isArray(body) ? page(reply, body, difference) : reply;
    case "empty":
      return sent(reply, emptied(body));
    case "week-base":
      return reply;
    default:
      return difference satisfies never;
  }
}

/** What that service takes a request for, with this week as 0; `undefined` if it refuses it. */
export function readOtherWeek(
  { thisWeek, refusesPast = false }: Extract<Difference, { kind: "week-base" }>,
  request: Request,
  weekName: string,
): Request | undefined {
  const url = new URL(request.url);
  const week = url.searchParams.get(weekName);
  if (week === null) return request;
  const away = Number(week) - thisWeek;
  if (away < 0 && refusesPast) return undefined;
  url.searchParams.set(weekName, String(away));
  return new Request(url, { headers: request.headers });
}

function sent({ status, headers }: Reply, body: unknown): Reply {
  return jsonReply(status, JSON.stringify(body), headers);
}

/** @param change what stands in a field; `undefined` leaves it out */
function changeFields(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => changeFields(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const changed = change(name, each);
      return [name, changed === each ? changeFields(each, change) : changed];
    }),
  );
}

function withDate(value: unknown, form: "epoch" | "slashes" | "without-zone"): unknown {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value;
  if (form === "epoch") return Date.parse(value);
  const [year = "", month = "", day = ""] = value.slice(0, 10).split("-");
  const time = value.slice(11, 19);
  return form === "slashes" ? `${day}/${month}/${year} ${time}` : `${year}-${month}-${day} ${time}`;
}

const msIn = { seconds: 1_000, minutes: 60_000 };

function withUnit(name: string, value: unknown, unit: keyof typeof msIn): unknown {
  const isMeasured = ["duration", "tracked_idle", "idle_time"].includes(name);
  return isMeasured && typeof value === "number" ? Math.round(value / msIn[unit]) : value;
}

function page(
  reply: Reply,
  list: readonly unknown[],
  { size, form }: Extract<Difference, { kind: "pages" }>,
): Reply {
  const first = list.slice(0, size);
  if (form === "wrapped") return sent(reply, { data: first, page: 1, total: list.length });
  const cut = sent(reply, first);
  if (form === "cut" || list.length <= size) return cut;
  return { ...cut, headers: { ...cut.headers, link: '<?page=2>; rel="next"' } };
}

function withLimitHeader(
  reply: Reply,
  {
    name,
    value = reply.headers["x-ratelimit-limit"] ?? "",
    reset,
  }: Extract<Difference, { kind: "limit-header" }>,
): Reply {
  const others = Object.entries(reply.headers).filter(([each]) => !each.startsWith("x-ratelimit"));
  const headers = {
    ...Object.fromEntries(others),
    ...(name === undefined ? {} : { [name]: value }),
    ...(reset === undefined ? {} : { "x-ratelimit-reset": reset }),
  };
  return { ...reply, headers };
}

function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== "object" || body === null) return body;
  if ("oauth_token" in body) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === "totals" ? { minutes: 0, messages: 0 } : Array.isArray(value) && name !== "days" ? [] : value,
    ]),
  );
}
