import { classifyPostFailure, type Schedule } from "../../boards/index.ts";
import { isAllowedServer } from "../../../src/allowed-servers.ts";
import type { AppContext } from "../../../src/context.ts";
import { forEachLimited, type Job } from "../../../src/jobs/job.ts";
import { dayMs, minuteMs } from "../../../src/time.ts";
import { noteNotAllowed } from "./pause.ts";

/** In place of the hash of a board, which it never equals: once the server is allowed again, the message is updated. */
const notAllowedHash = "not-allowed";
/** A message that has been out of date for longer isn't tried again. */
const triedForMs = dayMs;
const guildsAtOnce = 4;

/** Notes on the live messages of servers that were taken off the list that they are no longer updated, each once. */
export const notingNotAllowed: Job = {
  name: "not-allowed",
  schedule: { everyMs: minuteMs },
  async run({ ctx, stopping }) {
    const { config, store } = ctx;
    if (config.allowedServers === undefined) return;
    const guildIds = (await store.schedules.guilds()).filter((guildId) => !isAllowedServer(guildId, config));
    await forEachLimited(guildIds, guildsAtOnce, async (guildId) => {
      for (const schedule of await store.schedules.list(guildId)) {
        if (stopping?.aborted === true) return;
        if (schedule.mode === "live" && schedule.state === "active") await note(schedule, ctx);
      }
    });
  },
};

/** Rejects only if the database fails. */
async function note(schedule: Schedule, ctx: AppContext): Promise<void> {
  const { id, guildId, messageHash, lastAsOf } = schedule;
  const { schedules } = ctx.store;
  if (!(await schedules.claimShown(id, notAllowedHash))) return;
  try {
    await noteNotAllowed(schedule, ctx);
  } catch (error) {
    ctx.log.info("a live message could not say that its server is no longer allowed", {
      guildId,
      scheduleId: id,
      error,
    });
    const isWorthAnother =
      classifyPostFailure(error).kind === "transient" && ctx.now() - (lastAsOf ?? 0) < triedForMs;
    if (isWorthAnother) await schedules.keepShown(id, { messageHash, lastAsOf });
  }
}
