import type { Fault } from "./faults.ts";
import { jsonReply, type Reply } from "./reply.ts";

type NonsenseForm = NonNullable<Extract<Fault, { kind: "nonsense" }>["form"]>;

/** Fits no row that promises a body: no list, and every field that a row may look at has the wrong type. */
const wrongShape = JSON.stringify({
  _id: 7,
  id: [7],
  type: 7,
  days: "seven",
  success: "perhaps",
  totals: "none",
  assigned: 7,
});

/** Free-form data of a visit, nested as deep as a short answer can be. */
const nested = `${"[".repeat(15_000)}${"]".repeat(15_000)}`;

/** The same answer, in which the first so many records of each list have numbers where they had words. */
export function withWrongRecords(reply: Reply, count: number): Reply {
  if (reply.status !== 200) return reply;
  const body: unknown = JSON.parse(reply.body);
  const corrupted = Array.isArray(body)
    ? spoiledList(body, count)
    : Object.fromEntries(
        Object.entries(body ?? {}).map(([name, value]) => [
          name,
          Array.isArray(value) ? spoiledList(value, count) : value,
        ]),
      );
  return { ...reply, body: JSON.stringify(corrupted) };
}

/** The same answer with its fields in other types or forms that still say the same. */
export function withLooseTypes(reply: Reply): Reply {
  if (reply.status !== 200) return reply;
  return { ...reply, body: JSON.stringify(loosen(JSON.parse(reply.body), "")) };
}

const idFields: ReadonlySet<string> = new Set([
  "game_id",
  "job_id",
  "customer",
  "submitted_by",
  "prepared_by",
]);

function loosen(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((each) => loosen(each, ""));
    return parts.some((each) => typeof each === "string") ? [...parts, null] : parts;
  }
  if (typeof value === "object" && value !== null) {
    const isTicked = "target_type" in value && String(value.target_type).includes("check");
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === "completed" && isTicked ? Number(each) >= 1 : loosen(each, key),
      ]),
    );
  }
  if (typeof value !== "string") return value;
  if (name === "updatedAt") return "";
  if (idFields.has(name) && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:00(?:\.0+)?)?(:\d\d)?(?:\.(\d+))?Z$/, looseDate);
}

function looseDate(_all: string, minutes: string, full = "", seconds = "", fraction = ""): string {
  return `${minutes}${full === "" ? seconds : ""}${fraction === "" || seconds === "" ? "" : `,${fraction}`}+0000`;
}

function spoiledList(records: readonly unknown[], count: number): readonly unknown[] {
  return records.map((record, index) => (index < count ? spoiledRecord(record) : record));
}

function spoiledRecord(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === "string" ? 7 : value]),
  );
}

/** Status 200, as a proxy or a broken release would send it. */
export function nonsenseReply(form: NonsenseForm, headers: Readonly<Record<string, string>>): Reply {
  switch (form) {
    case "html":
      return {
        status: 200,
        headers: { ...headers, "content-type": "text/html; charset=utf-8" },
        body: "<!doctype html><title>Back soon</title><h1>We are updating our systems</h1>",
      };
    case "truncated":
      return jsonReply(200, '{"_id":"65f0c0ffee', headers);
    case "wrong-shape":
      return jsonReply(200, wrongShape, headers);
    case "wrong-items":
      return jsonReply(200, `[${"7,".repeat(4 * 1024 * 1024 - 2)}7]`, headers);
    case "nested":
      return jsonReply(200, `{"totals":{},"last_25":[{"events":[{"data":${nested}}]}]}`, headers);
    default:
      return form satisfies never;
  }
}
