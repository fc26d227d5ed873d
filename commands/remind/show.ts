import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reminder } from "../../src/store/reminders.ts";
import type { Week } from "../../src/store/weeks.ts";
import { renderReminderState } from "./render-state.ts";

export const show = defineSubcommand({
  name: "show",
  description: "See whether your reminder is on and when the next one comes",
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    const { store, guildId, invoker, commandMention } = ctx;
    const reminder = await store.reminders.find(guildId, invoker.discordUserId);
    if (reminder === undefined)
      return { content: `Your reminders are off. Turn them on with ${commandMention("remind on")}.` };
    return renderReminderState(
      {
        title: "Your reminder",
        reminder,
        week: await weekOf(reminder, ctx),
      },
      renderContext(ctx),
    );
  },
});

/** The caller's newest week in the reminder's workspace. */
async function weekOf({ linkKey }: Reminder, ctx: GuildContext): Promise<Week | undefined> {
  const [own, link] = await Promise.all([ctx.self(), ctx.store.guildLinks.find(ctx.guildId, linkKey)]);
  if (own === undefined || link === undefined) return undefined;
  const [week] = await ctx.store.weeks.ofUser(ctx.guildId, link.workspaceId, own.userId, 1);
  return week;
}
