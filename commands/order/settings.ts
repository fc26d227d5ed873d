import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { type OrderEnd, parseOrderRule, orderEnds, oldAfterHours } from "./status.ts";
import { formatStatusInLine } from "./text.ts";
import { UserError } from "../../src/errors.ts";
import { parseWholeNumber } from "../../src/typed-text.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineButton } from "../../src/interactions/components.ts";
import type { StoredSettings } from "../../src/store/guild-settings.ts";
import { hourMs } from "../../src/time.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { withoutBreaks } from "../../src/ui/lines.ts";
import { formatDuration } from "../../src/ui/time.ts";
import {
  formatSetting,
  renderSettingNote,
  settingIds,
  defineListedSetting,
  putSetting,
  describeEndChoice,
  describeOrderRule,
  renderOrderRuleChosen,
} from "../settings/index.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";

const learned = "learned";
const ends = [learned, ...orderEnds] as const;
const TypedHours = z.object({ hours: z.string() });

function chooseOrderEnd(end: (typeof ends)[number], ctx: GuildContext): Promise<Reply> {
  const { guildSettings } = ctx.store;
  return changeOrderRule(
    () =>
      end === learned
        ? guildSettings.remove(ctx.guildId, "orders-end")
        : guildSettings.set(ctx.guildId, "orders-end", end),
    ctx,
  );
}

function chooseOldAfter(hours: number, ctx: GuildContext): Promise<Reply> {
  return changeOrderRule(
    () => ctx.store.guildSettings.set(ctx.guildId, "orders-old-after", String(hours)),
    ctx,
  );
}

async function changeOrderRule(change: () => Promise<unknown>, ctx: GuildContext): Promise<Reply> {
  const read = async () => parseOrderRule(await ctx.store.guildSettings.all(ctx.guildId));
  const before = await read();
  await change();
  const after = await read();
  const detail = { before: describeOrderRule(before), after: describeOrderRule(after) };
  if (detail.before === detail.after)
    return { content: `These are already the settings. Nothing was changed. ${detail.after}` };
  await recordAudit({ action: "settings.orders", outcome: "done", detail }, ctx);
  return renderOrderRuleChosen(after, renderContext(ctx));
}

/** @throws UserError for anything but a whole number that is offered */
function readHours(typed: string): number {
  const hours = parseWholeNumber(typed) ?? Number.NaN;
  if (hours >= oldAfterHours.min && hours <= oldAfterHours.max) return hours;
  throw new UserError(
    `An open order can be old after ${oldAfterHours.min} to ${oldAfterHours.max} hours, and you typed “${escapeMarkdown(typed, 20)}”. Nothing was changed.`,
  );
}

const oldAfterForm = defineDraftForm<z.output<typeof TypedHours>, number, "guild">({
  name: "settings.old-after",
  command: "settings",
  access: "admin",
  needs: "guild",
  replacesMessage: true,
  typed: TypedHours,
  modal: ({ hours }) => ({
    title: "When is an open order old?",
    components: [
      createTextField({
        id: "hours",
        label: "Hours without a change",
        description: `${oldAfterHours.min} to ${oldAfterHours.max}. Old orders are counted instead of listed.`,
        placeholder: String(oldAfterHours.usual),
        max: 20,
        required: true,
        value: hours,
      }),
    ],
  }),
  read: (fields) => ({ hours: readText(fields, "hours") }),
  parse: async ({ hours }) => readHours(hours),
  respond: (hours, ctx) => putSetting("old-after", String(hours), ctx),
  refusal: renderSettingNote,
});

const getOldAfter = (settings: StoredSettings) => String(parseOrderRule(settings).oldAfterMs / hourMs);

const oldAfterButton = defineButton({
  id: settingIds.oldAfter,
  access: "admin",
  needs: "guild",
  ack: "modal",
  run: async (_ids, ctx) =>
    oldAfterForm.open({ hours: getOldAfter(await ctx.store.guildSettings.all(ctx.guildId)) }, ctx),
});

const label = "Orders end when";

export const ordersSetting = defineListedSetting({
  name: "orders",
  label,
  rank: 3.1,
  async show(settings, ctx) {
    const { endsAt, oldAfterMs } = parseOrderRule(settings);
    const end = endsAt ?? (await findLearnedEnd(ctx));
    const words = end && formatStatusInLine(end);
    const found = "found out by itself";
    const automatic = words === undefined ? found : `${words} (${found})`;
    return {
      lines: [
        formatSetting(label, endsAt === undefined ? automatic : (words ?? "")),
        `**Old orders:** hidden after ${withoutBreaks(formatDuration(oldAfterMs))} unchanged`,
      ],
    };
  },
  question: "When is an order done?",
  describe: (settings) => describeOrderRule(parseOrderRule(settings)),
  choices: ends.map((end) => ({ name: describeEndChoice(end), value: end })),
  getPresent: (settings) => parseOrderRule(settings).endsAt ?? learned,
  choose: chooseOrderEnd,
  buttons: () => [createButton({ customId: settingIds.oldAfter.encode({}), label: "Change the hours…" })],
  values: {
    "old-after": {
      getPresent: getOldAfter,
      choose: async (hours, ctx) => chooseOldAfter(readHours(hours), ctx),
    },
  },
  components: [oldAfterButton, ...oldAfterForm.components],
});

/** The final status that enough orders reached. With several workspaces, each may have its own. */
async function findLearnedEnd({ store, guildId, orderLog }: GuildContext): Promise<OrderEnd | undefined> {
  const [link, other] = await store.guildLinks.list(guildId);
  if (link === undefined || other !== undefined) return undefined;
  const { end, total } = await orderLog.times(link, { end: undefined, zone: "UTC" });
  return total === undefined ? undefined : end;
}
