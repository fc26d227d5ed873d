import { z } from "zod";
import { keptMonths, parseKeptMonths, computeOldestKept } from "./snapshot-policy.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { choice } from "../kit/options.ts";
import { describeKept, renderHistoryChosen, renderHistoryPreview } from "../settings/render-change.ts";

const action = "settings.history";
const Months = z.union([z.literal(3), z.literal(12), z.literal(24)]);
const Choosing = z.object({ before: Months, after: Months });
type Choosing = z.output<typeof Choosing>;

/** Asked only where weeks would be deleted. */
const historyConfirmation = defineConfirmation<Choosing, number, "guild">({
  kind: action,
  access: "admin",
  needs: "guild",
  payload: Choosing,
  confirm: { label: "Delete old weeks", destructive: true },
  cancel: { label: "Keep it", sentence: "Saved weeks are kept as before. Nothing was deleted." },
  unknownOutcomeText:
    "I couldn't finish, so I don't know whether weeks were deleted. Run `/settings history` to see how long they're kept.",
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
  receipt: (removed, { after }, ctx) => renderHistoryChosen(after, removed, renderContext(ctx)),
});

export const monthChoices = keptMonths.map((months) => ({ name: `${months} months`, value: String(months) }));

export const history = defineSubcommand({
  name: "history",
  description: "Choose how long saved weeks are kept; asks before deleting any",
  options: {
    months: choice("How long; leave empty to see the current setting", monthChoices),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: historyConfirmation.components,
  run: ({ options }, ctx) => chooseMonths(options.months, ctx),
});

/** Without a choice, it shows the current one. */
export async function chooseMonths(chosen: string | undefined, ctx: GuildContext): Promise<Reply> {
  const after = keptMonths.find((months) => String(months) === chosen);
  const { store, guildId, now, commandMention } = ctx;
  const before = parseKeptMonths(await store.guildSettings.all(guildId));
  if (after === undefined)
    return {
      content: `${describeKept(before)} Change this with ${commandMention("settings history")} and its \`months\` option.`,
    };
  if (after === before) return { content: `${describeKept(after)} Nothing was changed.` };
  const old = await store.weeks.countBefore(computeOldestKept(after, now()), guildId);
  if (old > 0) return historyConfirmation.prompt({ before, after }, renderHistoryPreview(after, old), ctx);
  await store.guildSettings.set(guildId, "weeks-kept", String(after));
  await recordAudit({ action, outcome: "done", target: String(after), detail: { before, after } }, ctx);
  return renderHistoryChosen(after, 0, renderContext(ctx));
}
