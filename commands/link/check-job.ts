import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { forEachLimited, type Job, type JobTools } from "../../src/jobs/job.ts";
import { hasRoom } from "../../src/jobs/look-up-names.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { hourMs, minuteMs } from "../../src/time.ts";
import { readKeyRights } from "./key-rights.ts";

/** Per round: a thousand links take about eight hours, and each takes ten requests or a few more. */
const linksARound = 10;
const linksAtOnce = 2;
/** Until then, other replicas leave a link alone, and so does this one if that failed. */
const againMs = 6 * hourMs;
/** Nobody waits for it, so it only uses requests that nobody else needs. */
const options = { timeoutMs: 10_000, priority: "spare", noCache: true, staleOnError: false } as const;

/** Tries once a week what each link's key can do, so that what was missing comes back by itself. */
export const checkKeys: Job = {
  name: "key-checks",
  schedule: { everyMs: 5 * minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const links = await store.guildLinks.claimChecks(now(), now() + againMs, linksARound);
    await forEachLimited(links, linksAtOnce, (link) => checkKey(link, tools));
  },
};

/** Never rejects: one link's trouble is no other's. */
async function checkKey(link: GuildLink, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, linkKey } = link;
  try {
    if (!hasRoom(link, "getCalendar", tools)) return;
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
    const people = await ctx.store.accounts.list(guildId, { limit: 2, offset: 0 });
    await readKeyRights({ link, api, userIds: people.map(({ userId }) => userId) }, options, ctx);
  } catch (error) {
    const level = error instanceof ApiError || error instanceof UserError ? "debug" : "warn";
    ctx.log[level]("what a link's key can do could not be tried", { guildId, error });
  }
}
