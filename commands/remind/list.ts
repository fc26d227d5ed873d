import { type AnySelectMenuInteraction, ComponentType } from "discord.js";
import { z } from "zod";
import { parseTypedDuration } from "../../src/domain/typed-durations.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { canUse } from "../../src/interactions/access.ts";
import { assertOffered } from "../../src/interactions/capabilities.ts";
import { defineButton, defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId, withLinkKey } from "../../src/interactions/custom-id.ts";
import { authorize } from "../../src/interactions/dispatch/respond.ts";
import { listWorkspaceNames } from "../../src/interactions/dispatch/workspace.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { toContext, type GuildContext, type LinkedContext } from "../../src/interactions/handler-context.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { defineGuildButton, Snowflake } from "../kit/guild-button.ts";
import { readsOfKinds, type ReminderKind, reminderKinds } from "./kinds.ts";
import {
  findMentionPlace,
  reminderTexts,
  renderReminderOn,
  renderReminders,
  renderRemindersOff,
  usualHours,
} from "./render-state.ts";
import { createOnButton, maxHours, reminderOnId } from "./message.ts";
import { readOwnReminders, readWeek, stopButton, turnOff, turnOn } from "./turn.ts";

// Also shown in private messages, where only a custom id says which server it is about.
const ofGuild = { guildId: Snowflake };
const findGuildId = ({ guildId }: { readonly guildId: string }): string => guildId;
// Turning some on takes more; former staff must still be able to turn theirs off.
const everyone = { access: "everyone", needs: "guild", ack: "update", findGuildId } as const;
const staff = { access: "staff", needs: "link", ack: "update", findGuildId } as const;

