import { describe, expect, test } from "vitest";
import { contract } from "../../src/api/contract/index.ts";
import { findLeftOut } from "../../src/api/contract/records.ts";
import { at, fixture, type Json, type Path, places, replaceAt, written } from "./json.ts";
import { answers, bodies, type Resource } from "./resources.ts";

const dateTimes = new Set([
  "createdAt",
  "updatedAt",
  "due",
  "week_start",
  "week_end",
  "marked_at",
  "timestamp",
  "date",
]);
const isSecret = (path: Path): boolean => path.at(-1) === "oauth_token";

/** What is documented and read by nobody: it may be anything, and does not enter. */
const unread: Readonly<Record<string, readonly string[]>> = {
  assignments: [
    "assigned.0.createdAt",
    "assigned.0.updatedAt",
    "history.0._id",
    "history.0.assignment",
    "history.0.marked_at",
  ],
  "created-order": ["workspace"],
  "gifted-activity": [
    ...["start", "end", "ended", "friends", "idle_time", "tracked_idle"].map((n) => `activity.${n}`),
    "totals.period",
  ],
  activity: [
    "totals.period",
    "last_25.0.job_id",
    ...["data", "_id"].map((name) => `last_25.0.events.0.${name}`),
    ...["id", "thumbnail", "dominant", "brightness"].map((name) => `last_25.0.game_details.${name}`),
  ],
  user: ["type"],
  "session-server": [
    "source",
    "updatedAt",
    "groups.0._id",
    "groups.0.roles.0._id",
    "groups.0.attendees.0._id",
  ],
  calendar: ["days.0.day"],
  "ban-comments": ["0.ban", "0.workspace"],
  posts: ["0.workspace", "0.dominant_colour", "0.text_dark"],
  taskboard: ["taskboard.id", "board.background.color", "board.background.brightness"],
  boards: ["0.background.color", "0.background.brightness"],
  actions: ["0.workspace", "0.updatedAt"],
};

function isUnread(resource: Resource, path: Path): boolean {
  return isSecret(path) || isAmong(unread, resource, path);
}

function isAmong(
  fields: Readonly<Record<string, readonly string[]>>,
  { name }: Resource,
  path: Path,
): boolean {
  const place = written(path).replaceAll(/\b\d+\b/g, "0");
  return (fields[name] ?? []).some((each) => place === each || place.startsWith(`${each}.`));
}

/** Read, but worth less than what is beside it: of another type it counts as left out. */
const decorations: Readonly<Record<string, readonly string[]>> = {
  assignments: ["assigned.0.description"],
  orders: [
    ...["order_number", "submitted_by", "customer", "prepared_by", "picked_up_by"].map((name) => `0.${name}`),
    ...["job_id", "game_id", "createdAt", "updatedAt"].map((name) => `0.${name}`),
  ],
  user: ["avatar", "username", "display_name"],
  activity: [
    "totals.minutes",
    "totals.messages",
    "week_starts_on",
    ...["_id", "game", "tracked_idle", "consolidation_state", "error"].map((name) => `last_25.0.${name}`),
    ...["gifted_by", "messages_sent", "manual_punch", "game_details"].map((name) => `last_25.0.${name}`),
    ...["friends", "events"].map((name) => `last_25.0.${name}`),
  ],
  calendar: ["advance_calendar", "days.0.day_of_week_char"],
  "ban-comments": ["0.author", "0.body", "0.createdAt", "0.updatedAt"],
  posts: [
    ...["image_url", "title", "category", "body", "published_by"].map((name) => `0.${name}`),
    ...["type", "createdAt", "updatedAt"].map((name) => `0.${name}`),
  ],
  taskboard: ["taskboard.username", "board.name", "board.background"],
  boards: ["0.name", "0.background"],
  actions: [
    "0.created_by",
    "0.createdAt",
    ...["type", "name", "group"].map((name) => `0.triggers.0.${name}`),
    ...["type", "value", "reset_type", "after", "on", "grace"].map((name) => `0.triggers.0.fields.0.${name}`),
  ],
};

function isDecoration(resource: Resource, path: Path): boolean {
  return isAmong(decorations, resource, path);
}

/** Of these a field of another type counts as left out. */
function tellsOfDone({ name }: Resource): boolean {
  return ["created-order", "role", "gifted-activity", "session-server"].includes(name);
}

/** What is left of it when nobody reads the rest. */
function readPart(resource: Resource, value: Json): Json {
  const gone = places(value).filter((path) => isUnread(resource, path));
  return gone.reduceRight<Json>((left, path) => replaceAt(left, path, undefined), value);
}

/** Every record of it is read. */
function accepts({ schema }: Resource, value: Json): boolean {
  const { success, data } = schema.safeParse(value);
  return success && isComplete(data);
}

function isComplete(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return true;
  return findLeftOut(data).length === 0 && Object.values(data).every(isComplete);
}

