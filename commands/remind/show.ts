import { z } from "zod";
import { MisuseError } from "../../src/errors.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { reminderKinds } from "../../src/domain/reminder-kinds.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { usualHours } from "./on.ts";
import { reminderTexts, renderReminders } from "./render-state.ts";
import { turnOff, turnOn, weekOf } from "./turn.ts";

const fields = { guildId: z.string().regex(/^\d{1,20}$/), kind: z.enum(reminderKinds) };
const onId = defineCustomId("remind.list.on", fields);
const offId = defineCustomId("remind.list.off", fields);

const turnOnButton = defineButton({
  id: onId,
  access: "staff",
  needs: "link",
  ack: "update",
  guildIdOf: ({ guildId }) => guildId,
  async run({ guildId, kind }, ctx) {
    if (guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
    await turnOn(kind, usualHours, ctx);
    return listReminders(ctx);
  },
});

const turnOffButton = defineButton({
  id: offId,
  access: "everyone",
  needs: "guild",
  ack: "update",
  guildIdOf: ({ guildId }) => guildId,
  async run({ guildId, kind }, ctx) {
    if (guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
    await turnOff([kind], ctx);
    return listReminders(ctx);
  },
});

export const reminderButtons = [turnOnButton, turnOffButton] as const;

/** All of the caller's reminders, with a button for each. */
export async function listReminders(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, invoker } = ctx;
  const reminders = await store.reminders.list(guildId, invoker.discordUserId);
  const week = await weekOf(
    reminders.find(({ kind }) => kind === "week"),
    ctx,
  );
  const buttons = reminderKinds.map((kind) => {
    const isOn = reminders.some((reminder) => reminder.kind === kind);
    return button({
      customId: (isOn ? offId : onId).encode({ guildId, kind }),
      label: `${isOn ? "Turn off" : "Turn on"} ${reminderTexts[kind].label}`,
    });
  });
  return {
    ...renderReminders({ title: "Your reminders", reminders, week }, renderContext(ctx)),
    components: buttonRow(...buttons),
  };
}

export const show = defineSubcommand({
  name: "show",
  description: "See which reminders are on, turn them on or off, and when the next one comes",
  access: "staff",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: reminderButtons,
  run: (_asked, ctx) => listReminders(ctx),
});
