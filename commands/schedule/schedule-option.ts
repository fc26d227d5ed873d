import { foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { text } from "../kit/options.ts";
import { scheduleLabel } from "./format.ts";

interface Labelled {
  readonly schedule: Schedule;
  readonly label: string;
}

/** @param first the state suggested first, for example active ones when pausing */
export const scheduleOption = (first: Schedule["state"] = "active") =>
  text("The schedule").required().max(100).autocomplete(suggestSchedules(first)).map(readSchedule);

const suggestSchedules =
  (first: Schedule["state"]): Autocomplete =>
  async (typed, ctx) =>
    matching(typed, await labelled(ctx))
      .toSorted((a, b) => Number(b.schedule.state === first) - Number(a.schedule.state === first))
      .map(({ schedule: { id }, label }) => ({ name: label, value: id }));

/** The schedule that was chosen, or typed unambiguously. @throws UserError if there is none */
async function readSchedule(typed: string, ctx: GuildContext): Promise<Schedule> {
  const chosen = await ctx.store.schedules.find(ctx.guildId, typed);
  if (chosen !== undefined) return chosen;
  const all = await labelled(ctx);
  if (all.length === 0)
    throw new UserError(
      "This server has no schedules yet, so nothing was done. Add one with `/schedule add`.",
    );
  // Blanks match all of them, which is no reason to choose the only one.
  const [found, ...others] = typed === "" ? [] : matching(typed, all);
  if (found !== undefined && others.length === 0) return found.schedule;
  throw new UserError(
    `${found === undefined ? "No schedule matches" : "Several schedules match"} “${escapeMarkdown(typed, 60)}”, so nothing was done. Choose a suggestion, or check \`/schedule list\`.`,
  );
}

function matching(typed: string, all: readonly Labelled[]): readonly Labelled[] {
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  return all.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
}

async function labelled(ctx: GuildContext): Promise<readonly Labelled[]> {
  const [schedules, names] = await Promise.all([ctx.store.schedules.list(ctx.guildId), channelNamesOf(ctx)]);
  return schedules.map((schedule) => ({ schedule, label: scheduleLabel(schedule, names) }));
}

/** By id; none if Discord doesn't say: even without them, people see what is posted and when. */
export async function channelNamesOf({
  guildId,
  messenger,
  log,
}: GuildContext): Promise<ReadonlyMap<string, string>> {
  try {
    return await messenger.channelNames(guildId);
  } catch (error) {
    log.info("couldn't read the channels' names", { guildId, error });
    return new Map();
  }
}
