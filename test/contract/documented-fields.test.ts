import { expect, test } from "vitest";
import { at, fixture, type Path } from "./json.ts";

/** Fixture, place in it, and the names that the interface document gives to its fields. */
const documented: readonly (readonly [string, Path, string])[] = [
  ["assignments", [], "assigned history"],
  [
    "assignments",
    ["assigned", 0],
    "active _id target target_type createdAt updatedAt name description completed due",
  ],
  [
    "assignments",
    ["history", 0],
    "_id week_start week_end week_number year assignment assignment_name marked_at passed target target_type achieved timeoff",
  ],
  [
    "created-order",
    [],
    "_id order_number items submitted_by status customer workspace prepared_by picked_up_by job_id game_id createdAt updatedAt",
  ],
  [
    "orders",
    [0],
    "_id order_number items submitted_by status customer prepared_by picked_up_by job_id game_id createdAt updatedAt",
  ],
  ["new-order", [], "items submitted_by customer order_number prepared_by picked_up_by"],
  ["role", [], "_id name group_roles permissions manual_users"],
  ["new-role", [], "name group_roles permissions manual_users"],
  ["settings", [], "name theme"],
  ["gifted-activity", [], "activity totals"],
  [
    "gifted-activity",
    ["activity"],
    "_id start end ended game friends idle_time tracked_idle duration messages_sent",
  ],
  ["gifted-activity", ["totals"], "minutes messages period"],
  ["gift", [], "duration messages_sent game gifted_by"],
  ["activity", [], "totals last_25 week_starts_on"],
  ["activity", ["totals"], "minutes messages period"],
  [
    "activity",
    ["last_25", 0],
    "_id start end ended game tracked_idle friends consolidation_state error duration gifted_by messages_sent manual_punch job_id game_details events",
  ],
  ["activity", ["last_25", 0, "game_details"], "id name thumbnail url dominant brightness"],
  ["activity", ["last_25", 0, "events", 0], "event timestamp data _id user"],
  ["user", [], "type id username display_name avatar"],
  ["user", ["avatar"], "initial transparent colour"],
  ["session-server", [], "_id source created_by createdAt updatedAt groups"],
  ["session-server", ["groups", 0], "_id name priority roles attendees"],
  ["session-server", ["groups", 0, "roles", 0], "_id user_id name"],
  ["session-server", ["groups", 0, "attendees", 0], "_id user_id"],
  ["calendar", [], "days advance_calendar"],
  ["calendar", ["days", 0], "day date day_of_week_char"],
  ["ban-comments", [0], "_id ban files videos workspace author body createdAt updatedAt"],
  [
    "posts",
    [0],
    "_id image_url title category body published_by workspace type dominant_colour text_dark createdAt updatedAt",
  ],
  ["taskboard", [], "type taskboard board oauth_token"],
  ["taskboard", ["taskboard"], "id username"],
  ["taskboard", ["board"], "id name background"],
  ["taskboard", ["board", "background"], "color brightness image"],
  ["boards", [0], "id name background"],
  ["boards", [0, "background"], "color brightness image"],
  ["board-choice", [], "board"],
  ["board-format", [], "board format"],
  ["board-format", ["format"], "position"],
  ["actions", [0], "_id workspace created_by createdAt updatedAt triggers"],
  ["actions", [0, "triggers", 0], "type name group fields"],
  ["actions", [0, "triggers", 0, "fields", 0], "type value reset_type after on grace"],
  ["success", [], "success"],
];

test.each(documented)("the full fixture %s has every documented field at %j", (name, path, fields) => {
  expect(Object.keys(at(fixture(`${name}.full`), path) ?? {}).toSorted()).toEqual(
    fields.split(" ").toSorted(),
  );
});
