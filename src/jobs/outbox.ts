import { plainMessage, type Reader, sendDue } from "../outbox/queue.ts";
import { secondMs, minuteMs } from "../time.ts";
import { startStopwatch } from "../lease.ts";
import { connectionCard, connectionNews } from "../../commands/account/request/job.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "./job.ts";
import { noticeMessage } from "../../commands/remind/notice/job.ts";
import { reminderMessage } from "../../commands/remind/job.ts";
import { timeRequestNews } from "../../commands/request/news.ts";
import { waitingTimeRequests } from "../../commands/request/job.ts";

const purposes: readonly Reader<JobTools>[] = [
  plainMessage,
  connectionCard,
  connectionNews,
  timeRequestNews,
  waitingTimeRequests,
  noticeMessage,
  reminderMessage,
];
const byName = new Map(purposes.map((purpose) => [purpose.name, purpose]));

const maxBatch = 500;
/** One guild's entries go one after another, so that no guild takes more than one of these. */
const guildsAtOnce = 8;
/** After this long, a guild's turn is over; the rest follows in its next one. */
const maxTurnMs = minuteMs;

/** Says what the bot has to say by itself and couldn't at once. */
export const outbox: Job = {
  name: "outbox",
  schedule: { everyMs: 15 * secondMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const due = await store.outbox.due(now(), maxBatch);
    const byGuild = [...Map.groupBy(due, ({ guildId }) => guildId).values()];
    await forEachLimited(byGuild, guildsAtOnce, async (entries) => {
      const elapsedMs = startStopwatch(now);
      for (const entry of entries) {
        if (tools.stopping?.aborted === true || elapsedMs() > maxTurnMs) return;
        await sendDue(entry, byName, { tools, lease: (lease) => leaseTools(tools, lease) });
      }
    });
  },
};
