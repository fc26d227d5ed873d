import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { findTypedZones, readGuildZone } from "../kit/zone-option.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { formatClockIn } from "../../src/ui/time.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderZoneChosen, dayTexts, renderWeekStartChosen, type WeekStart } from "./render-change.ts";

interface ZoneFormParts {
  readonly name: string;
  /** The command that opens it. */
  readonly command: string;
  /** @param zones what was typed fits all of these, at least one */
  readonly respond: (zones: readonly string[], ctx: GuildContext) => Promise<Reply>;
  readonly refusal: (problem: string, fixButton: readonly Row[]) => Reply;
}

const TypedZone = z.object({ zone: z.string() });

/** The form in which a time zone is searched for. */
export function defineZoneForm(parts: ZoneFormParts) {
  return defineDraftForm<z.output<typeof TypedZone>, readonly string[], "guild">({
    ...parts,
    access: "admin",
    needs: "guild",
    replacesMessage: true,
    typed: TypedZone,
    modal: ({ zone: typed }) => ({
      title: "Which time zone?",
      components: [
        createTextField({
          id: "zone",
          label: "City or region",
          description: "A large city or a country in that time zone, or a part of its name.",
          placeholder: "Berlin",
          max: 60,
          required: true,
          value: typed,
        }),
      ],
    }),
    read: (fields) => ({ zone: readText(fields, "zone") }),
    parse: async ({ zone: typed }) => findTypedZones(typed),
  });
}

/** Stores and records a time zone, and says what it changes. */
export async function changeZone(after: string, ctx: GuildContext): Promise<Reply> {
  const before = await readGuildZone(ctx);
  if (after === before)
    return {
      content: `The time zone is already *${after}*, where it's now ${formatClockIn(after, ctx.now(), ctx.dateStyle)}. Nothing was changed.`,
    };
  await chooseZone(after, before, ctx);
  const schedules = await ctx.store.schedules.list(ctx.guildId);
  const elsewhere = schedules.filter((schedule) => schedule.zone !== after).length;
  return renderZoneChosen({ zone: after, elsewhere }, renderContext(ctx));
}

/** Stores and records it. */
export async function chooseZone(
  after: string,
  before: string | undefined,
  ctx: GuildContext,
): Promise<void> {
  if (after === before) return;
  await ctx.store.guildSettings.set(ctx.guildId, "zone", after);
  const detail = { before, after };
  await recordAudit({ action: "settings.zone", outcome: "done", target: after, detail }, ctx);
}

const Day = z.enum(["monday", "sunday"]);

/** As stored; `undefined` for anything else. */
export function readWeekStart(day: string | undefined): WeekStart | undefined {
  return Day.safeParse(day).data;
}

export const dayChoices = Day.options.map((day) => ({ name: dayTexts[day], value: day }));

export async function chooseWeekStart(after: WeekStart, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = readWeekStart(await store.guildSettings.get(guildId, "week-start"));
  if (after === before)
    return { content: `Weeks already begin on ${dayTexts[after]} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "week-start", after);
  const detail = { before, after };
  await recordAudit({ action: "settings.week-start", outcome: "done", target: after, detail }, ctx);
  return renderWeekStartChosen(after, renderContext(ctx));
}
