import { z } from "zod";
import {
  countOption,
  isMentionGone,
  mayPing,
  mentionGoneText,
  readOptions,
  type Schedule,
} from "../../boards/index.ts";
import { replaceCommandMentions } from "../../../src/ui/command-mentions.ts";
import { definePurpose } from "../../../src/outbox/queue.ts";
import type { AppContext } from "../../../src/context.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { formatNumber, pluralizeText } from "../../../src/ui/numbers.ts";
import { isComplete } from "./read.ts";

/** Tells in a board's channel that too few people are on, if that is still so. */
export const fewMessage = definePurpose({
  name: "few-on",
  payload: z.object({ scheduleId: z.string() }),
  async write({ scheduleId }, { ctx }) {
    const schedule = await ctx.store.schedules.findById(scheduleId);
    if (schedule === undefined || schedule.state === "paused") return undefined;
    const count = await countOn(schedule, ctx);
    const fewerThan = readFewerThan(schedule);
    if (count === undefined || count >= fewerThan) return undefined;
    const { channelId, mentionRoleId } = schedule;
    const isGone = await isMentionGone(schedule, ctx);
    const pingRoleId = !isGone && mayPing(schedule, ctx.now()) ? mentionRoleId : undefined;
    const content = joinParts(
      [
        `⚠️ ${describeOn(count)} I tell when fewer than ${formatNumber(fewerThan)} are.`,
        mentionRoleId !== undefined && !isGone && `<@&${mentionRoleId}>`,
        isGone && replaceCommandMentions(mentionGoneText, ctx.commandMention),
      ],
      " ",
    );
    return { to: "channel", channelId, message: { content }, pingRoleId };
  },
  async end({ scheduleId }, { how }, { ctx: { store, now } }) {
    const schedule = how === "channel" ? await store.schedules.findById(scheduleId) : undefined;
    if (schedule === undefined || !mayPing(schedule, now())) return;
    await store.schedules.change(schedule.guildId, scheduleId, { lastPingedAt: now() });
  },
});

function describeOn(count: number): string {
  if (count === 0) return "Nobody is on now.";
  return pluralizeText(count, { one: "Only 1 is on now.", other: "Only {count} are on now." });
}

/** After a look of a live board: tells once that too few are on, and again only after there were enough. */
export async function tellFew(schedule: Schedule, { ctx }: JobTools): Promise<void> {
  const { id: scheduleId, guildId } = schedule;
  const { presences } = ctx.store;
  const fewerThan = readFewerThan(schedule);
  if (fewerThan === 0) return presences.endShortage(scheduleId);
  const count = await countOn(schedule, ctx);
  if (count === undefined) return;
  if (count >= fewerThan) return presences.endShortage(scheduleId);
  const toldAt = ctx.now();
  const about = { key: `few-on ${scheduleId} ${toldAt}`, guildId, payload: { scheduleId } };
  return presences.beginShortage({ scheduleId, guildId, toldAt }, fewMessage.createEntry(about, toldAt));
}

/** `undefined` while not everyone was read lately, or nobody can tell of someone: then nobody knows. */
async function countOn(
  schedule: Schedule,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<number | undefined> {
  const people = await store.presences.list(schedule);
  const isKnown = isComplete(people, now()) && people.every(({ state }) => state !== "unreadable");
  return isKnown && people.length > 0 ? people.filter(({ state }) => state === "on").length : undefined;
}

export const boardOptions = {
  fewerThan: countOption(
    "A live board tells when fewer are on (0: no)",
    (count) => `Tells when fewer than ${formatNumber(count)} are on`,
  ),
};

/** Of a live board of this kind, how many have to be on; 0 if nobody wants to be told. */
export function readFewerThan({ options }: Schedule): number {
  return readOptions(boardOptions, options).fewerThan;
}
