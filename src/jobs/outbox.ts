import { plainMessage, type Reader, sendDue } from "../outbox/queue.ts";
import { secondMs, minuteMs } from "../time.ts";
import { startStopwatch } from "../lease.ts";
import { nextTurn } from "../turns.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "./job.ts";

const maxBatch = 500;
/** One guild's entries go one after another, so that no guild takes more than one of these. */
const guildsAtOnce = 8;
/** After this long, a guild's turn is over; the rest follows in its next one. */
const maxTurnMs = minuteMs;

/** Says what the bot has to say by itself and couldn't at once. @param purposes of the features */
export function createOutboxJob(purposes: readonly Reader<JobTools>[]): Job {
  const byName = new Map([plainMessage, ...purposes].map((purpose) => [purpose.name, purpose]));
  return { name: "outbox", schedule: { everyMs: 15 * secondMs }, run: (tools) => sayDue(byName, tools) };
}

async function sayDue(byName: ReadonlyMap<string, Reader<JobTools>>, tools: JobTools): Promise<void> {
  const { store, now } = tools.ctx;
  const due = await store.outbox.due(now(), maxBatch);
  const byGuild = [...Map.groupBy(due, ({ guildId }) => guildId).values()];
  await forEachLimited(byGuild, guildsAtOnce, async (entries) => {
    const elapsedMs = startStopwatch(now);
    for (const entry of entries) {
      if (tools.stopping?.aborted === true || elapsedMs() > maxTurnMs) return;
      await nextTurn();
      await sendDue(entry, byName, { tools, lease: (lease) => leaseTools(tools, lease) });
    }
  });
}