describe.each([...answers, ...bodies])("$name", (resource) => {
  const full = fixture(`${resource.name}.full`);
  const minimal = fixture(`${resource.name}.minimal`);

  test("the full one keeps every field that is read, unchanged, and no others", () => {
    expect(resource.schema.parse(full)).toStrictEqual(readPart(resource, full));
  });

  test("the minimal one is accepted, and its fields are kept", () => {
    expect(resource.schema.parse(minimal)).toMatchObject(readPart(resource, minimal) as object);
  });

  test("a value of another type is never read where it matters, and does no harm elsewhere", () => {
    for (const path of places(full)) {
      const wrong = replaceAt(full, path, wrongKind(at(full, path)));
      if (tellsOfDone(resource)) expect(resource.schema.safeParse(wrong).success, written(path)).toBe(true);
      else
        expect(accepts(resource, wrong), written(path)).toBe(
          isUnread(resource, path) || isDecoration(resource, path),
        );
    }
  });
});

describe.each(answers)("$name, as a response", (resource) => {
  const full = fixture(`${resource.name}.full`);

  test("unknown fields are tolerated at every level, and dropped", () => {
    const objects: Path[] = [[], ...places(full)].filter((path) => {
      const value = at(full, path);
      return typeof value === "object" && value !== null && !Array.isArray(value);
    });
    for (const path of objects) {
      const parsed = resource.schema.safeParse(replaceAt(full, [...path, "surprise"], "a secret"));
      expect(parsed.success, written(path)).toBe(true);
      expect(JSON.stringify(parsed.data)).not.toContain("surprise");
    }
  });

  test("an invalid date-time is never read", () => {
    const moments = places(full).filter(
      (path) => dateTimes.has(String(path.at(-1))) && !isUnread(resource, path),
    );
    for (const path of moments) {
      for (const wrong of [
        "",
        "yesterday",
        "2026-11",
        "2026-13-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-11-16T25:00:00",
        1_763_251_200,
      ]) {
        const parsed = resource.schema.safeParse(replaceAt(full, path, wrong));
        const title = `${written(path)} ${wrong}`;
        if (tellsOfDone(resource) || isDecoration(resource, path))
          expect(at(parsed.data as Json, path), title).toBeUndefined();
        else expect(parsed.success && isComplete(parsed.data), title).toBe(false);
      }
    }
  });
});

describe("what the document calls required", () => {
  const resource = { name: "assignments", schema: contract.getAssignments.response };
  const full = fixture("assignments.full");
  const optional = new Set(["description", "timeoff"]);
  const required = places(full).filter(
    (path) =>
      typeof path.at(-1) === "string" && !optional.has(String(path.at(-1))) && !isUnread(resource, path),
  );

  test("covers both lists and the 16 fields of their elements that are read", () => {
    expect(required).toHaveLength(2 + 7 + 9);
  });
  test.each(required.map((path) => ({ path, title: written(path) })))(
    "$title may not be missing",
    ({ path }) => {
      expect(accepts(resource, replaceAt(full, path, undefined))).toBe(false);
      expect(accepts(resource, replaceAt(full, path, null))).toBe(false);
    },
  );
  test.each([...optional])("%s may", (name) => {
    const path = places(full).find((place) => place.at(-1) === name) ?? [];
    expect(accepts(resource, replaceAt(full, path, undefined))).toBe(true);
    expect(accepts(resource, replaceAt(full, path, null))).toBe(true);
  });
});

describe("unknown words", () => {
  test.each([
    ["assignments", ["assigned", 0, "target_type"]],
    ["assignments", ["history", 0, "target_type"]],
    ["orders", [0, "status"]],
    ["created-order", ["status"]],
    ["posts", [0, "type"]],
    ["activity", ["last_25", 0, "consolidation_state"]],
    ["activity", ["week_starts_on"]],
    ["taskboard", ["type"]],
    ["actions", [0, "triggers", 0, "type"]],
    ["actions", [0, "triggers", 0, "fields", 0, "reset_type"]],
  ] satisfies [string, Path][])("%s %j is kept as it came", (name, path) => {
    const resource = answers.find((answer) => answer.name === name);
    const parsed: unknown = resource?.schema.parse(replaceAt(fixture(`${name}.full`), path, "teleported"));
    // What was parsed from JSON and kept is JSON.
    expect(at(parsed as Json, path)).toBe("teleported");
  });
});

describe("the task board's secret", () => {
  test("never gets in, however deeply nested", () => {
    const secret = "oauth-secret-7f3a";
    const full = fixture("taskboard.full");
    const everywhere = [[], ["taskboard"], ["board"], ["board", "background"]].reduce<Json>(
      (value, path) => replaceAt(value, [...path, "oauth_token"], secret),
      full,
    );
    expect(JSON.stringify(contract.getTaskboard.response.parse(everywhere))).not.toContain(secret);
  });
});

describe("the two operations that show no response", () => {
  test.each([undefined, null, "", "done", 7, [], { name: "x", oauth_token: "y" }])("accept %j", (answer) => {
    expect(contract.updateWorkspace.response.parse(answer)).toEqual({});
    expect(contract.setTaskboardBoard.response.parse(answer)).toEqual({});
  });
});

function wrongKind(value: Json | undefined): Json {
  if (Array.isArray(value)) return { not: "a list" };
  return typeof value === "object" ? ["not", "an object"] : { not: "a plain value" };
}
