import type { Suggest } from "../../src/interactions/define.ts";
import { counted } from "../../src/text/numbers.ts";
import { personPlain, namesOf } from "../shared/people.ts";
import { suggestPeople } from "../shared/person-option.ts";

const mostSuggested = 20;

/** Of whom weeks are remembered, by user id, who is no longer seen the longest first; by name, who is connected. */
export const suggestRemembered: Suggest<"guild"> = async (typed, ctx) => {
  const text = typed.trim();
  if (!/^\d*$/.test(text)) return suggestPeople(text, ctx);
  const people = await ctx.store.weeks.remembered(ctx.guildId, text, mostSuggested);
  const names = await namesOf(
    people.map(({ userId }) => userId),
    ctx,
  );
  return people.map(({ userId, weeks }) => ({
    name: names.has(userId)
      ? `${personPlain(userId, names)} · ${userId} · ${counted(weeks, "week")}`
      : `${userId} · not connected · ${counted(weeks, "week")}`,
    value: userId,
  }));
};
