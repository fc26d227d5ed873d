import { expect, test } from "vitest";
import { createMisuseAudit, type Misuse } from "../../src/interactions/misuse-audit.ts";
import type { AuditEntry } from "../../src/store/audit.ts";

/** As docs/access.md says. */
const fiveMinutesMs = 5 * 60_000;

function refusalsAt() {
  const clock = { now: 1_000_000 };
  const recorded: AuditEntry[] = [];
  const record = async (entry: AuditEntry): Promise<void> => void recorded.push(entry);
  const refusals = createMisuseAudit({ now: () => clock.now, newId: () => "id", recordEntry: record });
  const note = (parts: Partial<Misuse> = {}) =>
    refusals.report({ guildId: "1", discordUserId: "7", target: "share", ...parts });
  return { clock, recorded, refusals, note };
}

test("a person's first refusal is audited at once, whoever else is refused", async () => {
  const { recorded, note } = refusalsAt();
  await note();
  await note({ discordUserId: "8" });
  await note({ guildId: "2" });
  expect(recorded.map(({ guildId, discordUserId, detail }) => [guildId, discordUserId, detail])).toEqual([
    ["1", "7", undefined],
    ["1", "8", undefined],
    ["2", "7", undefined],
  ]);
});

test("a thousand within five minutes are two entries, with the count and what was pressed", async () => {
  const { clock, recorded, refusals, note } = refusalsAt();
  for (let press = 0; press < 1_000; press += 1) await note({ target: `control-${press % 30}` });
  clock.now += fiveMinutesMs - 1;
  await refusals.flush();
  expect(recorded).toHaveLength(1);
  clock.now += 1;
  await refusals.flush();
  await refusals.flush();
  expect(recorded).toHaveLength(2);
  expect(recorded[1]).toMatchObject({ at: 1_000_000, outcome: "refused", detail: { times: 999 } });
  expect(recorded[1]?.detail).toHaveProperty("components.length", 10);
});

test("after five minutes the next one counts as first again, and a single one isn't counted twice", async () => {
  const { clock, recorded, refusals, note } = refusalsAt();
  await note();
  clock.now += fiveMinutesMs;
  await note();
  await refusals.flushAll();
  expect(recorded.map(({ detail }) => detail)).toEqual([undefined, undefined]);
});

test("counted refusals are audited when the program ends, and when the clock was set back", async () => {
  const ending = refusalsAt();
  await ending.note();
  await ending.note();
  await ending.refusals.flushAll();
  expect(ending.recorded[1]?.detail).toEqual({ times: 1, components: ["share"] });

  const early = refusalsAt();
  await early.note();
  await early.note();
  early.clock.now -= 3_600_000;
  await early.note();
  expect(early.recorded.map(({ detail }) => detail)).toEqual([
    undefined,
    { times: 1, components: ["share"] },
    undefined,
  ]);
});