function assertSameGuild({ guildId }: { readonly guildId: string }, ctx: GuildContext): void {
  if (guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
}

const Hours = z.coerce.number().int().min(1).max(maxHours);
/** What people usually choose. */
const offeredHours = [6, 12, usualHours, 48, 72] as const;

const menuId = defineCustomId("remind.choose", ofGuild);
const Chosen = z.array(z.enum(reminderKinds));

const reminderMenu = defineSelect({
  id: menuId,
  ...everyone,
  async run(ids, ctx, interaction) {
    const chosen = Chosen.safeParse(interaction.values);
    assertSameGuild(ids, ctx);
    if (!chosen.success) throw new MisuseError(outdatedComponentText);
    await applyChoice(chosen.data, interaction, ctx);
    return listReminders(ctx);
  },
});

/**
 * Turns on what was chosen, and turns off the rest of what the menu showed as on; what is on already stays as it is, also
 * what was turned on elsewhere since.
 * @throws UserError, before anything is changed, for people who may not turn one on
 */
async function applyChoice(
  chosen: readonly ReminderKind[],
  interaction: AnySelectMenuInteraction,
  ctx: GuildContext,
): Promise<void> {
  const { guildId } = ctx;
  const isOn = new Set((await readOwnReminders(ctx)).on.map(({ kind }) => kind));
  const added = reminderKinds.filter((kind) => chosen.includes(kind) && !isOn.has(kind));
  if (added.length > 0) {
    const asStaff = { access: "staff", needs: "link", findGuildId: () => guildId } as const;
    const linked = toContext("link", await authorize(asStaff, interaction, ctx));
    assertReadable(added, linked);
    for (const kind of added) await turnOn(kind, usualHours, linked);
  }
  const shownOn = listShownOn(interaction);
  await turnOff(
    reminderKinds.filter((kind) => shownOn.includes(kind) && !chosen.includes(kind)),
    ctx,
  );
}

/** What the menu showed as chosen. */
function listShownOn({ message, customId }: AnySelectMenuInteraction): readonly string[] {
  const menu = message.resolveComponent(customId);
  if (menu?.type !== ComponentType.StringSelect || !("options" in menu)) return [];
  return menu.options.filter((option) => option.default === true).map(({ value }) => value);
}

/** @throws UserError if nothing can be read for one of them */
function assertReadable(kinds: readonly ReminderKind[], ctx: LinkedContext): void {
  assertOffered({ dependsOn: kinds.map((kind) => readsOfKinds[kind]) }, ctx.link, ctx);
}

const hoursId = defineCustomId("remind.hours", ofGuild);

/** How long before the week ends; turns that reminder on. */
const hoursMenu = defineSelect({
  id: hoursId,
  ...staff,
  async run(ids, ctx, { values: [chosen] }) {
    const hours = Hours.safeParse(chosen);
    assertSameGuild(ids, ctx);
    if (!hours.success) throw new MisuseError(outdatedComponentText);
    return turnOnAndShow("week", hours.data, ctx);
  },
});

const hoursField = "hours";

/** `36`, `36h` or `2 days`: a number without a unit is in hours. */
function toHours(typed: string): string | number {
  const text = plainMarks(typed);
  const minutes = /\p{L}/u.test(text) ? parseTypedDuration(text) : undefined;
  return minutes === undefined ? text : minutes / 60;
}

const hoursForm = defineDraftForm<{ readonly hours: string }, number, "link">({
  name: "remind.hours",
  command: "remind",
  access: "staff",
  needs: "link",
  anywhere: true,
  replacesMessage: true,
  typed: z.object({ hours: z.string() }),
  modal: ({ hours }) => ({
    title: "Reminder before the week ends",
    components: [
      createTextField({
        id: hoursField,
        label: "Hours before your week ends",
        placeholder: String(usualHours),
        required: true,
        max: 20,
        value: hours,
      }),
    ],
  }),
  read: (fields) => ({ hours: readText(fields, hoursField) }),
  async parse({ hours: typed }) {
    const hours = Hours.safeParse(toHours(typed));
    if (hours.success) return hours.data;
    throw new UserError(
      `Between 1 and ${maxHours} hours, please; you typed “${escapeMarkdown(typed, 20)}”. Nothing was changed.`,
    );
  },
  respond: (hours, ctx) => turnOnAndShow("week", hours, ctx),
});

const otherHoursButton = defineGuildButton({
  name: "remind.other-hours",
  access: "staff",
  needs: "link",
  ack: "modal",
  run: (ctx) => hoursForm.openStored({ hours: "" }, ctx),
});

const onButton = defineButton({
  id: reminderOnId,
  ...staff,
  async run({ kind, hours, ...ids }, ctx) {
    assertSameGuild(ids, ctx);
    return turnOnAndShow(kind, hours || usualHours, ctx);
  },
});

const offId = defineCustomId("remind.off", { ...ofGuild, kind: z.enum(reminderKinds) });
const offButton = defineButton({
  id: offId,
  ...everyone,
  async run({ kind, ...ids }, ctx) {
    assertSameGuild(ids, ctx);
    const removed = await turnOff([kind], ctx);
    const again = ctx.isPrivate || canUse("staff", ctx.invoker) ? removed : [];
    return {
      ...renderRemindersOff(removed, renderContext(ctx)),
      components: createButtonRow(...again.map(createOnButton), createAllButton(ctx)),
    };
  },
});

const allButton = defineGuildButton({
  name: "remind.show",
  access: "everyone",
  needs: "guild",
  ack: "update",
  run: (ctx) => listReminders(ctx),
});

const createAllButton = ({ guildId }: GuildContext) =>
  createButton({ customId: allButton.createId(guildId), label: "All reminders" });

async function turnOnAndShow(kind: ReminderKind, hours: number, ctx: LinkedContext): Promise<Reply> {
  const { guildId } = ctx;
  assertReadable([kind], ctx);
  const { reminder, wasOn } = await turnOn(kind, hours, ctx);
  const [week, place] = await Promise.all([readWeek(reminder, ctx), findMentionPlace([reminder], ctx)]);
  return {
    ...renderReminderOn({ reminder, wasOn, week, place }, renderContext(ctx)),
    components: createButtonRow(
      createButton({ customId: offId.encode({ guildId, kind }), label: "Turn off" }),
      createAllButton(ctx),
    ),
  };
}

/** All of the caller's reminders, with menus to turn them on and off. */
export async function listReminders(ctx: GuildContext): Promise<Reply> {
  const { guildId } = ctx;
  const { on: reminders, stopped, lacking } = await readOwnReminders(ctx);
  const find = (kind: ReminderKind) => reminders.find((reminder) => reminder.kind === kind);
  const [week, workspaces, own, place] = await Promise.all([
    readWeek(find("week"), ctx),
    listWorkspaceNames(guildId, ctx.store),
    ctx.self(),
    findMentionPlace(reminders, ctx),
  ]);
  // A private list is opened by staff only, and its menus prove nothing.
  const mayTurnOn = ctx.isPrivate || canUse("staff", ctx.invoker);
  const kinds = reminderKinds.filter(
    (kind) => find(kind) !== undefined || (mayTurnOn && !lacking.includes(kind)),
  );
  const { hours, linkKey } = find("week") ?? {};
  // Whichever workspace this channel uses: another number of hours isn't another week.
  const toOwnId = (id: string) => (linkKey === undefined ? id : withLinkKey(id, linkKey));
  return {
    ...renderReminders(
      { reminders, stopped, lacking, week, workspaces, place, mayTurnOn, isConnected: own !== undefined },
      renderContext(ctx),
    ),
    components: [
      ...createMenuRow(
        menuId.encode({ guildId }),
        "Turn reminders on or off",
        kinds.map((kind) => ({
          label: reminderTexts[kind].name,
          description: reminderTexts[kind].timing(find(kind) ?? { hours: usualHours }),
          value: kind,
          isChosen: find(kind) !== undefined,
        })),
        { isMultiple: true },
      ),
      ...(mayTurnOn && !lacking.includes("week")
        ? [
            ...createMenuRow(
              toOwnId(hoursId.encode({ guildId })),
              "How long before the week ends",
              [...new Set([...offeredHours, ...(hours === undefined ? [] : [hours])])]
                .toSorted((a, b) => a - b)
                .map((each) => ({
                  label: `${pluralize(each, "hour")} before the week ends`,
                  value: String(each),
                  isChosen: each === hours,
                })),
            ),
            ...createButtonRow(
              createButton({ customId: toOwnId(otherHoursButton.createId(guildId)), label: "Other hours…" }),
            ),
          ]
        : []),
    ],
  };
}

export const reminderComponents: readonly Component[] = [
  stopButton,
  reminderMenu,
  hoursMenu,
  otherHoursButton.component,
  ...hoursForm.components,
  onButton,
  offButton,
  allButton.component,
];
