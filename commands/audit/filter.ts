import type { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findHere } from "../../src/interactions/own-draft.ts";
import type { AuditFilter } from "../../src/store/audit.ts";

const kind = "audit.list";
/** Page buttons of a list work this long. */
const lifetimeMs = 24 * 60 * 60_000;
/** Stands in a custom id for a list without filters, which needs no draft. */
const noDraft = "";
/** Nothing is kept longer. */
const mostDays = 180;
const dayMs = 24 * 60 * 60_000;

const StoredFilter = z.object({
  discordUserId: z.string().optional(),
  action: z.string().optional(),
  outcome: z.enum(["done", "refused", "unknown"]).optional(),
  since: z.number().optional(),
});

export function withFilterOptions(data: SlashCommandSubcommandBuilder) {
  return data
    .addUserOption((option) => option.setName("person").setDescription("Only what this member did"))
    .addStringOption((option) =>
      option
        .setName("action")
        .setDescription("Only this kind of thing")
        .setAutocomplete(true)
        .setMaxLength(100),
    )
    .addStringOption((option) =>
      option
        .setName("outcome")
        .setDescription("Only what ended like this")
        .addChoices(
          { name: "Done", value: "done" },
          { name: "Refused, nothing changed", value: "refused" },
          { name: "Outcome unknown", value: "unknown" },
        ),
    )
    .addIntegerOption((option) =>
      option.setName("days").setDescription("Only of so many days back").setMinValue(1).setMaxValue(mostDays),
    );
}

export function readFilter({ options }: ChatInputCommandInteraction, now: number): AuditFilter {
  const days = options.getInteger("days");
  return StoredFilter.parse({
    discordUserId: options.getUser("person")?.id,
    action: options.getString("action")?.trim() || undefined,
    outcome: options.getString("outcome") ?? undefined,
    since: days === null ? undefined : now - days * dayMs,
  });
}

export function isEmptyFilter(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Keeps a filter for the page buttons, which carry the id given back. */
export async function keepFilter(filter: AuditFilter, ctx: GuildContext): Promise<string> {
  if (isEmptyFilter(filter)) return noDraft;
  const id = ctx.newId();
  const createdAt = ctx.now();
  await ctx.store.drafts.create({
    id,
    guildId: ctx.guildId,
    discordUserId: ctx.caller.discordUserId,
    kind,
    payload: filter,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  });
  return id;
}

/** @throws UserError when the list is too old, MisuseError when it is not from here */
export async function findFilter(draftId: string, ctx: GuildContext): Promise<AuditFilter> {
  if (draftId === noDraft) return {};
  const draft = await findHere(draftId, kind, ctx);
  const isCurrent = draft !== undefined && draft.expiresAt > ctx.now();
  const filter = StoredFilter.safeParse(isCurrent ? draft.payload : undefined);
  if (filter.success) return filter.data;
  throw new UserError(
    `This list is from too long ago, so its pages cannot be turned any more. Please run ${ctx.commandMention("audit list")} again.`,
  );
}
