import { renderContext } from "../../src/ui/render-context.ts";
import { z } from "zod";
import { idKinds, idText, readServiceId } from "../../src/domain/service-ids.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { type Names, namesOf, namesToForget, personPlain } from "../../src/ui/people.ts";
import { suggestPeople } from "../kit/autocomplete-people.ts";
import { requiredPerson } from "../kit/person-option.ts";
import { renderForgetPreview, renderForgotten } from "./render-forget.ts";

const Forgetting = z.object({
  userId: z.string(),
  /** How many are saved; with none, only names are deleted. */
  weeks: z.number(),
  /** What is deleted, in words, for the audit log. */
  before: z.string(),
});
type Forgetting = z.output<typeof Forgetting>;

interface Forgotten {
  readonly weeks: number;
  readonly names: Names;
}

const forgetConfirmation = defineConfirmation<Forgetting, Forgotten, "guild">({
  kind: "activity.forget",
  access: "admin",
  needs: "guild",
  payload: Forgetting,
  confirm: { label: ({ weeks }) => (weeks > 0 ? "Delete weeks" : "Delete names"), destructive: true },
  cancel: { label: "Keep it", sentence: "Nothing was deleted." },
  unknownOutcomeText:
    "I couldn't finish deleting the weeks, so I don't know whether they're gone. Run `/activity forget` again to see what is still saved.",
  async execute({ userId }, ctx) {
    const account = await ctx.store.accounts.ofUser(ctx.guildId, userId);
    const names = await namesOf([userId], ctx);
    const weeks = await ctx.store.weeks.forgetUser(ctx.guildId, userId);
    await ctx.store.forgetPerson({ guildId: ctx.guildId, userId, ...namesToForget(account) });
    return { weeks, names };
  },
  outcome: {
    target: (_result, { userId }) => userId,
    duplicateText: () => "These weeks were already deleted. Nothing was done twice.",
  },
  receipt: ({ weeks, names }, { userId, weeks: asked }, ctx) =>
    renderForgotten({ userId, weeks, asked }, renderContext(ctx, names)),
});

const maxSuggested = 20;

/** People with saved weeks: by user id, those not seen for longest first; by name, those who are connected. */
const suggestRemembered: Autocomplete = async (typed, ctx) => {
  const text = typed.trim();
  const id = text === "" ? "" : readServiceId(text, idKinds.user);
  const people = id === undefined ? [] : await ctx.store.weeks.withHistory(ctx.guildId, id, maxSuggested);
  if (people.length === 0) return suggestPeople(text, ctx);
  const names = await namesOf(
    people.map(({ userId }) => userId),
    ctx,
  );
  return people.map(({ userId, weeks }) => ({
    name: joinParts([
      names.has(userId) && personPlain(userId, names),
      userId,
      names.get(userId)?.discordUserId === undefined && "not connected",
      pluralize(weeks, "week"),
    ]),
    value: idText(userId),
  }));
};

export const forget = defineSubcommand({
  name: "forget",
  description: "Delete someone's saved weeks, connected or not, after a preview",
  options: {
    person: requiredPerson("Whose: a workspace user id, a name or a mention", suggestRemembered),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: forgetConfirmation.components,
  async run({ options: { person: userId } }, ctx) {
    const { store, guildId } = ctx;
    const [saved, names] = await Promise.all([
      store.weeks.historyOf(guildId, userId),
      namesOf([userId], ctx),
    ]);
    const weeks = saved?.weeks ?? 0;
    return forgetConfirmation.prompt(
      { userId, weeks, before: weeks === 0 ? "names" : pluralize(weeks, "week") },
      renderForgetPreview({ userId, saved }, renderContext(ctx, names)),
      ctx,
    );
  },
});
