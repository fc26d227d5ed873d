import type { Suggest } from "../../src/interactions/define.ts";
import { idKinds, idText, readServiceId } from "../../src/domain/service-ids.ts";
import { counted } from "../../src/text/numbers.ts";
import { personPlain, namesOf } from "../shared/people.ts";
import { suggestPeople } from "../shared/person-option.ts";

const mostSuggested = 20;

/** Of whom weeks are remembered, by user id, who is no longer seen the longest first; by name, who is connected. */
export const suggestRemembered: Suggest<"guild"> = async (typed, ctx) => {
  const text = typed.trim();
  const id = text === "" ? "" : readServiceId(text, idKinds.user);
  const people = id === undefined ? [] : await ctx.store.weeks.remembered(ctx.guildId, id, mostSuggested);
  if (text !== "" && people.length === 0) return suggestPeople(text, ctx);
  const names = await namesOf(
    people.map(({ userId }) => userId),
    ctx,
  );
  return people.map(({ userId, weeks }) => ({
    name: names.has(userId)
      ? `${personPlain(userId, names)} · ${userId} · ${counted(weeks, "week")}`
      : `${userId} · not connected · ${counted(weeks, "week")}`,
    value: idText(userId),
  }));
};
