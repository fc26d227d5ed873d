import { ApiError } from "../../api/errors.ts";
import { UserError } from "../../errors.ts";
import { StoreError } from "../../store/errors.ts";
import { isDueToTake, isTurning, peopleAMinute } from "../../domain/week-taking.ts";
import type { WeekPlace } from "../../store/weeks.ts";
import type { JobTools } from "../job.ts";
import { inBackground } from "../posting/in-background.ts";
import { presentWeekOf } from "./present-week.ts";
import { readOrders } from "./read-orders.ts";
import { takePerson } from "./take-person.ts";

const minuteMs = 60_000;

/** Takes the weeks that are due in one workspace, as many as one minute may read. Never rejects. */
export async function takePlace(place: WeekPlace, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, workspaceId } = place;
  try {
    const now = ctx.now();
    const [newest] = await ctx.store.weeks.known(guildId, workspaceId, 1);
    if (newest !== undefined && isTurning(newest.endsAt, now)) return;
    const people = await ctx.store.weeks.people(guildId, workspaceId, now);
    const due = people.filter((person) => isDueToTake(person, people.length, now)).slice(0, peopleAMinute);
    if (due.length === 0 || !(await isOurs(place, tools))) return;
    const { api } = await tools.openLink({ guildId, channelId: guildId, linkKey: place.linkKey });
    const presentWeek = await presentWeekOf(place, newest, ctx);
    const source = { place, api: inBackground(api), presentWeek };
    const orders = await readOrders(source, ctx);
    for (const { userId } of due) {
      try {
        await takePerson(userId, { ...source, orders }, ctx);
      } catch (error) {
        if (error instanceof ApiError || error instanceof UserError || error instanceof StoreError)
          throw error;
        // What breaks on one person's answer says nothing of the others.
        ctx.log.warn("the week of one person could not be taken", { guildId, workspaceId, error });
      }
    }
  } catch (error) {
    // Whoever was not reached is still due, and gets another turn in a minute.
    const isExpected = error instanceof ApiError || error instanceof UserError;
    ctx.log[isExpected ? "debug" : "warn"]("the weeks of a workspace could not be taken", {
      guildId,
      workspaceId,
      error,
    });
  }
}

/** Of several replicas one reads a workspace in each minute. */
async function isOurs({ guildId, linkKey }: WeekPlace, { ctx }: JobTools): Promise<boolean> {
  if (!ctx.store.shared) return true;
  const minute = Math.floor(ctx.now() / minuteMs);
  return ctx.store.claims.take(`weeks:${guildId}/${linkKey}/${minute}`, ctx.now());
}
