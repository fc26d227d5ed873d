import { expect } from "vitest";
import type { Schedule, Delivery } from "../../../commands/boards/store.ts";
import type { Message } from "./simulation-world.ts";

/** What became of one schedule, and when its calendar says it was due. */
export interface Lived {
  readonly schedule: Schedule;
  readonly dues: ReadonlySet<number>;
  readonly rows: readonly Delivery[];
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Its clock is set back by no more. */
  readonly maxBackMs: number;
}

/** Each due time has one row, and the channel holds what the rows say, whichever the mode. */
export function expectAllAccountedFor(lived: Lived): void {
  const { schedule, dues, rows, messages } = lived;
  expect(rows.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b)).toEqual([...dues]);
  // What someone deleted before it was known as posted is posted again.
  const marks = messages.filter(({ isDeleted }) => !isDeleted).map(({ mark }) => mark);
  expect(new Set(marks).size, "a due time was posted twice").toBe(marks.length);
  for (const { state, reason } of rows)
    if (state !== "sent") {
      expect(state).toMatch(/^(skipped|failed)$/);
      expect(reason).toEqual(expect.any(String));
    }
  if (schedule.mode === "live") expectOneMessage(lived);
  else expectOwnMessages(lived);
}

/** Each due time that was posted has a message of its own, and there are no others. */
function expectOwnMessages({ schedule, rows, messages, maxBackMs }: Lived): void {
  const byMark = new Map(messages.map((message) => [message.mark, message]));
  const endOf = new Map(rows.map((row) => [String(row.dueAt), row]));
  for (const { dueAt, state, messageId } of rows) {
    const message = byMark.get(String(dueAt));
    byMark.delete(String(dueAt));
    if (state === "sent") expect(message?.id).toBe(messageId);
    // What Discord said of a try may be lost for good; what was never tried is nowhere.
    if (state === "skipped") expect(message, `skipped and posted, ${dueAt}`).toBeUndefined();
    if (message !== undefined) expect(message.at).toBeGreaterThanOrEqual(dueAt - maxBackMs);
  }
  expect([...byMark.keys()], "posted for no due time").toEqual([]);
  if (schedule.mode === "new") return;
  // What an earlier try posted is not looked into, so the next one after it may show the same.
  for (const [before, after] of messages.map((message, index) => [messages[index - 1], message] as const)) {
    const end = endOf.get(String(before?.mark));
    if (end?.state === "sent" && end.uncertainSince === undefined)
      expect(after?.shows, "posted although nothing had changed").not.toBe(before?.shows);
  }
}

/** There is one message at a time, which the schedule knows; another one only after someone deleted it. */
function expectOneMessage({ schedule, rows, messages }: Lived): void {
  const ids = new Set(messages.map(({ id }) => id));
  for (const { state, messageId } of rows) if (state === "sent") expect(ids).toContain(messageId);
  const living = messages.filter(({ isDeleted }) => !isDeleted);
  expect(living.length).toBeLessThanOrEqual(1);
  const [last] = rows.toSorted((a, b) => b.dueAt - a.dueAt);
  if (last?.state === "sent" && living[0] !== undefined) expect(schedule.messageId).toBe(living[0].id);
}
