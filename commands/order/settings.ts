import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { parseOrderRule, orderEnds, oldAfterHours } from "./status.ts";
import { UserError } from "../../src/errors.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { createTextField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { readText } from "../kit/read-fields.ts";
import { describeEndChoice, describeOrderRule, renderOrderRuleChosen } from "../settings/render-change.ts";

const learned = "learned";
const ends = [learned, ...orderEnds] as const;
export const endChoices = ends.map((end) => ({
  name: describeEndChoice(end),
  value: end,
}));

const TypedHours = z.object({ hours: z.string() });

interface OldAfterParts {
  readonly respond: (hours: number, ctx: GuildContext) => Promise<Reply>;
  readonly refusal: (problem: string, fixButton: readonly Row[]) => Reply;
}

/** The form for when an open order is old. */
export function defineOldAfterForm(parts: OldAfterParts) {
  return defineDraftForm<z.output<typeof TypedHours>, number, "guild">({
    ...parts,
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
  });
}

/** @param end one of `endChoices` */
export function chooseOrderEnd(end: (typeof ends)[number], ctx: GuildContext): Promise<Reply> {
  const { guildSettings } = ctx.store;
  return changeOrderRule(
    () =>
      end === learned
        ? guildSettings.remove(ctx.guildId, "orders-end")
        : guildSettings.set(ctx.guildId, "orders-end", end),
    ctx,
  );
}

export function chooseOldAfter(hours: number, ctx: GuildContext): Promise<Reply> {
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
export function readHours(typed: string): number {
  const hours = /^\d+$/.test(plainMarks(typed)) ? Number(plainMarks(typed)) : Number.NaN;
  if (hours >= oldAfterHours.min && hours <= oldAfterHours.max) return hours;
  throw new UserError(
    `An open order can be old after ${oldAfterHours.min} to ${oldAfterHours.max} hours, and you typed “${escapeMarkdown(typed, 20)}”. Nothing was changed.`,
  );
}
