import type { TaskboardTrigger } from "../../src/api/contract/taskboard.ts";
import { inert } from "../../src/text/inert.ts";
import { grouped } from "../../src/text/numbers.ts";
import { joined } from "../shared/lines.ts";

/** What sets an action off, and under which conditions. */
export function triggerLines({ type, name, group, fields }: TaskboardTrigger): readonly string[] {
  const facts = [
    name && inert(name, 60),
    group && `group ${readable(group)}`,
    type && `kind ${readable(type)}`,
  ];
  return [`- When: ${joined(facts) || "not named"}`, ...fields.map(fieldLine)];
}

/** Nobody documents what these numbers mean, so they stand as they came, under the service's own names. */
function fieldLine({
  type,
  value,
  reset_type: reset,
  after,
  on,
  grace,
}: TaskboardTrigger["fields"][number]): string {
  const facts = [
    type && readable(type),
    value && `value ${inert(value, 60)}`,
    reset && resetWords(reset),
    after !== undefined && `after ${grouped(after)}`,
    on !== undefined && `on ${grouped(on)}`,
    grace !== undefined && `grace ${grouped(grace)}`,
  ];
  return `  - ${joined(facts) || "empty"}`;
}

const spans: ReadonlyMap<string, string> = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["yearly", "year"],
]);

function resetWords(reset: string): string {
  const span = spans.get(reset.trim().toLowerCase());
  return span === undefined ? `reset ${readable(reset)}` : `reset every ${span}`;
}

/** `assignment_failed` as people write it; what is no such name stays as it is. */
function readable(text: string): string {
  return inert(/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll("_", " ") : text, 40);
}
