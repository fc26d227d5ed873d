import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import type { Removal } from "../../src/jobs/job.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { computeOldestKept, parseKeptMonths, keptMonths } from "./snapshot-policy.ts";
import { weeks } from "./job.ts";
import { createWeeks } from "./store.ts";
import { replaceIn } from "../../src/store/store.ts";
import { nextTurn } from "../../src/turns.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  createSettingsButton,
  formatSetting,
  renderSettingNote,
  defineListedSetting,
  describeKept,
  renderHistoryChosen,
  renderHistoryPreview,
} from "../settings/index.ts";

const action = "settings.history";
const Months = z.union([z.literal(3), z.literal(12), z.literal(24)]);
const Choosing = z.object({ before: Months, after: Months });
type Choosing = z.output<typeof Choosing>;

const keptText = "Saved weeks are kept as before. Nothing was deleted.";

/** Asked only where weeks would be deleted. */
const historyConfirmation = defineConfirmation<Choosing, number, "guild">({
  kind: action,
  access: "admin",
  needs: "guild",
  payload: Choosing,
  confirm: { label: "Delete old weeks", destructive: true },
  cancel: {
    label: "Keep it",
    sentence: keptText,
    reply: async () => renderSettingNote(keptText),
  },
  unknownOutcomeText:
    "I couldn't finish, so I don't know whether weeks were deleted. Run `/settings` to see how long they're kept.",
  async execute({ after }, { store, guildId, now }) {
    await store.guildSettings.set(guildId, "weeks-kept", String(after));
    const removed = await store.weeks.removeBefore(computeOldestKept(after, now()), guildId);
    await store.eraseDeleted();
    return removed;
  },
  outcome: {
    target: (_removed, { after }) => String(after),
    duplicateText: () => "These weeks were already deleted. Nothing was done twice.",
  },
  receipt: (removed, { after }, ctx) => ({
    ...renderHistoryChosen(after, removed, renderContext(ctx)),
    components: createButtonRow(createSettingsButton()),
  }),
});

/** Asks first where that deletes weeks. @param chosen one of the choices */
async function chooseMonths(chosen: string, ctx: GuildContext): Promise<Reply> {
  const { store, guildId, now } = ctx;
  const before = parseKeptMonths(await store.guildSettings.all(guildId));
  const after = keptMonths.find((months) => String(months) === chosen) ?? before;
  if (after === before) return { content: `${describeKept(after)} Nothing was changed.` };
  const old = await store.weeks.countBefore(computeOldestKept(after, now()), guildId);
  if (old > 0) return historyConfirmation.prompt({ before, after }, renderHistoryPreview(after, old), ctx);
  await store.guildSettings.set(guildId, "weeks-kept", String(after));
  await recordAudit({ action, outcome: "done", target: String(after), detail: { before, after } }, ctx);
  return renderHistoryChosen(after, 0, renderContext(ctx));
}

const historySetting = defineListedSetting({
  name: "history",
  label: "Saved weeks",
  rank: 2.4,
  show: (settings) => ({
    lines: [formatSetting("Saved weeks", `kept for ${parseKeptMonths(settings)} months`)],
  }),
  question: "How long are saved weeks kept?",
  describe: (settings) => describeKept(parseKeptMonths(settings)),
  choices: keptMonths.map((months) => ({ name: `${months} months`, value: String(months) })),
  getPresent: (settings) => String(parseKeptMonths(settings)),
  choose: chooseMonths,
  components: historyConfirmation.components,
});

const weeksAudit = {
  "settings.history": {
    label: "Choose how long saved weeks are kept",
    done: "Chose how long saved weeks are kept",
    say: (is) => ["set", "set", `how long saved weeks are kept to ${is("after") ?? "other"} months`],
    brief: (is) => `saved weeks to ${is("after") ?? "other"} months`,
  },
} as const satisfies AuditActions;

/** The service marks a week within minutes of its end; a week not marked by then keeps its snapshot. */
const finalizeWithinMs = 2 * dayMs;

/** As long as each guild chose, at most two years. */
const removeOldWeeks: Removal = async ({ store, now }) => {
  for (const { guildId, value } of await store.guildSettings.everywhere("weeks-kept")) {
    await nextTurn();
    const months = parseKeptMonths(new Map([["weeks-kept", value]]));
    await store.weeks.removeBefore(computeOldestKept(months, now()), guildId);
  }
  await store.weeks.removeBefore(computeOldestKept(24, now()));
};

export const weeksFeature = defineFeature({
  jobs: [weeks],
  whenClockSetBack: ({ ctx: { store } }, { now, byMs }) => store.weeks.bringForward(now, byMs),
  audit: weeksAudit,
  settings: [historySetting],
  createStores({ db, shared, aloneInGuild, isServed, eraseAfter }) {
    const own = createWeeks(db, shared, aloneInGuild, isServed);
    return {
      weeks: replaceIn(own, {
        forgetUser: (guildId, userId) => eraseAfter(own.forgetUser(guildId, userId)),
      }),
    };
  },
  removals: [
    ({ store, now }) => store.weeks.finalizeBefore(now() - finalizeWithinMs),
    removeOldWeeks,
    // Their last week ended within a week of that, so none of theirs is left.
    ({ store, now }) => store.accounts.removeFormer(computeOldestKept(24, now()) - weekMs),
    ({ store }) => store.weeks.removeLostLooks(),
  ],
});
