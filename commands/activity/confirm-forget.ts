import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { namesOf, type Names, namesToForget } from "../shared/people.ts";
import { renderForgotten } from "./render-forget.ts";

const Forgetting = z.object({
  userId: z.string(),
  /** What goes, in words, for the record. */
  before: z.string(),
});
type Forgetting = z.output<typeof Forgetting>;

interface Forgotten {
  readonly weeks: number;
  readonly names: Names;
}

export const forgetConfirmation = defineConfirmation<Forgetting, Forgotten, "guild">({
  kind: "activity.forget",
  access: "admin",
  needs: "guild",
  payload: Forgetting,
  confirm: { label: "Delete weeks", harmful: true },
  keep: { label: "Keep them", sentence: "The weeks stay. Nothing was deleted." },
  unknownSentence:
    "I could not finish deleting the weeks, so I cannot tell whether they are gone. Run `/activity forget` again: it says what is still remembered.",
  async perform({ userId }, ctx) {
    const names = await namesOf([userId], ctx);
    const weeks = await ctx.store.weeks.forgetUser(ctx.guildId, userId);
    await ctx.store.forgetPerson({ guildId: ctx.guildId, userId, ...namesToForget(names.get(userId)) });
    return { weeks, names };
  },
  outcome: {
    target: (_result, { userId }) => userId,
    alreadySentence: () => "These weeks were already deleted. Nothing was done twice.",
  },
  receipt: ({ weeks, names }, { userId }, ctx) => renderForgotten({ userId, weeks, names }, ctx),
});
