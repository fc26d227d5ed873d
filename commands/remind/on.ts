import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { integer } from "../kit/options.ts";
import { offButton } from "./off.ts";
import { renderReminderState } from "./render-state.ts";

/** A whole week. */
const maxHours = 168;

export const on = defineSubcommand({
  name: "on",
  description: "Get a private reminder before your week resets if something is still open",
  options: {
    hours: integer("How many hours before the reset, for example 24").min(1).max(maxHours).required(),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: [offButton],
  async run({ options: { hours } }, ctx) {
    const { store, guildId, channelId, link, workspaceId, invoker, commandMention } = ctx;
    const own = await ctx.self();
    if (own === undefined) {
      throw new UserError(
        `You aren't connected to a workspace user yet, so I wouldn't know what's still open. Nothing was changed. Connect yourself with ${commandMention("account connect")}.`,
      );
    }
    const { discordUserId } = invoker;
    const before = await store.reminders.find(guildId, discordUserId);
    const reminder = { guildId, discordUserId, linkKey: link.linkKey, channelId, hours, setAt: ctx.now() };
    await store.reminders.set(reminder);
    const detail = { before: before?.hours, after: hours };
    await recordAudit({ action: "remind.on", outcome: "done", detail }, ctx);
    const [week] = await store.weeks.ofUser(guildId, workspaceId, own.userId, 1);
    return renderReminderState(
      {
        title: "Reminder on",
        reminder: { ...reminder, remindedWeek: before?.remindedWeek },
        week,
      },
      renderContext(ctx),
    );
  },
});
