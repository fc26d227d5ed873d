import type { AnySelectMenuInteraction } from "discord.js";
import { z } from "zod";
import { MisuseError } from "../../src/errors.ts";
import { defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { authorize } from "../../src/interactions/dispatch/respond.ts";
import { toContext, type GuildContext } from "../../src/interactions/handler-context.ts";
import { type ReminderKind, reminderKinds } from "./kinds.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { readOwnReminders, turnOff, turnOn, readWeek, off, on } from "./turn.ts";
import { reminderTexts, renderReminders, usualHours } from "./render-state.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { reminderMessage, reminders as reminding } from "./job.ts";
import { noticeMessage, notices } from "./notice/job.ts";

const menuId = defineCustomId("remind.choose", { guildId: z.string().regex(/^\d{1,20}$/) });
const Chosen = z.array(z.enum(reminderKinds));

export const reminderMenu = defineSelect({
  id: menuId,
  // Turning some on takes more; former staff must still be able to turn theirs off.
  access: "everyone",
  needs: "guild",
  ack: "update",
  findGuildId: ({ guildId }) => guildId,
  async run({ guildId }, ctx, interaction) {
    const chosen = Chosen.safeParse(interaction.values);
    if (guildId !== ctx.guildId || !chosen.success) throw new MisuseError(outdatedComponentText);
    return listReminders(ctx, await applyChoice(chosen.data, interaction, ctx));
  },
});

/**
 * Turns on what was chosen and turns off the rest; what is on already stays as it is.
 * @returns the name of the workspace where some were turned on, if the server has several
 * @throws UserError, before anything is changed, for people who may not turn one on
 */
async function applyChoice(
  chosen: readonly ReminderKind[],
  interaction: AnySelectMenuInteraction,
  ctx: GuildContext,
): Promise<string | undefined> {
  const { guildId } = ctx;
  const isOn = new Set((await readOwnReminders(ctx)).on.map(({ kind }) => kind));
  const added = reminderKinds.filter((kind) => chosen.includes(kind) && !isOn.has(kind));
  let workspaceName: string | undefined;
  if (added.length > 0) {
    const asStaff = { access: "staff", needs: "link", findGuildId: () => guildId } as const;
    const linked = toContext("link", await authorize(asStaff, interaction, ctx));
    for (const kind of added) await turnOn(kind, usualHours, linked);
    ({ workspaceName } = linked);
  }
  await turnOff(
    reminderKinds.filter((kind) => !chosen.includes(kind)),
    ctx,
  );
  return workspaceName;
}

/** All of the caller's reminders, with a menu to choose them. */
export async function listReminders(ctx: GuildContext, workspaceName?: string): Promise<Reply> {
  const { guildId } = ctx;
  const { on: reminders, stopped } = await readOwnReminders(ctx);
  const find = (kind: ReminderKind) => reminders.find((reminder) => reminder.kind === kind);
  const week = await readWeek(find("week"), ctx);
  return {
    ...renderReminders({ reminders, stopped, week, workspaceName }, renderContext(ctx)),
    components: createMenuRow(
      menuId.encode({ guildId }),
      "Turn reminders on or off",
      reminderKinds.map((kind) => ({
        label: reminderTexts[kind].name,
        description: reminderTexts[kind].timing(find(kind) ?? { hours: usualHours }),
        value: kind,
        isChosen: find(kind) !== undefined,
      })),
      { isMultiple: true },
    ),
  };
}

const show = defineSubcommand({
  name: "show",
  description: "See which reminders are on, turn them on or off, and when the next one comes",
  access: "staff",
  purpose: "see their reminders",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [reminderMenu],
  run: (_asked, ctx) => listReminders(ctx),
});

export const remind: Command = defineCommandGroup({
  name: "remind",
  description: "Get a private reminder before the week ends",
  subcommands: [on, off, show],
});

/** Nobody wants to hear of anything older. */
const noticeTtlMs = 90 * dayMs;

export const remindFeature = defineFeature({
  commands: [remind],
  jobs: [reminding, notices],
  purposes: [reminderMessage, noticeMessage],
  removals: [({ store, now }) => store.notices.removeBefore(now() - noticeTtlMs)],
});
